use super::*;
use crate::commands::words::additions::Additions;
use crate::commands::words::options;
use crate::commands::words::spec::{Access, Spec};

const UPS: Arg = Arg::new("vote", ArgType::Keyword(&["UP", "DOWN"])).optional();
const ORDER: Arg = Arg::new("order", ArgType::Keyword(&["SCORE", "TIME"])).after("BY").optional();
const LIMIT: Arg = Arg::option(
    "LIMIT",
    ArgType::Block(&[Arg::new("offset", ArgType::Integer), Arg::new("count", ArgType::Integer)]),
);

/// A command with each kind of argument.
const SPEC: &Spec = &Spec {
    name: c"article.try",
    summary: c"",
    complexity: c"",
    since: c"",
    arity: -4,
    access: Access::Read,
    flags: &[],
    args: &[
        options::KEY,
        options::USER,
        options::ID,
        UPS,
        ORDER,
        options::GROUPS,
        LIMIT,
        Arg::option("COUNT", ArgType::Integer),
        Arg::flag("WITHCOUNTS"),
    ],
    reply: crate::commands::contract::returns::OK,
    errors: &[],
};
const REPLAYED: &[Arg] = &[crate::commands::words::additions::HOLD];

fn arguments<'a>(words: &'a [&'a [u8]]) -> Arguments<'a> {
    Arguments::new(SPEC, &[], words)
}

/// Reads arguments as the command would, but for the values of its options.
fn read(arguments: &mut Arguments) -> Result<(), Error> {
    arguments.text()?;
    arguments.integer(1..)?;
    while let Some(option) = arguments.option()? {
        match option {
            "BY" => drop(arguments.word()?),
            "GROUPS" => drop(arguments.list(0.., Arguments::text)?),
            "LIMIT" => drop((arguments.integer(..)?, arguments.integer(..)?)),
            "COUNT" => drop(arguments.integer(..)?),
            _ => {}
        }
    }
    Ok(())
}

/// Returns the error that a line gets, which begins after the key.
fn error(line: &str) -> String {
    let words: Vec<_> = line.split_whitespace().map(str::as_bytes).collect();
    let mut arguments = arguments(&words);
    let error = read(&mut arguments).and_then(|()| arguments.finish()).unwrap_err();
    error.to_string()
}

#[test]
fn an_error_says_what_is_expected() {
    for (line, expected) in [
        ("bob 0", "ERR id must be an integer from 1"),
        ("bob x", "ERR id must be an integer from 1"),
        ("7 bob", "ERR id must be an integer from 1; the user comes before the id"),
        ("bob 1 SIDEWAYS", "ERR TRY takes UP or DOWN"),
        ("bob 1 UP SIDEWAYS", "ERR unknown option at argument 5"),
        ("bob 1 UP DOWN", "ERR only one of UP and DOWN can be given"),
        ("bob 1 up UP", "ERR only one of UP and DOWN can be given"),
        ("bob 1 COUNT 5 TIME", "ERR BY comes before SCORE or TIME"),
        ("bob 1 BY SCORE TIME", "ERR unknown option at argument 6"),
        ("bob 1 BY", "ERR BY must be SCORE or TIME"),
        ("bob 1 BY VOTES", "ERR BY must be SCORE or TIME"),
        ("bob 1 COUNT", "ERR COUNT needs a value"),
        ("bob 1 COUNT 1 count", "ERR COUNT is given twice"),
        ("bob 1 COUNT x", "ERR COUNT must be an integer"),
        ("bob 1 LIMIT", "ERR LIMIT needs offset and count"),
        ("bob 1 LIMIT 1", "ERR LIMIT needs count"),
        ("bob 1 GROUPS", "ERR GROUPS needs numgroups"),
        (
            "bob 1 GROUPS x",
            "ERR numgroups must be an integer from 0; the number of groups comes first",
        ),
        ("bob 1 GROUPS -1 g", "ERR numgroups must be an integer from 0"),
        ("bob 1 GROUPS 2 g", "ERR numgroups does not match the number of arguments"),
        ("bob 1 UP HOLD", "ERR unknown option at argument 5"),
    ] {
        assert_eq!(error(line), expected, "{line}");
    }
}

#[test]
fn a_replayed_command_has_more_options() {
    let words: [&[u8]; 4] = [b"bob", b"1", b"up", b"Hold"];
    let read = |words: &[&[u8]]| {
        let mut arguments = Arguments::new(SPEC, REPLAYED, words);
        read(&mut arguments)?;
        Additions::parse(&mut arguments)
    };
    assert_eq!(read(&words), Ok(Additions { holds: true, ..Additions::default() }));
    let again = read(&[&words[..], &[b"HOLD"]].concat());
    assert_eq!(again, Err(Error::Repeated(&REPLAYED[0])));
    let own = read(&[&words[..], &[b"WITHCOUNTS"]].concat());
    assert_eq!(own, Err(Error::UnknownOption { index: 6, forgotten: None }));
}

#[test]
fn a_parser_cannot_read_what_the_spec_does_not_define() {
    let words: [&[u8]; 4] = [b"bob", b"1", b"UP", b"COUNT"];
    let mut arguments = arguments(&words);
    assert_eq!(arguments.text(), Ok(&b"bob"[..]));
    assert_eq!(arguments.integer(..), Ok(1));
    assert_eq!(arguments.option(), Ok(Some("UP")));
    assert_eq!(arguments.text(), Err(Error::Syntax));
    assert_eq!(arguments.list(0.., Arguments::text), Err(Error::Syntax));
}

/// Texts that are or resemble integers and keywords.
fn text(random: &mut fastrand::Rng) -> Vec<u8> {
    let integer = |random: &mut fastrand::Rng| match random.u8(..3) {
        0 => random.i64(-9..=9),
        1 => random.i64(..),
        _ => *random.choice(&[i64::MIN, i64::MAX, 0, 1, -1]).unwrap(),
    };
    match random.u8(..6) {
        0 => integer(random).to_string().into_bytes(),
        1 => {
            let mut text = integer(random).to_string().into_bytes();
            let at = random.usize(..=text.len());
            text.insert(at, *random.choice(b"0-+ 9.\0x").unwrap());
            text
        }
        2 => (0..random.usize(..24)).map(|_| random.u8(b'0'..=b'9')).collect(),
        3 => (0..random.usize(..20)).map(|_| random.u8(..)).collect(),
        _ => {
            let word = *random.choice(&["up", "GROUPS", "WithCounts", "by", "x"]).unwrap();
            word.bytes().map(|b| if random.bool() { b.to_ascii_uppercase() } else { b }).collect()
        }
    }
}

/// An integer is canonical if it formats to the same text.
fn standard_integer(text: &[u8]) -> Option<i64> {
    let text = std::str::from_utf8(text).ok()?;
    text.parse().ok().filter(|integer: &i64| integer.to_string() == text)
}

const NUMBER: Arg = Arg::new("n", ArgType::Integer);
const ITEM: Arg = Arg::new("item", ArgType::String).multiple();
const PAIR: Arg = Arg::new(
    "pair",
    ArgType::Block(&[Arg::new("a", ArgType::String), Arg::new("b", ArgType::String)]),
)
.multiple();
const LISTS: [&[Arg]; 2] = [&[NUMBER, ITEM], &[NUMBER, PAIR]];

fn check_list(arguments: &mut Arguments, width: usize) {
    let next = arguments.words.get(arguments.read).map(|text| standard_integer(text));
    let left = arguments.left();
    arguments.next = LISTS[width - 1];
    let list =
        arguments.list(1.., |arguments| (0..width).try_for_each(|_| arguments.text().map(|_| ())));
    let fits = |number: i64| number as u128 * (width as u128) < left as u128;
    match next {
        None => assert_eq!(list, Err(Error::WrongArity)),
        Some(Some(number @ 1..)) if fits(number) => {
            assert_eq!(list.unwrap().len() as i64, number);
            assert_eq!(arguments.left(), left - 1 - number as usize * width);
        }
        Some(Some(1..)) => assert_eq!(list, Err(Error::Count("n"))),
        Some(_) => {
            assert!(matches!(list, Err(Error::Integer { arg, .. }) if *arg == NUMBER));
        }
    }
}

#[test]
fn every_read_returns_the_next_arguments() {
    let mut random = fastrand::Rng::with_seed(0x5eed);
    for _ in 0..20_000 {
        let texts: Vec<_> = (0..random.usize(..8)).map(|_| text(&mut random)).collect();
        let words: Vec<_> = texts.iter().map(Vec::as_slice).collect();
        let mut arguments = arguments(&words);
        for _ in 0..6 {
            let next = words.get(arguments.read).copied();
            let left = arguments.left();
            arguments.next = &[NUMBER];
            arguments.token = None;
            arguments.given = 0;
            match random.u8(..7) {
                0 => assert_eq!(arguments.text().ok(), next),
                1 => assert_eq!(arguments.integer(..).ok(), next.and_then(standard_integer)),
                2 => {
                    let expected = next.and_then(standard_integer).filter(|n| *n > 0);
                    assert_eq!(arguments.positive().ok().map(|n| n as i64), expected);
                }
                3 => {
                    let (low, high) = (random.i64(-9..9), random.i64(-9..9));
                    let expected = next.and_then(standard_integer);
                    let expected = expected.filter(|n| (low..high).contains(n));
                    assert_eq!(arguments.integer(low..high).ok(), expected);
                }
                4 => {
                    let is = |word: &&str| {
                        next.is_some_and(|next| next.eq_ignore_ascii_case(word.as_bytes()))
                    };
                    let expected = ["UP", "GROUPS", "WITHCOUNTS", "BY"].into_iter().find(is);
                    assert_eq!(arguments.option().unwrap_or_default(), expected, "{next:?}");
                }
                width => check_list(&mut arguments, usize::from(width) - 4),
            }
            assert!(arguments.left() <= left);
        }
        let rest = &words[arguments.read..];
        assert_eq!(arguments.clone().finish().is_ok(), rest.is_empty());
        arguments.next = &[ITEM];
        let items = arguments.rest(100, Arguments::text).unwrap();
        assert!(rest.starts_with(&items));
        assert!(arguments.left() == 0 || arguments.option() != Ok(None));
    }
}

#[test]
fn an_integer_out_of_range_is_refused_with_the_range() {
    let error = |range: &dyn Fn(&mut Arguments) -> Result<i64, Error>| {
        let mut arguments = arguments(&[b"0"]);
        arguments.next = &[NUMBER];
        range(&mut arguments).unwrap_err().to_string()
    };
    let from_one = error(&|arguments| arguments.integer(1..));
    assert_eq!(from_one, "ERR n must be an integer from 1");
    let both = error(&|arguments| arguments.integer(1..=1000));
    assert_eq!(both, "ERR n must be an integer from 1 to 1000");
    let below = error(&|arguments| arguments.integer(..0));
    assert_eq!(below, "ERR n must be an integer to -1");
}
