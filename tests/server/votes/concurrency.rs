//! Many connections at the same time: each user's vote counts once, and the counts are exact.

use std::thread;
use test_support::*;

const CONNECTIONS: usize = 50;
const USERS_AT_ONCE: i64 = 20;
const ARTICLES: i64 = 8;

/// Runs the function on all connections at the same time, and returns their results.
fn at_once<T: Send>(server: &Server, run: impl Fn(usize, &mut Client) -> T + Sync) -> Vec<T> {
    thread::scope(|scope| {
        let start = |number: usize| {
            let run = &run;
            let protocol = PROTOCOLS[number % 2];
            scope.spawn(move || run(number, &mut server.client(protocol)))
        };
        let threads: Vec<_> = (0..CONNECTIONS).map(start).collect();
        let join = |thread: thread::ScopedJoinHandle<'_, T>| thread.join().expect("a connection");
        threads.into_iter().map(join).collect()
    })
}

/// Checks the counts of every article against the votes that viewers see.
fn assert_exact(c: &mut Client) {
    for id in 1..=ARTICLES {
        let mut votes = vec![];
        for user in (0..USERS_AT_ONCE).map(|user| format!("u{user}")).chain(["alice".into()]) {
            votes.push(c.map(&format!("ARTICLE.GET news {id} VIEWER {user}")).int("vote"));
        }
        let count = |kind| votes.iter().filter(|vote| **vote == kind).count() as i64;
        let article = c.article("news", id);
        let (up, down) = (count(1), count(-1));
        let score = article.int("time") + 432 * (up - down);
        assert_eq!(article.counts(), (up - down, up, down, score), "article {id}");
    }
    let recorded = c.info("news").int("votes");
    let counted: i64 = (1..=ARTICLES)
        .map(|id| c.article("news", id))
        .map(|article| article.int("upvotes") + article.int("downvotes"))
        .sum();
    assert_eq!(recorded, counted);
}

#[test]
fn the_same_up_votes_from_every_connection_count_once() {
    let server = with_module().start();
    let mut c = server.resp3();
    for _ in 1..=ARTICLES {
        c.int("ARTICLE.POST news alice a l GROUPS 1 g");
    }
    let changes = at_once(&server, |number, c| {
        let mut changes = 0;
        for step in 0..USERS_AT_ONCE * ARTICLES {
            // Each connection begins elsewhere, so that they collide everywhere.
            let step = (step + number as i64 * 7) % (USERS_AT_ONCE * ARTICLES);
            let (user, id) = (step % USERS_AT_ONCE, step / USERS_AT_ONCE + 1);
            changes += c.int(&format!("ARTICLE.VOTE news u{user} {id}"));
        }
        changes
    });
    assert_eq!(changes.iter().sum::<i64>(), USERS_AT_ONCE * ARTICLES);
    for id in 1..=ARTICLES {
        let up = USERS_AT_ONCE + 1;
        let time = c.article("news", id).int("time");
        assert_eq!(c.article("news", id).counts(), (up, up, 0, time + 432 * up));
    }
    assert_exact(&mut c);
}

#[test]
fn votes_that_change_and_are_withdrawn_at_once_leave_exact_counts() {
    let server = with_module().start();
    let mut c = server.resp3();
    for _ in 1..=ARTICLES {
        c.int("ARTICLE.POST news alice a l GROUPS 1 g");
    }
    at_once(&server, |number, c| {
        let mut random = Random::new(number as u64);
        for _ in 0..400 {
            let (user, id) = (random.below(USERS_AT_ONCE), 1 + random.below(ARTICLES));
            let kind = random.pick(&["UP", "DOWN", "NONE"]);
            c.int(&format!("ARTICLE.VOTE news u{user} {id} {kind}"));
        }
    });
    assert_exact(&mut c);
    let page = c.page("ARTICLE.PAGE news 1 ASC");
    let scores: Vec<_> = page.iter().map(|a| (a.int("score"), a.int("id"))).collect();
    assert!(scores.is_sorted() && scores.len() == 8, "{scores:?}");
    assert_eq!(c.page("ARTICLE.GROUPPAGE news g 1 ASC"), page);
}

#[test]
fn posts_from_all_connections_get_different_ids() {
    let server = with_module().start();
    let ids = at_once(&server, |number, c| {
        let post = format!("ARTICLE.POST news poster-{number} a l GROUPS 1 g{}", number % 3);
        (0..20).map(|_| c.int(&post)).collect::<Vec<_>>()
    });
    for own in &ids {
        assert!(own.is_sorted(), "{own:?}");
    }
    let mut all: Vec<i64> = ids.concat();
    all.sort_unstable();
    assert!(all.into_iter().eq(1..=CONNECTIONS as i64 * 20));
    let mut c = server.resp2();
    assert_eq!(c.int("ARTICLE.COUNT news"), 1000);
    let groups = c.groups("ARTICLE.GROUPS news");
    assert_eq!(groups.iter().map(|(_, number)| number).sum::<i64>(), 1000);
}

#[test]
fn readers_among_voters_always_see_consistent_counts() {
    let server = with_module().start();
    let mut c = server.resp3();
    for _ in 1..=ARTICLES {
        c.int("ARTICLE.POST news alice a l GROUPS 1 g");
    }
    at_once(&server, |number, c| {
        for step in 0..100 {
            let id = step % ARTICLES + 1;
            let kind = ["UP", "DOWN"][(step as usize + number) % 2];
            c.int(&format!("ARTICLE.VOTE news u{number} {id} {kind}"));
            let line = ["ARTICLE.PAGE news 1", "ARTICLE.GROUPPAGE news g 1"][number / 2 % 2];
            let mut last = i64::MAX;
            for article in c.page(line) {
                let (votes, up, down, score) = article.counts();
                assert_eq!(votes, up - down);
                assert_eq!(score, article.int("time") + 432 * votes);
                assert!(score <= last, "the page is in order");
                last = score;
            }
        }
    });
}
