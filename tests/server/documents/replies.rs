//! What the reference says about replies, from `docs/commands.json`.

use serde_json::{Map, Value as Json};
use test_support::contract;

/// Where the entries of articles and comments are described, as a page of a command links it.
const ENTRIES: &str = "queries.md#entries";
const PLACEHOLDERS: &str = "queries.md#placeholders";

/// Returns the reply of a command as a list in Markdown.
pub fn of(command: &Json) -> String {
    let mut lines = String::new();
    let replies: Vec<_> = alternatives(&command["reply_schema"]).collect();
    for reply in &replies {
        let parts = reply["prefixItems"].as_array().map_or(&[][..], Vec::as_slice);
        match (replies[0], parts) {
            // A page, and the same with its cursor.
            (page, [first, cursor]) if first == page => {
                let option = reply["option"].as_str().unwrap_or_default();
                lines += &format!("- with {option}, array of two: this array, and ");
                add(&mut lines, "", "", cursor);
            }
            _ => add(&mut lines, "", "- ", reply),
        }
    }
    lines
}

/// Returns the replies of which one comes, without what RETURN leaves of a map.
fn alternatives(schema: &Json) -> impl Iterator<Item = &Json> {
    let all = schema["anyOf"].as_array().map_or(std::slice::from_ref(schema), Vec::as_slice);
    all.iter().filter(|it| it["$ref"] != "#/$defs/Selection")
}

/// Adds the lines of one reply.
fn add(lines: &mut String, indent: &str, marker: &str, schema: &Json) {
    let option = schema["option"].as_str();
    let option = option.map(|option| format!("with {option}, ")).unwrap_or_default();
    let text = schema["description"].as_str().unwrap_or_default();
    let is_ok = schema["status"] == true && text.contains("carried out");
    let text = if text.is_empty() || is_ok { String::new() } else { format!(": {text}") };
    let choices: Vec<_> = alternatives(schema).collect();
    if let [_, _, ..] = choices[..] {
        let choices = choices.iter().map(|choice| {
            let text = choice["description"].as_str().unwrap_or_default();
            format!("{} ({})", kind(choice), text.trim_end_matches('.'))
        });
        *lines += &format!("{indent}{marker}{}\n", choices.collect::<Vec<_>>().join(" or "));
        return;
    }
    *lines += &format!("{indent}{marker}{option}{}{text}\n", kind(schema));
    let inner = format!("{indent}{}", " ".repeat(marker.len()));
    let parts = [&schema["prefixItems"], &schema["items"]["prefixItems"]];
    for parts in parts.iter().filter_map(|parts| parts.as_array()) {
        for (index, part) in parts.iter().enumerate() {
            add(lines, &inner, &format!("{}. ", index + 1), part);
        }
    }
    let each = alternatives(&schema["items"]).chain([schema]);
    let maps = each.filter_map(|each| each["properties"].as_object());
    for (name, value) in maps.flatten() {
        *lines += &format!("{inner}- `{name}` ({}): {}\n", kind(value), description(value));
    }
}

/// Returns the kind of a reply, in the words of Redis.
fn kind(schema: &Json) -> String {
    let kinds = |each: &Json| {
        let mut kinds: Vec<_> = alternatives(each).map(kind).collect();
        kinds.dedup();
        kinds.join(" or ")
    };
    if let Some(name) = schema["$ref"].as_str() {
        return match name.rsplit('/').next() {
            Some("Article") => format!("[article]({ENTRIES})"),
            Some("Placeholder" | "Deleted") => format!("[placeholder]({PLACEHOLDERS})"),
            _ => format!("[comment]({ENTRIES})"),
        };
    }
    if schema["anyOf"].is_array() {
        return kinds(schema);
    }
    match schema["type"].as_str().unwrap_or_default() {
        "null" => "nil".to_owned(),
        "object" => "map".to_owned(),
        "string" if schema["status"] == true => "`OK`".to_owned(),
        "array" => match schema["prefixItems"].as_array() {
            Some(parts) => {
                format!("array of {}", ["two", "three", "four", "five"][parts.len() - 2])
            }
            None => format!("array, each {}", kinds(&schema["items"])),
        },
        kind => kind.to_owned(),
    }
}

/// Returns what is said of a reply, or of each that it can be.
fn description(schema: &Json) -> String {
    if let Some(text) = schema["description"].as_str() {
        return text.to_owned();
    }
    let texts = alternatives(schema).map(|choice| {
        let text = choice["description"].as_str().unwrap_or_default();
        if choice["type"] == "null" { format!("Nil: {text}") } else { text.to_owned() }
    });
    texts.collect::<Vec<_>>().join(" ")
}

/// Returns the table of the entries of articles and comments.
pub fn entries() -> String {
    let of = |name: &str| contract::definition(name)["properties"].as_object().expect("entries");
    let (articles, comments) = (of("Article"), of("ThreadComment"));
    let mut table = "| entry | of | value |\n| --- | --- | --- |\n".to_owned();
    for (name, value) in merged(articles, comments) {
        let kinds = match (articles.contains_key(name), comments.contains_key(name)) {
            (true, true) => "both",
            (true, false) => "article",
            _ => "comment",
        };
        let option = value["option"].as_str();
        let option = option.map(|option| format!("With {option}. ")).unwrap_or_default();
        table += &format!("| `{name}` | {kinds} | {option}{} |\n", description(value));
    }
    table
}

/// Merges entries into others, each after the one that it follows.
fn merged<'a>(
    some: &'a Map<String, Json>,
    others: &'a Map<String, Json>,
) -> Vec<(&'a String, &'a Json)> {
    let mut merged: Vec<_> = others.iter().collect();
    let mut last = 0;
    for (name, value) in some {
        match merged.iter().position(|(other, _)| *other == name) {
            Some(at) => last = at,
            None => {
                last += 1;
                merged.insert(last, (name, value));
            }
        }
    }
    merged
}
