use std::env;
use std::fs;
use std::path::Path;
use std::time::Duration;

use crate::browser::Browser;
use crate::world::World;

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
    thread.click(".stories .comments").await;
    thread.element("#comments .comment").await;
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
