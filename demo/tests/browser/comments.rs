//! Comments: posted, refused, changed, moderated, and answered.

use crate::visitor::Visitor;
use crate::world::Talk;

const LOCKED: &str = "A moderator has locked this: it takes no comments.";

#[test]
fn one_can_answer_a_story_and_a_comment() {
    let (site, talk) = Talk::alone();
    let ada = Visitor::named(&site, "ada");
    let page = ada.page(&talk.path());
    let page = ada.follow(&page, "/comment", "", &[("text", " a\r\n\r\nb\0\u{7}\tc ")]);
    let id = page.ids()[0];
    assert_eq!(talk.entry::<String>(id, "text"), "a\n\nb\tc");
    let page = ada.follow(&page, "/comment", "", &[("text", "An answer")]);
    let answer = page.ids()[0];
    assert_eq!(talk.entry::<i64>(answer, "parent"), id);
    // The same form again is the same comment; another text is another one.
    let page = ada.page(&talk.path());
    let send = |text| ada.submit(&page, "/comment", "", &[("text", text)]).location().to_owned();
    assert_eq!(send("Once"), send("Once"));
    assert_ne!(send("Once"), send("Twice"));
    assert_eq!(talk.entry::<i64>(talk.story, "comments"), 4);
    Visitor::new(&site).page(&talk.path()).assert(200, "Log in to comment.");
}

#[test]
fn refused_comments_keep_their_text() {
    let (site, talk) = Talk::alone();
    let ada = Visitor::named(&site, "ada");
    let (story, text) = (talk.story, "Not <b>lost</b>");
    for (before, message, after) in [
        (format!("ARTICLE.MODERATE news LOCK {story}"), LOCKED, "ARTICLE.MODERATE news UNLOCK"),
        (
            format!("ARTICLE.MODERATE news HIDE {story}"),
            "A moderator has hidden this.",
            "ARTICLE.MODERATE news SHOW",
        ),
        ("SADD banned ada".to_owned(), "A moderator has banned this account.", "DEL banned"),
        (format!("ARTICLE.DEL news {story}"), "This does not exist any more.", ""),
    ] {
        let page = ada.page(&talk.path());
        site.run(&before);
        let refused = ada.submit(&page, "/comment", "", &[("text", text)]);
        refused.assert(409, &format!("{message} {text}"));
        if !after.is_empty() {
            site.run(&format!("{after} {story}"));
            // The same form works once the reason is gone.
            ada.follow(&refused, "/comment", "", &[("text", text)]).assert(200, text);
        }
    }
    let talk = Talk::new(&site);
    let (page, long) = (ada.page(&talk.path()), "x".repeat(2001));
    for (text, message) in [
        (" \r\n\0", "A comment cannot be empty."),
        ("\u{200b}", "The text has nothing that anybody can see."),
        (&long, "The text can have up to 2000 characters."),
    ] {
        ada.submit(&page, "/comment", "", &[("text", text)]).assert(400, message);
    }
    let mut deepest = talk.story;
    for _ in 0..255 {
        deepest = talk.comment("bob", deepest, "Deeper");
    }
    let ada = Visitor::named(&site, "ada");
    let page = ada.page(&format!("/c/{deepest}"));
    let refused = ada.submit(&page, "/comment", "", &[("text", "Too deep")]);
    refused.assert(409, "Comments can be nested at most 255 deep. Too deep");
}

#[test]
fn a_user_edits_and_deletes_only_own_comments() {
    let (site, talk) = Talk::alone();
    let id = talk.comment("ada", talk.story, "First");
    let answer = talk.comment("bob", id, "Answer");
    let (ada, eve) = (Visitor::named(&site, "ada"), Visitor::named(&site, "eve"));
    let page = ada.page(&talk.path());
    assert!(!page.body.contains(&format!("/c/{answer}/edit")));
    let edit = format!("/c/{id}/edit");
    assert!(page.body.contains(&edit));
    let text = [("text", "<i>improved</i>")];
    let page = ada.follow(&ada.page(&edit), "/edit", "", &text);
    page.assert(200, "<i>improved</i>");
    page.assert(200, "edited just now");
    ada.get(&format!("/c/{answer}/edit")).assert(404, "Not found");
    for action in ["/edit", "/delete"] {
        let fields = [("id", &*id.to_string()), ("text", "Stolen")];
        eve.post(action, &fields).assert(409, "This comment is not yours.");
    }
    let page = ada.follow(&ada.page(&edit), "/delete", "", &[]);
    page.assert(200, "1 comment");
    page.assert(200, "Deleted comment");
    assert_eq!(ada.page(&format!("/c/{id}")).ids(), [id, answer]);
}

#[test]
fn moderated_comments_and_those_of_moderated_stories_say_so() {
    let (site, talk) = Talk::alone();
    let id = talk.comment("eve", talk.story, "Spam");
    let other = talk.comment("eve", talk.story, "Other");
    talk.comment("bob", id, "Answer");
    let (moderator, ada) = (Visitor::named(&site, "moderator"), Visitor::named(&site, "ada"));
    let moderate = |action: &str| {
        let page = moderator.page(&format!("/c/{id}"));
        let form = format!("name=\"id\" value=\"{id}\"");
        moderator.follow(&page, "/moderate", &form, &[("action", action)])
    };
    moderate("HIDE").assert(200, "Spam");
    for view in [talk.path(), format!("/c/{id}")] {
        let page = ada.page(&view);
        page.assert(200, "A moderator has hidden this comment");
        page.assert(200, "Answer");
        assert!(!page.body.contains("Spam") && !page.body.contains("/moderate"), "{view}");
    }
    ada.get("/comments/hidden").assert(403, "Not allowed");
    moderator.page("/comments/hidden").assert(200, "Spam");
    moderate("SHOW");
    moderate("PIN");
    moderate("LOCK");
    let page = ada.page(&talk.path());
    assert_eq!(page.ids()[1], id, "pinned");
    let replies = |id: i64| page.body.contains(&format!("class=\"reply\" href=\"/c/{id}\""));
    assert!(!replies(id) && replies(other));
    ada.page(&format!("/c/{id}")).assert(200, "This comment takes no answers.");
    // Comments stay when their story goes.
    site.run(&format!("ARTICLE.MODERATE news LOCK {}", talk.story));
    for view in [talk.path(), format!("/c/{other}")] {
        ada.page(&view).assert(200, "A moderator has locked this story: it takes no comments.");
    }
    site.run(&format!("ARTICLE.MODERATE news HIDE {}", talk.story));
    ada.get(&format!("/c/{other}")).assert(410, "Hidden");
    site.run(&format!("ARTICLE.DEL news {}", talk.story));
    ada.page(&format!("/c/{other}")).assert(200, "Other");
}

#[test]
fn answers_are_counted_until_they_are_seen() {
    let (site, talk) = Talk::alone();
    // The story is bob's.
    let bob = Visitor::named(&site, "bob");
    let count = || {
        let page = bob.page("/");
        page.body
            .contains("class=\"count\"")
            .then(|| page.between("class=\"count\">", "<").to_owned())
    };
    assert_eq!(count(), None);
    let first = talk.comment("eve", talk.story, "An answer to the story");
    let own = talk.comment("bob", first, "Bob's own comment");
    let second = talk.comment("ada", own, "An answer to the comment");
    assert_eq!(count().as_deref(), Some("2"));
    assert_eq!(bob.page("/answers").ids(), [second, first]);
    assert_eq!(count(), None);
    assert_eq!(Visitor::named(&site, "eve").page("/answers").ids(), [own]);
}
