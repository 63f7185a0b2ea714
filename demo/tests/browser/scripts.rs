//! What the scripts of pages add to links and forms.

use crate::threads::{COMMENTS, fill};
use crate::world::{Talk, World};

#[tokio::test]
async fn votes_count_in_place_and_refusals_say_why() {
    let world = World::start();
    let (one, other) = (world.reader("ada").await, world.reader("bob").await);
    one.open_live("/new").await;
    other.open_live("/new").await;
    let votes: i64 = world.site.entry(2000, "votes");
    let (up, number) = ("#story-2000 .up", "#story-2000 .votes");
    tokio::join!(one.click(up), other.click(up));
    // Both see both votes, without a reload.
    for browser in [&one, &other] {
        browser.wait_for_text(number, &(votes + 2).to_string()).await;
        browser.element(&format!("{up}[aria-pressed=true]")).await;
    }
    one.click(up).await;
    one.wait_for_text(number, &(votes + 1).to_string()).await;
    world.site.run("SET limit:votes:ada 1000 EX 500");
    one.click("#story-1998 .up").await;
    let notice = "document.querySelector('#notice[role=alert]')?.textContent";
    one.wait_until(&format!("return {notice}.includes('Please try again in')")).await;
    assert_eq!(one.run("return window.notReloaded").await, true);
    // What a visitor does counts after the login.
    let visitor = world.browser().await.at("/new").await;
    visitor.click_for_text(up, "h1", "Log in").await;
    visitor.fill("input[name=name]", "eve").await;
    visitor.click_for(".fields button", &format!("{up}[aria-pressed=true]")).await;
}

#[tokio::test]
async fn lists_scroll_endlessly_and_one_comes_back_to_the_place() {
    let world = World::start();
    let browser = world.reader("ada").await.at("/new?unvoted=1").await;
    browser.scroll_until("document.querySelectorAll('.place').length > 60").await;
    // What gets a vote leaves the list, and no gap.
    browser.run("window.scrollTo(0, 0)").await;
    browser.click_away("#story-1999 .up", "#story-1999").await;
    let places = "return [...document.querySelectorAll('.place')].every(
         (place, index) => Number(place.textContent) === index + 1)";
    assert_eq!(browser.run(places).await, true);
    browser.open("/").await;
    // A story that sinks to one of the next pages is shown once.
    let id = browser.stories().await[0];
    while world.site.redis::<i64>(&format!("ARTICLE.RANK news {id}")) < 40 {
        world.site.run(&format!("ARTICLE.BOOST news {id} -2000 INCR"));
    }
    browser.scroll_until("document.querySelectorAll('.stories li').length > 140").await;
    let mut ids = browser.stories().await;
    let shown = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert!(ids.len() == shown && ids.contains(&id));
    // One comes back to the place in a list, although the browser does not keep the page.
    let read = browser.stories().await[100];
    browser.run(&format!("document.getElementById('story-{read}').scrollIntoView()")).await;
    browser.run(&format!("location.href = '/a/{read}'")).await;
    browser.wait_until(&format!("return location.pathname === '/a/{read}'")).await;
    browser.element("#comments").await;
    browser.client.back().await.unwrap();
    browser
        .wait_until(&format!(
            "const story = document.getElementById('story-{read}')?.getBoundingClientRect();
             return story !== undefined && story.bottom > 0 && story.top < window.innerHeight"
        ))
        .await;
}

#[tokio::test]
async fn hiding_a_story_leaves_a_line_in_its_place_that_brings_it_back() {
    let world = World::start();
    let browser = world.reader("ada").await.at("/new").await;
    browser.click_for_text("#story-1998 .row", "#story-1998 .undo", "Hidden · Undo").await;
    let hidden = || world.site.redis::<Vec<(String, i64)>>("ARTICLE.LISTS news ada").len();
    assert_eq!(hidden(), 1);
    browser.click_away("#story-1998 .undo button", "#story-1998 .undo").await;
    assert_eq!(hidden(), 0);
}

