//! The contract as data: `docs/commands.json` and `docs/schema.json`, generated from the
//! definitions of the commands. `UPDATE_DOCS=1 cargo test --lib contract` writes them.

use std::fs;
use std::path::Path;

use serde_json::{Map, Value, json};

use super::limits;
use super::schema::Schemas;
use crate::commands::ALL;
use crate::commands::run::registration::Registration;
use crate::commands::words::error::Error;
use crate::commands::words::spec::{Access, Arg, ArgType, Spec};

/// Returns an argument as Redis's own `src/commands/*.json` have it, with the limits of its value.
fn argument(of: &Registration, after: Option<&str>, arg: &Arg) -> Value {
    let token = arg.token.or(after);
    let arguments = |args: &[Arg]| args.iter().map(|arg| argument(of, token, arg)).collect();
    let words = |words: &[&'static str]| {
        let word = |word: &&'static str| Arg::new(word, ArgType::Token).after(word);
        words.iter().map(|text| argument(of, token, &word(text))).collect::<Value>()
    };
    let (kind, parts) = match arg.kind {
        ArgType::Key => ("key", None),
        ArgType::String => ("string", None),
        ArgType::Integer => ("integer", None),
        ArgType::UnixTime => ("unix-time", None),
        ArgType::Token => ("pure-token", None),
        ArgType::Keyword(names) => ("oneof", Some(words(names))),
        ArgType::OneOf(args) => ("oneof", Some(arguments(args))),
        ArgType::Block(args) => ("block", Some(arguments(args))),
    };
    let mut object = Map::new();
    object.insert("name".into(), arg.name.to_ascii_lowercase().into());
    object.insert("type".into(), kind.into());
    let is_key = kind == "key";
    let entries = [
        ("key_spec_index", is_key.then(|| 0.into())),
        ("token", arg.token.map(Value::from)),
        ("optional", arg.optional.then(|| true.into())),
        ("multiple", arg.multiple.then(|| true.into())),
    ];
    let entries = entries.into_iter().filter_map(|(name, value)| Some((name, value?)));
    object.extend(entries.map(|(name, value)| (name.to_owned(), value)));
    object.extend(limits::of(of, token, arg));
    object.extend(parts.map(|parts| ("arguments".to_owned(), parts)));
    object.into()
}

/// Returns what documents say of a command.
fn command(command: &Registration, schemas: &mut Schemas) -> Value {
    let Spec { summary, complexity, since, arity, access, args, reply, errors, .. } = command.spec;
    let text = |text: &std::ffi::CStr| text.to_str().expect("UTF-8").to_owned();
    let [flag_names, _] = command.spec.flags();
    let mut categories = command.spec.categories();
    categories.push("article");
    let event = (access == Access::Write).then(|| text(command.spec.name));
    json!({
        "summary": text(summary),
        "complexity": text(complexity),
        "group": "module",
        "since": text(since),
        "arity": arity,
        "command_flags": flag_names.split(' ').collect::<Vec<_>>(),
        "acl_categories": categories,
        "keyspace_event": event,
        "arguments": args.iter().map(|arg| argument(command, None, arg)).collect::<Value>(),
        "reply_schema": schemas.of(&reply),
        "errors": errors.iter().map(Error::to_string).collect::<Vec<_>>(),
    })
}

/// The errors that every command can have. Three dots stand for any text.
const COMMON: &[&str] = &[
    "WRONGTYPE Operation against a key holding the wrong kind of value",
    "ERR wrong number of arguments for '...' command",
    "ERR ... must be ...",
    "ERR unknown option at argument ...",
    "ERR ... comes before ...",
    "ERR ... takes ...",
    "ERR ... needs ...",
    "ERR ... is given twice",
    "ERR only one of ... can be given",
    "ERR ... is missing",
    "ERR ... does not match the number of arguments",
    "ERR at most ...",
    "ERR field name is reserved, as are ...",
    "ERR an article can be in at most 32 groups",
    "ERR an article can have at most 32 custom fields",
    "ERR a site can have at most ...",
    "TOOLONG this command would read more than article.read-limit allows; narrow it",
    "TOOLONG this reply would be longer than article.reply-limit allows; narrow it",
    "ERR internal error",
    "DAMAGED an internal error interrupted a change of this site: restart the server from its \
     files without saving, or DEL the key",
];

fn commands() -> Value {
    let mut schemas = Schemas::of_resp3();
    let all = ALL.iter().map(|it| {
        let name = it.spec.name.to_string_lossy().to_ascii_uppercase();
        (name, command(it, &mut schemas))
    });
    let all: Map<_, _> = all.collect();
    json!({ "commands": all, "common_errors": COMMON, "$defs": schemas.definitions })
}

fn replies() -> Value {
    let mut schemas = Schemas::of_json();
    let readers = ALL.iter().filter(|it| it.spec.args.iter().any(|arg| arg.label() == "FORMAT"));
    let replies: Vec<_> = readers
        .map(|it| {
            let name = it.spec.name.to_string_lossy();
            let name = name.rsplit('.').next().unwrap_or_default();
            let title = format!("{}{}Reply", name[..1].to_uppercase(), &name[1..]);
            (title, schemas.of(&it.spec.reply))
        })
        .collect();
    let mut definitions = schemas.definitions;
    definitions.extend(replies);
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Replies of redis-article with FORMAT JSON",
        "$defs": definitions,
    })
}

/// Returns JSON with what is short on one line.
fn lines_of(value: &Value, depth: usize) -> String {
    let line = value.to_string().replace("\":", "\": ");
    let inner: Vec<_> = match value {
        Value::Object(object) => {
            let entry = |(name, value)| format!("\"{name}\": {}", lines_of(value, depth + 1));
            object.iter().map(entry).collect()
        }
        Value::Array(values) => values.iter().map(|value| lines_of(value, depth + 1)).collect(),
        _ => Vec::new(),
    };
    if inner.is_empty() || line.len() + 2 * depth < 100 {
        return line;
    }
    let indent = format!("\n{}", "  ".repeat(depth + 1));
    let [open, close] = if value.is_object() { ["{", "}"] } else { ["[", "]"] };
    let end = &indent[..indent.len() - 2];
    format!("{open}{indent}{}{end}{close}", inner.join(&format!(",{indent}")))
}

/// Compares a document with its contents. With `UPDATE_DOCS`, writes them instead.
fn compare_or_update(path: &str, contents: &Value) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let contents = lines_of(contents, 0) + "\n";
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&path, &contents).expect("the document");
    }
    let is_same = fs::read_to_string(&path).is_ok_and(|written| written == contents);
    assert!(is_same, "{}: run UPDATE_DOCS=1 cargo test --lib contract", path.display());
}

#[test]
fn the_commands_are_as_documented() {
    compare_or_update("docs/commands.json", &commands());
}

#[test]
fn the_replies_in_json_are_as_documented() {
    compare_or_update("docs/schema.json", &replies());
}
