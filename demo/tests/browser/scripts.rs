//! What the scripts of pages add to links and forms.

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
