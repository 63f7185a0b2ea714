//! Replies as JSON Schema.

use serde_json::{Map, Value, json};

use crate::commands::contract::returns::{Entry, Kind, Returns, SELECTION};

/// Makes schemas, and collects the definitions to which they refer.
pub struct Schemas {
    /// Whether custom fields are in an object of their own, as in JSON.
    is_json: bool,
    pub definitions: Map<String, Value>,
}

impl Schemas {
    pub fn of_resp3() -> Self {
        Self { is_json: false, definitions: Map::new() }
    }

    pub fn of_json() -> Self {
        Self { is_json: true, ..Self::of_resp3() }
    }

    /// Returns the schema of a reply. `option` names the option that a command must have to get
    /// it, which validators of JSON Schema ignore.
    pub fn of(&mut self, reply: &Returns) -> Value {
        let mut schema = match reply.kind {
            Kind::Ok if self.is_json => json!({ "type": "string" }),
            Kind::Ok => json!({ "type": "string", "status": true }),
            Kind::Integer => json!({ "type": "integer" }),
            Kind::Among(values) => json!({ "type": "integer", "enum": values }),
            Kind::Word(words) => json!({ "type": "string", "enum": words }),
            Kind::String => json!({ "type": "string" }),
            Kind::Nil => json!({ "type": "null" }),
            Kind::Map(entries) => self.map(entries.iter(), true),
            Kind::Item(name, entries) => {
                if !self.definitions.contains_key(name) {
                    let schema = self.item(name, entries, reply.text);
                    self.definitions.insert(name.to_owned(), schema);
                }
                json!({ "$ref": format!("#/$defs/{name}") })
            }
            Kind::ArrayOf(each) => json!({ "type": "array", "items": self.of(each) }),
            Kind::Pairs(pair) => json!({ "type": "array", "items": self.tuple(pair) }),
            Kind::Alternating(pair) => {
                json!({ "type": "array", "items": { "anyOf": self.all(pair) } })
            }
            Kind::Tuple(parts) => self.tuple(parts),
            Kind::OneOf(choices) => json!({ "anyOf": self.all(choices) }),
        };
        let texts = [("description", Some(reply.text)), ("option", reply.option)];
        for (name, text) in texts {
            if let Some((text, schema)) = text.zip(schema.as_object_mut())
                && !text.is_empty()
            {
                schema.insert(name.to_owned(), text.into());
            }
        }
        schema
    }

    fn all(&mut self, replies: &[Returns]) -> Vec<Value> {
        replies.iter().map(|reply| self.of(reply)).collect()
    }

    fn tuple(&mut self, parts: &[Returns]) -> Value {
        let (parts, len) = (self.all(parts), parts.len());
        json!({
            "type": "array", "prefixItems": parts, "items": false, "minItems": len,
            "maxItems": len,
        })
    }

    fn map<'a>(
        &mut self,
        entries: impl Iterator<Item = &'a Entry> + Clone,
        has_required: bool,
    ) -> Value {
        let required = entries.clone().filter(|entry| entry.is_required && has_required);
        let required: Vec<_> = required.map(|entry| entry.name).collect();
        let entries = entries.map(|entry| (entry.name.to_owned(), self.of(&entry.value)));
        let properties: Map<_, _> = entries.collect();
        json!({
            "type": "object", "properties": properties, "required": required,
            "additionalProperties": false,
        })
    }

    fn item(&mut self, name: &str, entries: &[&[Entry]], text: &str) -> Value {
        let mut schema = self.map(entries.iter().copied().flatten(), name != SELECTION);
        schema["title"] = name.into();
        schema["description"] = text.into();
        if schema["properties"]["poster"].is_null() {
            return schema; // Nothing is left of it, and thus no custom fields.
        }
        let strings = json!({ "type": "string" });
        if self.is_json {
            schema["properties"]["fields"] = json!({
                "type": "object", "additionalProperties": strings,
                "description": "The custom fields, if there are any.",
            });
        } else {
            // A custom field of a comment can have the name of an article's entry, and vice versa.
            let entries = schema["properties"].as_object_mut().into_iter().flatten();
            for (_, entry) in entries.filter(|_| name == SELECTION) {
                *entry = json!({ "anyOf": [entry.clone(), strings] });
            }
            schema["additionalProperties"] = strings;
        }
        schema
    }
}
