//! What the pages show, to whom, and how much of it fits on a screen.

use std::path::Path;
use std::time::Duration;
use std::{env, fs};

use redis::Value;

use crate::browser::Browser;
use crate::world::{Talk, World, now};

#[tokio::test]
async fn arrows_name_their_story_and_are_filled_when_pressed() {
    let (world, talk) = Talk::start();
    let comment = talk.comment("eve", talk.story, "First");
    let browser = world.reader("ada").await;
    for page in ["/new".to_owned(), talk.path()] {
        browser.open(&page).await;
        let arrow = |class: &str| format!("#story-{} .{class}", talk.story);
        for pressed in ["true", "false"] {
            assert_eq!(browser.label(&arrow("up")).await, "Vote up: Talk");
            assert_eq!(browser.label(&arrow("down")).await, "Vote down: Talk");
            // So do those that replace them.
            browser.click(&arrow("up")).await;
            browser.element(&format!("{}[aria-pressed={pressed}]", arrow("up"))).await;
        }
    }
    for page in ["/comments".to_owned(), talk.path()] {
        browser.open(&page).await;
        let arrow = format!("#comment-{comment} .down");
        assert_eq!(browser.label(&arrow).await, "Vote down the comment of eve");
    }
    // They are filled when pressed.
    browser.open("/new").await;
    browser.press_arrow("#story-2000 .up").await;
    let fill = "return ['up', 'down'].map((arrow) => getComputedStyle(
        document.querySelector(`#story-2000 .${arrow} svg`)).fill !== 'none')";
    for colors in ["none", "active"] {
        browser.set_media("forced-colors", colors).await;
        assert_eq!(browser.run(fill).await, serde_json::json!([true, false]), "{colors}");
    }
}

#[tokio::test]
async fn arrows_fit_fingers() {
    let (world, talk) = Talk::start();
    talk.comment("eve", talk.story, "First");
    let phone = world.phone().await;
    for page in ["/".to_owned(), "/comments".to_owned(), talk.path()] {
        phone.open(&page).await;
        // Lists have no room for both arrows.
        let small = "return [...document.querySelectorAll('.vote button')]
             .map((arrow) => arrow.getBoundingClientRect())
             .filter(({ width, height }) => width && (width < 44 || height < 44)).length";
        assert!(phone.count(".vote button").await > 1, "{page}");
        assert_eq!(phone.run(small).await, 0, "{page}");
    }
}

#[tokio::test]
async fn the_tabs_are_one_row_on_phones() {
    let world = World::start();
    let (visitor, user) = (world.phone().await, world.phone().await);
    user.log_in("a-name-of-20-letters").await;
    let is_row = |row: &str| {
        format!(
            "const {{ left, right, height }} =
                 document.querySelector('{row}').getBoundingClientRect();
             const boxes = [...document.querySelector('{row}').children]
                 .map((item) => item.getBoundingClientRect())
                 .filter(({{ width }}) => width > 0);
             return height < 60 && boxes.every((box, index) => box.height <= height
                 && box.left >= (index > 0 ? boxes[index - 1].right : left)
                 && box.right <= right)"
        )
    };
    for width in [320, 360, 390, 420] {
        for browser in [&visitor, &user] {
            for page in ["/", "/all", "/g/rust/week", "/moderations"] {
                browser.open_for_text(page, "#rate", "0 votes/s").await;
                browser.set_width(width).await;
                assert_eq!(browser.run(&is_row(".tabs")).await, true, "{width} {page}");
                browser.click(".tabs .menu:last-child summary").await;
                let fits = "const menu = document.querySelector('.menu[open] ul');
                     const { left, right } = menu.getBoundingClientRect();
                     return left >= 0 && right <= innerWidth";
                assert_eq!(browser.run(fits).await, true, "{width} {page}");
            }
        }
    }
}

#[tokio::test]
async fn what_has_closed_has_no_arrows() {
    let world = World::start();
    let browser = world.browser().await;
    for reader in ["", "ada"] {
        if !reader.is_empty() {
            browser.log_in(reader).await;
        }
        browser.open("/all").await;
        let is_open = |id: &str| world.site.entry::<i64>(id, "closes") > now();
        let stories = browser.stories().await;
        assert!(stories.iter().any(|id| is_open(id)));
        assert!(stories.iter().any(|id| !is_open(id)));
        for id in stories {
            let arrows = browser.count(&format!("#story-{id} .vote button")).await;
            assert_eq!(arrows, if is_open(&id) { 2 } else { 0 });
            let closed = format!("#story-{id} .closed:not([hidden])");
            assert_eq!(browser.count(&closed).await, usize::from(!is_open(&id)));
        }
        // The titles are in one column all the same.
        let columns = "return new Set([...document.querySelectorAll('.stories .what')]
             .map((title) => title.getBoundingClientRect().left)).size";
        assert_eq!(browser.run(columns).await, 1);
    }
    // Ages go on.
    browser.open("/new").await;
    // As if the page had been open since the story was an hour old.
    browser
        .run(
            "document.querySelector('#story-2000 time').dateTime =
                 new Date(Date.now() - 2.5 * 3600 * 1000).toISOString()",
        )
        .await;
    browser.set_visibility("visible").await;
    browser.wait_for_text("#story-2000 .age", "2 hours ago").await;
    // The heading of a day is not an age.
    browser.open("/past/2026-11-20").await;
    browser.set_visibility("visible").await;
    assert_eq!(browser.text("h1").await, "Stories of 2026-11-20");
}

