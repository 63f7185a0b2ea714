//! What is hidden or deleted, asked for everywhere.

use std::collections::HashSet;

use crate::visitor::Visitor;
use crate::world::Talk;

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
    let (site, talk) = Talk::alone();
    let post = |link: &str| {
        let link = format!("https://secret.example/{link}");
        let rest = "GROUPS 1 secrets FIELDS 1 text secret";
        site.redis::<i64>(&format!("ARTICLE.POST news eve secret {link} {rest}"))
    };
    let (hidden, deleted) = (post("hidden"), post("deleted"));
    let of_hidden = talk.comment("eve", hidden, "secret words");
    let below = talk.comment("ada", of_hidden, "secret words");
    let of_talk = talk.comment("eve", talk.story, "secret words");
    talk.comment("bob", of_talk, "An answer");
    let gone = talk.comment("eve", talk.story, "secret words");
    let ids = [hidden, deleted, of_hidden, below, of_talk, gone];
    for reader in ["ada", "bob"] {
        for id in ids {
            site.run(&format!("ARTICLE.VOTE news {reader} {id} UP"));
            site.run(&format!("ARTICLE.MARK news {reader} saved {id}"));
        }
        site.run(&format!("ARTICLE.FOLLOW news {reader} GROUP secrets"));
    }
    let visitors =
        [Visitor::new(&site), Visitor::named(&site, "ada"), Visitor::named(&site, "bob")];
    while visitors[0].page("/search?q=words").ids().len() < 4 {}
    let secrets = |path: &str, visitor: &Visitor| {
        let body = visitor.get(path).body;
        let body = body.replace(path, "").replace("value=\"secret\"", "");
        let body = body.replace("secrets", "").replace("secret.example<", "<");
        (body.contains("secret words") || body.contains(">secret<")).then(|| path.to_owned())
    };
    // The test sees what leaks: before, all of it is on these pages.
    let shown = |visitor| paths(&ids).iter().filter_map(|path| secrets(path, visitor)).count();
    assert!(shown(&visitors[1]) > 20);
    site.run(&format!("ARTICLE.MODERATE news HIDE {hidden} {of_talk}"));
    site.run(&format!("ARTICLE.DEL news {deleted} {gone}"));
    for visitor in &visitors {
        let leaks: Vec<String> =
            paths(&ids).iter().filter_map(|path| secrets(path, visitor)).collect();
        assert_eq!(leaks, [""; 0], "{}", visitor.user);
    }
    // Nor do they take votes, answers, flags, or changes.
    let (ada, eve) = (&visitors[1], Visitor::named(&site, "eve"));
    for id in ids {
        let id = id.to_string();
        for (form, field, rest) in [
            ("/vote", "id", ("choice", "down")),
            ("/comment", "parent", ("text", "x")),
            ("/flag", "id", ("reason", "spam")),
            ("/edit", "id", ("text", "x")),
        ] {
            let reply = if form == "/edit" { &eve } else { ada }.post(form, &[(field, &id), rest]);
            assert!((400..500).contains(&reply.status), "{form} {id}: {}", reply.status);
        }
    }
}
