//! COMMAND DOCS and COMMAND INFO describe every command correctly.

use std::collections::BTreeSet;

use serde_json::Value as Json;
use test_support::commands::{self, Command};
use test_support::*;

/// Returns the commands whose first argument is the key: all but ARTICLE.DEBUG.
fn with_key_first() -> impl Iterator<Item = &'static Command> {
    commands::all().filter(|command| command.name != "ARTICLE.DEBUG")
}

fn info(c: &mut Client, name: &str) -> Vec<Value> {
    let reply = c.run(&format!("COMMAND INFO {name}"));
    items(&items(&reply)[0]).to_vec()
}

/// Returns what COMMAND DOCS says of a command.
fn docs(c: &mut Client, name: &str) -> Fields {
    let all = c.map(&format!("COMMAND DOCS {name}"));
    c.fields(all.value(&name.to_lowercase()))
}

/// Returns the arguments of a command, or of an argument.
fn arguments(c: &Client, of: &Fields) -> Vec<Fields> {
    if of.has("arguments") { c.articles(of.value("arguments")) } else { Vec::new() }
}

/// Returns the elements of a reply that is a set in RESP3 and an array in RESP2.
fn elements(value: &Value) -> &[Value] {
    match value {
        Value::Array(elements) | Value::Set(elements) => elements,
        other => panic!("not a set or an array: {other:?}"),
    }
}

/// Returns the flags of a command or an argument.
fn flags(value: &Value) -> BTreeSet<String> {
    elements(value).iter().map(|flag| String::from_utf8(bytes(flag)).expect("a flag")).collect()
}

/// Returns whether an argument has a flag.
fn has_flag(argument: &Fields, flag: &str) -> bool {
    argument.has("flags") && flags(argument.value("flags")).contains(flag)
}

#[in_both_protocols]
fn the_table_of_commands_is_the_list_of_the_server(c: &mut Client) {
    let reply = c.run("COMMAND LIST FILTERBY MODULE article");
    let names: BTreeSet<String> = items(&reply).iter().map(text).collect();
    // A command for the module's own use. Redis 8 does not list it.
    let names: BTreeSet<String> =
        names.into_iter().filter(|name| name != "article._reply").collect();
    assert_eq!(names, commands::all().map(Command::event).collect());
}

#[in_both_protocols]
fn the_key_of_debug_is_its_second_argument(c: &mut Client) {
    let debug = commands::named("ARTICLE.DEBUG");
    let info = info(c, debug.name);
    assert_eq!((&info[1], &info[3]), (&int(debug.arity), &int(2)));
    assert!(debug.flags().all(|flag| flags(&info[2]).contains(flag)));
}

#[in_both_protocols]
fn the_summaries_of_commands_that_take_the_id_of_a_comment_name_comments(c: &mut Client) {
    for name in [
        "ANSWERS", "BOOST", "DEL", "EDIT", "GET", "INCRBY", "MARK", "MARKED", "MGET", "MODERATE",
        "PATH", "UNMARK", "VOTE", "VOTED", "VOTERS", "VOTES",
    ] {
        let summary = docs(c, &format!("ARTICLE.{name}")).text("summary");
        assert!(summary.contains("comment"), "{name}: {summary}");
    }
}

#[in_both_protocols]
fn every_command_is_documented_as_in_the_contract(c: &mut Client) {
    for command in commands::all() {
        let contract = contract::command(command.name).expect("the command");
        let docs = docs(c, command.name);
        for name in ["summary", "complexity", "since", "group"] {
            assert_eq!(docs.text(name), contract[name], "{}", command.name);
        }
        assert_eq!(docs.text("module"), "article", "{}", command.name);
        assert_same_arguments(c, &docs, contract, command.name);
    }
}