#[tokio::test]
async fn arrows_disappear_when_voting_closes() {
    let (world, talk) = Talk::start();
    talk.comment("eve", talk.story, "First");
    let browser = world.browser().await;
    for page in ["/new".to_owned(), "/comments".to_owned(), talk.path()] {
        browser.open(&page).await;
        let top = "return document.querySelector('.votes').getBoundingClientRect().top";
        let before = browser.run(top).await;
        let arrows = browser.count(".vote button:enabled").await;
        assert!(arrows > 0, "{page}");
        browser.run("const now = Date.now; Date.now = () => now() + 8 * 86400 * 1000").await;
        browser.wait_for_none(".vote button:enabled").await;
        let shown = "return [...document.querySelectorAll('.vote button')]
             .filter((arrow) => getComputedStyle(arrow).visibility !== 'hidden').length";
        assert_eq!(browser.run(shown).await, 0);
        assert!(browser.count(".closed:not([hidden])").await >= arrows / 2);
        assert_eq!(browser.run(top).await, before, "nothing moves");
    }
}

#[tokio::test]
async fn places_go_on_from_page_to_page() {
    let world = World::start();
    let places = "return [...document.querySelectorAll('.place')].every(
         (place, index) => Number(place.textContent) === index + FIRST)";
    let browser = world.browser_without_scripts().await.at("/new").await;
    assert_eq!(browser.run(&places.replace("FIRST", "1")).await, true);
    browser.click_for("a.more", "#story-1970").await;
    assert_eq!(browser.run(&places.replace("FIRST", "31")).await, true);
    let browser = world.reader("ada").await.at("/new?unvoted=1").await;
    browser.scroll_until("document.querySelectorAll('.place').length > 60").await;
    assert_eq!(browser.run(&places.replace("FIRST", "1")).await, true);
    // What leaves the list leaves no gap.
    browser.run("window.scrollTo(0, 0)").await;
    browser.click_away("#story-1999 .up", "#story-1999").await;
    assert_eq!(browser.run(&places.replace("FIRST", "1")).await, true);
}

#[tokio::test]
async fn a_story_shows_its_place_and_who_voted_for_it() {
    let (world, talk) = Talk::start();
    for (user, vote) in [("eve", "UP"), ("mallory", "DOWN")] {
        world.site.run(&format!("ARTICLE.VOTE news {user} {} {vote}", talk.story));
    }
    world.site.run(&format!("ARTICLE.BOOST news {} 864000", talk.story));
    let browser = world.browser().await.at(&talk.path()).await;
    assert_eq!(browser.text(".rank").await, "1st of 2,001");
    browser.click(".voted summary").await;
    let voters = browser.text(".voters").await;
    let mut voters: Vec<&str> = voters.split_whitespace().collect();
    voters.sort();
    assert_eq!(voters, ["bob", "eve"]);
    assert!(!browser.client.source().await.unwrap().contains("mallory"));
}

#[tokio::test]
async fn each_command_on_a_page_was_sent() {
    let (world, talk) = Talk::start();
    let browser = world.reader("ada").await;
    world.site.run("CONFIG SET slowlog-log-slower-than 0");
    for page in ["/", "/week", "/g/rust/new", "/feed", "/comments", talk.path().as_str()] {
        world.site.run("SLOWLOG RESET");
        browser.open(page).await;
        let shown = browser.each::<String>(".command code", "textContent").await.remove(0);
        assert!(shown.contains("VIEWER ada"), "{shown}");
        type Entry = (i64, i64, i64, Vec<String>, Value, Value);
        let entries: Vec<Entry> = world.site.redis("SLOWLOG GET -1");
        assert!(entries.iter().any(|entry| entry.3.join(" ") == shown), "{shown}");
        assert_eq!(browser.count(".command").await, 1, "{page}");
    }
}

#[tokio::test]
async fn nothing_moves_for_those_who_want_no_motion() {
    let world = World::start();
    let browser = world.browser().await;
    for (motion, moves) in [("no-preference", true), ("reduce", false)] {
        browser.set_media("prefers-reduced-motion", motion).await;
        browser.open_live("/new").await;
        browser
            .run(
                "window.moved = 0;
                 const animate = Element.prototype.animate;
                 Element.prototype.animate = function (...how) {
                     window.moved += 1;
                     return animate.apply(this, how);
                 }",
            )
            .await;
        let post = format!("ARTICLE.POST news bob {motion} https://example.com/{motion}");
        let id: i64 = world.site.redis(&post);
        browser.wait_for_text("#arrivals", "1 new story").await;
        browser.click_for("#arrivals", &format!("#story-{id}")).await;
        assert_eq!(browser.run("return window.moved > 0").await, moves);
        let styled = "return [...document.querySelectorAll('*')].filter((element) => {
             const { transitionDuration, animationName } = getComputedStyle(element);
             return parseFloat(transitionDuration) > 0 || animationName !== 'none';
         }).length";
        assert_eq!(browser.run(styled).await, 0);
    }
    // Only an open stream is green.
    let color = "return getComputedStyle(document.querySelector('.dot')).backgroundColor";
    browser.open("/new").await;
    browser.wait_until_live().await;
    let green = browser.run(color).await;
    browser.set_visibility("hidden").await;
    browser.wait_for_none("#pulse[data-stream]").await;
    assert_ne!(browser.run(color).await, green);
}

