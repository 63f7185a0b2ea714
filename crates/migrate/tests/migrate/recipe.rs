//! The recipe of docs/migrating.md, followed while clients post and vote.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::SeqCst};
use std::thread;
use std::time::Duration;

use test_support::{Client, Connect, DEADLINE, Random, Value, is_error, report, seed, wait_until};

use crate::classic_site::{ClassicSite, Port, Side};
use crate::program::{import, run, run_any, verify};
use crate::sites::{fill, module_server, plain_server};

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
    posts: AtomicU64,
}

/// A client of both servers, as an application has it while it switches over.
struct DualWriter<'a> {
    classic: ClassicSite,
    module: Client,
    state: &'a State,
}

impl DualWriter<'_> {
    /// Votes: first on the classic site, and if that counted, on the other.
    fn vote(&mut self, user: &str, id: i64) {
        if !self.classic.vote(user, id, Side::For) {
            return;
        }
        self.state.votes.fetch_add(1, SeqCst);
        if self.state.phase.load(SeqCst) >= DUAL {
            // An article that is not imported yet is imported with this vote.
            let reply = self.module.call("ARTICLE.VOTE", ("news", user, id));
            assert!(!is_error(&reply) || reply_is_no_article(&reply), "{reply:?}");
        }
    }

    fn join(&mut self, id: i64, group: &str) {
        self.classic.join(id, group);
        if self.state.phase.load(SeqCst) >= DUAL {
            let reply = self.module.call("ARTICLE.GROUPADD", ("news", id, group));
            assert!(!is_error(&reply) || reply_is_no_article(&reply), "{reply:?}");
        }
    }

    /// Posts: on the classic site only, until the module assigns the ids.
    fn post(&mut self, user: &str, title: &str) -> i64 {
        let _posting = self.state.posting.lock().expect("the lock");
        let time = self.classic.client.now();
        self.state.posts.fetch_add(1, SeqCst);
        if self.state.phase.load(SeqCst) < SWITCHED {
            return self.classic.post(user, title, "http://x", time);
        }
        let post = ("news", user, title, "http://x", "TIME", time);
        let Value::Int(id) = self.module.call("ARTICLE.POST", post) else { panic!("not an id") };
        self.classic.post_with_id(id, user, title, "http://x", time);
        self.classic.client.call("SET", ("article:", id));
        id
    }
}

fn reply_is_no_article(reply: &Value) -> bool {
    test_support::error_text(reply).starts_with("NOARTICLE")
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
    let (from, to) = (plain_server(), module_server());
    fill(&from, Port::Python, 200);
    let state = State::default();
    let writer = || DualWriter {
        classic: ClassicSite::new(from.resp2(), Port::Python),
        module: to.resp2(),
        state: &state,
    };
    let mut updating = import(&from, &to);
    updating.push("--update".to_owned());
    thread::scope(|scope| {
        let stop = Stop(&state);
        for thread in 0..3 {
            let (mut writer, mut random) = (writer(), random.fork());
            scope.spawn(move || {
                let mut number = 0;
                while writer.state.phase.load(SeqCst) != STOP {
                    number += 1;
                    let posted = 200 + writer.state.posts.load(SeqCst) as i64;
                    let id = 1 + random.below(posted);
                    // An article that is being posted has no hash yet: classic code would make half
                    // an article of it.
                    if writer.classic.client.int(&format!("EXISTS article:{id}")) == 1 {
                        writer.vote(&format!("voter{thread}-{number}"), id);
                    }
                    thread::sleep(Duration::from_millis(1));
                }
            });
        }
        let mut poster = writer();
        scope.spawn(move || {
            let mut number = 0;
            while poster.state.phase.load(SeqCst) != STOP {
                number += 1;
                let id = poster.post(&format!("poster{number}"), &format!("Live {number}"));
                poster.join(id, "live");
                thread::sleep(Duration::from_millis(5));
            }
        });
        let votes_go_on = || {
            let before = state.votes.load(SeqCst);
            wait_until(DEADLINE, "votes", || state.votes.load(SeqCst) > before + 20);
        };
        votes_go_on();
        // 1. Import.
        run(&import(&from, &to));
        votes_go_on();
        // 2. Write votes and groups to both, and bring what was loaded up to date.
        state.phase.store(DUAL, SeqCst);
        votes_go_on();
        run(&updating);
        // 3. Pause posting, import what is new, and let the module assign ids.
        let posting = state.posting.lock().expect("the lock");
        let last = run(&import(&from, &to));
        assert!(last.number("there before") >= 200, "{}", last.out);
        state.phase.store(SWITCHED, SeqCst);
        drop(posting);
        votes_go_on();
        // 4. Verify. A vote can have come between the reading and the loading of its article.
        wait_until(DEADLINE, "no difference", || {
            let is_equal = run_any(&verify(&from, &to)).code == Some(0);
            if !is_equal {
                run(&updating);
            }
            is_equal
        });
        // 5. Reading is switched here. The clients stop, so that the comparison is exact.
        votes_go_on();
        drop(stop);
    });
    let end = run(&verify(&from, &to));
    assert!(end.err.contains(": 0 differences"), "{}", end.err);
    let (votes, posts) = (state.votes.load(SeqCst), state.posts.load(SeqCst));
    let mut c = to.resp2();
    let info = c.info("news");
    // The filled site has the votes of 200 posters, and 0 to 4 others per article in turn.
    assert_eq!(info.int("votes") as u64, 200 + 40 * 10 + votes + posts);
    assert_eq!(info.int("articles") as u64, 200 + posts);
    assert_eq!(c.run("ARTICLE.DEBUG CHECK news"), Value::Okay);
    report(format!("{votes} votes and {posts} posts while switching over"));
}
