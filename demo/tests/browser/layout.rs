//! How much a screen shows: as much as on the sites that people read.

use crate::browser::Browser;
use crate::talk::Talk;
use crate::world::World;

/// Returns the greatest height of a row of the list, and where the first one begins.
async fn rows(browser: &Browser) -> (f64, f64) {
    let row = "const rows = [...document.querySelectorAll('.stories > li')]
         .map((row) => row.getBoundingClientRect());
     return [Math.max(...rows.map((row) => row.height)), rows[0].top + scrollY]";
    serde_json::from_value(browser.run(row).await).unwrap()
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
            let in_view = browser.run(in_view).await;
            assert!(in_view.as_u64().unwrap() >= 13, "{page}: {in_view}");
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
        let top = browser.run(top).await.as_f64().unwrap();
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
