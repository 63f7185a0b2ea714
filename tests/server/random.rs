//! Pages of threads, of lists, and of listings that filter by lists, after random commands:
//! compared with the model of what the site stores.

use article_model::bytes::decoded;
use article_model::{Context, Input, ListingRead, Model, Shown, ThreadRead, command, names};
use article_site::{Condition, Query};
use test_support::grammar::Words;
use test_support::random_commands::Commands;
use test_support::*;

use crate::protocol::hostile::payload::Payload;

/// Commands that make threads of many shapes.
const THREADS: &str = "POST 1 COMMENT 24 MODERATE 6 BOOST 3 DEL 5 VOTE 30 ALTER 1 MUTE 1 LOAD 1";
/// Commands on lists, and on what is on them.
const LISTS: &str = "POST 6 COMMENT 6 DEL 3 MODERATE 3 VOTE 3 UNVOTE 1 TRANSFER 1 SEEN 1 MARK 30 \
     UNMARK 5 FOLLOW 1 UNFOLLOW 1 MUTE 1 UNMUTE 1 FORGET 1 LOAD 1";
/// The users whose lists are compared, among them one who keeps none.
const KEEPERS: [u8; 6] = [0, 1, 2, 7, 11, 99];
/// The numbers of the lists that commands name.
const LISTED: u8 = 20;
const NOW: i64 = 2_000_000_000;

/// A site on a server whose clock does not move, and the model of what it stores.
struct Twins {
    c: Client,
    commands: Commands,
    model: Model,
    random: Random,
}

impl Twins {
    fn send(&mut self, words: &Words) -> Value {
        self.c.call(&String::from_utf8_lossy(&words[0]), &words[1..])
    }

    fn context(&self) -> Context {
        let (last_id, ids) = (self.model.last_id, self.model.settings.ids);
        Context { last_id, ids, now: NOW, second: 1_000 }
    }

    /// Reads what the site stores.
    fn refresh(&mut self) {
        let site = Payload::of(&self.c.dump("news")).site;
        self.model = Model::of(&decoded(&mut [site].into_iter()).expect("a site"));
        self.commands.set_last_id("news", self.model.last_id.into());
    }

