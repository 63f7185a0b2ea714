use crate::talk::Talk;

#[tokio::test]
async fn comments_have_pages() {
    let (world, talk) = Talk::start();
    let first = talk.comment("eve", talk.story, "First");
    let browser = world.reader("ada").await.at("/comments").await;
    browser.wait_for_text(".stories li:first-child .text", "First").await;
    assert_eq!(browser.text(".stories li:first-child .title").await, "Talk");
    // One can vote here, and what is new is announced.
    browser.click(&format!("#comment-{first} .up")).await;
    browser.wait_for_text(&format!("#comment-{first} .votes"), "2").await;
    let second = talk.comment("eve", first, "Second");
    browser.wait_for_text("#arrivals", "1 new comment").await;
    browser.click("#arrivals").await;
    browser.wait_for_text(".stories li:first-child .text", "Second").await;
    browser.click(&format!("#comment-{second} .age")).await;
    browser.wait_for_text(".alone .text", "Second").await;
    let (name, total) = ("amber-otter", 8);
    let totals: [(String, i64); 5] = world.site.redis("ARTICLE.USER news amber-otter");
    assert!(totals[2].1 > total);
    browser.open(&format!("/u/{name}")).await;
    browser.click(".totals a").await;
    browser.wait_for_text("h1", "Comments of amber-otter").await;
    browser.scroll_until("document.querySelector('a.more') === null").await;
    let ids = world.site.ids("ARTICLE.COMMENTS news 1 FROM 1 amber-otter SIZE 1000");
    assert_eq!(ids.len() as i64, totals[2].1);
    assert_eq!(browser.stories().await, ids);
}
