//! Random operations on threads, compared with the model, which gets the same.

use article_model::decode::{self, Mix};
use article_model::{Input, Operation, Pair, PostArgs, ThreadRead, Words, names};
use test_support::*;

use super::shape;

/// Operations that make threads of many shapes.
const MIX: &Mix = &[
    (24, decode::comment),
    (6, decode::moderate),
    (3, decode::boost),
    (5, decode::delete),
    (32, decode::vote),
];

/// Applies an operation to the server's site and to the model.
fn apply(c: &mut Client, pair: &mut Pair, operation: &Operation) {
    let command = operation.command("news", pair.context());
    pair.apply(operation);
    if let Some(words) = command {
        c.call(&String::from_utf8_lossy(&words[0]), &words[1..]);
    }
}

/// Returns the line that reads a page of a thread.
fn line(read: &ThreadRead, pair: &Pair) -> String {
    let read = Operation::Thread { read: read.clone(), mutation: [0; 5] };
    let words: Words = read.command("news", pair.context()).expect("a command");
    String::from_utf8(words.join(&b' ')).expect("text")
}

/// Compares threads and the numbers of comments.
fn assert_same(c: &mut Client, pair: &Pair, random: &mut Random) {
    for _ in 0..20 {
        let operation = decode::thread(&mut Input::new(&random.array::<64>()));
        let Operation::Thread { mut read, .. } = operation else { panic!("{operation:?}") };
        // The line is split at spaces.
        let is_word = |user: &u8| names::user(*user).as_bytes().iter().all(u8::is_ascii_graphic);
        read.not_from.retain(is_word);
        // The command takes no 0.
        let read = ThreadRead { children: read.children.map(|number| number.max(1)), ..read };
        let whole = ThreadRead { size: u8::MAX, ..read.clone() };
        let (line, whole) = (line(&read, pair), self::line(&whole, pair));
        let query = pair.context().thread(&read);
        if query.order.check_direction(query.direction).is_err() {
            assert_some_error(&c.run(&line));
            continue;
        }
        let thread = pair.model.thread(&query);
        let expected: Vec<_> =
            thread.iter().map(|it| (i64::from(it.id), i64::from(it.depth))).collect();
        assert_eq!(shape(c, &whole), expected, "{whole}");
        let ids: Vec<_> = expected.into_iter().map(|(id, _)| id).collect();
        assert_eq!(c.walk(&line, None).concat(), ids, "{line}");
    }
    for item in &pair.model.items {
        let comments = item.article().map(|article| article.comments);
        let comments = comments.or(item.comment().map(|comment| comment.comments));
        let found = c.article("news", item.id.into()).int("comments");
        assert_eq!(Some(found), comments.map(i64::from), "{}", item.id);
    }
}

#[test]
fn threads_are_what_their_comments_say() {
    let clock = SharedClock::at(2_000_000_000);
    let server = with_module().shared_clock(&clock).start();
    let mut c = server.resp3();
    let mut random = Random::new(seed("threads"));
    for _ in 0..rounds() {
        c.run("DEL news");
        let mut pair = Pair::new();
        pair.now = clock.now();
        apply(&mut c, &mut pair, &Operation::Post(PostArgs { age: 200, ..PostArgs::default() }));
        for _ in 0..6 {
            for _ in 0..80 {
                let bytes = random.array::<512>();
                let operation = decode::operation(&mut Input::new(&bytes), MIX);
                apply(&mut c, &mut pair, &operation);
            }
            c.check("news");
            assert_same(&mut c, &pair, &mut random);
        }
    }
}
