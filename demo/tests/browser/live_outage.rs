//! Live pages when the server goes away and comes back.

use crate::talk::Talk;
use crate::world::World;

#[tokio::test]
async fn pages_go_on_after_a_restart() {
    let world = World::start();
    let talk = Talk::new(&world.site);
    let browser = world.browser().await.live_at(&talk.path()).await;
    world.site.server().kill();
    browser.wait_for_text("#rate", "Redis is away").await;
    world.site.server().start_again();
    // The version before the restart is unknown to the server now.
    world.site.run(&format!("ARTICLE.VOTE news eve {}", talk.story));
    let votes = format!("#story-{} .votes", talk.story);
    browser.wait_for_text(&votes, "2").await;
    browser.wait_for_text("#rate", "0 votes/s").await;
    world.site.run(&format!("ARTICLE.VOTE news carol {}", talk.story));
    browser.wait_for_text(&votes, "3").await;
    assert_eq!(browser.run("return window.notReloaded").await, true);
}

#[tokio::test]
async fn pages_go_on_after_the_connections_are_lost() {
    let world = World::start();
    let talk = Talk::new(&world.site);
    let browser = world.browser().await.live_at(&talk.path()).await;
    let votes = format!("#story-{} .votes", talk.story);
    for (voter, expected) in [("eve", "2"), ("carol", "3")] {
        let closed: i64 = world.site.redis("CLIENT KILL TYPE normal");
        assert!(closed > 0);
        world.site.run(&format!("ARTICLE.VOTE news {voter} {}", talk.story));
        browser.wait_for_text(&votes, expected).await;
    }
}

#[tokio::test]
async fn a_site_that_is_replaced_is_followed() {
    let world = World::start();
    let talk = Talk::new(&world.site);
    let browser = world.browser().await.live_at(&talk.path()).await;
    world.site.run("COPY news other");
    world.site.run(&format!("ARTICLE.VOTE other eve {}", talk.story));
    world.site.run("RENAME other news");
    let votes = format!("#story-{} .votes", talk.story);
    browser.wait_for_text(&votes, "2").await;
    world.site.run(&format!("ARTICLE.VOTE news carol {}", talk.story));
    browser.wait_for_text(&votes, "3").await;
}
