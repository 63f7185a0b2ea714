//! Tests of all commands: the definition of each matches its parser, in both directions.

use article_site::Error as SiteError;

use crate::commands::ALL;
use crate::commands::run::registration::Registration;
use crate::commands::words::error::Error;
use crate::commands::words::spec::{Arg, ArgType};

/// A list of arguments for a command.
type Line = Vec<String>;

const INTEGER: &str = "1";
/// An argument that can be any text.
const TEXT: &str = "text";

/// Command lines that together contain each token of these arguments. Each has all arguments that
/// are required and at most one that is optional, since some options exclude each other.
fn lines(args: &[Arg]) -> Vec<Line> {
    let mut lines = vec![required(args)];
    for (index, arg) in args.iter().enumerate() {
        let (before, after) = (required(&args[..index]), required(&args[index + 1..]));
        lines.extend(forms(arg).into_iter().map(|form| [&before[..], &form, &after].concat()));
    }
    lines
}

/// The first form of each required argument.
fn required(args: &[Arg]) -> Line {
    args.iter().filter(|arg| !arg.optional).flat_map(|arg| forms(arg).remove(0)).collect()
}

/// The forms that an argument can have, with its token.
fn forms(arg: &Arg) -> Vec<Line> {
    let one = |text: &str| vec![vec![text.to_owned()]];
    let forms = match arg.kind {
        ArgType::String if arg.name == "position" => one("time:1-1"),
        ArgType::Key | ArgType::String => one(TEXT),
        ArgType::Integer | ArgType::UnixTime => one(INTEGER),
        ArgType::Token => vec![Line::new()],
        ArgType::Keyword(words) => words.iter().map(|word| vec![(*word).to_owned()]).collect(),
        ArgType::OneOf(args) => args.iter().flat_map(forms).collect(),
        ArgType::Block(args) => lines(args),
    };
    let token = arg.token.map(str::to_owned);
    forms.into_iter().map(|form| token.iter().cloned().chain(form).collect()).collect()
}

/// Every token of these arguments.
fn tokens(args: &[Arg]) -> Vec<&'static str> {
    let inner = |arg: &Arg| match arg.kind {
        ArgType::Keyword(words) => words.to_vec(),
        ArgType::OneOf(args) | ArgType::Block(args) => tokens(args),
        _ => Vec::new(),
    };
    args.iter().flat_map(|arg| arg.token.into_iter().chain(inner(arg))).collect()
}

/// Returns the arguments that come after the key or, for each subcommand, after the subcommand,
/// and the shortest command line with them.
fn levels(command: &Registration) -> Vec<(Line, &'static [Arg])> {
    let args = command.spec.args;
    let Some((Arg { kind: ArgType::OneOf(subcommands), .. }, before)) = args.split_last() else {
        return vec![(required(args), args)];
    };
    let before = required(before);
    let level = |subcommand: &'static Arg| {
        let line = [&before[..], &forms(subcommand)[0]].concat();
        let ArgType::Block(args) = subcommand.kind else { return (line, &[][..]) };
        (line, args)
    };
    subcommands.iter().map(level).collect()
}

/// Returns the words with which these options begin.
fn options(args: &[Arg]) -> Vec<&'static str> {
    let words = args.iter().flat_map(|arg| match arg.token {
        Some(token) => vec![token],
        None if arg.is_choice_alone() => arg.choices(),
        None => Vec::new(),
    });
    words.collect()
}

fn parse(command: &Registration, line: &[String]) -> Result<(), Error> {
    parse_as(command, line, false)
}

fn parse_replayed(command: &Registration, line: &[String]) -> Result<(), Error> {
    parse_as(command, line, true)
}

/// Parses a line. No text is a cursor in every order, so any text passes for one. So does an order
/// that ASC excludes.
fn parse_as(command: &Registration, line: &[String], is_replayed: bool) -> Result<(), Error> {
    let args: Vec<&[u8]> = line.iter().map(|text| text.as_bytes()).collect();
    let is_cursor = |arg: &Arg| arg.name == "cursor" && matches!(arg.kind, ArgType::String);
    let has_cursor = command.spec.args.iter().any(is_cursor);
    match (command.parse)(&args, is_replayed) {
        Err(Error::Site(SiteError::BadCursor | SiteError::InvalidCursor)) if has_cursor => Ok(()),
        Err(Error::Site(SiteError::AscendingOrder)) => Ok(()),
        parsed => parsed,
    }
}

/// Returns the command lines of a command that have enough arguments.
pub fn complete_lines(command: &Registration) -> Vec<Line> {
    let mut lines = lines(command.spec.args);
    for line in &mut lines {
        // In MUTE, the names after ID are ids.
        let ids = line.iter_mut().skip_while(|word| *word != "ID");
        ids.filter(|word| *word == TEXT).for_each(|word| *word = INTEGER.to_owned());
    }
    lines.retain(|line| command.spec.accepts(1 + line.len()));
    lines
}

fn name(command: &Registration) -> String {
    command.spec.name.to_string_lossy().into_owned()
}

