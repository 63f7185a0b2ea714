//! The limits of arguments, as the parsers of the commands state them in their errors.

use article_site::Error as SiteError;
use serde_json::{Map, Value};

use crate::commands::contract::parsers::complete_lines;
use crate::commands::run::registration::Registration;
use crate::commands::words::error::Error;
use crate::commands::words::spec::{Arg, ArgType};

/// What no argument accepts as an integer, or only those without a limit.
const NUMBERS: [&str; 2] = ["x", "9223372036854775807"];
/// The lengths of a text that is too short for some, and of one that is too long for all.
const LENGTHS: [usize; 2] = [0, 1_048_577];

/// Returns the limits of an argument's value. It follows a token, directly or within a block.
pub fn of(command: &Registration, token: Option<&str>, arg: &Arg) -> Map<String, Value> {
    let limits = match arg.kind {
        ArgType::Integer | ArgType::UnixTime => range(command, token, arg),
        ArgType::String => length(command, token, arg),
        _ => Vec::new(),
    };
    limits.into_iter().map(|(name, limit)| (name.to_owned(), limit.into())).collect()
}

fn range(command: &Registration, token: Option<&str>, arg: &Arg) -> Vec<(&'static str, i64)> {
    let range = NUMBERS.into_iter().flat_map(|word| refusals(command, token, word));
    let range = range.filter_map(|error| match error {
        Error::Integer { arg: refused, min, max, .. } => (refused == arg).then_some((min, max)),
        Error::Site(SiteError::Range { what, min, max }) => {
            (what == arg.label()).then_some((min, max))
        }
        _ => None,
    });
    let range = range.reduce(|(low, high), (min, max)| (low.max(min), high.min(max)));
    let limits = range.map(|(min, max)| [("minimum", min), ("maximum", max)]);
    let is_limit = |(_, limit): &(_, i64)| ![i64::MIN, i64::MAX].contains(limit);
    limits.into_iter().flatten().filter(is_limit).collect()
}

fn length(command: &Registration, token: Option<&str>, arg: &Arg) -> Vec<(&'static str, i64)> {
    let [shortest, longest] = LENGTHS.map(|length| {
        refusals(command, token, &"x".repeat(length)).into_iter().find_map(|error| match error {
            Error::Site(SiteError::Length { what, min, max }) => {
                is_named(arg, what).then_some((min as i64, max as i64))
            }
            _ => None,
        })
    });
    let Some((_, max)) = longest else { return Vec::new() };
    vec![("minLength", shortest.map_or(0, |(min, _)| min)), ("maxLength", max)]
}

/// Returns whether errors name an argument like this.
fn is_named(arg: &Arg, what: &str) -> bool {
    let name = arg.name.to_ascii_lowercase();
    match what {
        "user" => ["user", "newuser", "poster", "viewer", "unvoted"].contains(&name.as_str()),
        "field name" => name == "field",
        "field value" => name == "value",
        what => what.eq_ignore_ascii_case(&name),
    }
}

/// Returns the errors of a command's lines with a word in place of one after the token.
fn refusals(command: &Registration, token: Option<&str>, word: &str) -> Vec<Error> {
    let lines = complete_lines(command).into_iter().flat_map(|line| {
        let first = match token {
            None => 0,
            Some(token) => {
                line.iter().position(|own| own == token).map_or(line.len(), |at| at + 1)
            }
        };
        (first..line.len()).map(move |index| (line.clone(), index))
    });
    let errors = lines.filter_map(|(mut line, index)| {
        word.clone_into(&mut line[index]);
        let words: Vec<_> = line.iter().map(|word| word.as_bytes()).collect();
        (command.parse)(&words, false).err()
    });
    errors.collect()
}
