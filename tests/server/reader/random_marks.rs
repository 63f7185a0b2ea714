//! Random operations on lists, compared with the model, which gets the same.

use article_model::{AlterArgs, Input, ListingRead, Operation, Pair, PostArgs, decode, names};
use article_site::{Error, ItemId};
use test_support::*;

/// The users whose lists are compared, among them one who keeps none.
const KEEPERS: [u8; 6] = [0, 1, 2, 7, 13, 99];
/// The numbers of the lists that most operations name.
const LISTS: u8 = 20;

/// Articles close soon, and users keep their votes, which FORGET counts.
const SETTINGS: Operation = Operation::Alter(AlterArgs {
    vote_score: 1,
    window: 99,
    page_size: 24,
    self_vote: true,
    is_log: false,
    down_votes: true,
    dedupe: 0,
    bump_window: 0,
    keep_votes: true,
});

/// Returns what an operation on lists replies.
fn reply_to(operation: &Operation, pair: &Pair) -> Option<Result<usize, Error>> {
    let (mut model, context) = (pair.model.clone(), pair.context());
    let numbers =
        |ids: &[i16]| -> Vec<u32> { context.ids(ids).into_iter().map(ItemId::get).collect() };
    Some(match operation {
        Operation::Mark { user, list, ids } => {
            model.mark(names::user(*user), names::list(*list), &numbers(ids))
        }
        Operation::Unmark { user, list, ids } => {
            let ids = ids.as_deref().map(numbers);
            Ok(model.unmark(names::user(*user), names::list(*list), ids.as_deref()))
        }
        Operation::Forget { user } => {
            let (name, count) = (names::user(*user), usize::from(*user) + 1);
            let (marks, votes, _) = model.forget(name.as_bytes(), count, pair.now);
            Ok(marks + votes)
        }
        _ => return None,
    })
}

/// Applies an operation to the server's site and to the model. Their clock does not move.
fn apply(c: &mut Client, pair: &mut Pair, operation: &Operation) {
    match operation {
        Operation::Tick { .. } => return,
        Operation::Reload => c.restore("news", "news"),
        _ => {}
    }
    if let Some(words) = operation.command("news", pair.context()) {
        let reply = c.call(&String::from_utf8_lossy(&words[0]), &words[1..]);
        match reply_to(operation, pair) {
            Some(Ok(number)) => assert_eq!(reply, int(number as i64), "{operation:?}"),
            Some(Err(error)) => assert_eq!(error_text(&reply), error.to_string()),
            None => {}
        }
    }
    pair.apply(operation);
}

/// Sends the words of a page and compares its ids.
fn assert_ids(c: &mut Client, words: &[Vec<u8>], expected: impl Iterator<Item = u32>) {
    let reply = c.call(&String::from_utf8_lossy(&words[0]), &words[1..]);
    let articles = c.articles(&reply);
    let ids: Vec<_> = articles.iter().map(|article| article.int("id")).collect();
    let expected: Vec<_> = expected.map(i64::from).collect();
    assert_eq!(ids, expected, "{}", words.join(&b' ').escape_ascii());
}

/// Compares the lists of a user, and what they show of each article and comment.
fn assert_same_lists(c: &mut Client, pair: &Pair, number: u8) {
    let (model, user) = (&pair.model, names::user(number));
    let reply = c.call("ARTICLE.LISTS", ("news", user.as_bytes()));
    let expected = model.lists(user.as_bytes()).into_iter();
    let expected: Vec<_> = expected.map(|(list, len)| (list.to_vec(), len as i64)).collect();
    assert_eq!(c.group_sizes(&reply), expected);
    for list in 0..LISTS {
        let read = Operation::Marked { user: number, list, kind: None, size: u8::MAX };
        let words = read.command("news", pair.context()).expect("a command");
        let items = model.items.iter().rev().filter(|item| model.is_shown(item));
        let marked = items.filter(|item| model.is_marked(user, names::list(list), item.id));
        assert_ids(c, &words, marked.map(|item| item.id));
    }
    // The last list first, and one that does not exist.
    let lists: Vec<_> = (0..=LISTS).rev().take(16).map(names::list).collect();
    let ids: Vec<u32> = model.items.iter().map(|item| item.id).collect();
    let viewer = ("VIEWER", user.as_bytes(), "MARKS", lists.len());
    let named: Vec<&[u8]> = lists.iter().map(|list| list.as_bytes()).collect();
    let reply = c.call("ARTICLE.MGET", ("news", ids.len(), &ids, viewer, named));
    for (id, article) in ids.into_iter().zip(c.articles(&reply)) {
        let holding = lists.iter().filter(|list| model.is_marked(user, **list, id));
        let marks = items(article.value("marks")).iter().map(bytes);
        assert!(marks.eq(holding.map(|list| list.as_bytes().to_vec())), "{id}: {article:?}");
    }
}

/// Compares the lists of all users, and listings that filter by them.
fn assert_same(c: &mut Client, pair: &Pair, random: &mut Random) {
    assert_eq!(c.info("news").int("marks"), pair.model.marks.len() as i64);
    KEEPERS.into_iter().for_each(|user| assert_same_lists(c, pair, user));
    let mut read = 0;
    while read < 20 {
        let operation = decode::listing(&mut Input::new(&random.array::<512>()));
        let Operation::Read(listing) = operation else { panic!("{operation:?}") };
        if listing.marks.iter().all(Option::is_none) {
            continue;
        }
        // Filters without a name have no words.
        let listing = ListingRead {
            groups: Default::default(),
            users: Default::default(),
            except: None,
            size: u8::MAX,
            // More than 16 lists are refused.
            marks: listing.marks.map(|marks| {
                marks.map(|(user, mut lists)| {
                    lists.truncate(16);
                    (user, lists)
                })
            }),
            ..listing
        };
        let query = pair.context().listing(&listing);
        if query.order.check_direction(query.direction).is_ok() {
            let words = Operation::Read(listing).command("news", pair.context());
            let expected = pair.model.listing(&query);
            assert_ids(c, &words.expect("a command"), expected.into_iter().map(|it| it.id));
            read += 1;
        }
    }
}

#[test]
fn lists_are_what_their_users_put_there() {
    let clock = SharedClock::at(2_000_000_000);
    let server = with_module().shared_clock(&clock).start();
    let mut c = server.resp3();
    let mut random = Random::new(seed("lists"));
    for _ in 0..rounds() {
        c.run("DEL news");
        let mut pair = Pair::new();
        pair.now = clock.now();
        apply(&mut c, &mut pair, &Operation::Post(PostArgs::default()));
        apply(&mut c, &mut pair, &SETTINGS);
        for _ in 0..8 {
            for _ in 0..80 {
                let bytes = random.array::<512>();
                let operation = decode::operation(&mut Input::new(&bytes), decode::LISTS);
                apply(&mut c, &mut pair, &operation);
            }
            c.check("news");
            assert_same(&mut c, &pair, &mut random);
        }
    }
}
