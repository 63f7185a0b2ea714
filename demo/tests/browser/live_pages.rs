//! Lists and threads that one looks at while others act.

use crate::world::{Talk, World};

#[tokio::test]
async fn what_is_shown_changes_in_place() {
    let (world, talk) = Talk::start();
    let first = talk.comment("bob", talk.story, "First");
    let answer = talk.comment("eve", first, "Second");
    let (list, thread) = (world.reader("ada").await, world.browser().await);
    list.open_live("/new").await;
    thread.open_live(&talk.path()).await;
    let (order, story) = (list.stories().await, format!("#story-{}", talk.story));
    let run = |command: &str, id: i64, rest: &str| {
        world.site.run(&format!("ARTICLE.{command} {id}{rest}"));
    };
    list.run(&format!("document.querySelector('{story} .up').focus()")).await;
    run("VOTE news ada", talk.story, "");
    // The reader's own vote in another tab, with the focus where it was.
    list.element(&format!("{story} .up[aria-pressed=true]:focus")).await;
    run("EDIT news", talk.story, " TITLE Talks");
    run("VOTE news carol", first, "");
    for browser in [&list, &thread] {
        browser.wait_for_text(&format!("{story} .title"), "Talks").await;
        browser.wait_for_text(&format!("{story} .votes"), "2").await;
    }
    thread.wait_for_text(&format!("#comment-{first} .votes"), "2").await;
    thread.wait_for_text("[data-fact=upvotes]", "2").await;
    // A mark is the comment's own, and the answer stays.
    run("MODERATE news HIDE", first, "");
    let comment = format!("#comment-{first}:has(> .head > .gone)");
    thread.wait_for_text(&format!("{comment} > .head .flag"), "hidden").await;
    assert!(
        thread.element(&format!("#comment-{answer} .text")).await.is_displayed().await.unwrap()
    );
    run("MODERATE news SHOW", first, "");
    thread.wait_for_none(&format!("#comment-{first} .gone")).await;
    run("DEL news", answer, "");
    thread.wait_for_text(&format!("#comment-{answer} .gone .flag"), "deleted").await;
    run("EDIT news", first, " TEXT Changed FIELDS 1 edited 5");
    thread.wait_for_text(&format!("#comment-{first} .text"), "Changed").await;
    run("MODERATE news LOCK", talk.story, "");
    list.wait_for_text(&format!("{story} .flag"), "locked").await;
    list.wait_for_none(&format!("{story} .vote button")).await;
    assert_eq!(list.stories().await, order);
    // Stories of further pages are live, too.
    list.scroll_until("document.querySelectorAll('.stories li').length > 60").await;
    let last = list.stories().await.pop().unwrap();
    run("MODERATE news HIDE", last, "");
    list.wait_for_text(&format!("#story-{last} .gone .flag"), "hidden").await;
    for browser in [&list, &thread] {
        assert_eq!(browser.run("return window.notReloaded").await, true);
    }
}

#[tokio::test]
async fn new_stories_are_announced_where_they_belong() {
    let world = World::start();
    let (new, group) = (world.browser().await, world.browser().await);
    new.open_live("/new").await;
    group.open_live("/g/rust/new").await;
    let order = new.stories().await;
    let post = |title: &str, group: &str| -> i64 {
        let link = format!("https://example.com/{title}");
        world.site.redis(&format!("ARTICLE.POST news bob {title} {link} GROUPS 1 {group}"))
    };
    let (first, second) = (post("One", "go"), post("Two", "rust"));
    new.wait_for_text("#arrivals", "2 new stories").await;
    group.wait_for_text("#arrivals", "1 new story").await;
    assert_eq!(new.stories().await, order);
    new.click_for("#arrivals", &format!("#story-{second}")).await;
    assert_eq!(new.stories().await[..2], [second, first]);
    new.wait_for_none("#arrivals:not([hidden])").await;
    // A hidden tab has no stream. Once it is shown, it has all that happened meanwhile.
    new.set_visibility("hidden").await;
    new.wait_for_none("#pulse[data-stream]").await;
    post("Three", "go");
    new.set_visibility("visible").await;
    new.wait_for_text("#arrivals", "1 new story").await;
}

#[tokio::test]
async fn new_comments_are_announced_and_shown() {
    let (world, talk) = Talk::start();
    let first = talk.comment("bob", talk.story, "First");
    let browser = world.reader("ada").await.live_at(&talk.path()).await;
    let alone = world.browser().await.live_at(&format!("/c/{first}")).await;
    world.site.run("ARTICLE.MUTE news ada USER mallory");
    talk.comment("mallory", first, "Not announced to ada");
    let second = talk.comment("eve", first, "Second");
    let third = talk.comment("bob", second, "Third");
    talk.comment("eve", talk.story, "Elsewhere");
    browser.wait_for_text("#arrivals", "3 new comments").await;
    alone.wait_for_text("#arrivals", "3 new comments").await;
    browser.wait_for_text("#comments h2", "5 comments").await;
    assert_eq!(browser.comments().await, [first], "nothing has moved yet");
    browser.click("#arrivals").await;
    let nested = format!("#comment-{first} #comment-{second} #comment-{third} .text");
    browser.wait_for_text(&nested, "Third").await;
    assert_eq!(browser.count(".comment.new .mark").await, 3);
    browser.wait_for_none("#arrivals:not([hidden])").await;
    assert_eq!(browser.run("return window.notReloaded").await, true);
}
