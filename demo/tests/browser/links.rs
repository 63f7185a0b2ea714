//! Where stories lead: hosts, other stories with the same link, and the pages of made-up hosts.

use crate::talk::now;
use crate::world::World;

#[tokio::test]
async fn the_host_of_a_link_leads_to_its_stories() {
    let world = World::start();
    let browser = world.reader("ada").await;
    browser.submit("A page", "https://Example.com:8080/page").await;
    browser.click("a.host").await;
    browser.wait_for_text("h1", "example.com").await;
    assert_eq!(browser.text(".stories .title").await, "A page");
    assert_eq!(browser.stories().await.len(), 1);
    // The group of the host is shown nowhere else.
    assert_eq!(browser.count(".group").await, 0);
    for page in ["/groups", "/submit", "/settings"] {
        browser.open(page).await;
        let text = browser.text("main").await;
        assert!(text.contains("rust") && !text.contains("host:"), "{page}");
    }
}

#[tokio::test]
async fn links_lead_to_other_stories_and_to_made_up_pages() {
    let world = World::start();
    let post = |title: &str, age: i64| -> i64 {
        let time = now() - age;
        let link = "https://example.com/again";
        world.site.redis(&format!("ARTICLE.POST news bob {title} {link} TIME {time}"))
    };
    // Both are older than the time for which a repeated link becomes a vote.
    let (first, hidden) = (post("First", 30 * 86_400), post("Hidden", 20 * 86_400));
    world.site.run(&format!("ARTICLE.MODERATE news HIDE {hidden}"));
    let last = post("Last", 60);
    let browser = world.browser().await.at(&format!("/a/{last}")).await;
    assert_eq!(browser.count(".earlier li").await, 1);
    assert_eq!(browser.text(".earlier li").await, "First 30 days ago, 0 comments");
    browser.click(".earlier a").await;
    browser.wait_for_text(".earlier a", "Last").await;
    assert!(browser.path().await == format!("/a/{first}"));
    browser.open("/a/2000").await;
    assert_eq!(browser.count(".earlier").await, 0);
    // Made-up stories lead to made-up pages.
    browser.open("/new").await;
    // Some are texts. All others lead to a page of this site.
    let links = "[...document.querySelectorAll('.stories .title')].filter(
        (title) => title.getAttribute('href').startsWith('/site/'))";
    assert_eq!(browser.run(&format!("return {links}.length > 20")).await, true);
    browser.run(&format!("{links}[0].click()")).await;
    browser.wait_for_text("main .group", "Back to Redis News").await;
    assert!(!browser.text("h1").await.is_empty());
    browser.click("main .group").await;
    // The front page says what the site is, until one logs in.
    assert!(browser.text(".intro").await.contains("The only state of this site is Redis"));
    browser.log_in("ada").await;
    assert_eq!(browser.count(".intro").await, 0);
}
