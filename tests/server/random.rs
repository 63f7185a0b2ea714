//! Random operations on threads and on lists, sent to a server and to the model, with pages of
//! threads, of lists, and of listings that filter by lists.

use article_model::decode::{self, Decode, Mix};
use article_model::{
    Input, ListingRead, Operation, Pair, PostArgs, Shown, ThreadRead, Words, names,
};
use article_site::{Condition, Error, Forgotten, ItemId, Query, Setting};
use test_support::*;

/// Operations that make threads of many shapes.
const THREADS: &Mix = &[
    (24, decode::comment),
    (6, decode::moderate),
    (3, decode::boost),
    (5, decode::delete),
    (32, decode::vote),
    (1, decode::alter),
    (1, |_| Operation::Reload),
];
/// The users whose lists are compared, among them one who keeps none.
const KEEPERS: [u8; 6] = [0, 1, 2, 7, 13, 99];
/// The numbers of the lists that most operations name.
const LISTS: u8 = 20;
/// A site on a server whose clock does not move, and its model.
struct Twins {
    c: Client,
    pair: Pair,
    random: Random,
}

impl Twins {
    fn send(&mut self, words: &Words) -> Value {
        self.c.call(&String::from_utf8_lossy(&words[0]), &words[1..])
    }

    fn decode(&mut self, decode: Decode) -> Operation {
        decode(&mut Input::new(&self.random.array::<512>()))
    }

    /// Applies an operation to both.
    fn apply(&mut self, operation: &Operation) {
        match operation {
            Operation::Tick { .. } => return,
            Operation::Reload => self.c.restore("news", "news"),
            _ => {}
        }
        if let Some(words) = operation.command("news", self.pair.context()) {
            let reply = self.send(&words);
            match reply_to(operation, &self.pair) {
                Some(Ok(number)) => assert_eq!(reply, int(number as i64), "{operation:?}"),
                Some(Err(error)) => assert_eq!(error_text(&reply), error.to_string()),
                None => {}
            }
        }
        self.pair.apply(operation);
    }

    fn apply_random(&mut self, mix: &Mix) {
        for _ in 0..80 {
            let operation = decode::operation(&mut Input::new(&self.random.array::<512>()), mix);
            self.apply(&operation);
        }
        self.c.check("news");
    }

    /// Compares a listing as one page, which it returns, and page by page. The words end with a
    /// size.
    fn assert_pages(
        &mut self,
        mut words: Words,
        expected: impl Iterator<Item = u32>,
    ) -> Vec<Fields> {
        let expected: Vec<_> = expected.map(i64::from).collect();
        let size = std::mem::replace(words.last_mut().expect("a size"), b"1000".to_vec());
        let reply = self.send(&words);
        let page = self.c.articles(&reply);
        let ids: Vec<_> = page.iter().map(|item| item.int("id")).collect();
        assert_eq!(ids, expected, "{}", words.join(&b' ').escape_ascii());
        *words.last_mut().expect("a size") = size;
        // A line is split at spaces.
        if words.iter().flatten().all(u8::is_ascii_graphic) {
            let line = String::from_utf8(words.join(&b' ')).expect("text");
            assert_eq!(self.c.walk(&line, None).concat(), expected, "{line}");
        }
        page
    }

    /// Compares a thread, the depths in it, and which comments are only placeholders.
    fn assert_same_thread(&mut self) {
        let operation = self.decode(decode::thread);
        let Operation::Thread { read, .. } = operation else { panic!("{operation:?}") };
        // The command takes no 0.
        let read = ThreadRead { children: read.children.map(|number| number.max(1)), ..read };
        let query = self.pair.context().thread(&read);
        let operation = Operation::Thread { read, mutation: [0; 5] };
        let words = operation.command("news", self.pair.context()).expect("a command");
        if query.order.check_direction(query.direction).is_err() {
            assert_some_error(&self.send(&words));
            return;
        }
        let thread = self.pair.model.thread(&query);
        let page = self.assert_pages(words, thread.iter().map(|it| it.id));
        let entries = page.iter().map(|comment| (comment.int("depth"), shown(comment)));
        let expected = thread.iter().map(|it| (i64::from(it.depth), it.shown));
        assert!(entries.eq(expected), "{operation:?}");
    }

    fn assert_same_numbers_of_comments(&mut self) {
        for item in &self.pair.model.items {
            let comments = item.article().map(|article| article.comments);
            let comments = comments.or(item.comment().map(|comment| comment.comments));
            let found = self.c.article("news", item.id.into()).int("comments");
            assert_eq!(Some(found), comments.map(i64::from), "{}", item.id);
        }
    }

    /// Posts articles, and puts many on lists, of which one is as long as a list without a bitmap
    /// can be.
    fn make_long_lists(&mut self) {
        for _ in 0..500 {
            let post = self.decode(decode::post);
            self.apply(&post);
        }
        for (user, list, ids) in [(0, 0, 1..450), (0, 1, 1..257), (1, 0, 200..500)] {
            self.apply(&Operation::Mark { user, list, ids: ids.collect() });
        }
    }

