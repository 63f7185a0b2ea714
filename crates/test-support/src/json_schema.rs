//! JSON checked against a schema, of which this knows all words that the schemas here have.

use serde_json::Value as Json;

/// Words that check nothing. `option` names the option of the command that a reply needs.
const ABOUT: [&str; 6] = ["$schema", "$defs", "title", "description", "contentEncoding", "option"];

/// A schema that may refer to the definitions of a whole.
#[derive(Clone, Copy)]
pub struct Schema<'a> {
    whole: &'a Json,
    part: &'a Json,
}

impl<'a> Schema<'a> {
    pub fn new(whole: &'a Json) -> Self {
        Self { whole, part: whole }
    }

    /// Returns one of the definitions.
    pub fn definition(self, name: &str) -> Self {
        self.with(self.whole["$defs"].get(name).unwrap_or_else(|| panic!("no {name}")))
    }

    fn with(self, part: &'a Json) -> Self {
        Self { part, ..self }
    }

    /// Returns whether a value is as the schema says.
    pub fn is_valid(self, value: &Json) -> bool {
        let words = self.part.as_object().expect("a schema");
        words.iter().all(|(word, of)| self.allows(word, of, value))
    }

    fn allows(self, word: &str, of: &'a Json, value: &Json) -> bool {
        let len = value.as_array().map_or(0, Vec::len) as u64;
        let number = || of.as_u64().expect("a number");
        match word {
            "type" => is_of_type(of.as_str().expect("a type"), value),
            "enum" => of.as_array().expect("values").contains(value),
            "anyOf" => {
                of.as_array().expect("schemas").iter().any(|it| self.with(it).is_valid(value))
            }
            "$ref" => {
                let name = of.as_str().and_then(|it| it.strip_prefix("#/$defs/"));
                self.definition(name.expect("a definition")).is_valid(value)
            }
            "prefixItems" => {
                let mut pairs = of.as_array().expect("schemas").iter().zip(items(value));
                pairs.all(|(schema, item)| self.with(schema).is_valid(item))
            }
            "items" => {
                let first = self.part["prefixItems"].as_array().map_or(0, Vec::len);
                items(value).iter().skip(first).all(|item| self.is_allowed(of, item))
            }
            "minItems" => !value.is_array() || len >= number(),
            "maxItems" => !value.is_array() || len <= number(),
            "required" => {
                let mut names = of.as_array().expect("names").iter().filter_map(Json::as_str);
                !value.is_object() || names.all(|name| value.get(name).is_some())
            }
            "properties" => of.as_object().expect("schemas").iter().all(|(name, schema)| {
                value.get(name).is_none_or(|value| self.with(schema).is_valid(value))
            }),
            "additionalProperties" => {
                value.as_object().into_iter().flatten().all(|(name, value)| {
                    self.part["properties"].get(name).is_some() || self.is_allowed(of, value)
                })
            }
            word => {
                assert!(ABOUT.contains(&word), "{word} is not known here");
                true
            }
        }
    }

    /// Returns whether a schema, or a boolean in its place, allows a value.
    fn is_allowed(self, of: &'a Json, value: &Json) -> bool {
        of.as_bool().unwrap_or_else(|| self.with(of).is_valid(value))
    }
}

fn items(value: &Json) -> &[Json] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn is_of_type(name: &str, value: &Json) -> bool {
    match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        name => panic!("{name} is not a type that is known here"),
    }
}

#[test]
fn what_a_schema_excludes_is_not_valid() {
    let json = |text: &str| serde_json::from_str::<Json>(text).expect("JSON");
    let whole = json(
        r##"{"$defs": {"N": {"anyOf": [{"type": "integer"}, {"enum": ["x"]}]}},
            "type": "array", "minItems": 1, "maxItems": 2, "prefixItems": [{"$ref": "#/$defs/N"}],
            "items": {"type": "object", "properties": {"a": {"type": "null"}}, "required": ["a"],
                "additionalProperties": {"type": "string"}}}"##,
    );
    let is_valid = |text: &str| Schema::new(&whole).is_valid(&json(text));
    for text in ["[1]", r#"["x"]"#, r#"[1, {"a": null}]"#, r#"[1, {"a": null, "b": ""}]"#] {
        assert!(is_valid(text), "{text}");
    }
    for text in [
        "{}",
        "[]",
        "[1.5]",
        r#"["y"]"#,
        "[null]",
        "[1, 2]",
        "[1, {}]",
        r#"[1, {"a": 1}]"#,
        r#"[1, {"a": null, "b": 1}]"#,
        r#"[1, {"a": null}, {"a": null}]"#,
    ] {
        assert!(!is_valid(text), "{text}");
    }
}
