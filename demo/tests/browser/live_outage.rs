//! Live pages when the server goes away and comes back.

use crate::talk::Talk;

#[tokio::test]
async fn pages_go_on_after_outages_and_when_the_site_is_replaced() {
    let (world, talk) = Talk::start();
    let browser = world.browser().await.live_at(&talk.path()).await;
    let votes = format!("#story-{} .votes", talk.story);
    let vote_in = |site: &str, voter: &str| {
        world.site.run(&format!("ARTICLE.VOTE {site} {voter} {}", talk.story));
    };
    world.site.server().kill();
    browser.wait_for_text("#rate", "Redis is away").await;
    world.site.server().start_again();
    // The version before the restart is unknown to the server now.
    vote_in("news", "eve");
    browser.wait_for_text(&votes, "2").await;
    browser.wait_for_text("#rate", "0 votes/s").await;
    vote_in("news", "carol");
    browser.wait_for_text(&votes, "3").await;
    for (voter, expected) in [("dan", "4"), ("fay", "5")] {
        let closed: i64 = world.site.redis("CLIENT KILL TYPE normal");
        assert!(closed > 0);
        vote_in("news", voter);
        browser.wait_for_text(&votes, expected).await;
    }
    world.site.run("COPY news other");
    vote_in("other", "gus");
    world.site.run("RENAME other news");
    browser.wait_for_text(&votes, "6").await;
    vote_in("news", "hal");
    browser.wait_for_text(&votes, "7").await;
    assert_eq!(browser.run("return window.notReloaded").await, true);
}
