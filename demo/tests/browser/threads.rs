//! The thread of a story, also of one with 2,000 comments.

use std::collections::HashSet;

use crate::requests::response;
use crate::world::{Site, Talk, now};

#[tokio::test]
async fn comments_are_below_what_they_answer_and_fold() {
    let (world, talk) = Talk::start();
    let first = talk.comment("bob", talk.story, "First");
    let other = talk.comment("eve", talk.story, "Other");
    let answer = talk.comment("eve", first, "Answer");
    let browser = world.browser().await.at("/new").await;
    let link = format!("#story-{} .comments", talk.story);
    browser.wait_for_text(&link, "3 comments").await;
    browser.click_for_text(&link, "#comments h2", "3 comments").await;
    let below = format!("#comment-{first} .answers #comment-{answer} .text");
    assert_eq!(browser.text(&below).await, "Answer");
    assert_eq!(browser.count(&format!(".thread > #comment-{other}")).await, 1);
    // Folding hides the answers.
    for browser in [world.browser().await, world.browser_without_scripts().await] {
        browser.open(&talk.path()).await;
        let answer = browser.element(&format!("#comment-{answer} .text")).await;
        assert!(answer.is_displayed().await.unwrap());
        let summary = format!("#comment-{first} > details > summary");
        browser.click(&summary).await;
        assert!(!answer.is_displayed().await.unwrap());
        let head = browser.text(&format!("#comment-{first} > .head")).await;
        assert!(head.ends_with("1 answer"), "{head}");
        browser.click(&summary).await;
        assert!(answer.is_displayed().await.unwrap());
    }
}

#[tokio::test]
async fn comments_lead_to_those_above_and_to_the_next_one() {
    let (world, talk) = Talk::start();
    let first = talk.comment("bob", talk.story, "First");
    let answer = talk.comment("eve", first, "Answer");
    let below = talk.comment("bob", answer, "Below");
    let gone = talk.comment("eve", first, "Gone");
    talk.comment("eve", gone, "Left");
    let last = talk.comment("eve", first, "Last");
    let other = talk.comment("eve", talk.story, "Other");
    world.site.run(&format!("ARTICLE.DEL news {gone}"));
    let old = format!("{}/old", talk.path());
    for browser in [world.browser().await.at(&old).await, world.reader("ada").await.at(&old).await]
    {
        for (from, link, to) in [
            (below, "parent", answer),
            (below, "root", first),
            (first, "next", other),
            (answer, "next", gone),
            (gone, "next", last),
        ] {
            let link = format!("#comment-{from} > .head > .{link}");
            browser.click_for(&link, &format!("#comment-{to}:target")).await;
        }
        // The others have none.
        for (link, number) in [("parent", 5), ("root", 2), ("next", 3)] {
            assert_eq!(browser.count(&format!(".head > .{link}")).await, number, "{link}");
        }
    }
    // On the page of a comment, the answers to it are the outermost ones.
    let browser = world.browser().await.at(&format!("/c/{first}/old")).await;
    assert_eq!(browser.count(".root").await, 0);
    assert_eq!(browser.count("#comments .next").await, 2);
}

#[tokio::test]
async fn one_can_vote_on_comments() {
    let (world, talk) = Talk::start();
    let id = talk.comment("bob", talk.story, "First");
    let answer = talk.comment("bob", id, "Second");
    let browser = world.reader("ada").await.at(&talk.path()).await;
    browser.run("window.notReloaded = true").await;
    for (arrow, votes) in [(".up", 2), (".down", 0), (".down", 1)] {
        browser.click(&format!("#comment-{answer} {arrow}")).await;
        let number = format!("#comment-{answer} .votes");
        browser.wait_for_text(&number, &votes.to_string()).await;
        assert_eq!(talk.entry::<i64>(answer, "votes"), votes);
    }
    assert_eq!(talk.entry::<i64>(id, "votes"), 1);
    assert_eq!(browser.run("return window.notReloaded").await, true);
}

