//! Refusals, generated from the contract: each argument of each command in turn is invalid, beyond
//! its limits, missing, given twice, or not known. Each gets the error that the contract has for
//! it and changes nothing, whatever the key holds.

use serde_json::Value as Json;
use test_support::*;

/// A word of a command line, and the argument of which it is the value.
type Word = (String, Option<&'static Json>);
type Line = Vec<Word>;

/// A text that no error may repeat.
const SECRET: &str = "SECRET";
const NOT_INTEGERS: [&str; 13] = [
    "x",
    "",
    "1.5",
    "+1",
    "-0",
    "01",
    "1x",
    "-",
    "0x1",
    " 1",
    "1\0",
    "9223372036854775808",
    SECRET,
];

fn word(text: &str) -> Word {
    (text.to_owned(), None)
}

fn is(arg: &Json, flag: &str) -> bool {
    arg[flag] == true
}

fn parts(of: &'static Json) -> &'static [Json] {
    of["arguments"].as_array().map_or(&[], Vec::as_slice)
}

/// Returns the forms of an argument, with its token.
fn forms(arg: &'static Json) -> Vec<Line> {
    let one = |text: &str| vec![vec![(text.to_owned(), Some(arg))]];
    let mut forms = match arg["type"].as_str() {
        Some("key") => vec![vec![word("news")]],
        Some("integer" | "unix-time") => one("1"),
        Some("string") => one("text"),
        Some("oneof") => parts(arg).iter().flat_map(forms).collect(),
        Some("block") => lines(parts(arg)),
        _ => vec![Line::new()],
    };
    if let Some(token) = arg["token"].as_str() {
        forms.iter_mut().for_each(|form| form.insert(0, word(token)));
    }
    forms
}

/// Returns the first form of each argument that is required.
fn required(args: &'static [Json]) -> Line {
    args.iter().filter(|arg| !is(arg, "optional")).flat_map(|arg| forms(arg).remove(0)).collect()
}

/// Returns lines of the required arguments and at most one that is optional, in all its forms.
fn lines(args: &'static [Json]) -> Vec<Line> {
    let all = args.iter().enumerate().flat_map(|(index, arg)| {
        let (before, after) = (required(&args[..index]), required(&args[index + 1..]));
        forms(arg).into_iter().map(move |form| [&before[..], &form, &after].concat())
    });
    all.collect()
}

/// Returns the beginning of the error of an integer.
fn integer_error(arg: &Json) -> String {
    let name = arg["token"].as_str().or(arg["name"].as_str()).unwrap_or_default();
    let limit = |what: &str, limit: &Json| limit.as_i64().map(|limit| format!(" {what} {limit}"));
    let [min, max] = [("from", "minimum"), ("to", "maximum")]
        .map(|(what, name)| limit(what, &arg[name]).unwrap_or_default());
    format!("ERR {name} must be an integer{min}{max}")
}

/// Returns values that an argument refuses, with the part of the error that the contract gives.
fn refused_values(arg: &'static Json) -> Vec<(String, String)> {
    let length = |name: &str| arg[name].as_u64().map(|length| length as usize);
    match (arg["type"].as_str(), length("minLength"), length("maxLength")) {
        (Some("integer" | "unix-time"), ..) if arg["name"] == "cursor" => {
            vec![("x".to_owned(), "cursor".to_owned())]
        }
        (Some("integer" | "unix-time"), ..) => {
            let below = arg["minimum"].as_i64().map(|min| min - 1);
            let above = arg["maximum"].as_i64().map(|max| max + 1);
            let beyond = below.into_iter().chain(above).map(|it| it.to_string());
            let values = NOT_INTEGERS.map(str::to_owned).into_iter().chain(beyond);
            values.map(|value| (value, integer_error(arg))).collect()
        }
        (Some("string"), Some(min), Some(max)) => {
            // Where no user is nobody, the error gives the length of a name.
            let least = if min > 0 { format!(" must be {min}") } else { String::new() };
            let error = format!("{least} to {max} bytes long");
            let lengths = [max + 1].into_iter().chain(min.checked_sub(1));
            lengths.map(|length| ("x".repeat(length), error.clone())).collect()
        }
        _ => Vec::new(),
    }
}

/// Returns the words of a line with another in place of one.
fn with(line: &Line, index: usize, value: &str) -> Vec<String> {
    let words = line.iter().enumerate();
    words.map(|(at, (text, _))| if at == index { value } else { text }.to_owned()).collect()
}

/// Returns the arguments of a command or of each of its subcommands, and the shortest line with
/// them.
fn levels(args: &'static [Json]) -> Vec<(Line, &'static [Json])> {
    let (what, before) = args.split_last().expect("a key");
    let subcommands = parts(what).iter().filter(|part| part["type"] == "block");
    let levels = subcommands.filter(|_| !is(what, "optional")).filter_map(|part| {
        let token = vec![word(part["token"].as_str()?)];
        Some(([required(before), token, required(parts(part))].concat(), parts(part)))
    });
    let levels: Vec<_> = levels.collect();
    if !levels.is_empty() {
        return levels;
    }
    vec![(required(args), args)]
}

/// Returns lines that a command refuses, each with a part of its error.
fn refusals(args: &'static [Json]) -> Vec<(Vec<String>, String)> {
    let mut refusals = Vec::new();
    for line in lines(args) {
        for (index, (text, arg)) in line.iter().enumerate() {
            let Some(arg) = arg else { continue };
            for (value, error) in refused_values(arg) {
                refusals.push((with(&line, index, &value), error));
            }
            let name = arg["name"].as_str().unwrap_or_default();
            if name.starts_with("num") && text == "1" {
                let error = format!("ERR {name} does not match the number of arguments");
                refusals.push((with(&line, index, "100"), error));
            }
        }
    }
    for (head, args) in levels(args) {
        let options = args.iter().filter(|arg| is(arg, "optional"));
        refusals.extend(options.flat_map(|option| misuses(&head, option)));
    }
    refusals
}

/// Returns lines with an option twice, without its values, with a wrong word, or with something
/// else after it.
fn misuses(head: &Line, option: &'static Json) -> Vec<(Vec<String>, String)> {
    let form = forms(option).remove(0);
    let is_word = form.first().is_some_and(|(_, arg)| arg.is_none());
    let texts = |parts: &[&[Word]]| parts.concat().into_iter().map(|(text, _)| text).collect();
    let mut misuses = Vec::new();
    if !is_word {
        return misuses;
    }
    let twice = if option["token"].is_null() { "ERR only one of " } else { " is given twice" };
    misuses.push((texts(&[head, &form, &form]), twice.to_owned()));
    let at = 1 + head.len() + form.len();
    let unknown = format!("ERR unknown option at argument {at}");
    misuses.push((texts(&[head, &form, &[word(SECRET)]]), unknown));
    if let Some(token) = option["token"].as_str().filter(|_| form.len() > 1) {
        let is_choice = option["type"] == "oneof";
        let words = joined(parts(option), "token", "or");
        let lacking = match option["type"].as_str() {
            Some("oneof") => format!("ERR {token} must be {words}"),
            Some("block") => format!("ERR {token} needs {}", joined(parts(option), "name", "and")),
            _ => format!("ERR {token} needs a value"),
        };
        misuses.push((texts(&[head, &form[..1]]), lacking.clone()));
        if is_choice {
            misuses.push((texts(&[head, &form[..1], &[word(SECRET)]]), lacking));
        }
    }
    misuses
}

/// Returns the names or tokens of arguments that are not lists.
fn joined(args: &[Json], what: &str, last: &str) -> String {
    let single = args.iter().filter(|arg| !is(arg, "multiple"));
    let words: Vec<_> = single.filter_map(|arg| arg[what].as_str()).collect();
    match words.split_last() {
        Some((end, rest)) if !rest.is_empty() => format!("{} {last} {end}", rest.join(", ")),
        _ => words.concat(),
    }
}

/// Returns all lines that must be refused, with the part of their errors.
fn all() -> Vec<(Vec<String>, String)> {
    let mut all = Vec::new();
    for command in commands::all() {
        let documented = contract::command(command.name).expect("the command");
        for (mut line, error) in refusals(parts(documented)) {
            line.insert(0, command.name.to_owned());
            // ALTER needs an option and its value. In COUNT, an argument alone is a group.
            let is_odd = line.len() == 3 || line.ends_with(&[SECRET.to_owned()]);
            let is_group = command.name == "ARTICLE.COUNT" && is_odd;
            if !is_group && line.len() >= command.arity.unsigned_abs() as usize {
                all.push((line, error));
            }
        }
    }
    all
}

#[in_both_protocols]
fn every_argument_that_is_invalid_has_its_error_and_changes_nothing(c: &mut Client) {
    let all = all();
    assert!(all.len() > 2_000, "{}", all.len());
    let post = "ARTICLE.POST news alice t l GROUPS 1 g FIELDS 1 f v";
    for prepare in ["DEL news", post, "SET news x"] {
        c.run(prepare);
        let before = c.run("DUMP news");
        let replies = c.call_all(all.iter().map(|(line, _)| line));
        let wrong = all.iter().zip(replies).filter(|((_, error), reply)| {
            let text = if is_error(reply) { error_text(reply) } else { String::new() };
            !text.contains(error) || !text.is_ascii() || text.contains(SECRET)
        });
        let wrong: Vec<_> = wrong
            .map(|((line, error), reply)| {
                format!("{:.200}: {reply:?}, not {error}", line.join(" "))
            })
            .collect();
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        assert_eq!(c.run("DUMP news"), before, "{prepare}");
        assert_eq!(c.int("DBSIZE"), i64::from(prepare != "DEL news"));
    }
}

#[in_both_protocols]
fn every_argument_takes_what_is_within_its_limits(c: &mut Client) {
    for command in commands::all().filter(|it| it.name != "ARTICLE.CHANGES") {
        let documented = contract::command(command.name).expect("the command");
        for line in lines(parts(documented)) {
            for (index, arg) in
                line.iter().enumerate().filter_map(|(i, (_, arg))| Some((i, (*arg)?)))
            {
                let lengths = ["minLength", "maxLength"].map(|name| arg[name].as_u64());
                let texts = lengths.map(|it| it.map(|length| "x".repeat(length as usize)));
                let numbers = ["minimum", "maximum"].map(|name| arg[name].as_i64());
                let numbers = numbers.map(|it| it.map(|number| number.to_string()));
                for value in texts.into_iter().chain(numbers).flatten() {
                    let reply = c.call(command.name, with(&line, index, &value));
                    let refused = refused_values(arg).into_iter().map(|(_, error)| error);
                    let is_refused = is_error(&reply)
                        && refused.into_iter().any(|error| error_text(&reply).contains(&error));
                    assert!(!is_refused, "{} {line:?} at {index}: {reply:?}", command.name);
                }
            }
        }
    }
}
