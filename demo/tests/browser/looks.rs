//! What the pages show, to whom, and how much of it fits on a screen.

use std::path::Path;
use std::time::Duration;
use std::{env, fs, thread};

use crate::browser::{Page, World};

const VIEWS: &str = "/ /new /all /g/rust /u/amber-otter /groups /a/493 /a/493/old /c/2001 \
                     /comments /u/amber-otter/comments /login /d/blog.example.com \
                     /moderations /flag/2000 /search?q=rust /feed /answers /voted /hidden \
                     /saved /settings /flags /submit /settings/hidden /comments/hidden /nowhere";

#[test]
fn nothing_is_wider_than_a_phone() {
    let world = World::start();
    let phone = world.phone("moderator");
    let mut post = redis::cmd("ARTICLE.POST");
    post.arg("news").arg("eve").arg("long title ".repeat(500)).arg("");
    post.exec(&mut world.site.connection()).unwrap();
    for view in VIEWS.split(' ') {
        phone.open(view);
        let fits = "return document.documentElement.scrollWidth <= window.innerWidth && \
             window.innerWidth === 360";
        assert_eq!(phone.run(fits), true, "{view}");
        let arrows = "return [...document.querySelectorAll('.vote button')]
             .map((arrow) => arrow.getBoundingClientRect())
             .filter(({ width, height }) => width && (width < 44 || height < 44)).length";
        assert_eq!(phone.run(arrows), 0, "{view}: arrows fit fingers");
        let cut = "return [...document.querySelectorAll('.stories .about .by')]
             .filter((name) => name.scrollWidth > name.clientWidth + 1).length";
        assert_eq!(phone.run(cut), 0, "{view}: names are whole");
    }
}

fn rows(page: &Page<'_>) -> (f64, f64) {
    let row = "const rows = [...document.querySelectorAll('.stories > li')]
         .map((row) => row.getBoundingClientRect());
     return [Math.max(...rows.map((row) => row.height)), rows[0].top + scrollY]";
    page.read(row)
}

#[test]
fn a_screen_has_as_many_stories_as_fit() {
    let world = World::start();
    let (visitor, user) = (world.reader(""), world.reader("ada"));
    for browser in [&visitor, &user] {
        for page in ["/", "/new", "/week"] {
            browser.open(page);
            let (height, first) = rows(browser);
            assert!(height <= 56.0 && first < 130.0, "{page}: {height}, {first}");
            let in_view = "return [...document.querySelectorAll('.stories > li')]
                 .filter((row) => row.getBoundingClientRect().bottom <= 900).length";
            let in_view: usize = browser.read(in_view);
            assert!(in_view >= 13, "{page}: {in_view}");
        }
    }
    visitor.open("/groups");
    let broken = "return [...document.querySelectorAll('.groups a')]
         .filter((name) => name.getBoundingClientRect().height > 30).length";
    assert_eq!(visitor.run(broken), 0, "names of groups are in one line");
    let phone = world.phone("");
    for page in ["/", "/new"] {
        phone.open(page);
        let (height, first) = rows(&phone);
        assert!(height <= 70.0 && first + 9.0 * height < 740.0, "{page}: {height}, {first}");
    }
    // A comment of one line takes little more than its parts. Its number is between its arrows.
    let talk: i64 = world.site.redis("ARTICLE.POST news bob Talk https://example.com/talk");
    let comment = format!("ARTICLE.COMMENT news eve {talk} Line");
    let ids = [0; 6].map(|_| world.site.redis::<i64>(&comment));
    for (page, most) in [(&visitor, 72.0), (&phone, 80.0)] {
        page.open(&format!("/a/{talk}"));
        let heights = "return [...document.querySelectorAll('.comment')].map(
             (comment) => comment.getBoundingClientRect().height)";
        let heights: Vec<f64> = page.read(heights);
        assert!(heights.len() == 6 && heights.iter().all(|height| *height <= most), "{heights:?}");
        let line = format!(
            "const [up, votes, down] = ['up', 'votes', 'down'].map((part) =>
                 document.getElementById(`${{part}}-{}`).getBoundingClientRect());
             return up.right <= votes.left && votes.right <= down.left
                 && Math.abs(up.top + up.bottom - votes.top - votes.bottom) < 30",
            ids[0]
        );
        assert_eq!(page.run(&line), true);
    }
    let fifth = format!("document.getElementById('comment-{}').getBoundingClientRect()", ids[1]);
    let bottom: f64 = phone.read(&format!("return {fifth}.bottom"));
    assert!(bottom < 740.0, "five comments are in view");
    // The navigation stays where it is from page to page.
    let boxes = "return JSON.stringify([...document.querySelectorAll('.tabs > *')]
         .map((tab) => tab.getBoundingClientRect()))";
    visitor.open("/");
    let places = visitor.run(boxes);
    for page in ["/new", "/week", "/g/rust", "/u/amber-otter", "/groups", "/a/2000"] {
        visitor.open(page);
        assert_eq!(visitor.run(boxes), places, "{page}");
    }
}

/// Looks at the pages that the documentation shows: the viewer's arrows are pressed, and the
/// counter counts. One of them is dark. `make demo-screenshots` sets SCREENSHOTS, the folder for
/// the pictures.
#[test]
fn pages_show_the_votes_of_the_viewer_and_of_others() {
    let world = World::start();
    let (desktop, phone) = (world.reader("ada").at("/"), world.phone("ada").at("/g/space"));
    for place in [1, 4, 7] {
        let arrow = format!(".stories li:nth-child({place}) .up");
        desktop.click(&arrow);
        desktop.wait_for(&format!("{arrow}[aria-pressed=true]"));
    }
    desktop.open("/");
    let dark = world.reader("").at("/");
    dark.set_scheme("dark");
    dark.click(".stories .comments");
    dark.wait_for("#comments .comment");
    let mut connection = world.site.connection();
    for voter in 0..2000 {
        let mut vote = redis::cmd("ARTICLE.VOTE");
        let story = 1501 + voter * 37 % 500;
        vote.arg("news").arg(format!("fan-{voter}")).arg(story).exec(&mut connection).unwrap();
        thread::sleep(Duration::from_millis(1));
    }
    for page in [&desktop, &phone] {
        page.wait_until("return /^[1-9]/.test(document.querySelector('#rate').textContent)");
    }
    if let Some(folder) = env::var_os("SCREENSHOTS") {
        for (page, name) in [(desktop, "desktop.png"), (phone, "phone.png"), (dark, "thread.png")]
        {
            fs::write(Path::new(&folder).join(name), page.screenshot()).unwrap();
        }
    }
}