#[tokio::test]
async fn one_can_answer_in_place() {
    let (world, talk) = Talk::start();
    let id = talk.comment("bob", talk.story, "First");
    let browser = world.reader("ada").await.at(&talk.path()).await;
    browser.run("window.notReloaded = true").await;
    browser.click(&format!("#comment-{id} .reply")).await;
    let form = format!("#comment-{id} form.answer");
    browser.fill(&format!("{form} textarea"), "An answer\nin two lines").await;
    browser.click(&format!("{form} button")).await;
    let text = format!("#comment-{id} .answers .text");
    browser.wait_for_text(&text, "An answer\nin two lines").await;
    assert_eq!(browser.count(&form).await, 0);
    // The form above the thread answers the story. Its answer can be answered in turn.
    browser.comment("On the story").await;
    browser.wait_for_text(".thread > .comment:first-child .text", "On the story").await;
    browser.click(".thread > .comment:first-child .reply").await;
    browser.fill(".thread > .comment:first-child textarea", "To myself").await;
    browser.click(".thread > .comment:first-child form.answer button").await;
    browser.wait_for_text(".thread > .comment:first-child .answers .text", "To myself").await;
    assert_eq!(browser.run("return window.notReloaded").await, true);
    let shown = browser.comments().await;
    assert_eq!(shown.len(), 4);
    assert_eq!(talk.entry::<i64>(talk.story, "comments"), 4);
    assert_eq!(talk.entry::<String>(shown[0], "text"), "On the story");
    assert_eq!(talk.entry::<i64>(shown[1], "parent"), shown[0]);
    assert_eq!(talk.entry::<i64>(shown[3], "parent"), id);
}

#[tokio::test]
async fn a_comment_has_a_page_of_its_own() {
    let (world, talk) = Talk::start();
    let id = talk.comment("bob", talk.story, "First");
    let answer = talk.comment("eve", id, "Second");
    let below = talk.comment("bob", answer, "Third");
    let other = talk.comment("bob", talk.story, "Other");
    let browser = world.reader("ada").await.at(&talk.path()).await;
    browser.click_for_text(&format!("#comment-{answer} .age"), ".alone .text", "Second").await;
    assert_eq!(browser.path().await, format!("/c/{answer}"));
    assert_eq!(browser.comments().await, [below]);
    assert_eq!(browser.count(&format!("#comment-{other}")).await, 0);
    // Its form answers the comment, and its links lead up.
    browser.comment("Fourth").await;
    browser.wait_for_text("#comments .thread > .comment:first-child .text", "Fourth").await;
    assert_eq!(talk.entry::<i64>(answer, "comments"), 2);
    browser.open(&format!("/c/{below}")).await;
    browser.click_for_text(".alone .root", ".alone .text", "First").await;
    assert_eq!(browser.count(".alone :is(.parent, .root)").await, 0);
    browser.open(&format!("/c/{below}")).await;
    browser.click_for_text(".alone .parent", ".alone .text", "Second").await;
    assert_eq!(browser.count(".alone .root").await, 0);
    browser.click_for_text(".alone .parent", ".alone .text", "First").await;
    browser.click_for_text(".title", "#comments h2", "5 comments").await;
}

#[tokio::test]
async fn each_order_is_that_of_the_command() {
    let (world, talk) = Talk::start();
    for place in 0..6 {
        let id = talk.comment_of_age(60 - place, "bob", talk.story, "Text");
        talk.comment_of_age(30 - place, "eve", id, "Answer");
        for voter in 0..place * 7 % 5 * 2 {
            let vote = if voter % 3 == 0 { "DOWN" } else { "UP" };
            world.site.run(&format!("ARTICLE.VOTE news fan-{voter} {id} {vote}"));
        }
    }
    let browser = world.browser().await.at(&talk.path()).await;
    let mut orders = Vec::new();
    for (label, order) in [
        ("Best", "BY BEST"),
        ("New", "BY TIME"),
        ("Old", "BY TIME ASC"),
        ("Controversial", "BY CONTROVERSY"),
    ] {
        let address = match label {
            "Best" => talk.path(),
            label => format!("{}/{}", talk.path(), label.to_lowercase()),
        };
        browser.click(&format!(".orders a[href='{address}#comments']")).await;
        browser.wait_for_text(".orders [aria-current]", label).await;
        let command = format!("ARTICLE.THREAD news {} {order} RETURN 1 id", talk.story);
        let comments: Vec<(String, i64)> = world.site.redis(&command);
        let ids: Vec<i64> = comments.into_iter().map(|(_, id)| id).collect();
        assert_eq!(browser.comments().await, ids, "{label}");
        orders.push(ids);
    }
    orders.sort();
    orders.dedup();
    assert_eq!(orders.len(), 4);
}

