//! Live pages when the server goes away and comes back.

use crate::talk::Talk;
use crate::world::run;

#[test]
fn pages_go_on_after_a_restart() {
    run(|world| async move {
        let talk = Talk::new(&world.site);
        let browser = world.browser().await;
        browser.open_live(&talk.path()).await;
        world.site.server().kill();
        browser.wait_for_text("#rate", "Redis is away").await;
        world.site.server().start_again();
        // The version before the restart is unknown to the server now.
        let _: i64 = world.site.redis(&format!("ARTICLE.VOTE news eve {}", talk.story));
        let votes = format!("#story-{} .votes", talk.story);
        browser.wait_for_text(&votes, "2").await;
        browser.wait_for_text("#rate", "0 votes/s").await;
        let _: i64 = world.site.redis(&format!("ARTICLE.VOTE news carol {}", talk.story));
        browser.wait_for_text(&votes, "3").await;
        assert_eq!(browser.run("return window.notReloaded").await, true);
    });
}

#[test]
fn pages_go_on_after_the_connections_are_lost() {
    run(|world| async move {
        let talk = Talk::new(&world.site);
        let browser = world.browser().await;
        browser.open_live(&talk.path()).await;
        let votes = format!("#story-{} .votes", talk.story);
        for (voter, expected) in [("eve", "2"), ("carol", "3")] {
            let closed: i64 = world.site.redis("CLIENT KILL TYPE normal");
            assert!(closed > 0);
            let _: i64 = world.site.redis(&format!("ARTICLE.VOTE news {voter} {}", talk.story));
            browser.wait_for_text(&votes, expected).await;
        }
    });
}

#[test]
fn a_site_that_is_replaced_is_followed() {
    run(|world| async move {
        let talk = Talk::new(&world.site);
        let browser = world.browser().await;
        browser.open_live(&talk.path()).await;
        let _: bool = world.site.redis("COPY news other");
        let _: i64 = world.site.redis(&format!("ARTICLE.VOTE other eve {}", talk.story));
        let _: String = world.site.redis("RENAME other news");
        let votes = format!("#story-{} .votes", talk.story);
        browser.wait_for_text(&votes, "2").await;
        let _: i64 = world.site.redis(&format!("ARTICLE.VOTE news carol {}", talk.story));
        browser.wait_for_text(&votes, "3").await;
    });
}