    /// Compares the lists of a user, and what they show of each article and comment.
    fn assert_same_lists(&mut self, number: u8) {
        let user = names::user(number);
        let reply = self.c.call("ARTICLE.LISTS", ("news", user.as_bytes()));
        let expected = self.pair.model.lists(user.as_bytes()).into_iter();
        let expected: Vec<_> = expected.map(|(list, len)| (list.to_vec(), len as i64)).collect();
        assert_eq!(self.c.group_sizes(&reply), expected);
        for list in 0..LISTS {
            let read = Operation::Marked { user: number, list, kind: None, size: u8::MAX };
            let words = read.command("news", self.pair.context()).expect("a command");
            let model = &self.pair.model;
            let marked = model.list(user, names::list(list)).map(|list| list.listing());
            let mut marked = marked.unwrap_or_default();
            marked.retain(|id| model.get(*id).is_some_and(|item| model.is_shown(item)));
            self.assert_pages(words, marked.into_iter());
        }
        // The last list first, and one that does not exist.
        let lists: Vec<_> = (0..=LISTS).rev().take(16).map(names::list).collect();
        let ids: Vec<u32> = self.pair.model.items.iter().map(|item| item.id).collect();
        let viewer = ("VIEWER", user.as_bytes(), "MARKS", lists.len());
        let named: Vec<&[u8]> = lists.iter().map(|list| list.as_bytes()).collect();
        let reply = self.c.call("ARTICLE.MGET", ("news", ids.len(), &ids, viewer, named));
        for (id, article) in ids.into_iter().zip(self.c.articles(&reply)) {
            let model = &self.pair.model;
            let holding = lists.iter().filter(|list| model.is_marked(user, **list, id));
            let marks = items(article.value("marks")).iter().map(bytes);
            assert!(marks.eq(holding.map(|list| list.as_bytes().to_vec())), "{id}: {article:?}");
        }
    }

    /// Compares a listing that filters by lists.
    fn assert_same_listing(&mut self) {
        let is_of_lists = |condition: &Condition| {
            matches!(condition, Condition::Marked(_) | Condition::Unmarked(_))
        };
        let mut listing = loop {
            match self.decode(decode::listing) {
                Operation::Read(it) if it.conditions.iter().any(is_of_lists) => break it,
                _ => {}
            }
        };
        for condition in &mut listing.conditions {
            if let Condition::Marked(of) | Condition::Unmarked(of) = condition {
                // More lists are refused.
                of.lists.truncate(16);
            }
        }
        let listing = ListingRead {
            size: self.random.pick(&[3, 40, 255]),
            // A page by PER has no page by number beside it.
            per: None,
            ..listing
        };
        let query = Query { size: Some(1000), ..self.pair.context().listing(&listing) };
        if query.order.check_direction(query.direction).is_ok() {
            let words = Operation::Read(listing).command("news", self.pair.context());
            let expected = self.pair.model.listing(&query);
            self.assert_pages(words.expect("a command"), expected.into_iter().map(|it| it.id));
        }
    }
}

/// Returns how a thread shows a comment.
fn shown(comment: &Fields) -> Shown {
    let kinds = [("muted", Shown::Muted), ("hidden", Shown::Hidden), ("deleted", Shown::Deleted)];
    let kind = kinds.into_iter().find(|(name, _)| comment.has(name));
    let shown = kind.map_or(Shown::Listed, |(_, shown)| shown);
    assert_eq!(comment.has("text"), shown == Shown::Listed, "{comment:?}");
    shown
}

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
            let forgotten = model.forget(name.as_bytes(), count, pair.now);
            let Forgotten { marks, related, votes, changed: _ } = forgotten;
            Ok(marks + related + votes)
        }
        Operation::Relate { user, relation: (relation, kind), ends, names } => {
            let (user, names) = (names::user(*user), context.names(*kind, names));
            Ok(match ends {
                false => model.relate(user, *relation, &names),
                true => model.unrelate(user, *relation, &names),
            })
        }
        _ => return None,
    })
}

/// Runs the test with several random sites of one article.
fn for_each_round(name: &str, test: impl Fn(&mut Twins)) {
    let clock = SharedClock::at(2_000_000_000);
    let server = with_module().shared_clock(&clock).start();
    let mut random = Random::new(seed(name));
    for _ in 0..rounds() {
        let mut pair = Pair::new();
        pair.now = clock.now();
        let mut twins = Twins { c: server.resp3(), pair, random: random.fork() };
        twins.c.run("DEL news");
        twins.apply(&Operation::Post(PostArgs { age: 200, ..PostArgs::default() }));
        test(&mut twins);
    }
}

#[test]
fn threads_are_what_their_comments_say() {
    for_each_round("threads", |twins| {
        for _ in 0..6 {
            twins.apply_random(THREADS);
            (0..20).for_each(|_| twins.assert_same_thread());
            twins.assert_same_numbers_of_comments();
        }
    });
}

#[test]
fn lists_are_what_their_users_put_there_and_listings_filter_by_them() {
    for_each_round("lists", |twins| {
        // Articles close soon, and users keep their votes, which FORGET counts.
        let settings = vec![(Setting::Window, 100), (Setting::KeepVotes, 1)];
        twins.apply(&Operation::Alter(settings));
        for part in 0..8 {
            twins.apply_random(decode::LISTS);
            if part == 3 {
                twins.make_long_lists();
            }
            let lists = twins.pair.model.marks.values();
            let marks = lists.map(|list| list.ids().count() as i64).sum::<i64>();
            assert_eq!(twins.c.info("news").int("marks"), marks);
            KEEPERS.into_iter().for_each(|user| twins.assert_same_lists(user));
            (0..40).for_each(|_| twins.assert_same_listing());
        }
    });
}
