use crate::talk::now;
use crate::world::World;

#[tokio::test]
async fn a_link_leads_to_its_stories() {
    let world = World::start();
    let post = |title: &str, age: i64| -> i64 {
        let (time, link) = (now() - age, "https://example.com/found");
        world.site.redis(&format!("ARTICLE.POST news bob {title} {link} TIME {time}"))
    };
    // All are older than the time for which a repeated link becomes a vote.
    let day = 86_400;
    let (first, hidden, last) =
        (post("First", 40 * day), post("Hidden", 30 * day), post("Last", 20 * day));
    world.site.run(&format!("ARTICLE.MODERATE news HIDE {hidden}"));
    let browser = world.browser_without_scripts().await.at("/find").await;
    assert_eq!(browser.count(".message, .earlier").await, 0);
    // As the site stores it, or not quite.
    browser.fill("[name=link]", " https://EXAMPLE.com/found#part").await;
    browser.click(".fields button").await;
    browser.wait_for_text(".earlier h2", "Submitted as").await;
    let expected = [last, first].map(|id| format!("/a/{id}"));
    for (place, path) in expected.iter().enumerate() {
        let link = format!(".earlier li:nth-child({}) a", place + 1);
        assert_eq!(browser.attribute(&link, "href").await.as_ref(), Some(path));
    }
    assert_eq!(browser.count(".earlier li").await, 2);
    browser.open("/find?link=https%3A%2F%2Fexample.com%2Fnone").await;
    browser.wait_for_text(".message", "No story has this link.").await;
    browser.open("/find?link=javascript:alert(1)").await;
    let message = "The link must begin with http:// or https://.";
    browser.wait_for_text(".message", message).await;
}
