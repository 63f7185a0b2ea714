//! What is hidden or deleted, asked for everywhere.

use std::collections::HashSet;

use crate::world::{Site, wait_until};

/// Returns the paths of all routes, with these names and ids in them.
fn paths(ids: &[i64]) -> Vec<String> {
    let source = include_str!("../../site/src/pages/mod.rs");
    let quoted = source.split('"').skip(1).step_by(2).filter(|text| text.starts_with('/'));
    let routes: HashSet<&str> = quoted.collect();
    assert!(routes.len() > 40, "{routes:?}");
    let lists = ["/", "/g/{name}", "/d/{name}", "/u/{name}", "/u/{name}/comments", "/comments"];
    let others =
        ["/atom", "/api"].iter().flat_map(|nest| lists.map(|list| format!("{nest}{list}")));
    let others = others.chain(["/atom/a/{id}".into(), "/api/a/{id}".into()]);
    let queries = ["/search?q=secret", "/parts?ids={ids}", "/a/{id}/comments?seen=1"];
    let all = routes.iter().chain(&queries).map(|route| (*route).to_owned()).chain(others);
    let list = ids.iter().map(i64::to_string).collect::<Vec<_>>().join(",");
    let mut paths = Vec::new();
    for path in all {
        let path = path.trim_end_matches('/').replace("{ids}", &list);
        for order in ["new", "hot", "best"] {
            let path = path.replace("{order}", order);
            for name in ["eve", "secrets", "secret.example"] {
                let path = path.replace("{name}", name);
                paths.extend(ids.iter().map(|id| path.replace("{id}", &id.to_string())));
            }
        }
    }
    let mut seen = HashSet::new();
    // The stream of events has no end, and no texts.
    paths.retain(|path| path != "/live" && seen.insert(path.clone()));
    paths
}

#[test]
fn no_route_shows_what_is_hidden_or_deleted() {
    let site = Site::start();
    let rest = "GROUPS 1 secrets FIELDS 1 text secret";
    site.play(&format!(
        "
        talk: ARTICLE.POST news bob Talk https://example.com/talk
        hidden: ARTICLE.POST news eve secret https://secret.example/hidden {rest}
        deleted: ARTICLE.POST news eve secret https://secret.example/deleted {rest}
        of_hidden: ARTICLE.COMMENT news eve {{hidden}} 'secret words'
        below: ARTICLE.COMMENT news ada {{of_hidden}} 'secret words'
        of_talk: ARTICLE.COMMENT news eve {{talk}} 'secret words'
        ARTICLE.COMMENT news bob {{of_talk}} Answer
        gone: ARTICLE.COMMENT news eve {{talk}} 'secret words'
        "
    ));
    let names = ["hidden", "deleted", "of_hidden", "below", "of_talk", "gone"];
    let ids = names.map(|name| site.id(name));
    for reader in ["ada", "bob"] {
        for id in ids {
            site.run(&format!("ARTICLE.VOTE news {reader} {id} UP"));
            site.run(&format!("ARTICLE.MARK news {reader} saved {id}"));
        }
        site.run(&format!("ARTICLE.FOLLOW news {reader} GROUP secrets"));
    }
    let found = || site.reader("").page("/search?q=words").ids().len();
    wait_until("the search finds four", || found() == 4);
    let shown = |name: &str| {
        let visitor = site.reader(name);
        let is_shown = |path: &String| {
            let body = visitor.get(path).body;
            let body = body.replace(path.as_str(), "").replace("value=\"secret\"", "");
            let body = body.replace("secrets", "").replace("secret.example<", "<");
            body.contains("secret words") || body.contains(">secret<")
        };
        paths(&ids).into_iter().filter(is_shown).collect::<Vec<_>>()
    };
    // The test sees what leaks: before, all of it is on these pages.
    assert!(shown("ada").len() > 20);
    site.play("ARTICLE.MODERATE news HIDE {hidden} {of_talk}\nARTICLE.DEL news {deleted} {gone}");
    for name in ["", "ada", "bob"] {
        assert_eq!(shown(name), [""; 0], "{name}");
    }
    // Nor do they take votes, answers, flags, or changes.
    for id in ids {
        for (name, form, rest) in FORMS {
            let reply = site.reader(name).post(form, &rest.replace("{id}", &id.to_string()));
            assert!((400..500).contains(&reply.status), "{form} {id}: {}", reply.status);
        }
    }
}

/// Forms with the id of something hidden or deleted, of the poster or others.
const FORMS: [(&str, &str, &str); 8] = [
    ("ada", "/vote", "id={id}&choice=down"),
    ("ada", "/comment", "parent={id}&text=x"),
    ("ada", "/flag", "id={id}&reason=spam"),
    ("ada", "/save", "id={id}"),
    ("ada", "/hide", "id={id}"),
    ("eve", "/edit", "id={id}&text=x"),
    ("eve", "/story/edit", "id={id}&title=x&text=x"),
    ("eve", "/story/delete", "id={id}"),
];
