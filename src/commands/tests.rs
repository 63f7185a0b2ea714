//! Tests of all commands: the definition of each matches its parser.

use super::ALL;
use super::command::Registration;
use super::error::Error;
use super::spec::{Arg, ArgType};

/// A list of arguments for a command.
type Line = Vec<String>;

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
        ArgType::String if arg.token == Some("AFTER") => one("1-1"),
        ArgType::Key | ArgType::String => one("text"),
        ArgType::Integer | ArgType::UnixTime => one("1"),
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

fn parse(command: &Registration, line: &[String]) -> Result<(), Error> {
    let args: Vec<&[u8]> = line.iter().map(|text| text.as_bytes()).collect();
    (command.parse)(&args)
}

#[test]
fn every_token_of_every_command_is_parsed() {
    for command in ALL {
        let name = command.spec.name.to_string_lossy();
        let lines: Vec<Line> = lines(command.spec.args)
            .into_iter()
            .filter(|line| command.spec.accepts(1 + line.len()))
            .collect();
        for line in &lines {
            assert_eq!(parse(&command, line), Ok(()), "{name} {line:?}");
            let small: Line = line.iter().map(|text| text.to_ascii_lowercase()).collect();
            assert_eq!(parse(&command, &small), Ok(()), "{name} {small:?}");
        }
        for token in tokens(command.spec.args) {
            let with = lines.iter().filter(|line| line.iter().any(|text| text == token));
            assert_ne!(with.count(), 0, "{name} is not tried with {token}");
        }
    }
}

#[test]
fn an_unknown_option_is_a_syntax_error() {
    for command in ALL {
        let options = command.spec.args.iter().any(|arg| arg.optional && arg.token.is_some());
        for line in lines(command.spec.args).into_iter().filter(|_| options) {
            let line = [line, vec!["nope".to_owned(), "1".to_owned()]].concat();
            let name = command.spec.name.to_string_lossy();
            assert_eq!(parse(&command, &line), Err(Error::Syntax), "{name} {line:?}");
        }
    }
}

#[test]
fn an_option_twice_is_a_syntax_error() {
    for command in ALL {
        let name = command.spec.name.to_string_lossy();
        let head = required(command.spec.args);
        for arg in command.spec.args.iter().filter(|arg| arg.optional && arg.token.is_some()) {
            for form in forms(arg) {
                let line = [&head[..], &form, &form].concat();
                assert_eq!(parse(&command, &line), Err(Error::Syntax), "{name} {line:?}");
            }
        }
    }
}

#[test]
fn a_wrong_number_of_arguments_is_refused_before_they_are_parsed() {
    for command in ALL {
        let fewest = command.spec.arity.unsigned_abs() as usize;
        let line = vec!["1".to_owned(); fewest.saturating_sub(2)];
        assert_eq!(parse(&command, &line), Err(Error::WrongArity));
    }
}
