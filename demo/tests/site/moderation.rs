//! Holding back, flags, bans, and what others may do.

use crate::world::Site;

#[test]
fn what_is_held_waits_in_the_queue() {
    let site = Site::start();
    let (moderator, eve) = (site.reader("moderator"), site.reader("eve"));
    let talk = site.story("bob", "Talk").to_string();
    site.story("eve", "Known");
    moderator.act("/restrict", &[("user", "eve"), ("action", "HOLD")]);
    let post = [("title", "Buy this"), ("link", "https://spam.example/"), ("text", "")];
    let story = eve.act("/submit", &post);
    let comment = eve.act("/comment", &[("parent", &talk), ("text", "Buy that")]);
    eve.page(&story).shows(&["Buy this", "waits for a moderator"]);
    eve.page(&comment).shows(&["Buy that"]);
    for path in [&*story, &comment, "/new", "/comments", "/u/eve"] {
        let reply = site.visitor().get(path);
        assert!(!reply.body.contains("Buy th"), "{path}");
    }
    // What eve holds bars nobody.
    let mine = [("title", "Mine"), ("link", "https://spam.example/"), ("text", "")];
    assert_ne!(site.reader("ada").act("/submit", &mine), story);
    moderator.page("/queue").shows(&["Held back Buy this", "Buy that", "Approve Reject"]);
    let id = |path: &str| path.rsplit('/').next().unwrap().to_owned();
    moderator.act("/moderate", &[("id", &id(&comment)), ("action", "PUBLISH")]);
    moderator.act("/moderate", &[("id", &id(&story)), ("action", "REJECT")]);
    moderator.page("/queue").shows(&["Held back Nothing."]);
    site.visitor().page("/comments").shows(&["Buy that"]);
    assert_eq!(site.visitor().get(&story).status, 404);
}

#[test]
fn three_flags_hide_a_story_and_each_reader_has_one() {
    let site = Site::start();
    let story = site.story("bob", "Talk");
    let id = story.to_string();
    for (reader, hidden) in [("ada", 0), ("ada", 0), ("carol", 0), ("dave", 1)] {
        site.reader(reader).act("/flag", &[("id", &id)]);
        assert_eq!(site.entry(story, "hidden"), hidden, "{reader}");
    }
    assert_eq!(site.visitor().get(&format!("/a/{id}")).status, 410);
    let moderator = site.reader("moderator");
    moderator.page("/queue").shows(&["Hidden stories Talk", "🚫 removed", "flagged by 3"]);
    moderator.act("/moderate", &[("id", &id), ("action", "SHOW")]);
    site.reader("erin").act("/flag", &[("id", &id)]);
    assert_eq!(site.entry(story, "hidden"), 0);
}

#[test]
fn a_post_is_removed_and_its_poster_banned_in_one_step() {
    let site = Site::start();
    let (talk, spam) = (site.story("bob", "Talk"), site.story("eve", "Spam"));
    let eve = site.reader("eve");
    eve.act("/vote", &[("vote", &format!("up:{talk}"))]);
    assert_eq!(site.entry(talk, "votes"), 2);
    let moderator = site.reader("moderator");
    moderator.act("/moderate", &[("id", &spam.to_string()), ("action", "BAN")]);
    assert_eq!((site.entry(talk, "votes"), site.entry(spam, "hidden")), (1, 1));
    for (path, fields) in [
        ("/vote", [("vote", &*format!("up:{talk}")), ("next", "/")]),
        ("/submit", [("title", "x"), ("text", "x")]),
        ("/comment", [("parent", &talk.to_string()), ("text", "x")]),
        ("/save", [("id", &talk.to_string()), ("on", "1")]),
        ("/flag", [("id", &talk.to_string()), ("next", "/")]),
    ] {
        let reply = eve.post(path, &fields);
        assert_eq!(reply.status, 403, "{path}");
        reply.shows(&["A moderator has banned this account."]);
    }
    moderator.act("/restrict", &[("user", "eve"), ("action", "UNBAN")]);
    eve.act("/vote", &[("vote", &format!("up:{talk}"))]);
}

#[test]
fn silenced_votes_do_not_count_and_only_moderators_know() {
    let site = Site::start();
    let talk = site.story("bob", "Talk");
    site.story("eve", "Known");
    let moderator = site.reader("moderator");
    moderator.act("/restrict", &[("user", "eve"), ("action", "SILENCE")]);
    site.reader("eve").act("/vote", &[("vote", &format!("up:{talk}"))]);
    assert_eq!(site.entry(talk, "votes"), 1);
    moderator.page("/u/eve").shows(&["Count votes again"]);
    site.reader("ada").page("/u/eve").shows(&["!Count votes again"]);
    moderator.act("/restrict", &[("user", "eve"), ("action", "COUNT")]);
    assert_eq!(site.entry(talk, "votes"), 2);
}

#[test]
fn others_do_not_moderate() {
    let site = Site::start();
    let talk = site.story("bob", "Talk").to_string();
    let ada = site.reader("ada");
    for (path, fields) in [
        ("/moderate", [("id", &*talk), ("action", "HIDE")]),
        ("/restrict", [("user", "bob"), ("action", "BAN")]),
    ] {
        assert_eq!(ada.post(path, &fields).status, 403);
    }
    assert_eq!(ada.get("/queue").status, 403);
    assert_eq!(ada.post("/delete", &[("id", &talk)]).status, 409);
    let moderator = site.reader("moderator");
    for fields in [[("user", "moderator"), ("action", "BAN")], [("user", ""), ("action", "BAN")]] {
        assert!(moderator.post("/restrict", &fields).status >= 400);
    }
    site.reader("bob").act("/delete", &[("id", &talk)]);
    assert_eq!(site.visitor().get(&format!("/a/{talk}")).status, 404);
}