/// Compares the arguments of a command, or of an argument, with those in the contract.
#[track_caller]
fn assert_same_arguments(c: &Client, docs: &Fields, contract: &Json, what: &str) {
    let (found, expected) = (arguments(c, docs), contract["arguments"].as_array());
    let expected = expected.map_or(&[][..], Vec::as_slice);
    assert_eq!(found.len(), expected.len(), "{what}");
    for (found, expected) in found.iter().zip(expected) {
        for name in ["name", "type", "token"] {
            // The server has all tokens in upper case.
            let text = found.has(name).then(|| found.text(name));
            let expected = expected[name].as_str().unwrap_or_default();
            assert!(text.unwrap_or_default().eq_ignore_ascii_case(expected), "{what}: {expected}");
        }
        for flag in ["optional", "multiple"] {
            assert_eq!(has_flag(found, flag), expected[flag] == true, "{what}: {expected}");
        }
        let key = found.has("key_spec_index").then(|| found.int("key_spec_index"));
        assert_eq!(key, expected["key_spec_index"].as_i64(), "{what}: {expected}");
        assert_same_arguments(c, found, expected, what);
    }
}

#[in_both_protocols]
fn arguments_are_optional_where_they_can_be_left_out(c: &mut Client) {
    for command in with_key_first().filter(|command| command.name != "ARTICLE.LOAD") {
        let docs = docs(c, command.name);
        // An option or a value that could be left out alone, but not with all others.
        let needed = match command.name {
            "ARTICLE.ALTER" => 1,
            "ARTICLE.EDIT" => 2,
            _ => command.arity.unsigned_abs() as usize - 1,
        };
        for (index, argument) in arguments(c, &docs).iter().enumerate() {
            let place = format!("argument {index} of {}", command.name);
            assert_eq!(has_flag(argument, "optional"), index >= needed, "{place}");
            assert!(!argument.text("name").is_empty(), "{place}");
        }
    }
}

#[in_both_protocols]
fn arity_and_flags_are_exact(c: &mut Client) {
    for command in with_key_first() {
        let info = info(c, command.name);
        assert_eq!(info[1], int(command.arity), "{}", command.name);
        let expected = command.flags().chain(["module"]).map(str::to_owned);
        assert_eq!(flags(&info[2]), expected.collect(), "{}", command.name);
    }
}

#[in_both_protocols]
fn the_key_is_the_first_argument_and_read_only_for_reads(c: &mut Client) {
    for command in with_key_first() {
        let info = info(c, command.name);
        assert_eq!(info[3..6], [int(1), int(1), int(1)], "{}", command.name);
        let specs = elements(&info[8]);
        assert_eq!(specs.len(), 1, "{}", command.name);
        let spec = c.fields(&specs[0]);
        let expected = if command.has_flag("readonly") {
            ["RO", "access"].map(str::to_owned).into()
        } else {
            ["RW", "access", "update"].map(str::to_owned).into()
        };
        assert_eq!(flags(spec.value("flags")), expected, "{}", command.name);
        let begin = c.fields(spec.value("begin_search"));
        assert_eq!(begin.text("type"), "index");
        assert_eq!(c.fields(begin.value("spec")).int("index"), 1);
        let find = c.fields(spec.value("find_keys"));
        assert_eq!(find.text("type"), "range");
        let range = c.fields(find.value("spec"));
        assert_eq!([range.int("lastkey"), range.int("keystep"), range.int("limit")], [0, 1, 0]);
    }
}

#[in_both_protocols]
fn the_server_finds_the_one_key_of_every_command(c: &mut Client) {
    for command in with_key_first() {
        let fill = ["PAGESIZE", "5", "x", "x"];
        let needed = usize::try_from(command.arity.abs() - 2).expect("arity");
        let line = format!("COMMAND GETKEYS {} news {}", command.name, fill[..needed].join(" "));
        assert_eq!(c.run(&line), bulks(&["news"]), "{line}");
    }
}

#[in_both_protocols]
fn every_command_is_in_its_acl_categories_where_the_server_has_them_for_modules(c: &mut Client) {
    let version = c.version();
    for command in commands::all() {
        let mut categories = flags(&info(c, command.name)[6]);
        if version >= (7, 2) {
            // Only some servers let a module add a category.
            categories.remove("@article");
            let expected = command.categories();
            let expected = expected.map(|category| format!("@{category}"));
            assert_eq!(categories, expected.collect(), "{}", command.name);
        } else {
            assert_eq!(categories.len(), 0, "{}: {categories:?}", command.name);
        }
    }
}
