//! What the pages show, to whom, and how much of it fits on a screen.

use std::path::Path;
use std::time::Duration;
use std::{env, fs};

use crate::browser::Browser;
use crate::world::{Talk, World};

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
    post.exec(&mut world.site.connection()).unwrap();
    for view in VIEWS.split(' ') {
        phone.open(view).await;
        let fits = "return document.documentElement.scrollWidth <= window.innerWidth && \
             window.innerWidth === 360";
        assert_eq!(phone.run(fits).await, true, "{view}");
        let arrows = "return [...document.querySelectorAll('.vote button')]
             .map((arrow) => arrow.getBoundingClientRect())
             .filter(({ width, height }) => width && (width < 44 || height < 44)).length";
        assert_eq!(phone.run(arrows).await, 0, "{view}: arrows fit fingers");
    }
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
        assert!(height <= 70.0 && first + 9.0 * height < 740.0, "{page}: {height}, {first}");
    }
    // A comment of one line takes little more than its parts. Its number is between its arrows.
    let talk = Talk::new(&world.site);
    let ids = [0; 6].map(|_| talk.comment("eve", talk.story, "One line"));
    for (browser, most) in [(&visitor, 72.0), (&phone, 80.0)] {
        browser.open(&talk.path()).await;
        let heights = "return [...document.querySelectorAll('.comment')].map(
             (comment) => comment.getBoundingClientRect().height)";
        let heights: Vec<f64> = browser.read(heights).await;
        assert!(heights.len() == 6 && heights.iter().all(|height| *height <= most), "{heights:?}");
        let line = format!(
            "const [up, votes, down] = ['up', 'votes', 'down'].map((part) =>
                 document.getElementById(`${{part}}-{}`).getBoundingClientRect());
             return up.right <= votes.left && votes.right <= down.left
                 && Math.abs(up.top + up.bottom - votes.top - votes.bottom) < 30",
            ids[0]
        );
        assert_eq!(browser.run(&line).await, true);
    }
    let fifth = format!(
        "return document.getElementById('comment-{}').getBoundingClientRect().bottom < 740",
        ids[1]
    );
    assert_eq!(phone.run(&fifth).await, true, "five comments are in view");
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
