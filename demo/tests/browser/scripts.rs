//! What the scripts of pages add to links and forms.

use crate::browser::World;
use crate::world::wait_until;

#[test]
fn votes_count_in_place_and_refusals_say_why() {
    let world = World::start();
    let (one, other) = (world.reader("ada").live_at("/new"), world.reader("bob").live_at("/new"));
    let votes: i64 = world.site.entry(2000, "votes");
    let (up, number) = ("#story-2000 .up", "#story-2000 .votes");
    one.click(up);
    other.click(up);
    // Both see both votes, without a reload.
    for page in [&one, &other] {
        page.wait_for_text(number, &(votes + 2).to_string());
        page.wait_for("#story-2000 .up[aria-pressed=true]");
    }
    one.click(up);
    one.wait_for_text(number, &(votes + 1).to_string());
    world.site.run("SET limit:votes:ada 1000 EX 500");
    one.click("#story-1998 .up");
    let notice = "document.querySelector('#notice[role=alert]')?.textContent";
    one.wait_until(&format!("return {notice}.includes('Please try again in')"));
    assert!(one.is_live());
    // What a visitor does counts after the login.
    let visitor = world.reader("").at("/new");
    visitor.click(up);
    visitor.wait_for_text("h1", "Log in");
    visitor.fill("input[name=name]", "eve");
    visitor.click(".fields button");
    visitor.wait_for("#story-2000 .up[aria-pressed=true]");
}

#[test]
fn lists_scroll_endlessly_and_one_comes_back_to_the_place() {
    let world = World::start();
    let page = world.reader("ada").at("/new?unvoted=1");
    page.scroll_until("document.querySelectorAll('.place').length > 60");
    // What gets a vote leaves the list, and no gap.
    page.run("window.scrollTo(0, 0)");
    page.click("#story-1999 .up");
    page.wait_for_none("#story-1999");
    page.wait_until(
        "return [...document.querySelectorAll('.place')].every(
             (place, index) => Number(place.textContent) === index + 1)",
    );
    page.open("/");
    // A story that sinks to one of the next pages is shown once.
    let id = page.stories()[0];
    wait_until("the story is on a later page", || {
        world.site.run(&format!("ARTICLE.BOOST news {id} -2000 INCR"));
        world.site.redis::<i64>(&format!("ARTICLE.RANK news {id}")) >= 40
    });
    page.scroll_until("document.querySelectorAll('.stories li').length > 140");
    let mut ids = page.stories();
    let (shown, read) = (ids.len(), ids[100]);
    ids.sort_unstable();
    ids.dedup();
    assert!(ids.len() == shown && ids.contains(&id));
    // One comes back to the place in a list, although the browser does not keep the page.
    page.run(&format!("document.getElementById('story-{read}').scrollIntoView()"));
    page.open(&format!("/a/{read}"));
    page.run("history.back()");
    page.wait_until(&format!(
        "const story = document.querySelector('#list #story-{read}')?.getBoundingClientRect();
         return story !== undefined && story.bottom > 0 && story.top < window.innerHeight"
    ));
}

#[test]
fn one_can_answer_in_place_and_fold_comments() {
    let world = World::start();
    world.site.play(
        "
        talk: ARTICLE.POST news bob Talk https://example.com/talk
        first: ARTICLE.COMMENT news bob {talk} First
        ",
    );
    let (talk, id) = (world.site.id("talk"), world.site.id("first"));
    let page = world.reader("ada").live_at(&format!("/a/{talk}"));
    page.click(&format!("#comment-{id} .reply"));
    let form = format!("#comment-{id} form.answer");
    page.fill(&format!("{form} textarea"), "An answer\nin two lines");
    page.click(&format!("{form} button"));
    page.wait_for_text(&format!("#comment-{id} .answers .text"), "An answer\nin two lines");
    page.wait_for_none(&form);
    // The form above the thread answers the story. Its answer can be answered in turn.
    page.comment("On the story");
    let first = ".thread > .comment:first-child";
    page.wait_for_text(&format!("{first} .text"), "On the story");
    page.click(&format!("{first} .reply"));
    page.fill(&format!("{first} textarea"), "To myself");
    page.click(&format!("{first} form.answer button"));
    page.wait_for_text(&format!("{first} .answers .text"), "To myself");
    assert_eq!(world.site.entry::<i64>(talk, "comments"), 4);
    // A refused text stays.
    world.site.run("SADD banned ada");
    page.comment("Not lost");
    page.wait_for_text("#notice", "A moderator has banned this account.");
    page.wait_until("return document.querySelector('form.answer textarea').value === 'Not lost'");
    assert!(page.is_live());
    for state in [":not([open])", "[open]"] {
        // The whole head folds, right of everything in it.
        page.run(&format!(
            "const head = document.querySelector('#comment-{id} > .head');
             const {{ right, top }} = head.getBoundingClientRect();
             document.elementFromPoint(right - 5, top + 5).click()"
        ));
        page.wait_for(&format!("#comment-{id} > details{state}"));
    }
    let open = "#comments .thread > .comment > details[open]";
    page.click("#fold-all");
    page.wait_for_none(open);
    page.click("#fold-all");
    page.wait_for(open);
}