#[tokio::test]
async fn one_can_answer_in_place_and_fold_comments() {
    let (world, talk) = Talk::start();
    let id = talk.comment("bob", talk.story, "First");
    let browser = world.reader("ada").await.live_at(&talk.path()).await;
    browser.click(&format!("#comment-{id} .reply")).await;
    let form = format!("#comment-{id} form.answer");
    browser.fill(&format!("{form} textarea"), "An answer\nin two lines").await;
    browser.click(&format!("{form} button")).await;
    let text = format!("#comment-{id} .answers .text");
    browser.wait_for_text(&text, "An answer\nin two lines").await;
    assert_eq!(browser.count(&form).await, 0);
    // The form above the thread answers the story. Its answer can be answered in turn.
    browser.comment("On the story").await;
    let first = ".thread > .comment:first-child";
    browser.wait_for_text(&format!("{first} .text"), "On the story").await;
    browser.click(&format!("{first} .reply")).await;
    browser.fill(&format!("{first} textarea"), "To myself").await;
    browser.click(&format!("{first} form.answer button")).await;
    browser.wait_for_text(&format!("{first} .answers .text"), "To myself").await;
    assert_eq!(talk.entry::<i64>(talk.story, "comments"), 4);
    // A refused text stays.
    world.site.run("SADD banned ada");
    browser.comment("Not lost").await;
    browser.wait_for_text("#notice", "A moderator has banned this account.").await;
    let value = "return document.querySelector('form.answer textarea').value";
    assert_eq!(browser.run(value).await, "Not lost");
    assert_eq!(browser.run("return window.notReloaded").await, true);
    for state in [":not([open])", "[open]"] {
        // The whole head folds, right of everything in it.
        let click = format!(
            "const head = document.querySelector('#comment-{id} > .head');
             const {{ right, top }} = head.getBoundingClientRect();
             document.elementFromPoint(right - 5, top + 5).click()"
        );
        browser.run(&click).await;
        browser.element(&format!("#comment-{id} > details{state}")).await;
    }
    let open = "#comments .thread > .comment > details[open]";
    browser.click_away("#fold-all", open).await;
    browser.click_for("#fold-all", open).await;
}

#[tokio::test]
async fn more_comments_follow_until_the_end() {
    let (world, talk) = Talk::start();
    fill(&world.site, talk.story);
    let (mut thread, mut after): (Vec<i64>, _) = (Vec::new(), String::new());
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
    // What is not shown is counted.
    let rests: Vec<String> = browser.each(".rest", "textContent").await;
    let number = |text: &String| text.trim().split(' ').next()?.parse::<usize>().ok();
    let left: usize = rests.iter().map(|text| number(text).unwrap()).sum();
    assert_eq!(left, COMMENTS - thread.len());
}

#[tokio::test]
async fn a_page_from_before_a_login_says_so_and_a_logout_leaves_none() {
    let world = World::start();
    let browser = world.browser().await.at("/new").await;
    let old = browser.client.window().await.unwrap();
    let new = browser.client.new_window(true).await.unwrap();
    browser.client.switch_to_window(new.handle).await.unwrap();
    browser.log_in("ada").await;
    browser.client.switch_to_window(old).await.unwrap();
    let shown = browser.stories().await.len();
    browser.run("window.scrollTo(0, document.body.scrollHeight)").await;
    let notice = "document.querySelector('#notice[role=status]')?.textContent";
    browser.wait_until(&format!("return {notice}.includes('Reload')")).await;
    assert_eq!(browser.stories().await.len(), shown);
    browser.open("/new").await;
    browser.click(".me").await;
    browser.click_for_text("form[action='/logout'] button", ".me", "Log in").await;
    browser.client.back().await.unwrap();
    browser.element("#story-2000").await;
    browser.wait_for_text(".me", "Log in").await;
}
