//! LOCK and UNLOCK.

use super::moderate;
use test_support::*;

#[in_both_protocols]
fn voting_on_a_locked_article_has_closed_until_it_is_unlocked(c: &mut Client) {
    c.int("ARTICLE.POST news alice t l");
    c.int("ARTICLE.VOTE news bob 1 DOWN");
    moderate(c, "LOCK", &[1]);
    for user in ["alice", "bob", "cleo"] {
        for vote in ["UP", "DOWN", "NONE", "UP WITHCOUNTS"] {
            let line = format!("ARTICLE.VOTE news {user} 1 {vote}");
            c.refused("news", &line, VOTE_CLOSED);
        }
    }
    moderate(c, "UNLOCK", &[1]);
    assert_eq!(c.run("ARTICLE.VOTE news bob 1 UP"), int(1));
    assert_eq!(c.run("ARTICLE.VOTE news cleo 1 UP"), int(1));
}

#[in_both_protocols]
fn closes_and_the_votes_of_viewers_stay(c: &mut Client) {
    c.int("ARTICLE.POST news alice t l GROUPS 1 g");
    c.int("ARTICLE.POST news alice t l");
    c.int("ARTICLE.VOTE news bob 1 DOWN");
    for user in ["alice", "bob", "cleo"] {
        let line = format!("ARTICLE.GET news 1 VIEWER {user}");
        let before = c.map(&line);
        let votes = c.run(&format!("ARTICLE.VOTES news {user} 1"));
        moderate(c, "LOCK", &[1]);
        let locked = c.map(&line);
        assert_eq!(locked.value("locked"), &int(1));
        assert_ne!(locked.value("vote"), &Value::Nil);
        assert_eq!(locked.without("locked"), before);
        assert_eq!(c.run(&format!("ARTICLE.VOTES news {user} 1")), votes);
        moderate(c, "UNLOCK", &[1]);
        assert_eq!(c.map(&line), before);
    }
    // The article is listed as before.
    moderate(c, "LOCK", &[1]);
    assert_eq!(c.ids("ARTICLE.PAGE news 1"), [2, 1]);
    assert_eq!(c.ids("ARTICLE.GROUPPAGE news g 1 BY VOTES"), [1]);
    assert_eq!(c.run("ARTICLE.RANK news 1"), int(1));
    let info = c.info("news");
    assert_eq!((info.int("open"), info.int("votes"), info.int("hidden")), (2, 3, 0));
}
