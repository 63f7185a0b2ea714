//! What the pages show, to whom, and how much of it fits on a screen.

use std::path::Path;
use std::time::Duration;
use std::{env, fs};

use crate::browser::Browser;
use crate::world::{Talk, World};

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
