//! What readers flag, and what moderators do.

use crate::visitor::{Visitor, plain};
use crate::world::{Site, Talk, now};

#[test]
fn stories_are_hidden_pinned_boosted_and_locked() {
    let site = Site::start();
    let (moderator, reader) = (Visitor::named(&site, "moderator"), Visitor::new(&site));
    let id = reader.page("/").ids()[20];
    let path = format!("/a/{id}");
    let act = |action: &str| {
        moderator.follow(&moderator.page(&path), "/moderate", "", &[("action", action)])
    };
    assert!(act("HIDE").body.contains("value=\"SHOW\""));
    reader.get(&path).assert(410, "Hidden");
    reader.get("/hidden").assert(403, "Not allowed");
    assert_eq!(moderator.page("/hidden").ids(), [id]);
    act("SHOW");
    act("PIN");
    assert_eq!(reader.page("/").ids()[0], id);
    let boost = [("seconds", "3600")];
    moderator
        .follow(&moderator.page(&path), "/boost", "", &boost)
        .assert(200, "boosted by 3600 s");
    act("LOCK");
    let page = reader.page(&path);
    assert!(!page.between("<article class=\"story\"", "</article>").contains("<button"));
    // The log is public, and names nothing that never existed.
    let logged = || site.redis::<i64>("XLEN moderations");
    let before = logged();
    for (form, fields) in [
        ("/moderate", [("action", "PIN"), ("id", "99999")]),
        ("/flags/dismiss", [("reason", ""), ("id", "99999")]),
    ] {
        moderator.post(form, &fields).assert(404, "Not found");
    }
    assert_eq!(logged(), before);
    // Others cannot moderate, not even with a form of their own.
    let ada = Visitor::named(&site, "ada");
    assert!(!ada.page(&path).body.contains("/moderate"));
    ada.post("/moderate", &[("action", "HIDE"), ("id", "2000")]).assert(403, "Not allowed");
}

#[test]
fn a_ban_withdraws_votes_and_prevents_whatever_is_stored() {
    let site = Site::start();
    let (moderator, eve) = (Visitor::named(&site, "moderator"), Visitor::named(&site, "eve"));
    let votes = || [2000, 1999].map(|id| site.entry::<i64>(id, "votes"));
    let before = votes();
    let vote = |id, choice| eve.post("/vote", &[("id", id), ("choice", choice)]);
    vote("2000", "up");
    vote("1999", "down");
    assert_eq!(votes(), [before[0] + 1, before[1] - 1]);
    let ban = [("action", "BAN"), ("reason", "Votes for money")];
    moderator.submit(&moderator.get("/u/eve"), "/restrict", "", &ban);
    assert_eq!(votes(), before);
    eve.page("/moderations").assert(200, "moderator banned eve Votes for money");
    let banned = "A moderator has banned this account.";
    let poster: String = site.entry(2000, "poster");
    for (form, fields) in [
        ("/vote", [("id", "2000"), ("choice", "up")]),
        ("/submit", [("title", "A story"), ("text", "A text")]),
        ("/comment", [("parent", "2000"), ("text", "A text")]),
        ("/flag", [("id", "2000"), ("reason", "spam")]),
        ("/save", [("id", "2000"), ("x", "")]),
        ("/hide", [("id", "2000"), ("x", "")]),
    ] {
        eve.post(form, &fields).assert(409, banned);
    }
    for verb in ["FOLLOW", "MUTE"] {
        let fields = [("verb", verb), ("kind", "user"), ("topic", &poster)];
        eve.post("/follow", &fields).assert(409, banned);
    }
    let lists: Vec<(String, i64)> = site.redis("ARTICLE.LISTS news eve");
    assert!(lists.is_empty() && votes() == before);
    moderator.submit(&moderator.get("/u/eve"), "/restrict", "", &[("action", "UNBAN")]);
    assert_eq!(vote("2000", "up").status, 303);
    for (user, reason, text) in [
        ("moderator", "x", "You cannot restrict yourself."),
        ("", "x", "There is no such user."),
        (&"x".repeat(256), "x", "There is no such user."),
        ("ada", "", "A ban needs a reason, for the log."),
    ] {
        let fields = [("action", "BAN"), ("user", user), ("reason", reason)];
        moderator.post("/restrict", &fields).assert(400, text);
    }
}

