//! Lists and threads that one looks at while others act.

use crate::world::{Talk, World};

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
    browser.click_for("#arrivals", &format!("#story-{}", talk.story)).await;
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
    assert_eq!(all.count("#arrivals:not([hidden])").await, 0);
    for voter in 0..=votes {
        world.site.run(&format!("ARTICLE.VOTE news fan-{voter} {first}"));
    }
    all.wait_for_text("#arrivals", "1 new story").await;
    all.click_for("#arrivals", &format!("#story-{first}")).await;

    new.click_for("#arrivals", &format!("#story-{second}")).await;
    assert_eq!(new.stories().await[..2], [second.clone(), first.clone()]);
    new.wait_for_none("#arrivals:not([hidden])").await;
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

#[tokio::test]
async fn new_comments_are_announced_and_shown() {
    let (world, talk) = Talk::start();
    let first = talk.comment("bob", talk.story, "First");
    let browser = world.reader("ada").await.live_at(&talk.path()).await;
    let second = talk.comment("eve", first, "Second");
    let third = talk.comment("bob", second, "Third");
    browser.wait_for_text("#arrivals", "2 new comments").await;
    browser.wait_for_text("#comments h2", "3 comments").await;
    // Nothing has moved yet.
    assert_eq!(browser.comments().await, [first]);
    browser.click("#arrivals").await;
    let nested = format!("#comment-{first} #comment-{second} #comment-{third} .text");
    browser.wait_for_text(&nested, "Third").await;
    assert_eq!(browser.count(".comment.new .mark").await, 2);
    browser.wait_until("return document.getElementById('arrivals').hidden").await;
    // They take votes and answers, and are live.
    browser.click(&format!("#comment-{third} .up")).await;
    browser.wait_for_text(&format!("#comment-{third} .votes"), "2").await;
    browser.wait_until_live().await;
    world.site.run(&format!("ARTICLE.VOTE news carol {third} DOWN"));
    browser.wait_for_text(&format!("#comment-{third} .votes"), "1").await;
    // One's own answer is shown at once, not announced.
    browser.click(&format!("#comment-{third} .reply")).await;
    browser.fill(&format!("#comment-{third} textarea"), "Fourth").await;
    browser.click(&format!("#comment-{third} form.answer button")).await;
    browser.wait_for_text(&format!("#comment-{third} .answers .text"), "Fourth").await;
    browser.wait_for_text("#comments h2", "4 comments").await;
    browser.wait_until("return document.getElementById('arrivals').hidden").await;
    assert_eq!(browser.run("return window.notReloaded").await, true);
}

#[tokio::test]
async fn what_is_shown_of_comments_changes_in_place() {
    let (world, talk) = Talk::start();
    let first = talk.comment("bob", talk.story, "First");
    let answer = talk.comment("eve", first, "Second");
    let browser = world.browser().await.live_at(&talk.path()).await;
    world.site.run(&format!("ARTICLE.VOTE news carol {first}"));
    world.site.run(&format!("ARTICLE.VOTE news carol {}", talk.story));
    browser.wait_for_text(&format!("#comment-{first} .votes"), "2").await;
    browser.wait_for_text("[data-fact=upvotes]", "2").await;
    assert_eq!(browser.text(&format!("#comment-{answer} .votes")).await, "1");
    // The mark is the comment's own, and the answer stays.
    world.site.run(&format!("ARTICLE.MODERATE news HIDE {first}"));
    let comment = format!("#comment-{first}:has(> .head > .gone)");
    browser.wait_for_text(&format!("{comment} > .head .flag"), "hidden").await;
    let text = browser.element(&format!("{comment} > details > .text")).await;
    assert!(!text.is_displayed().await.unwrap());
    let below = browser.element(&format!("#comment-{answer} .text")).await;
    assert!(below.is_displayed().await.unwrap());
    world.site.run(&format!("ARTICLE.MODERATE news SHOW {first}"));
    browser.wait_for_none(&format!("#comment-{first} .gone")).await;
    assert!(text.is_displayed().await.unwrap());
    world.site.run(&format!("ARTICLE.DEL news {answer}"));
    browser.wait_for_text(&format!("#comment-{answer} .gone .flag"), "deleted").await;
    let folded = format!("#comment-{first} > .head .folded");
    browser.wait_for_text(&folded, "0 answers").await;
    let command = format!("ARTICLE.EDIT news {first} TEXT Second FIELDS 1 edited 5");
    world.site.run(&command);
    browser.wait_for_text(&format!("#comment-{first} .text"), "Second").await;
    world.site.run(&format!("ARTICLE.BOOST news {} 99999999", talk.story));
    let rank = "document.querySelector('[data-fact=rank]').textContent";
    browser.wait_until(&format!("return {rank}.startsWith('1st of ')")).await;
    assert_eq!(browser.run("return window.notReloaded").await, true);
}

