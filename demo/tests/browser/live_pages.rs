//! Lists and threads that one looks at while others act.

use crate::browser::World;

/// Starts a site with a story that has a comment with an answer.
fn talk() -> (World, [i64; 3]) {
    let world = World::start();
    world.site.play(
        "
        talk: ARTICLE.POST news bob Talk https://example.com/talk
        first: ARTICLE.COMMENT news bob {talk} First
        answer: ARTICLE.COMMENT news eve {first} Second
        ",
    );
    let ids = ["talk", "first", "answer"].map(|name| world.site.id(name));
    (world, ids)
}

#[test]
fn what_is_shown_changes_in_place() {
    let (world, [talk, first, answer]) = talk();
    let list = world.reader("ada").live_at("/new");
    let thread = world.reader("").live_at(&format!("/a/{talk}"));
    let (order, story) = (list.stories(), format!("#story-{talk}"));
    let run = |command: &str| world.site.play(command);
    list.run(&format!("document.querySelector('{story} .up').focus()"));
    run("ARTICLE.VOTE news ada {talk}");
    // The reader's own vote in another tab, with the focus where it was.
    list.wait_for(&format!("{story} .up[aria-pressed=true]:focus"));
    run("ARTICLE.EDIT news {talk} TITLE Talks");
    run("ARTICLE.VOTE news carol {first}");
    for page in [&list, &thread] {
        page.wait_for_text(&format!("{story} .title"), "Talks");
        page.wait_for_text(&format!("{story} .votes"), "2");
    }
    thread.wait_for_text(&format!("#comment-{first} .votes"), "2");
    thread.wait_for_text("[data-fact=upvotes]", "2");
    // A mark is the comment's own, and the answer stays.
    run("ARTICLE.MODERATE news HIDE {first}");
    let comment = format!("#comment-{first}:has(> .head > .gone)");
    thread.wait_for_text(&format!("{comment} > .head .flag"), "hidden");
    thread.wait_until(&format!(
        "return document.querySelector('#comment-{answer} .text').checkVisibility()"
    ));
    run("ARTICLE.MODERATE news SHOW {first}");
    thread.wait_for_none(&format!("#comment-{first} .gone"));
    run("ARTICLE.DEL news {answer}");
    thread.wait_for_text(&format!("#comment-{answer} .gone .flag"), "deleted");
    run("ARTICLE.EDIT news {first} TEXT Changed FIELDS 1 edited 5");
    thread.wait_for_text(&format!("#comment-{first} .text"), "Changed");
    run("ARTICLE.MODERATE news LOCK {talk}");
    list.wait_for_text(&format!("{story} .flag"), "locked");
    list.wait_for_none(&format!("{story} .vote button"));
    assert_eq!(list.stories(), order);
    // Stories of further pages are live, too.
    list.scroll_until("document.querySelectorAll('.stories li').length > 60");
    let last = list.stories().pop().unwrap();
    run(&format!("ARTICLE.MODERATE news HIDE {last}"));
    list.wait_for_text(&format!("#story-{last} .gone .flag"), "hidden");
    assert!(list.is_live() && thread.is_live());
}

#[test]
fn new_stories_are_announced_where_they_belong() {
    let world = World::start();
    let new = world.reader("").live_at("/new");
    let group = world.reader("").live_at("/g/rust/new");
    let order = new.stories();
    world.site.play(
        "
        first: ARTICLE.POST news bob One https://example.com/one GROUPS 1 go
        second: ARTICLE.POST news bob Two https://example.com/two GROUPS 1 rust
        ",
    );
    let (first, second) = (world.site.id("first"), world.site.id("second"));
    new.wait_for_text("#arrivals", "2 new stories");
    group.wait_for_text("#arrivals", "1 new story");
    assert_eq!(new.stories(), order);
    new.click("#arrivals");
    new.wait_for(&format!("#story-{second}"));
    assert_eq!(new.stories()[..2], [second, first]);
    new.wait_for_none("#arrivals:not([hidden])");
    // A hidden tab has no stream. Once it is shown, it has all that happened meanwhile.
    new.set_visibility("hidden");
    new.wait_for_none("#pulse[data-stream]");
    world.site.run("ARTICLE.POST news bob Three https://example.com/three");
    new.set_visibility("visible");
    new.wait_for_text("#arrivals", "1 new story");
}

#[test]
fn new_comments_are_announced_and_shown() {
    let (world, [talk, first, answer]) = talk();
    let thread = world.reader("ada").live_at(&format!("/a/{talk}"));
    let alone = world.reader("").live_at(&format!("/c/{first}"));
    world.site.play(
        "
        ARTICLE.MUTE news ada USER mallory
        ARTICLE.COMMENT news mallory {first} 'Not announced to ada'
        second: ARTICLE.COMMENT news eve {answer} Second
        third: ARTICLE.COMMENT news bob {second} Third
        ARTICLE.COMMENT news eve {talk} Elsewhere
        ",
    );
    let (second, third) = (world.site.id("second"), world.site.id("third"));
    thread.wait_for_text("#arrivals", "3 new comments");
    alone.wait_for_text("#arrivals", "3 new comments");
    thread.wait_for_text("#comments h2", "6 comments");
    let shown = || thread.ids("[data-answers] .comment");
    assert_eq!(shown(), [first, answer], "nothing has moved yet");
    thread.click("#arrivals");
    let nested = format!("#comment-{answer} #comment-{second} #comment-{third} .text");
    thread.wait_for_text(&nested, "Third");
    assert_eq!(thread.count(".comment.new .mark"), 3);
    thread.wait_for_none("#arrivals:not([hidden])");
    assert!(thread.is_live());
}
