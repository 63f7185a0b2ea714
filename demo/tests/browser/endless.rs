use crate::world::run;

#[test]
fn endless_scrolling_shows_each_story_once() {
    run(|world| async move {
        let browser = world.browser().await;
        browser.open("/g/rust/new").await;
        browser
            .wait_until(
                "window.scrollTo(0, document.body.scrollHeight);
                 return document.querySelector('a.more') === null",
            )
            .await;
        let articles: Vec<(String, String)> =
            world.site.redis("ARTICLE.GROUPPAGE news rust 1 BY TIME SIZE 1000 RETURN 1 id");
        let ids: Vec<String> = articles.into_iter().map(|(_, id)| id).collect();
        assert!(ids.len() > 90);
        assert_eq!(browser.stories().await, ids);
    });
}

#[test]
fn a_story_that_sinks_while_one_scrolls_is_shown_once() {
    run(|world| async move {
        let browser = world.browser().await;
        browser.open("/ranked").await;
        let id = browser.stories().await.swap_remove(0);
        // It moves to one of the next pages.
        while world.site.redis::<i64>(&format!("ARTICLE.RANK news {id}")) < 40 {
            let _: i64 = world.site.redis(&format!("ARTICLE.BOOST news {id} -2000 INCR"));
        }
        browser
            .wait_until(
                "window.scrollTo(0, document.body.scrollHeight);
                 return document.querySelectorAll('.stories li').length > 150",
            )
            .await;
        let mut ids = browser.stories().await;
        let shown = ids.len();
        ids.sort();
        ids.dedup();
        assert_eq!(ids.len(), shown);
        assert!(ids.contains(&id));
    });
}
