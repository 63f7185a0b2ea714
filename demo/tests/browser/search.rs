//! Search by words.

use crate::browser::Browser;
use crate::talk::Talk;

impl Browser {
    /// Searches until the ids of the results are these. The index follows the site.
    async fn wait_for_results(&self, words: &str, ids: &[i64]) {
        let expected: Vec<String> = ids.iter().map(i64::to_string).collect();
        let start = std::time::Instant::now();
        loop {
            self.open("/search").await;
            self.fill("main input[name=q]", words).await;
            self.click("main form button").await;
            self.element("#list").await;
            let found = self.stories().await;
            if found == expected {
                return;
            }
            assert!(start.elapsed().as_secs() < 60, "{words}: {found:?}");
        }
    }
}

#[tokio::test]
async fn words_lead_to_stories_and_comments_as_long_as_these_are_shown() {
    let (world, talk) = Talk::start();
    let comment = talk.comment("eve", talk.story, "A zebra in the kitchen");
    let post = "ARTICLE.POST news bob Quagga https://example.com/quagga FIELDS 1 text zebra";
    let story: i64 = world.site.redis(post);
    let browser = world.browser().await;
    browser.wait_for_results("quagga", &[story]).await;
    browser.wait_for_results("KITCHEN zebra", &[comment]).await;
    assert_eq!(browser.text(&format!("#comment-{comment} .title")).await, "Talk");
    browser.wait_for_results("kitchen quagga", &[]).await;
    // What was there before the site began is found, too, and leads to more.
    browser.open("/search?q=rust").await;
    assert_eq!(browser.stories().await.len(), 30);
    let more = browser.attribute("a.more", "href").await;
    assert_eq!(more.as_deref(), Some("/search?q=rust&page=2"));

    world.site.run(&format!("ARTICLE.MODERATE news HIDE {comment}"));
    browser.wait_for_results("kitchen", &[]).await;
    // After a restart, the server has other versions, and the index begins again.
    world.site.server().start_again();
    browser.wait_for_results("quagga", &[story]).await;
    world.site.run(&format!("ARTICLE.DEL news {story}"));
    browser.wait_for_results("quagga", &[]).await;
}
