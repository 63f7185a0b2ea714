//! Threads of random shapes, compared with a sort of what GET returns.

use std::collections::BTreeMap;
use test_support::*;

/// What a thread is sorted by.
#[derive(Clone, Debug)]
struct Comment {
    parent: i64,
    time: i64,
    votes: i64,
    score: i64,
    is_pinned: bool,
    is_hidden: bool,
    is_deleted: bool,
}

/// The comments by id. Those that are deleted keep their numbers.
type Comments = BTreeMap<i64, Comment>;

/// Reads what has changed.
fn read(c: &mut Client, comments: &mut Comments, last_id: i64) {
    for id in 2..=last_id {
        let reply = c.run(&format!("ARTICLE.GET news {id}"));
        if reply == Value::Nil {
            if let Some(comment) = comments.get_mut(&id) {
                (comment.is_deleted, comment.is_pinned) = (true, false);
            }
            continue;
        }
        let comment = c.fields(&reply);
        let read = Comment {
            parent: comment.int("parent"),
            time: comment.int("time"),
            votes: comment.int("votes"),
            score: comment.int("score"),
            is_pinned: comment.has("pinned"),
            is_hidden: comment.has("hidden"),
            is_deleted: false,
        };
        comments.insert(id, read);
    }
}

fn answers(comments: &Comments, id: i64) -> Vec<i64> {
    comments.iter().filter(|(_, comment)| comment.parent == id).map(|(id, _)| *id).collect()
}

fn is_shown(comments: &Comments, id: i64) -> bool {
    let comment = &comments[&id];
    !comment.is_hidden && !comment.is_deleted
        || answers(comments, id).into_iter().any(|id| is_shown(comments, id))
}

/// Adds the thread of an id, as ids and depths.
fn expected(
    comments: &Comments,
    id: i64,
    depth: i64,
    (by, limit, children): (&str, i64, usize),
    thread: &mut Vec<(i64, i64)>,
) {
    let mut ids = answers(comments, id);
    ids.retain(|id| is_shown(comments, *id));
    ids.sort_by_key(|id| {
        let comment = &comments[id];
        let (value, is_ascending) = match by {
            "BY TIME ASC" => (comment.time, true),
            "BY SCORE ASC" => (comment.score, true),
            "BY TIME" => (comment.time, false),
            "BY SCORE" => (comment.score, false),
            _ => (comment.votes, false),
        };
        let place = if is_ascending { (value, *id) } else { (-value, -id) };
        (!comment.is_pinned, place)
    });
    if depth > 0 {
        ids.truncate(children);
    }
    for id in ids {
        thread.push((id, depth + 1));
        if depth + 1 < limit {
            expected(comments, id, depth + 1, (by, limit, children), thread);
        }
    }
}

#[test]
fn threads_are_what_their_comments_say() {
    let server = with_module().start();
    let mut c = server.resp3();
    let mut random = Random::new(seed("threads"));
    for _ in 0..rounds() {
        c.run("DEL news");
        let start = c.now() - 1000;
        c.int(&format!("ARTICLE.POST news alice t l TIME {start}"));
        let mut comments = Comments::new();
        let mut last_id = 1;
        for _ in 0..6 {
            for _ in 0..20 {
                let recent = (last_id - 6).max(0);
                let lowest = if random.percent(60) { recent } else { 0 };
                let parent = 1 + lowest + random.below(last_id - lowest);
                let time = start + random.below(20);
                let line = format!("ARTICLE.COMMENT news bob {parent} text TIME {time}");
                if let Value::Int(id) = c.run(&line) {
                    last_id = id;
                }
            }
            for _ in 0..60 {
                let id = 2 + random.below(last_id - 1);
                let line = match random.below(12) {
                    0 => format!("MODERATE news PIN {id}"),
                    1 => format!("MODERATE news UNPIN {id}"),
                    2 => format!("MODERATE news HIDE {id}"),
                    3 => format!("MODERATE news SHOW {id}"),
                    4 => format!("BOOST news {id} {}", random.below(100) * 100),
                    5 | 6 if random.percent(50) => {
                        // Its numbers stay, so they are read before.
                        read(&mut c, &mut comments, last_id);
                        format!("DEL news {id}")
                    }
                    _ => {
                        let vote = random.pick(&["UP", "DOWN", "NONE"]);
                        format!("VOTE news user-{} {id} {vote}", random.below(9))
                    }
                };
                c.run(&format!("ARTICLE.{line}"));
            }
            c.check("news");
            read(&mut c, &mut comments, last_id);
            for by in ["BY TIME", "BY TIME ASC", "BY SCORE", "BY SCORE ASC", "BY VOTES"] {
                for _ in 0..4 {
                    let id = if random.percent(70) { 1 } else { 1 + random.below(last_id) };
                    let depth = if random.percent(50) { 255 } else { 1 + random.below(6) };
                    let children = if random.percent(50) { 1000 } else { 1 + random.below(4) };
                    let mut thread = Vec::new();
                    let options = (by, depth, children as usize);
                    expected(&comments, id, 0, options, &mut thread);
                    let line =
                        format!("ARTICLE.THREAD news {id} {by} DEPTH {depth} CHILDREN {children}");
                    assert_eq!(
                        super::shape(&mut c, &format!("{line} SIZE 1000")),
                        thread,
                        "{line}"
                    );
                    let size = 1 + random.below(9);
                    let ids = c.walk(&format!("{line} SIZE {size}"), None).concat();
                    let whole: Vec<_> = thread.iter().map(|(id, _)| *id).collect();
                    assert_eq!(ids, whole, "{line} SIZE {size}");
                }
            }
            for (id, comment) in &comments {
                if !comment.is_deleted {
                    let below = count(&comments, *id);
                    assert_eq!(c.article("news", *id).int("comments"), below, "{id}");
                }
            }
            assert_eq!(c.article("news", 1).int("comments"), count(&comments, 1));
        }
    }
}

/// Returns the number of listed comments below.
fn count(comments: &Comments, id: i64) -> i64 {
    let own = |id: i64| {
        let comment = &comments[&id];
        i64::from(!comment.is_hidden && !comment.is_deleted) + count(comments, id)
    };
    answers(comments, id).into_iter().map(own).sum()
}