#[tokio::test]
async fn what_came_since_the_last_visit_is_marked() {
    let (world, talk) = Talk::start();
    talk.comment_of_age(200, "bob", talk.story, "Seen");
    let new = talk.comment_of_age(50, "bob", talk.story, "New");
    talk.comment_of_age(40, "ada", talk.story, "Own");
    let visit = format!("visited:ada:{}", talk.story);
    let browser = world.reader("ada").await;
    // Nothing is new to somebody who has never been here.
    browser.open(&talk.path()).await;
    browser.element(".comment").await;
    assert_eq!(browser.ids(".comment.new").await, [0_i64; 0]);
    world.site.run(&format!("SET {visit} {}", now() - 100));
    browser.open(&talk.path()).await;
    browser.element(".comment.new .mark").await;
    assert_eq!(browser.ids(".comment.new").await, [new]);
    // It stays marked in another order.
    browser.click_for_text(".orders a[href*='/old']", ".orders [aria-current]", "Old").await;
    assert_eq!(browser.ids(".comment.new").await, [new]);
    // That was a visit.
    assert!(world.site.redis::<i64>(&format!("GET {visit}")) >= now() - 60);
    assert!(world.site.redis::<i64>(&format!("TTL {visit}")) > 0);
    browser.open(&talk.path()).await;
    browser.element(".comment").await;
    assert_eq!(browser.ids(".comment.new").await, [0_i64; 0]);
}

const COMMENTS: i64 = 2000;

/// Posts comments, of which a quarter answers the story and the others answer each other. Returns
/// their ids.
fn fill(site: &Site, story: i64) -> HashSet<i64> {
    let mut connection = site.connection();
    let mut ids: Vec<i64> = Vec::new();
    for place in 0..COMMENTS as usize {
        let parent = match place % 4 {
            0 => story,
            // A few comments get most of the answers, so that some threads are wide and deep.
            1 => ids[place / 2 % 3],
            2 => ids[place - 1],
            _ => ids[place * 7919 % place],
        };
        let mut command = redis::cmd("ARTICLE.COMMENT");
        command.arg("news").arg(format!("fan-{}", place % 50)).arg(parent).arg("Text");
        ids.push(command.query(&mut connection).unwrap());
    }
    ids.into_iter().collect()
}

#[tokio::test]
async fn more_comments_follow_until_the_end() {
    let (world, talk) = Talk::start();
    fill(&world.site, talk.story);
    let mut thread: Vec<i64> = Vec::new();
    let mut after = String::new();
    loop {
        let command = format!(
            "ARTICLE.THREAD news {} DEPTH 6 CHILDREN 20 SIZE 1000 WITHCURSOR{after} RETURN 1 id",
            talk.story
        );
        let (page, next): (Vec<(String, i64)>, Option<String>) = world.site.redis(&command);
        thread.extend(page.into_iter().map(|(_, id)| id));
        let Some(next) = next else { break };
        after = format!(" AFTER {next}");
    }
    let browser = world.browser().await.at(&talk.path()).await;
    assert_eq!(browser.comments().await, thread[..50]);
    browser
        .wait_until(
            "const more = document.querySelector('a.more');
             if (more && !('loading' in more.dataset)) more.click();
             return more === null",
        )
        .await;
    assert_eq!(browser.comments().await, thread);
    assert_eq!(browser.count(".thread > .comment").await, COMMENTS as usize / 4);
    // What is not shown is counted.
    let rests: Vec<String> = browser.each(".rest", "textContent").await;
    let number = |text: &String| text.trim().split(' ').next()?.parse::<usize>().ok();
    let left: usize = rests.iter().map(|text| number(text).unwrap()).sum();
    assert_eq!(left, COMMENTS as usize - thread.len());
    assert!(left > 0);
}

#[test]
fn links_lead_to_all_comments() {
    let site = Site::start();
    let talk = Talk::new(&site);
    let ids = fill(&site, talk.story);
    let (mut found, mut seen) = (HashSet::new(), HashSet::new());
    let number = |text: &str| text.split_once('"').unwrap().0.parse::<i64>().unwrap();
    let mut paths = vec![talk.path()];
    while let Some(path) = paths.pop() {
        let page = response(&site, "GET", &path);
        assert!(page.starts_with("HTTP/1.1 200 "), "{path}");
        let thread = page.split_once("data-answers=").unwrap().1;
        let ids: Vec<i64> = thread.split("data-id=\"").skip(1).map(number).collect();
        assert!(ids.len() <= 50, "{path}");
        found.extend(ids);
        for class in ["class=\"rest\"", "class=\"more\""] {
            let links = thread.split(class).skip(1).map(|text| {
                let address = text.split_once("href=\"").unwrap().1.split_once('"').unwrap().0;
                address.replace("&#38;", "&").replace("#comments", "")
            });
            paths.extend(links.filter(|path| seen.insert(path.clone())));
        }
    }
    assert_eq!(found, ids);
}
