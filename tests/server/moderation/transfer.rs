//! ARTICLE.TRANSFER: giving the articles of a user to another.

use test_support::*;

/// Makes articles of alice at 1000, 3000, 2000, 3000, the third of them hidden, and one of bob.
fn make(c: &mut Client) {
    c.run("DEL news");
    for (index, time) in [1000, 3000, 2000, 3000].into_iter().enumerate() {
        let line = format!("alice t l{index} TIME {time} GROUPS 1 g");
        c.int(&format!("ARTICLE.POST news {line}"));
    }
    c.int("ARTICLE.POST news bob t l TIME 1500");
    c.int("ARTICLE.MODERATE news HIDE 3");
}

fn posters(c: &mut Client) -> Vec<String> {
    (1..=5).map(|id| c.article("news", id).text("poster")).collect()
}

#[in_both_protocols]
fn the_newest_articles_are_transferred_first(c: &mut Client) {
    make(c);
    for (count, transferred, posters) in [
        ("COUNT 1", 1, ["alice", "alice", "alice", "zoe", "bob"]),
        ("COUNT 2", 2, ["alice", "zoe", "zoe", "zoe", "bob"]),
        ("", 1, ["zoe", "zoe", "zoe", "zoe", "bob"]),
        ("", 0, ["zoe", "zoe", "zoe", "zoe", "bob"]),
    ] {
        let line = format!("ARTICLE.TRANSFER news alice zoe {count}");
        assert_eq!(c.int(&line), transferred, "{count}");
        assert_eq!(self::posters(c), posters);
        c.check("news");
    }
    assert_eq!(c.map("ARTICLE.USER news alice").int("articles"), 0);
    let zoe = c.map("ARTICLE.USER news zoe");
    assert_eq!((zoe.int("articles"), zoe.int("hidden"), zoe.int("karma")), (3, 1, 0));
    assert_eq!(c.ids("ARTICLE.USERPAGE news zoe 1 BY TIME"), [4, 2, 1]);
    assert_eq!(c.ids("ARTICLE.USERPAGE news alice 1"), [0; 0]);
    assert_eq!(c.info("news").int("users"), 2);
}

#[in_both_protocols]
fn votes_stay(c: &mut Client) {
    c.int("ARTICLE.POST news alice t l");
    c.int("ARTICLE.VOTE news carol 1 SILENT");
    let before = c.map("ARTICLE.GET news 1 VIEWER alice");
    assert_eq!(c.int("ARTICLE.TRANSFER news alice bob"), 1);
    let after = c.map("ARTICLE.GET news 1 VIEWER alice");
    assert_eq!(after.text("poster"), "bob");
    assert_eq!(after.without("poster"), before.without("poster"));
    assert_eq!(c.run("ARTICLE.VOTES news carol 1"), Value::Array(vec![int(1)]));
    // The new poster is one for the rules, too.
    c.ok("ARTICLE.ALTER news SELFVOTE no");
    assert_error(&c.run("ARTICLE.VOTE news bob 1"), SELF_VOTE);
    assert_eq!(c.int("ARTICLE.VOTE news alice 1 DOWN"), 1);
    assert_eq!(c.map("ARTICLE.USER news bob").int("karma"), -1);
}

#[in_both_protocols]
fn articles_of_a_prolific_user_are_transferred_in_steps(c: &mut Client) {
    let post = |id: i64| format!("ARTICLE.POST news alice t l TIME {}", 1000 + id * 7 % 400);
    c.run_all((1..=400).map(post));
    let ids = (1..=400).step_by(3).map(|id| format!(" {id}")).collect::<String>();
    assert_eq!(c.int(&format!("ARTICLE.MODERATE news HIDE{ids}")), 134);
    let latest = c.ids("ARTICLE.USERPAGE news alice 1 BY TIME SIZE 1");
    for (count, transferred) in [(1, 1), (99, 99), (200, 200), (200, 100), (200, 0)] {
        let line = format!("ARTICLE.TRANSFER news alice bob COUNT {count}");
        assert_eq!(c.int(&line), transferred, "{count}");
        c.check("news");
    }
    let bob = c.map("ARTICLE.USER news bob");
    assert_eq!((bob.int("articles"), bob.int("hidden"), bob.int("karma")), (266, 134, 0));
    assert_eq!(c.ids("ARTICLE.USERPAGE news bob 1 BY TIME SIZE 1"), latest);
    assert_eq!(c.map("ARTICLE.USER news alice").int("articles"), 0);
}

#[in_both_protocols]
fn nothing_to_transfer_changes_nothing(c: &mut Client) {
    make(c);
    for arguments in ["news alice alice", "news nobody zoe", "none alice zoe"] {
        let line = format!("ARTICLE.TRANSFER {arguments}");
        assert_eq!(assert_unchanged(c, "news", |c| c.run(&line)), int(0), "{arguments}");
    }
    assert_eq!(c.int("EXISTS none"), 0);
    assert_eq!(c.map("ARTICLE.USER news zoe").int("articles"), 0);
}
