//! What the pages show, to whom, and how much of it fits on a screen.

use std::path::Path;
use std::time::Duration;
use std::{env, fs};

use crate::browser::Browser;
use crate::world::{Talk, World};

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
}

const VIEWS: &str = "/ /new /all /g/rust /u/amber-otter /groups /a/493 /a/493/old /c/2001 \
                     /comments /u/amber-otter/comments /login /d/blog.example.com /moderations /flag/2000 \
                     /search?q=rust /feed /answers /voted /hidden /saved /settings /flags /submit \
                     /settings/hidden /comments/hidden /nowhere";

#[tokio::test]
async fn nothing_is_wider_than_a_phone() {
    let world = World::start();
    let phone = world.phone().await;
    phone.log_in("moderator").await;
    let mut post = redis::cmd("ARTICLE.POST");
    post.arg("news").arg("eve").arg("long title ".repeat(500)).arg("");
    let id: i64 = post.query(&mut world.site.connection()).unwrap();
    for view in VIEWS.split(' ') {
        phone.open(view).await;
        let fits = "return document.documentElement.scrollWidth <= window.innerWidth && \
             window.innerWidth === 360";
        assert_eq!(phone.run(fits).await, true, "{view}");
        if view == "/new" {
            let height =
                format!("return document.querySelector('#story-{id} h2').offsetHeight < 99");
            assert_eq!(phone.run(&height).await, true, "a long title is cut off");
        }
    }
}

#[tokio::test]
async fn arrows_disappear_when_voting_closes_and_ages_go_on() {
    let world = World::start();
    let browser = world.browser().await.at("/new").await;
    let top = "return document.querySelector('.votes').getBoundingClientRect().top";
    let before = browser.run(top).await;
    let arrows = browser.count(".vote button:enabled").await;
    browser.run("const now = Date.now; Date.now = () => now() + 8 * 86400 * 1000").await;
    browser.wait_for_none(".vote button:enabled").await;
    let shown = "return [...document.querySelectorAll('.vote button')]
         .filter((arrow) => getComputedStyle(arrow).visibility !== 'hidden').length";
    assert_eq!(browser.run(shown).await, 0);
    assert_eq!(browser.count(".closed:not([hidden])").await, arrows / 2);
    assert_eq!(browser.run(top).await, before, "nothing moves");
    browser.set_visibility("visible").await;
    browser.wait_for_text("#story-2000 .age", "8 days ago").await;
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
