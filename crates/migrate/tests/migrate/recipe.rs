//! The recipe of docs/migrating.md, followed while clients post and vote.

mod guide;

use std::sync::Mutex;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::SeqCst};
use std::thread;
use std::time::Duration;

use test_support::classic::Design;
use test_support::{Client, Connect, DEADLINE, Random, Value, bulk, report, seed, wait_until};

use self::guide::{Code, commands};
use crate::harness::{Folder, run, run_any};
use crate::servers::Pair;

/// The number of articles at first.
const ARTICLES: u64 = 200;
/// The articles up to this id are open, but their voters have expired. Nobody votes on them until
/// they are imported.
const EXPIRED: u64 = 20;

// What the clients do. At first, they know only the classic site.
/// Votes and groups also go to the module.
const DUAL: u8 = 1;
/// And the module assigns the ids of new articles.
const SWITCHED: u8 = 2;
const STOP: u8 = 3;

#[derive(Default)]
struct State {
    phase: AtomicU8,
    /// Locked while an article is posted; the recipe holds it for as long as posting pauses.
    posting: Mutex<()>,
    votes: AtomicU64,
    /// Votes on articles whose voters had expired.
    late_votes: AtomicU64,
    posts: AtomicU64,
}

/// A client of a site that is switched over.
struct Writer<'a> {
    classic: Client,
    code: Code,
    state: &'a State,
}

impl Writer<'_> {
    /// Calls a function of the recipe from a phase on, and before it what the site had.
    fn call(&mut self, function: &str, phase: u8, arguments: &str) -> String {
        let old = if self.state.phase.load(SeqCst) < phase { "old_" } else { "" };
        self.code.call(&format!("{old}{function} {arguments}"))
    }

    /// Votes as a user who has not voted yet.
    fn vote(&mut self, user: &str, id: u64) {
        self.call("vote", DUAL, &format!("{user} {id}"));
        let is_late = id <= EXPIRED;
        let votes = if is_late { &self.state.late_votes } else { &self.state.votes };
        votes.fetch_add(1, SeqCst);
    }

    /// Posts an article and returns its id.
    fn post(&mut self, number: u64) -> String {
        let _posting = self.state.posting.lock().expect("the lock");
        self.state.posts.fetch_add(1, SeqCst);
        self.call("post", SWITCHED, &format!("poster{number} Live{number} http://x"))
    }

    fn keep_voting(mut self, thread: u32, mut random: Random) {
        for number in (1..).take_while(|_| self.state.phase.load(SeqCst) != STOP) {
            let is_dual = self.state.phase.load(SeqCst) >= DUAL;
            let first = if is_dual { 1 } else { 1 + EXPIRED };
            let last = ARTICLES + self.state.posts.load(SeqCst);
            let id = first + random.below((last - first) as i64 + 1) as u64;
            // An article that is being posted is not in `time:` yet, which is written last: the
            // score of a vote on it would be overwritten.
            if self.classic.run(&format!("ZSCORE time: article:{id}")) != Value::Nil {
                self.vote(&format!("voter{thread}-{number}"), id);
            }
            thread::sleep(Duration::from_millis(1));
        }
    }

    fn keep_posting(mut self) {
        for number in (1..).take_while(|_| self.state.phase.load(SeqCst) != STOP) {
            let id = self.post(number);
            self.call("join", DUAL, &format!("{id} live"));
            thread::sleep(Duration::from_millis(5));
        }
    }
}

/// Stops the clients, also if a step of the recipe fails.
struct Stop<'a>(&'a State);

impl Drop for Stop<'_> {
    fn drop(&mut self) {
        self.0.phase.store(STOP, SeqCst);
    }
}

#[test]
fn nothing_is_lost_while_clients_go_on() {
    let mut random = Random::new(seed("recipe"));
    let mut pair = Pair::new(Design::PYTHON, ARTICLES as i64);
    pair.classic.client.run_all((1..=EXPIRED).map(|id| format!("DEL voted:{id}")));
    let [import, update, last_import, verify, compare] = &commands(&pair.from, &pair.to);
    let (state, folder) = (State::default(), Folder::new());
    let counts =
        || [&state.votes, &state.late_votes, &state.posts].map(|count| count.load(SeqCst));
    let writer = || Writer {
        classic: pair.from.resp2(),
        code: Code::start(&pair.from, &pair.to, &folder),
        state: &state,
    };
    thread::scope(|scope| {
        let stop = Stop(&state);
        for thread in 0..3 {
            let (writer, random) = (writer(), random.fork());
            scope.spawn(move || writer.keep_voting(thread, random));
        }
        let poster = writer();
        scope.spawn(move || poster.keep_posting());
        let go_on = || {
            let [votes, _, posts] = counts();
            let has_gone_on = || counts()[0] > votes + 20 && counts()[2] > posts;
            wait_until(DEADLINE, "votes and posts", has_gone_on);
        };
        go_on();
        // 1. Import.
        run(import);
        go_on();
        // 2. Write votes and groups to both, and bring what was loaded up to date.
        state.phase.store(DUAL, SeqCst);
        go_on();
        run(update);
        // 3. Pause posting, import what is new, and let the module assign ids.
        let posting = state.posting.lock().expect("the lock");
        let last = run(last_import);
        assert!(last.number("there before") >= ARTICLES, "{}", last.out);
        state.phase.store(SWITCHED, SeqCst);
        drop(posting);
        // Posts that are spread over several seconds.
        let switched = pair.c.now();
        wait_until(DEADLINE, "two seconds", || pair.c.now() > switched + 2);
        go_on();
        // 4. Verify. A vote can have come between the reading and the loading of its article.
        run(update);
        wait_until(DEADLINE, "no difference", || {
            let has_difference = run_any(verify).code != Some(0);
            has_difference.then(|| run(update)).is_none()
        });
        // A place or a count that was read while a vote was on its way is read again.
        wait_until(DEADLINE, "equal pages", || run_any(compare).code == Some(0));
        // 5. Reading is switched here. The clients stop, so that the comparison is exact.
        go_on();
        drop(stop);
    });
    let end = run(verify);
    assert!(end.err.contains(": 0 differences"), "{}", end.err);
    assert!(run(compare).err.contains(": 0 differences"));
    let has_late = end.err.contains("articles have other votes in the source");
    assert!(counts()[1] > 0 && has_late, "{counts:?}: {}", end.err, counts = counts());
    assert_nothing_is_lost(&mut pair, counts());
}

fn assert_nothing_is_lost(pair: &mut Pair, [votes, _, posts]: [u64; 3]) {
    let info = pair.c.info("news");
    // The filled site has the votes of all posters, and 0 to 4 others per article in turn.
    let filled = ARTICLES - EXPIRED + (ARTICLES - EXPIRED) / 5 * 10;
    assert_eq!(info.int("votes") as u64, filled + votes + posts);
    assert_eq!(info.int("articles") as u64, ARTICLES + posts);
    pair.c.check("news");
    assert_eq!(pair.classic.client.run("GET article:"), bulk(info.int("last_id").to_string()));
    report(format!("{votes} votes and {posts} posts while switching over"));
}
