//! Silent votes: their users see them, and nothing counts them.

use test_support::*;

fn entries(c: &mut Client) -> Fields {
    c.map("ARTICLE.GET news 1")
}

fn voters(c: &mut Client, options: &str) -> Vec<(String, i64)> {
    let mut found = votes(&c.parts(&format!("ARTICLE.VOTERS news 1 # {options}")).concat());
    found.sort_unstable();
    found
}

/// Returns how bob sees his vote, in each of the commands that show it.
fn seen(c: &mut Client) -> [Value; 3] {
    let viewed = c.map("ARTICLE.GET news 1 VIEWER bob").value("vote").clone();
    let votes = c.run("ARTICLE.VOTES news bob 1");
    let again = c.map("ARTICLE.VOTE news bob 1 NONE WITHCOUNTS").value("previous").clone();
    [viewed, items(&votes)[0].clone(), again]
}

#[in_both_protocols]
fn the_voter_sees_a_silent_vote_and_nobody_counts_it(c: &mut Client) {
    c.int("ARTICLE.POST news alice t l GROUPS 1 g");
    c.int("ARTICLE.POST news alice t l");
    c.int("ARTICLE.VOTE news carol 1 DOWN");
    for (vote, weight) in [("UP", 1), ("DOWN", -1)] {
        let (before, info, page) =
            (entries(c), c.info("news"), c.run("ARTICLE.PAGE news 1 BY VOTES"));
        let user = c.map("ARTICLE.USER news alice");
        let line = format!("ARTICLE.VOTE news bob 1 {vote} SILENT WITHCOUNTS");
        let voted = c.map(&line);
        assert_eq!((voted.int("changed"), voted.int("previous")), (1, 0));
        for name in ["votes", "upvotes", "downvotes", "score"] {
            assert_eq!(voted.value(name), before.value(name), "{name}");
        }
        assert_eq!(c.int(&format!("ARTICLE.VOTE news bob 1 SILENT {vote}")), 0);
        assert_eq!(entries(c), before);
        assert_eq!(c.map("ARTICLE.USER news alice"), user);
        assert_eq!(c.run("ARTICLE.PAGE news 1 BY VOTES"), page);
        assert_eq!(c.info("news").int("votes"), info.int("votes") + 1);
        c.check("news");
        assert_eq!(seen(c), [int(weight), int(weight), int(weight)], "{vote}");
        assert_eq!(seen(c), [int(0), int(0), int(0)], "withdrawn");
        assert_eq!(c.info("news").int("votes"), info.int("votes"));
        assert_eq!(c.int("ARTICLE.VOTE news bob 1 NONE SILENT"), 0);
    }
}

#[in_both_protocols]
fn voters_returns_either_the_counted_or_the_silent_votes(c: &mut Client) {
    c.int("ARTICLE.POST news alice t l");
    for vote in ["bob 1 DOWN", "carol 1 SILENT", "dave 1 DOWN SILENT"] {
        assert_eq!(c.int(&format!("ARTICLE.VOTE news {vote}")), 1);
    }
    let of = |votes: &[(&str, i64)]| -> Vec<_> {
        votes.iter().map(|(user, vote)| ((*user).to_owned(), *vote)).collect()
    };
    assert_eq!(voters(c, ""), of(&[("alice", 1), ("bob", -1)]));
    assert_eq!(voters(c, "DOWN"), of(&[("bob", -1)]));
    assert_eq!(voters(c, "SILENT"), of(&[("carol", 1), ("dave", -1)]));
    assert_eq!(voters(c, "SILENT DOWN"), of(&[("dave", -1)]));
    assert_eq!(voters(c, "UP SILENT"), of(&[("carol", 1)]));
}

#[in_both_protocols]
fn silent_votes_are_loaded_and_restored(c: &mut Client) {
    let times = "TIME 1000 CLOSES 3000000000";
    let voters = "UP 1 a SILENTUP 2 b c SILENTDOWN 1 d";
    c.ok(&format!("ARTICLE.LOAD news ARTICLE 1 alice t l {times} {voters}"));
    c.ok("ARTICLE.LOAD news VOTERS 1 SILENTDOWN 1 e DOWN 1 f");
    let article = entries(c);
    assert_eq!((article.int("upvotes"), article.int("downvotes")), (1, 1));
    assert_eq!(c.info("news").int("votes"), 6);
    let silent = self::voters(c, "SILENT");
    assert_eq!(silent.iter().map(|(_, vote)| vote).sum::<i64>(), 0);
    assert_eq!(silent.len(), 4);
    for line in [
        "ARTICLE.LOAD news VOTERS 1 SILENTUP 2 x x",
        "ARTICLE.LOAD news VOTERS 1 SILENTUP 1 y SILENTDOWN 1 y",
    ] {
        c.refused("news", line, "ERR a user can have only one vote on an article");
    }
    let line = format!("ARTICLE.LOAD news ARTICLE 2 a t l {times} COUNTS 1 0 SILENTUP 1 a");
    let error = "ERR COUNTS cannot be combined with UP or DOWN";
    c.refused("news", &line, error);
    let (before, dump) = (SiteSnapshot::of(c, "news"), c.dump("news"));
    assert_eq!(c.call("RESTORE", ("news", 0, dump, "REPLACE")), Value::Okay);
    before.assert_same(&SiteSnapshot::of(c, "news"));
    assert_eq!(self::voters(c, "SILENT"), silent);
}
