//! Lists of stories, and search by words.

use crate::browser::Browser;
use crate::world::{Talk, World, now};

const VIEWS: &str = "/ /new /day /week /month /all /g/rust /g/rust/new /g/rust/all /u/amber-otter \
                     /u/amber-otter/all /groups /a/2000 /a/493 /a/493/controversial /c/2001 \
                     /comments /u/amber-otter/comments /login /past /d/blog.example.com \
                     /moderations /search?q=rust /flag/2000";

#[tokio::test]
async fn each_view_shows_what_its_command_returns() {
    let world = World::start();
    let browser = world.browser().await;
    for view in VIEWS.split(' ') {
        browser.open(view).await;
        // The script ran.
        browser.wait_for_text("#rate", "0 votes/s").await;
        if browser.count(".place").await > 0 {
            assert_eq!(browser.stories().await.len(), 30, "{view}");
            assert_eq!(browser.count("nav [aria-current=page]").await, 1, "{view}");
        }
    }
    for (view, command) in [
        ("/", "ARTICLE.PAGE news 1 BY GRAVITY"),
        ("/day", "ARTICLE.PAGE news 1 BY VOTES SINCE -86400"),
        ("/g/music", "ARTICLE.GROUPPAGE news music 1 BY GRAVITY"),
        ("/u/calm-raven/all", "ARTICLE.USERPAGE news calm-raven 1 BY VOTES"),
    ] {
        browser.open(view).await;
        let ids = world.site.ids(command);
        assert_eq!(browser.stories().await, ids, "{view}");
    }
    browser.open("/u/brave-lynx").await;
    type Total = (String, i64);
    let [articles, karma, comments, comment_karma, _unseen]: [Total; 5] =
        world.site.redis("ARTICLE.USER news brave-lynx");
    let (karma, articles, comments) = (karma.1 + comment_karma.1, articles.1, comments.1);
    assert_eq!(
        browser.text(".totals").await,
        format!("{karma} karma · {articles} stories · {comments} comments")
    );
    // Endless scrolling shows each story once.
    browser.open("/g/rust/new").await;
    browser.scroll_until("document.querySelector('a.more') === null").await;
    let ids = world.site.ids("ARTICLE.GROUPPAGE news rust 1 BY TIME SIZE 1000");
    assert!(ids.len() > 90);
    assert_eq!(browser.stories().await, ids);
}

#[tokio::test]
async fn a_reader_can_hide_what_they_voted_on() {
    let world = World::start();
    let browser = world.reader("ada").await.at("/new").await;
    browser.press_arrow("#story-2000 .up").await;
    browser.click_for_text(".choice a", ".choice", "Show what I voted on").await;
    assert_eq!(browser.stories().await[0], "1999");
    // What gets a vote now disappears, and does not come back with the next page.
    browser.click_away("#story-1999 .down", "#story-1999").await;
    browser.scroll_until("document.querySelectorAll('.stories li').length > 60").await;
    let stories = browser.stories().await;
    assert!(["1999", "2000"].iter().all(|id| !stories.iter().any(|story| story == id)));
    // The choice is kept from order to order.
    browser.open("/new?unvoted=1").await;
    browser.click(".tabs .menu summary").await;
    browser.click_for_text(".tabs a[href^='/all']", ".tabs [aria-current=true]", "Top").await;
    browser.click_for_text(".choice a", ".choice", "Hide what I voted on").await;
    assert_eq!((browser.path().await.as_str(), browser.query().await), ("/all", None));
    browser.open("/new").await;
    assert_eq!(browser.stories().await[..2], ["2000", "1999"]);
}

#[tokio::test]
async fn the_feed_has_the_groups_that_the_user_follows() {
    let world = World::start();
    let browser = world.reader("ada").await.at("/feed").await;
    assert!(browser.text(".heading").await.contains("You follow no group yet."));
    for group in ["space", "math"] {
        browser.open(&format!("/g/{group}")).await;
        browser.click_for("button[name=follow][value=yes]", "button[name=follow][value=no]").await;
    }
    browser.open("/feed").await;
    let ids = world.site.ids("ARTICLE.PAGE news 1 BY GRAVITY ANYOF 2 math space");
    assert_eq!(browser.stories().await, ids);

    browser.open("/g/math").await;
    browser.click_for("button[name=follow][value=no]", "button[name=follow][value=yes]").await;
    assert_eq!(world.site.redis::<Vec<String>>("SMEMBERS subscriptions:ada"), ["space"]);
}

#[tokio::test]
async fn nothing_is_wider_than_a_phone() {
    let world = World::start();
    let phone = world.phone().await;
    phone.log_in("moderator").await;
    let others = "/feed /answers /voted /hidden /saved /settings /settings/hidden /flags /comments/hidden /submit \
                  /nowhere";
    for view in VIEWS.split(' ').chain(others.split(' ')) {
        phone.open(view).await;
        let fits = "return document.documentElement.scrollWidth <= window.innerWidth && \
             window.innerWidth === 360";
        assert_eq!(phone.run(fits).await, true, "{view}");
    }
}

#[tokio::test]
async fn a_past_day_has_a_front_page() {
    let world = World::start();
    let browser = world.browser_without_scripts().await.at("/past").await;
    let ids = |day: i64| {
        let (since, until) = (day * 86_400, (day + 1) * 86_400);
        world.site.ids(&format!("ARTICLE.PAGE news 1 BY VOTES SINCE {since} UNTIL {until}"))
    };
    let today = now() / 86_400;
    assert_eq!(browser.stories().await, ids(today - 1));
    browser.click(".days [rel=prev]").await;
    browser.wait_until("return document.querySelector('[rel=prev]') !== null").await;
    assert_eq!(browser.stories().await, ids(today - 2));
    browser.click(".days [rel=next]").await;
    browser.click_away(".days [rel=next]", ".days [rel=next]").await;
    assert_eq!(browser.stories().await, ids(today));
    // Further pages are of the same day.
    browser.open("/past").await;
    browser.click_for("a.more", ".days").await;
    let second = browser.stories().await;
    assert!(second.iter().all(|id| !ids(today - 1).contains(id)));
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

impl Browser {
    /// Searches until the ids of the results are these. The index follows the site.
    async fn wait_for_results(&self, words: &str, ids: &[i64]) {
        let expected: Vec<String> = ids.iter().map(i64::to_string).collect();
        let start = std::time::Instant::now();
        loop {
            self.open("/search").await;
            self.fill("main input[name=q]", words).await;
            self.click_for("main form button", "#list").await;
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
