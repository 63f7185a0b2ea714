//! Pages in a browser: what scripts add, and whether everybody can use them.

use std::path::Path;
use std::{env, fs};

use crate::browser::Browser;
use crate::world::Site;

#[test]
fn votes_and_counts_change_without_a_reload() {
    let site = Site::start();
    let story = site.story("bob", "Talk");
    let page = Browser::open(&site.host, 1280);
    page.log_in("ada");
    page.go("/new");
    page.wait("document.querySelector('#pulse').dataset.stream === 'open'");
    page.value("window.notReloaded = true");
    let votes = format!("document.querySelector('[data-votes=\"{story}\"]').textContent");
    page.click(&format!("button[value='up:{story}']"));
    page.wait(&format!("{votes} === '2'"));
    page.wait("document.querySelector('#did').textContent.includes('ARTICLE.VOTE news ada')");
    page.click(&format!("button[value='none:{story}']"));
    page.wait(&format!("{votes} === '1'"));
    let _: i64 = site.redis(&format!("ARTICLE.VOTE news eve {story}"));
    page.wait(&format!("{votes} === '2'"));
    site.comment("eve", story, "First");
    page.wait(&format!(
        "document.querySelector('[data-comments=\"{story}\"]').textContent === '1'"
    ));
    site.story("bob", "Another");
    page.wait("!document.querySelector('#fresh').hidden");
    assert_eq!(page.value("window.notReloaded"), true);
    page.click("#fresh");
    page.wait("document.body.textContent.includes('Another')");
}

/// `make demo-screenshots` sets SCREENSHOTS, the folder for what the README shows.
#[test]
fn the_header_shows_how_fast_readers_vote() {
    let site = Site::with_votes_per_second(30);
    let page = Browser::open(&site.host, 1280);
    page.log_in("ada");
    page.wait("Number(document.querySelector('[data-pulse=rate]').textContent) > 10");
    page.click(".items button[value^=up]");
    page.wait("document.querySelector('#did').textContent.includes('ARTICLE.VOTE news ada')");
    let thread = "document.querySelector('.about a[href^=\"/a/\"]').getAttribute('href')";
    let thread = page.value(thread);
    let save = |name: &str| {
        if let Some(folder) = env::var_os("SCREENSHOTS") {
            fs::write(Path::new(&folder).join(name), page.screenshot()).expect("a picture");
        }
    };
    save("desktop.png");
    page.set_scheme("dark");
    page.go(thread.as_str().expect("the path of the first story"));
    page.wait("document.querySelectorAll('.comment').length > 0");
    save("thread.png");
}

