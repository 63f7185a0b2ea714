//! Lists of stories that one looks at while others act.

use crate::talk::Talk;
use crate::world::World;

#[tokio::test]
async fn numbers_titles_and_marks_change_in_place() {
    let (world, talk) = Talk::start();
    let (one, other) = (world.reader("ada").await, world.reader("eve").await);
    one.open_live("/new").await;
    other.open("/new").await;
    let order = one.stories().await;
    let story = format!("#story-{}", talk.story);
    other.click(&format!("{story} .up")).await;
    one.wait_for_text(&format!("{story} .votes"), "2").await;
    talk.comment("eve", talk.story, "First");
    one.wait_for_text(&format!("{story} .comments"), "1 comment").await;
    world.site.run(&format!("ARTICLE.EDIT news {} TITLE Talks", talk.story));
    one.wait_for_text(&format!("{story} .title"), "Talks").await;
    world.site.run(&format!("ARTICLE.MODERATE news LOCK {}", talk.story));
    one.wait_for_text(&format!("{story} .flag"), "locked").await;
    one.wait_for_none(&format!("{story} .vote button")).await;
    world.site.run(&format!("ARTICLE.MODERATE news UNLOCK {}", talk.story));
    one.element(&format!("{story} button.up")).await;
    assert_eq!(one.count(&format!("{story} .flag")).await, 0);
    assert_eq!(one.stories().await, order);
    assert_eq!(one.run("return window.notReloaded").await, true);
}

#[tokio::test]
async fn a_vote_shows_in_the_voters_other_tab() {
    let (world, talk) = Talk::start();
    let browser = world.reader("ada").await.live_at("/new").await;
    let up = format!("#story-{} .up", talk.story);
    browser.run(&format!("document.querySelector('{up}').focus()")).await;
    for (vote, pressed) in [("UP", "true"), ("DOWN", "false"), ("UP", "true")] {
        world.site.run(&format!("ARTICLE.VOTE news ada {} {vote}", talk.story));
        browser.element(&format!("{up}[aria-pressed={pressed}]:focus")).await;
    }
}

#[tokio::test]
async fn stories_stay_where_they_are() {
    let world = World::start();
    let browser = world.browser().await.live_at("/").await;
    let order = browser.stories().await;
    let last = order.last().unwrap().clone();
    for voter in 0..400 {
        world.site.run(&format!("ARTICLE.VOTE news fan-{voter} {last}"));
    }
    let votes: i64 = world.site.entry(&last, "votes");
    browser.wait_for_text(&format!("#story-{last} .votes"), &votes.to_string()).await;
    assert_eq!(browser.stories().await, order);
    // It is at its new place once somebody asks for the new list.
    let talk = Talk::new(&world.site);
    for voter in 0..100 {
        world.site.run(&format!("ARTICLE.VOTE news fan-{voter} {}", talk.story));
    }
    browser.wait_for_text("#arrivals", "1 new story").await;
    browser.click("#arrivals").await;
    browser.element(&format!("#story-{}", talk.story)).await;
    assert_ne!(browser.stories().await.last(), Some(&last));
    assert_eq!(browser.run("return window.notReloaded").await, true);
}

#[tokio::test]
async fn new_stories_are_announced_where_they_belong() {
    let world = World::start();
    let (new, group, all) = (world.browser().await, world.browser().await, world.browser().await);
    new.open_live("/new").await;
    group.open_live("/g/rust/new").await;
    all.open_live("/all").await;
    let order = new.stories().await;
    let post = |title: &str, group: &str| -> String {
        let link = format!("https://example.com/{title}");
        let post = format!("ARTICLE.POST news bob {title} {link} GROUPS 1 {group}");
        world.site.redis::<i64>(&post).to_string()
    };
    let first = post("One", "go");
    let second = post("Two", "rust");
    new.wait_for_text("#arrivals", "2 new stories").await;
    group.wait_for_text("#arrivals", "1 new story").await;
    assert_eq!(new.stories().await, order);
    // This list would not show them.
    let last = all.stories().await.pop().unwrap();
    let votes: i64 = world.site.entry(&last, "votes");
    world.site.run(&format!("ARTICLE.VOTE news eve {}", order[0]));
    assert!(!all.element("#arrivals").await.is_displayed().await.unwrap());
    for voter in 0..=votes {
        world.site.run(&format!("ARTICLE.VOTE news fan-{voter} {first}"));
    }
    all.wait_for_text("#arrivals", "1 new story").await;
    all.click("#arrivals").await;
    all.element(&format!("#story-{first}")).await;

    new.click("#arrivals").await;
    new.element(&format!("#story-{second}")).await;
    assert_eq!(new.stories().await[..2], [second.clone(), first.clone()]);
    assert!(!new.element("#arrivals").await.is_displayed().await.unwrap());
    // They are live, like the others.
    new.wait_until_live().await;
    world.site.run(&format!("ARTICLE.VOTE news eve {second}"));
    new.wait_for_text(&format!("#story-{second} .votes"), "2").await;
    // One that a moderator hides is no longer announced.
    world.site.run(&format!("ARTICLE.MODERATE news HIDE {second}"));
    group.wait_until("return document.getElementById('arrivals').hidden").await;
}

#[tokio::test]
async fn what_is_gone_is_marked_and_further_pages_are_live() {
    let world = World::start();
    let (hidden, deleted) = (Talk::new(&world.site).story, 2000);
    let (visitor, moderator) = (world.browser().await, world.reader("moderator").await);
    visitor.open_live("/new").await;
    moderator.open_live("/new").await;
    let order = visitor.stories().await;
    world.site.run(&format!("ARTICLE.MODERATE news HIDE {hidden}"));
    world.site.run(&format!("ARTICLE.DEL news {deleted}"));
    for browser in [&visitor, &moderator] {
        browser.wait_for_text(&format!("#story-{hidden} .flag"), "hidden").await;
        browser.wait_for_text(&format!("#story-{deleted} .gone .flag"), "deleted").await;
        assert_eq!(browser.stories().await, order);
    }
    assert_eq!(visitor.count(&format!("#story-{hidden} .gone")).await, 1);
    assert_eq!(moderator.count(&format!("#story-{hidden} .gone")).await, 0);
    world.site.run(&format!("ARTICLE.MODERATE news SHOW {hidden}"));
    visitor.wait_for_none(&format!("#story-{hidden} .gone")).await;
    assert_eq!(visitor.count(&format!("#story-{hidden} .flag")).await, 0);
    // Stories of further pages are live.
    visitor.scroll_until("document.querySelectorAll('.stories li').length > 60").await;
    let last = visitor.stories().await.pop().unwrap();
    let votes: i64 = world.site.entry(&last, "votes");
    world.site.run(&format!("ARTICLE.MODERATE news UNLOCK {last}"));
    world.site.run(&format!("ARTICLE.VOTE news fan {last}"));
    let number = format!("#story-{last} .votes");
    visitor.wait_for_text(&number, &(votes + 1).to_string()).await;
}