#[test]
fn what_is_held_back_waits_for_a_moderator() {
    let (site, talk) = Talk::alone();
    let (moderator, eve) = (Visitor::named(&site, "moderator"), Visitor::named(&site, "eve"));
    let restrict = |action| {
        moderator.submit(&moderator.get("/u/eve"), "/restrict", "", &[("action", action)])
    };
    restrict("HOLD");
    let reply = eve.post("/submit", &[("title", "Buy this"), ("text", "A text")]);
    let path = reply.location().to_owned();
    eve.get(&path).assert(403, "A moderator looks at what you post before others see it.");
    Visitor::new(&site).get(&path).assert(410, "Hidden");
    let parent = talk.story.to_string();
    let fields = [("parent", parent.as_str()), ("text", "Held words")];
    let comment = eve.post("/comment", &fields).location().to_owned();
    let page = eve.page(&comment);
    page.assert(200, "held");
    page.assert(200, "Held words");
    assert!(!Visitor::named(&site, "ada").page(&comment).body.contains("Held words"));
    let id: i64 = path.rsplit('/').next().unwrap().parse().unwrap();
    moderator.page("/hidden").assert(200, "held");
    let before = now();
    for (path, shown) in [(path, "Buy this"), (comment, "Held words")] {
        let id = path.rsplit('/').next().unwrap();
        let form = format!("name=\"id\" value=\"{id}\"");
        let page = moderator.page(&path);
        let page = moderator.follow(&page, "/moderate", &form, &[("action", "PUBLISH")]);
        assert!(!page.body.contains(">held<"));
        Visitor::new(&site).page(&path).assert(200, shown);
    }
    // It is as new as if it had been posted now, and an answer that bob has not seen.
    assert!(site.entry::<i64>(id, "time") >= before);
    assert_eq!(Visitor::new(&site).page("/new").ids()[0], id);
    assert!(Visitor::named(&site, "bob").page("/").body.contains("class=\"count\">1<"));
    restrict("UNHOLD");
    let reply = eve.post("/submit", &[("title", "Free"), ("text", "A text")]);
    Visitor::new(&site).page(reply.location()).assert(200, "Free");
}

#[test]
fn a_ring_is_seen_and_its_votes_count_no_longer() {
    let (site, talk) = Talk::alone();
    let moderator = Visitor::named(&site, "moderator");
    let eve = Visitor::named(&site, "eve");
    let id = talk.story.to_string();
    let vote = || eve.post("/vote", &[("id", &id), ("choice", "up")]);
    vote();
    let votes = || talk.entry::<i64>(talk.story, "votes");
    assert_eq!(votes(), 2);
    moderator.page("/u/bob").assert(200, "voter votes here in all eve 1 1");
    let silence = |action| {
        let page = moderator.get("/u/eve");
        moderator.submit(&page, "/restrict", "", &[("action", action)])
    };
    silence("SILENCE");
    assert_eq!(votes(), 1);
    // Nobody is told, eve least of all.
    assert!(eve.page(&talk.path()).between("class=\"up\"", ">").contains("\"true\""));
    for page in ["/u/eve", "/u/bob", "/moderations"] {
        let body = eve.get(page).body.to_lowercase();
        assert!(!body.contains("silence") && !body.contains("votes here"), "{page}");
    }
    silence("UNSILENCE");
    assert_eq!(votes(), 2);
}

#[test]
fn flags_lead_to_moderation_and_the_log_to_everybody() {
    let (site, talk) = Talk::alone();
    let comment = talk.comment("bob", talk.story, "Unkind words");
    let flag = |user: &Visitor, id: i64, reason| {
        let path = format!("/flag/{id}");
        user.follow(&user.page(&path), "/flag", "", &[("reason", reason)])
    };
    let (ada, eve) = (Visitor::named(&site, "ada"), Visitor::named(&site, "eve"));
    for user in [&ada, &eve] {
        flag(user, comment, "unkind").assert(200, "You have flagged this as unkind.");
    }
    flag(&ada, talk.story, "spam");
    flag(&ada, 2000, "spam");
    flag(&ada, 2000, "");
    assert_eq!(site.redis::<i64>("EXISTS flags:2000"), 0);
    ada.page(&talk.path()).assert(200, "Flagged");
    ada.get("/flags").assert(403, "Not allowed");
    let moderator = Visitor::named(&site, "moderator");
    let page = moderator.page("/flags");
    let text = plain(&page.body);
    assert!(text.find("Unkind words").unwrap() < text.find("Talk").unwrap(), "{text}");
    page.assert(200, "2 flags: 2 × unkind");
    let form = format!("value=\"{comment}\"");
    let page = moderator.follow(&page, "/moderate", &form, &[("action", "HIDE")]);
    let story = talk.story.to_string();
    let page = moderator.follow(&page, "/flags/dismiss", &story, &[("id", &story)]);
    page.assert(200, "Nothing is flagged.");
    let log = Visitor::new(&site).page("/moderations");
    log.assert(200, &format!("moderator removed comment {comment}"));
    log.assert(200, "moderator dismissed the flags of Talk");
    // The log has more than one page.
    for id in 1..=60 {
        site.run(&format!("XADD moderations * who moderator action PIN what {id}"));
    }
    site.run("ARTICLE.DEL news 60");
    let first = ada.page("/moderations");
    first.assert(200, "pinned 60, which was deleted");
    assert_eq!(first.body.matches("<li><a href=\"/u/moderator\">").count(), 50);
    ada.page(&first.link("more").unwrap()).assert(200, &site.entry::<String>(10, "title"));
}
