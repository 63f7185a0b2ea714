//! Arguments of commands, walked through by the cursor, and what they are held against: integers,
//! texts, settings.

use redis_article::site::{
    AnyFieldName, ArticleId, FieldName, FieldValue, GroupName, Link, PAGE_SIZE, Seconds, Title,
    UserName, VOTE_SCORE, WINDOW,
};

use super::input::Input;
use crate::cursor::{Cursor, once, parse_integer};
use crate::error::Error;
use crate::ffi::Args;

/// The first byte of the input is the number of steps, then the steps; the rest is the arguments.
pub fn run(input: &[u8]) {
    let mut input = Input::new(input);
    let steps: Vec<u8> = (0..input.byte() % 16).map(|_| input.byte()).collect();
    let mut args: Vec<&[u8]> = vec![b"article.post", b"key"];
    while !input.is_empty() {
        let len = usize::from(input.byte());
        args.push(input.bytes(len));
    }
    args.iter().for_each(|arg| hold_against_all(arg));
    walk(&args, &steps);
}

fn walk(args: &[&[u8]], steps: &[u8]) {
    let mut cursor = Cursor::after_key(Args(args));
    for step in steps {
        let before = cursor.left();
        let next = args[args.len() - before..].first().copied();
        match step % 8 {
            0 => assert_eq!(cursor.text().ok(), next),
            1 => assert_eq!(cursor.integer().ok(), next.and_then(expected_integer)),
            2 => {
                let number = next.and_then(expected_integer).filter(|n| *n > 0);
                assert_eq!(cursor.positive().ok(), number.map(|n| n as u64));
            }
            3 => {
                let words = ["yes", "no"].map(|w| next.is_some_and(|n| is_word(n, w)));
                assert_eq!(cursor.yes_or_no().ok(), words.iter().any(|w| *w).then_some(words[0]));
            }
            4 => {
                let word = cursor.option();
                assert_eq!(word.is_some(), next.is_some());
                for name in ["UP", "GROUPS", "WITHCOUNTS", "VOTESCORE", "X"] {
                    let is_it = word.is_some_and(|word| word.as_bytes() == name.as_bytes());
                    assert_eq!(is_it, next.is_some_and(|next| is_word(next, name)));
                }
            }
            5 => walk_list(&mut cursor, |cursor| cursor.text().map(|_| ()), 1),
            6 => walk_list(&mut cursor, |c| c.text().and_then(|_| c.integer()).map(|_| ()), 2),
            _ => {
                let rest = cursor.rest(|cursor| cursor.text()).unwrap();
                assert_eq!(rest, args[args.len() - before..]);
                assert_eq!(cursor.left(), 0);
            }
        }
        assert!(cursor.left() <= before);
    }
    let mut option = None;
    assert!(once(&mut option, 1).is_ok() && once(&mut option, 2).is_err());
}

fn walk_list(
    cursor: &mut Cursor,
    read: impl FnMut(&mut Cursor) -> Result<(), Error>,
    arguments: usize,
) {
    let before = cursor.left();
    let mut reader = *cursor;
    let number = reader.positive();
    match cursor.list(read) {
        Ok(items) => {
            assert_eq!(items.len() as u64, number.unwrap());
            assert_eq!(cursor.left(), before - 1 - items.len() * arguments);
        }
        Err(error) => assert!(matches!(error, Error::Syntax | Error::NotInteger)),
    }
}

fn is_word(text: &[u8], word: &str) -> bool {
    text.to_ascii_uppercase() == word.to_ascii_uppercase().as_bytes()
}

/// An integer is what is written as the integer is written.
fn expected_integer(text: &[u8]) -> Option<i64> {
    let text = std::str::from_utf8(text).ok()?;
    let integer: i64 = text.parse().ok()?;
    (integer.to_string() == text).then_some(integer)
}

fn hold_against_all(text: &[u8]) {
    assert_eq!(parse_integer(text), expected_integer(text));
    let len = text.len();
    assert_eq!(UserName::new(text).is_ok(), (1..=255).contains(&len));
    assert_eq!(GroupName::new(text).is_ok(), (1..=255).contains(&len));
    assert_eq!(AnyFieldName::new(text).is_ok(), (1..=255).contains(&len));
    assert_eq!(Title::new(text).is_ok(), (1..=65_535).contains(&len));
    assert_eq!(Link::new(text).is_ok(), len <= 65_535);
    assert_eq!(FieldValue::new(text).is_ok(), len <= 1_048_576);
    let is_reserved = FieldName::RESERVED.iter().any(|name| name.as_bytes() == text);
    assert_eq!(FieldName::new(text).is_ok(), (1..=255).contains(&len) && !is_reserved);
    let Some(integer) = parse_integer(text) else { return };
    for number in [VOTE_SCORE, WINDOW, PAGE_SIZE] {
        let is_in = (i64::from(number.min)..=i64::from(number.max)).contains(&integer);
        let admitted = number.admit(integer);
        assert_eq!(admitted.ok(), is_in.then_some(integer as u32));
        let text = admitted.err().map_or_else(String::new, |error| error.to_string());
        assert_eq!(text.is_empty(), is_in);
    }
    let id = ArticleId::from_integer(integer).map(|id| i64::from(id.get()));
    assert_eq!(id, (1..=u32::MAX.into()).contains(&integer).then_some(integer));
    let time = Seconds::new(integer).map(Seconds::get);
    assert_eq!(time, (0..=Seconds::MAX).contains(&integer).then_some(integer));
    assert!((0..=Seconds::MAX).contains(&Seconds::clamped(integer).get()));
}