    fn apply_random(&mut self) {
        for _ in 0..8 {
            let lines: Vec<_> = (0..10).map(|_| self.commands.make_on("news")).collect();
            self.c.call_all(&lines);
            self.refresh();
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

    /// Compares a thread, the depths in it, and which comments are only placeholders. Returns its
    /// length.
    fn assert_same_thread(&mut self) -> usize {
        let read = ThreadRead::decode(&mut Input::new(&self.random.array::<512>()));
        // The command takes no 0.
        let read = ThreadRead { children: read.children.map(|number| number.max(1)), ..read };
        let query = self.context().thread(&read);
        let words = command::thread("news", &query);
        if query.order.check_direction(query.direction).is_err() {
            assert_some_error(&self.send(&words));
            return 0;
        }
        let thread = self.model.thread(&query);
        let page = self.assert_pages(words, thread.iter().map(|it| it.id));
        let entries = page.iter().map(|comment| (comment.int("depth"), shown(comment)));
        let expected = thread.iter().map(|it| (i64::from(it.depth), it.shown));
        assert!(entries.eq(expected), "{read:?}");
        thread.len()
    }

    fn assert_same_numbers_of_comments(&mut self) {
        for item in &self.model.items {
            let comments = item.article().map(|article| article.comments);
            let comments = comments.or(item.comment().map(|comment| comment.comments));
            let found = self.c.article("news", item.id.into()).int("comments");
            assert_eq!(Some(found), comments.map(i64::from), "{}", item.id);
        }
    }

    /// Posts articles, and puts many on lists, of which one is as long as a list without a bitmap
    /// can be.
    fn make_long_lists(&mut self) {
        self.c.run_all((0..500).map(|post| format!("ARTICLE.POST news ann t{post} l GROUPS 1 g")));
        for (user, list, ids) in [("ann", 0, 1..450), ("ann", 1, 1..257), ("bob", 0, 200..500)] {
            let ids: Vec<_> = ids.map(|id| id.to_string()).collect();
            self.c.int(&format!("ARTICLE.MARK news {user} list{list} {}", ids.join(" ")));
        }
        self.refresh();
    }

    /// Compares the lists of a user, and what they show of each article and comment.
    fn assert_same_lists(&mut self, number: u8) {
        let user = names::user(number);
        let reply = self.c.call("ARTICLE.LISTS", ("news", user.as_bytes()));
        let expected = self.model.lists(user.as_bytes()).into_iter();
        let expected: Vec<_> = expected.map(|(list, len)| (list.to_vec(), len as i64)).collect();
        assert_eq!(self.c.group_sizes(&reply), expected);
        for list in 0..LISTED {
            let [name, list_name] = [user.as_bytes(), names::list(list).as_bytes()];
            let words: [&[u8]; 7] =
                [b"ARTICLE.MARKED", b"news", name, list_name, b"1", b"SIZE", b"256"];
            let words = words.map(<[u8]>::to_vec).to_vec();
            let model = &self.model;
            let marked = model.list(user, names::list(list)).map(|list| list.listing());
            let mut marked = marked.unwrap_or_default();
            marked.retain(|id| model.get(*id).is_some_and(|item| model.is_shown(item)));
            self.assert_pages(words, marked.into_iter());
        }
        // The last list first, and one that does not exist.
        let lists: Vec<_> = (0..=LISTED).rev().take(16).map(names::list).collect();
        let ids: Vec<u32> = self.model.items.iter().map(|item| item.id).collect();
        let viewer = ("VIEWER", user.as_bytes(), "MARKS", lists.len());
        let named: Vec<&[u8]> = lists.iter().map(|list| list.as_bytes()).collect();
        let reply = self.c.call("ARTICLE.MGET", ("news", ids.len(), &ids, viewer, named));
        for (id, article) in ids.into_iter().zip(self.c.articles(&reply)) {
            let model = &self.model;
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
        let mut listing = ListingRead::default();
        while !listing.conditions.iter().any(is_of_lists) {
            listing = ListingRead::decode(&mut Input::new(&self.random.array::<512>()));
        }
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
        let query = Query { size: Some(1000), ..self.context().listing(&listing) };
        if query.order.check_direction(query.direction).is_ok() {
            let words = command::listing(
                "news",
                &Query { size: Some(u32::from(listing.size) + 1), ..query.clone() },
            );
            let expected = self.model.listing(&query);
            self.assert_pages(words, expected.into_iter().map(|it| it.id));
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

/// Runs the test with several random sites of three articles and their comments.
fn for_each_round(name: &str, commands: &str, test: impl Fn(&mut Twins)) {
    let clock = SharedClock::at(NOW);
    let server = with_module().shared_clock(&clock).config("rdbcompression no").start();
    let mut random = Random::new(seed(name));
    for _ in 0..rounds() {
        let mut c = server.resp3();
        c.run("DEL news");
        c.run_all((0..3).map(|_| format!("ARTICLE.POST news ann t l TIME {}", NOW - 200)));
        // Each article and the first comments have two answers.
        c.run_all((2..80).map(|id| format!("ARTICLE.COMMENT news bob {} text", id / 2)));
        let commands = Commands::of(commands, NOW, random.fork());
        let model = Model::default();
        let mut twins = Twins { c, commands, model, random: random.fork() };
        twins.refresh();
        test(&mut twins);
    }
}

#[test]
fn threads_are_what_their_comments_say() {
    for_each_round("threads", THREADS, |twins| {
        let mut compared = 0;
        for _ in 0..6 {
            twins.apply_random();
            compared += (0..20).map(|_| twins.assert_same_thread()).sum::<usize>();
            twins.assert_same_numbers_of_comments();
        }
        assert!(compared > 500, "only {compared} comments in threads");
    });
}

#[test]
fn lists_are_what_their_users_put_there_and_listings_filter_by_them() {
    for_each_round("lists", LISTS, |twins| {
        // Users keep their votes.
        twins.c.ok("ARTICLE.ALTER news KEEPVOTES yes");
        for part in 0..8 {
            twins.apply_random();
            if part == 3 {
                twins.make_long_lists();
            }
            let lists = twins.model.marks.values();
            let marks = lists.map(|list| list.ids().count() as i64).sum::<i64>();
            assert_eq!(twins.c.info("news").int("marks"), marks);
            KEEPERS.into_iter().for_each(|user| twins.assert_same_lists(user));
            (0..40).for_each(|_| twins.assert_same_listing());
        }
    });
}