#[test]
fn every_token_of_every_command_is_parsed() {
    for command in ALL {
        let lines = complete_lines(command);
        for line in &lines {
            assert_eq!(parse(command, line), Ok(()), "{} {line:?}", name(command));
            let small: Line = line.iter().map(|text| text.to_ascii_lowercase()).collect();
            assert_eq!(parse(command, &small), Ok(()), "{} {small:?}", name(command));
        }
        for token in tokens(command.spec.args) {
            let with = lines.iter().filter(|line| line.iter().any(|text| text == token));
            assert_ne!(with.count(), 0, "{} is not tried with {token}", name(command));
        }
    }
}

#[test]
fn every_integer_is_parsed_as_an_integer_and_every_text_as_a_text() {
    for command in ALL {
        for line in complete_lines(command) {
            for (index, word) in line.iter().enumerate() {
                let with = |other: &str| {
                    let mut line = line.clone();
                    line[index] = other.to_owned();
                    parse(command, &line)
                };
                let case = format!("{} {line:?}, argument {index}", name(command));
                match word.as_str() {
                    INTEGER => assert_ne!(with(TEXT), Ok(()), "{case}"),
                    TEXT => assert_eq!(with(INTEGER), Ok(()), "{case}"),
                    _ => {}
                }
            }
        }
    }
}

#[test]
fn no_command_takes_an_option_that_its_spec_lacks() {
    let mut words: Vec<_> = ALL
        .iter()
        .flat_map(|command| [tokens(command.spec.args), tokens(command.replayed)].concat())
        .collect();
    words.push("NOPE");
    for command in ALL {
        for (head, args) in levels(command) {
            let own = options(args);
            // In FOLLOWERS, they are names.
            if args.iter().any(|arg| arg.multiple && matches!(arg.kind, ArgType::String)) {
                continue;
            }
            // In COUNT, what is no option begins with a group.
            let starts_with_text = args.iter().any(|arg| arg.optional && arg.label() == "group");
            // In VOTES, they are ids.
            let is_id = args.iter().any(|arg| arg.optional && arg.multiple);
            for word in words.iter().filter(|word| !own.is_empty() && !own.contains(word)) {
                for values in 0..3 {
                    let values = vec![INTEGER.to_owned(); values];
                    let line = [&head[..], &[(*word).to_owned()], &values].concat();
                    if starts_with_text && line.len() % 2 == 0 {
                        continue;
                    }
                    let error = parse(command, &line);
                    let is_unknown = matches!(
                        error,
                        Err(Error::UnknownOption { .. }
                            | Error::Takes { .. }
                            | Error::TokenMissing(_)
                            | Error::Syntax
                            | Error::WrongArity)
                    ) || is_id && matches!(error, Err(Error::Integer { .. }));
                    assert!(is_unknown, "{} {line:?}: {error:?}", name(command));
                }
            }
        }
    }
}

#[test]
fn an_option_twice_is_an_error_that_names_it() {
    for command in ALL {
        for (head, args) in levels(command) {
            for arg in args.iter().filter(|arg| !options(&[**arg]).is_empty() && arg.optional) {
                for form in forms(arg) {
                    let line = [&head[..], &form, &form].concat();
                    let error = Err(Error::Repeated(arg));
                    assert_eq!(parse(command, &line), error, "{} {line:?}", name(command));
                }
            }
        }
    }
}

#[test]
fn only_replayed_commands_take_the_options_of_replays() {
    for command in ALL {
        let head = required(command.spec.args);
        for arg in command.replayed {
            for form in forms(arg) {
                let line = [&head[..], &form].concat();
                let case = format!("{} {line:?}", name(command));
                // ALTER needs more arguments than that.
                let fill = vec!["PAGESIZE".to_owned(), "1".to_owned()];
                let client = parse(command, &[&line[..], &fill].concat());
                let unknown = Error::UnknownOption { index: 1 + head.len(), forgotten: None };
                // After a list without a number, the option is one more of the list.
                match command.spec.args.last() {
                    Some(list) if list.multiple => {
                        let is_of_list =
                            |error| matches!(error, Error::Integer { arg, .. } if arg == list);
                        assert!(client.is_err_and(is_of_list), "{case}");
                    }
                    // VOTE says what it takes.
                    _ => assert!(
                        client == Err(unknown) || matches!(client, Err(Error::Takes { .. })),
                        "{case}: {client:?}"
                    ),
                }
                let own = if command.spec.accepts(1 + line.len()) { &[][..] } else { &fill };
                let whole = [&head[..], own, &form].concat();
                assert_eq!(parse_replayed(command, &whole), Ok(()), "{case}");
                let twice = parse_replayed(command, &[&line[..], &form].concat());
                assert_eq!(twice, Err(Error::Repeated(arg)), "{case}");
            }
        }
    }
}

#[test]
fn options_are_capital_letters_and_at_most_64() {
    for command in ALL {
        for (_, args) in levels(command) {
            assert!(args.len() + command.replayed.len() <= 64, "{}", name(command));
            for word in [options(args), options(command.replayed)].concat() {
                assert!(word.bytes().all(|byte| byte.is_ascii_uppercase()), "{word}");
            }
        }
    }
}

#[test]
fn a_wrong_number_of_arguments_is_refused_before_they_are_parsed() {
    for command in ALL {
        let fewest = command.spec.arity.unsigned_abs() as usize;
        let line = vec![INTEGER.to_owned(); fewest.saturating_sub(2)];
        assert_eq!(parse(command, &line), Err(Error::WrongArity));
    }
}
