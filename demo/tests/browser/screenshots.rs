use std::fs;
use std::path::Path;
use std::time::Duration;

use crate::browser::Browser;
use crate::world::run;

/// Redraws the pictures of the documentation: `make demo-screenshots`.
#[test]
#[ignore = "writes files of the documentation"]
fn screenshots() {
    run(|world| async move {
        let (desktop, phone) = (world.browser().await, world.phone().await);
        for browser in [&desktop, &phone] {
            browser.log_in("ada").await;
        }
        for place in [1, 4, 7] {
            let item = format!(".stories li:nth-child({place}) .up");
            desktop.click(&item).await;
            desktop.element(&format!("{item}[aria-pressed=true]")).await;
        }
        desktop.open("/").await;
        phone.open("/g/space").await;
        let mut connection = world.site.connection();
        for voter in 0..2000 {
            let mut vote = redis::cmd("ARTICLE.VOTE");
            vote.arg("news").arg(format!("fan-{voter}")).arg(1990).exec(&mut connection).unwrap();
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        for browser in [&desktop, &phone] {
            browser
                .wait_until("return /^[1-9]/.test(document.querySelector('#rate').textContent)")
                .await;
        }
        save(&desktop, "desktop.png").await;
        save(&phone, "phone.png").await;
    });
}

async fn save(browser: &Browser, name: &str) {
    let folder = Path::new("../docs/demo");
    fs::create_dir_all(folder).unwrap();
    fs::write(folder.join(name), browser.client.screenshot().await.unwrap()).unwrap();
}