#[tokio::test]
async fn a_comment_page_announces_answers_to_it_only() {
    let (world, talk) = Talk::start();
    let first = talk.comment("bob", talk.story, "First");
    let browser = world.browser().await.live_at(&format!("/c/{first}")).await;
    talk.comment("eve", talk.story, "Elsewhere");
    let answer = talk.comment("eve", first, "Here");
    browser.wait_for_text("#arrivals", "1 new comment").await;
    browser.click_for_text("#arrivals", &format!("#comment-{answer} .text"), "Here").await;
    assert_eq!(browser.comments().await, [answer]);
    assert_eq!(browser.count(".empty").await, 0);
}

#[tokio::test]
async fn what_one_reads_does_not_move() {
    let (world, talk) = Talk::start();
    for place in 0..30 {
        talk.comment_of_age(100 - place, "bob", talk.story, "A text of some words");
    }
    let browser = world.browser().await;
    browser.open_live(&format!("{}/old", talk.path())).await;
    let read = *browser.comments().await.last().unwrap();
    browser.run(&format!("document.getElementById('comment-{read}').scrollIntoView()")).await;
    let top = format!("return document.getElementById('comment-{read}').offsetTop");
    let before = browser.run(&top).await;
    talk.comment("eve", browser.comments().await[0], "Above");
    browser.wait_for_text("#arrivals", "1 new comment").await;
    assert_eq!(browser.run(&top).await, before);
}

#[tokio::test]
async fn an_open_page_follows_the_readers_choices() {
    let (world, talk) = Talk::start();
    talk.comment("eve", talk.story, "Who has posted can be blocked");
    let browser = world.reader("ada").await.live_at(&talk.path()).await;
    let page = browser.client.window().await.unwrap();
    let other = browser.client.new_window(true).await.unwrap();
    browser.client.switch_to_window(other.handle).await.unwrap();
    browser.open("/u/eve").await;
    browser.click_for_text("form.block button", "form.block button", "Blocked").await;
    browser.client.switch_to_window(page).await.unwrap();
    browser.wait_until_live().await;
    talk.comment("eve", talk.story, "Not announced");
    talk.comment("bob", talk.story, "Announced");
    browser.wait_for_text("#arrivals", "1 new comment").await;
}

#[tokio::test]
async fn pages_go_on_after_outages_and_when_the_site_is_replaced() {
    let (world, talk) = Talk::start();
    let browser = world.browser().await.live_at(&talk.path()).await;
    let votes = format!("#story-{} .votes", talk.story);
    let vote_in = |site: &str, voter: &str| {
        world.site.run(&format!("ARTICLE.VOTE {site} {voter} {}", talk.story));
    };
    world.site.server().kill();
    browser.wait_for_text("#rate", "Redis is away").await;
    world.site.server().start_again();
    // The version before the restart is unknown to the server now.
    vote_in("news", "eve");
    browser.wait_for_text(&votes, "2").await;
    browser.wait_for_text("#rate", "0 votes/s").await;
    vote_in("news", "carol");
    browser.wait_for_text(&votes, "3").await;
    for (voter, expected) in [("dan", "4"), ("fay", "5")] {
        let closed: i64 = world.site.redis("CLIENT KILL TYPE normal");
        assert!(closed > 0);
        vote_in("news", voter);
        browser.wait_for_text(&votes, expected).await;
    }
    world.site.run("COPY news other");
    vote_in("other", "gus");
    world.site.run("RENAME other news");
    browser.wait_for_text(&votes, "6").await;
    vote_in("news", "hal");
    browser.wait_for_text(&votes, "7").await;
    assert_eq!(browser.run("return window.notReloaded").await, true);
}