/// Returns what axe-core finds on every page of a reader, in both schemes.
fn violations(page: &Browser, paths: &[String]) -> Vec<String> {
    let folder =
        env::var_os("AXE").map_or_else(|| "../target/demo/tmp".into(), std::path::PathBuf::from);
    let axe =
        fs::read_to_string(folder.join("axe.min.js")).expect("make demo-deps installs axe-core");
    let mut found = Vec::new();
    for path in paths {
        page.go(path);
        assert_eq!(page.value("document.querySelectorAll('h1').length"), 1, "{path}");
        page.run(&format!("(() => {{ {axe} }}).call(window); done()"));
        for scheme in ["light", "dark"] {
            page.set_scheme(scheme);
            let result = page.run(
                "const rules = { 'target-size': { enabled: true } };
                 axe.run({ resultTypes: ['violations'], rules }).then(({ violations }) => done(
                     violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(
                         (node) => `${node.target} ${node.failureSummary}`).join('; ')}`)),
                     (error) => done([String(error)]))",
            );
            let result: Vec<String> = serde_json::from_value(result).expect("texts");
            found.extend(result.into_iter().map(|text| format!("{path}, {scheme}: {text}")));
        }
    }
    found
}

#[test]
fn a_story_has_five_tab_stops() {
    let site = Site::start();
    let page = Browser::open(&site.host, 390);
    page.log_in("ada");
    let stops = "[...document.querySelectorAll('.items li')].map((story) =>
        [...story.querySelectorAll('a, button, summary')].filter((it) => it.checkVisibility()))";
    assert_eq!(page.value(&format!("Math.max(...{stops}.map((all) => all.length))")), 5);
    page.click(".items summary");
    page.click(".items details a");
    page.wait("location.pathname.startsWith('/u/')");
}

#[test]
fn everybody_can_use_every_page() {
    let site = Site::start();
    let story = site.story("bob", "Talk");
    let comment = site.comment("ada", story, "A *comment*, see https://a.example/");
    site.comment("bob", comment, "An answer");
    let _: i64 = site.redis("ARTICLE.POST news eve 'Buy this' https://spam.example HELD");
    let _: i64 = site.redis(&format!("ARTICLE.MARK news ada saved {story}"));
    let _: i64 = site.redis("ARTICLE.FOLLOW news ada USER bob");
    let paths = |text: &str| {
        let text = text.replace("STORY", &story.to_string());
        let text = text.replace("COMMENT", &comment.to_string());
        text.split(' ').map(str::to_owned).collect::<Vec<_>>()
    };
    let all = "/ /new /g/rust /u/bob /u/bob/comments /comments /groups /search?q=talk /a/STORY \
               /c/COMMENT /login /nowhere";
    let own = "/ /feed /inbox /saved /submit /a/STORY /c/COMMENT /u/ada";
    let mut found = Vec::new();
    for width in [390, 1280] {
        let page = Browser::open(&site.host, width);
        for (name, paths) in
            [("", paths(all)), ("ada", paths(own)), ("moderator", paths("/queue /a/STORY /u/bob"))]
        {
            if !name.is_empty() {
                page.log_in(name);
            }
            found.extend(violations(&page, &paths));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// Each row: a page, what is typed there, what is clicked, and what the next page shows.
const WITHOUT_SCRIPTS: &str = "
    /login | login=ada | .fields button | Log out
    /new | | button[value='up:STORY'] | ARTICLE.VOTE news ada STORY UP
    /new | | button[value='none:STORY'] | ARTICLE.VOTE news ada STORY NONE
    /submit | title=Mine text=Words | .fields button | ARTICLE.POST news ada Mine
    /a/STORY | text=Hello | .answer button | ARTICLE.COMMENT news ada STORY Hello
    /a/STORY | | [name=on] | ARTICLE.MARK news ada saved STORY
    /a/STORY | | [name=on] | ARTICLE.UNMARK news ada saved STORY
    /a/STORY | | [action='/flag'] button | ARTICLE.MARK news ada flagged STORY
    /u/bob | | [value=FOLLOW] | ARTICLE.FOLLOW news ada USER bob
    /u/bob | | [value=MUTE] | ARTICLE.MUTE news ada USER bob
    /u/bob | | [value=UNMUTE] | ARTICLE.UNMUTE news ada USER bob
    /search | q=talk | .fields button | bob.example
    / | | [action='/logout'] button | Log in
    /login | login=moderator | .fields button | Queue
    /a/STORY | | [value=LOCK] | locked
    /a/STORY | | [value=HIDE] | ARTICLE.MODERATE news HIDE STORY
    /a/STORY | | [value=SHOW] | ARTICLE.MODERATE news SHOW STORY
    /queue | | [value=PUBLISH] | Held back Nothing.
    /u/eve | | [value=SILENCE] | Count votes again
    /u/eve | | [value=BAN] | Lift the ban
    /c/SPAM | | [value=BAN] | ARTICLE.MODERATE news HIDE SPAM";

#[test]
fn everything_works_without_scripts() {
    let site = Site::start();
    let story = site.story("bob", "Talk");
    let spam = site.comment("eve", story, "Buy that");
    let _: i64 = site.redis("ARTICLE.POST news eve 'Buy this' https://spam.example HELD");
    let page = Browser::without_scripts(&site.host);
    let rows = WITHOUT_SCRIPTS.replace("STORY", &story.to_string());
    for row in rows.replace("SPAM", &spam.to_string()).trim().lines() {
        let words: Vec<_> = row.split('|').map(str::trim).collect();
        let &[path, typed, button, shown] = &words[..] else { panic!("{row}") };
        page.go(path);
        for (field, text) in typed.split(' ').filter_map(|one| one.split_once('=')) {
            page.type_in(&format!("main [name={field}]"), text);
        }
        page.click(button);
        page.wait(&format!("document.body.innerText.replace(/\\s+/g, ' ').includes({shown:?})"));
        assert_eq!(page.value("document.querySelectorAll('.copy:not([hidden])').length"), 0);
    }
}
