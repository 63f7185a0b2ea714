//! ARTICLE.VOTE: every change between up, down and none, and when a vote is refused.

use test_support::*;

const KINDS: [&str; 3] = ["NONE", "UP", "DOWN"];

fn weight(kind: &str) -> i64 {
    match kind {
        "UP" => 1,
        "DOWN" => -1,
        _ => 0,
    }
}

#[in_both_protocols]
fn every_change_between_up_down_and_none_counts_exactly(c: &mut Client) {
    let time = c.now() - 10;
    c.ok("ARTICLE.CREATE news VOTESCORE 7");
    let mut id = 0;
    let all = KINDS.iter().flat_map(|from| KINDS.map(|to| (from, to)));
    for (from, to) in all {
        // Plus the poster's own vote.
        let (up, down) = (1 + i64::from(to == "UP"), i64::from(to == "DOWN"));
        let (changed, score) = (int((*from != to).into()), time + 7 * (up - down));
        for with_counts in [false, true] {
            id += 1;
            c.int(&format!("ARTICLE.POST news alice a l TIME {time}"));
            c.run(&format!("ARTICLE.VOTE news bob {id} {from}"));
            let line = format!("ARTICLE.VOTE news bob {id} {to}");
            if with_counts {
                let expected = [
                    ("changed", changed.clone()),
                    ("votes", int(up - down)),
                    ("upvotes", int(up)),
                    ("downvotes", int(down)),
                    ("score", int(score)),
                    ("previous", int(weight(from))),
                    ("poster", bulk("alice")),
                ];
                let expected = expected.map(|(name, value)| (name.as_bytes().to_vec(), value));
                assert_eq!(c.map(&format!("{line} WITHCOUNTS")).0, expected, "{from} to {to}");
            } else {
                assert_eq!(c.run(&line), changed, "{from} to {to}");
            }
            let article = c.map(&format!("ARTICLE.GET news {id} VIEWER bob"));
            assert_eq!(article.counts(), (up - down, up, down, score), "{from} to {to}");
            assert_eq!(article.int("vote"), weight(to), "{from} to {to}");
        }
    }
}

#[in_both_protocols]
fn a_vote_without_a_kind_is_an_up_vote(c: &mut Client) {
    c.int("ARTICLE.POST news alice a l");
    assert_eq!(c.run("ARTICLE.VOTE news bob 1"), int(1));
    assert_eq!(c.run("ARTICLE.VOTE news bob 1 UP"), int(0));
    let reply = c.map("ARTICLE.VOTE news cleo 1 WITHCOUNTS");
    assert_eq!(reply.int("changed"), 1);
    assert_eq!(reply.int("upvotes"), 3);
}

#[in_both_protocols]
fn without_selfvote_posters_cannot_vote_on_their_own_articles(c: &mut Client) {
    c.ok("ARTICLE.CREATE news SELFVOTE no");
    c.int("ARTICLE.POST news alice a l");
    c.int("ARTICLE.POST news bob b l");
    for options in ["", "UP", "DOWN", "NONE", "DOWN WITHCOUNTS"] {
        let line = format!("ARTICLE.VOTE news alice 1 {options}");
        c.refused("news", &line, SELF_VOTE);
    }
    assert_eq!(c.run("ARTICLE.VOTE news alice 2"), int(1));
    assert_eq!(c.run("ARTICLE.VOTE news bob 1 DOWN"), int(1));
    assert_eq!(c.article("news", 1).int("votes"), -1);
    assert_eq!(c.article("news", 2).int("votes"), 1);
}
