use std::fs;
use std::path::Path;

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
        for browser in [&desktop, &phone] {
            browser.wait_for_text("#rate", "0 votes/s").await;
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
