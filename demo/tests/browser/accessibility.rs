//! Every view, checked by axe-core: as a visitor, as users, and as the moderator; light and dark;
//! on a desktop and on a phone; with menus closed and open.

use std::fs;
use std::sync::Arc;
use std::time::Duration;

use fantoccini::wd::TimeoutConfiguration;

use crate::browser::Browser;
use crate::world::{Site, Talk, World};

/// The file of axe-core, which `make demo-test` downloads.
const AXE: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/axe.min.js");

/// The views of each reader. `{story}` and `{comment}` are ada's, `{hidden}` is a hidden story.
const VIEWS: [(&str, &str); 3] = [
    (
        "",
        "/ /new /week /all /g/rust /g/none /d/blog.example.com /u/amber-otter \
         /u/nobody /u/amber-otter/comments /u/nobody/comments /groups \
         /comments /moderations /search?q=rust /a/{story} \
         /a/{story}/controversial /a/493 /a/2000 /c/{comment} /login /login?next=%2Fsubmit \
         /nowhere /a/{hidden} /hidden /?after=x",
    ),
    (
        "ada",
        "/ /new?unvoted=1 /all /g/rust/all /feed /answers /voted /saved /settings /settings/hidden \
         /submit /groups /comments /u/ada /u/eve /a/{story} /a/{story}/edit /a/2000 /c/{comment} \
         /c/{comment}/edit /flag/2000",
    ),
    (
        "moderator",
        "/ /hidden /comments/hidden /flags /moderations /u/eve /u/bob /a/{story} /a/{hidden} \
         /c/{comment}",
    ),
];

fn fill(site: &Arc<Site>, views: &str) -> String {
    let hidden = Talk::new(site);
    let posted = "ARTICLE.POST news ada Mine https://example.com/mine GROUPS 1 rust";
    let story: i64 = site.redis(posted);
    let comment = hidden.comment("ada", story, "A comment");
    let answer = hidden.comment("bob", comment, "An answer");
    hidden.comment("eve", answer, "Another one");
    let concealed = hidden.comment("bob", story, "An unkind one");
    let (log, gone) = ("XADD moderations * who moderator action", hidden.story);
    let commands = format!(
        "ARTICLE.MODERATE news HIDE {gone} {concealed}|ARTICLE.MODERATE news LOCK 1998|\
         ARTICLE.MODERATE news PIN 1997|ARTICLE.VOTE news ada 1996|ARTICLE.VOTE news ada {answer}|\
         ARTICLE.VOTE news ada 1995 DOWN|ARTICLE.FOLLOW news ada GROUP rust|ARTICLE.MUTE news ada USER mallory|\
         SADD banned bob|{log} BAN what bob|{log} HIDE what {gone}|{log} HIDE what 999999|\
         HSET flags:2000 ada spam|HSET flags:{comment} eve unkind|ZADD flagged 1 2000 1 {comment}|\
         ARTICLE.MARK news ada saved 2000 493|ARTICLE.MARK news ada hidden 1999 492"
    );
    commands.split('|').for_each(|command| site.run(command));
    let [story, comment, hidden] = [story, comment, gone].map(|id| id.to_string());
    let views = views.replace("{story}", &story).replace("{comment}", &comment);
    views.replace("{hidden}", &hidden)
}

async fn check((name, views): (&str, &str)) {
    let world = World::start();
    let axe = fs::read_to_string(AXE).expect("make demo-test downloads axe-core");
    let views = fill(&world.site, views);
    let open = "document.querySelectorAll('details').forEach((details) => {
        details.removeAttribute('name');
        details.open = true;
    })";
    let mut found = String::new();
    for browser in [&world.browser().await, &world.phone().await] {
        let timeouts = TimeoutConfiguration::new(Some(Duration::from_secs(300)), None, None);
        browser.client.update_timeouts(timeouts).await.unwrap();
        if !name.is_empty() {
            browser.log_in(name).await;
        }
        for path in views.split(' ') {
            browser.open(path).await;
            assert_eq!(browser.count("h1").await, 1, "{path}");
            browser.run(&format!("window.axe ?? (() => {{ {axe} }}).call(window)")).await;
            for scheme in ["light", "dark"] {
                browser.set_media("prefers-color-scheme", scheme).await;
                for violation in violations(browser, scheme == "light").await {
                    found += &format!("{path} as {name:?}, {scheme}: {violation}\n");
                }
                // The dark page has all that can be opened.
                browser.run(open).await;
            }
        }
    }
    assert!(found.is_empty(), "{found}");
}

/// Returns what axe-core finds on the page. `has_targets` says whether all targets must have the
/// size of WCAG 2.2: open menus cover what is below them.
async fn violations(browser: &Browser, has_targets: bool) -> Vec<String> {
    let script = "const [enabled, done] = arguments;
        const rules = { 'target-size': { enabled } };
        axe.run({ resultTypes: ['violations'], rules }).then(({ violations }) => done(violations.map(
            ({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(
                (node) => `${node.target} ${node.failureSummary}`).join('; ')}`)),
            (error) => done([String(error)]))";
    let found = browser.client.execute_async(script, vec![has_targets.into()]).await;
    serde_json::from_value(found.expect("axe-core runs")).expect("the violations are texts")
}

#[tokio::test]
async fn every_view_is_accessible() {
    let [visitor, user, moderator] = VIEWS.map(check);
    tokio::join!(visitor, user, moderator);
}