/// Returns the greatest height of a row of the list, and where the first one begins.
async fn rows(browser: &Browser) -> (f64, f64) {
    let row = "const rows = [...document.querySelectorAll('.stories > li')]
         .map((row) => row.getBoundingClientRect());
     return [Math.max(...rows.map((row) => row.height)), rows[0].top + scrollY]";
    browser.read(row).await
}

#[tokio::test]
async fn a_screen_has_as_many_stories_as_fit() {
    let world = World::start();
    let (visitor, user) = (world.browser().await, world.reader("ada").await);
    for browser in [&visitor, &user] {
        for page in ["/", "/new", "/week"] {
            browser.open(page).await;
            let (height, first) = rows(browser).await;
            assert!(height <= 56.0 && first < 130.0, "{page}: {height}, {first}");
            let in_view = "return [...document.querySelectorAll('.stories > li')]
                 .filter((row) => row.getBoundingClientRect().bottom <= 900).length";
            let in_view: usize = browser.read(in_view).await;
            assert!(in_view >= 13, "{page}: {in_view}");
        }
    }
    let phone = world.phone().await;
    for page in ["/", "/new"] {
        phone.open(page).await;
        let (height, first) = rows(&phone).await;
        assert!(height <= 84.0 && first < 170.0, "{page}: {height}, {first}");
    }
    // The navigation stays where it is from page to page.
    let boxes = "return JSON.stringify([...document.querySelectorAll('.tabs > *')]
         .map((tab) => tab.getBoundingClientRect()))";
    visitor.open("/").await;
    let places = visitor.run(boxes).await;
    for page in ["/new", "/week", "/g/rust", "/u/amber-otter", "/groups", "/a/2000"] {
        visitor.open(page).await;
        assert_eq!(visitor.run(boxes).await, places, "{page}");
    }
}

#[tokio::test]
async fn the_first_comment_is_near_the_title_and_its_head_folds_it() {
    let (world, talk) = Talk::start();
    let id = talk.comment("eve", talk.story, "First");
    let browser = world.browser().await;
    for reader in ["", "ada"] {
        if !reader.is_empty() {
            browser.log_in(reader).await;
        }
        browser.open(&talk.path()).await;
        let top =
            "return document.querySelector('.comment').getBoundingClientRect().top + scrollY";
        let top: f64 = browser.read(top).await;
        assert!(top < 330.0, "{top}");
    }
    for state in [":not([open])", "[open]"] {
        // Right of everything in it.
        let click = format!(
            "const head = document.querySelector('#comment-{id} > .head');
             const {{ right, top }} = head.getBoundingClientRect();
             document.elementFromPoint(right - 5, top + 5).click()"
        );
        browser.run(&click).await;
        browser.element(&format!("#comment-{id} > details{state}")).await;
    }
}

/// Looks at the pages that the documentation shows: the viewer's arrows are pressed, and the
/// counter counts. One of them is dark. `make demo-screenshots` sets SCREENSHOTS, the folder for
/// the pictures.
#[tokio::test]
async fn pages_show_the_votes_of_the_viewer_and_of_others() {
    let world = World::start();
    let (desktop, phone) = (world.browser().await, world.phone().await);
    for browser in [&desktop, &phone] {
        browser.log_in("ada").await;
    }
    for place in [1, 4, 7] {
        let item = format!(".stories li:nth-child({place}) .up");
        desktop.press_arrow(&item).await;
    }
    desktop.open("/").await;
    phone.open("/g/space").await;
    let thread = world.browser().await;
    thread.set_media("prefers-color-scheme", "dark").await;
    thread.open("/").await;
    thread.click_for(".stories .comments", "#comments .comment").await;
    let mut connection = world.site.connection();
    for voter in 0..2000 {
        let mut vote = redis::cmd("ARTICLE.VOTE");
        let story = 1501 + voter * 37 % 500;
        vote.arg("news").arg(format!("fan-{voter}")).arg(story).exec(&mut connection).unwrap();
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    for browser in [&desktop, &phone] {
        browser
            .wait_until("return /^[1-9]/.test(document.querySelector('#rate').textContent)")
            .await;
    }
    if let Some(folder) = env::var_os("SCREENSHOTS") {
        save(&desktop, &Path::new(&folder).join("desktop.png")).await;
        save(&phone, &Path::new(&folder).join("phone.png")).await;
        save(&thread, &Path::new(&folder).join("thread.png")).await;
    }
}

async fn save(browser: &Browser, file: &Path) {
    fs::write(file, browser.client.screenshot().await.unwrap()).unwrap();
}
