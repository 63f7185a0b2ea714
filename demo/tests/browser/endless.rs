use crate::world::World;

#[tokio::test]
async fn endless_scrolling_shows_each_story_once() {
    let world = World::start();
    let browser = world.browser().await.at("/g/rust/new").await;
    browser.scroll_until("document.querySelector('a.more') === null").await;
    let ids = world.site.ids("ARTICLE.GROUPPAGE news rust 1 BY TIME SIZE 1000");
    assert!(ids.len() > 90);
    assert_eq!(browser.stories().await, ids);
}

#[tokio::test]
async fn a_story_that_sinks_while_one_scrolls_is_shown_once() {
    let world = World::start();
    let browser = world.browser().await.at("/").await;
    let id = browser.stories().await.swap_remove(0);
    // It moves to one of the next pages.
    while world.site.redis::<i64>(&format!("ARTICLE.RANK news {id}")) < 40 {
        world.site.run(&format!("ARTICLE.BOOST news {id} -2000 INCR"));
    }
    browser.scroll_until("document.querySelectorAll('.stories li').length > 150").await;
    let mut ids = browser.stories().await;
    let shown = ids.len();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), shown);
    assert!(ids.contains(&id));
}
