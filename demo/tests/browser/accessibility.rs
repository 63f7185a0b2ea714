//! Every view, checked by axe-core: as a visitor, as users, and as the moderator; light and dark;
//! on a desktop and on a phone; with menus closed and open.

use std::fs;

use crate::browser::{Page, World};
use crate::world::Site;

/// The file of axe-core, which `make demo-test` downloads.
const AXE: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/axe.min.js");

/// The views of each reader. `{story}` and `{comment}` are ada's, `{hidden}` is a hidden story.
const VISITOR: &str = "/ /new /week /all /g/rust /g/none /d/blog.example.com /u/amber-otter \
     /u/nobody /u/amber-otter/comments /u/nobody/comments /groups \
     /comments /moderations /search?q=rust /a/{story} /a/{story}/controversial /a/493 /a/2000 \
     /c/{comment} /login /login?next=%2Fsubmit /nowhere /a/{hidden} /hidden /?after=x";
const USER: &str = "/ /new?unvoted=1 /all /g/rust/all /feed /answers /voted /saved /settings \
     /settings/hidden /submit /groups /comments /u/ada /u/eve /a/{story} /a/{story}/edit /a/2000 \
     /c/{comment} /c/{comment}/edit /flag/2000";
const MODERATOR: &str = "/ /hidden /comments/hidden /flags /moderations /u/eve /u/bob /a/{story} \
     /a/{hidden} /c/{comment}";

const SCENE: &str = "
    hidden: ARTICLE.POST news bob Talk https://example.com/talk
    story: ARTICLE.POST news ada Mine https://example.com/mine GROUPS 1 rust
    comment: ARTICLE.COMMENT news ada {story} 'A comment'
    answer: ARTICLE.COMMENT news bob {comment} 'An answer'
    ARTICLE.COMMENT news eve {answer} 'Another one'
    concealed: ARTICLE.COMMENT news bob {story} 'An unkind one'
    ARTICLE.MODERATE news HIDE {hidden} {concealed}
    ARTICLE.MODERATE news LOCK 1998
    ARTICLE.MODERATE news PIN 1997
    ARTICLE.VOTE news ada 1996
    ARTICLE.VOTE news ada {answer}
    ARTICLE.VOTE news ada 1995 DOWN
    ARTICLE.FOLLOW news ada GROUP rust
    ARTICLE.MUTE news ada USER mallory
    ARTICLE.MARK news ada saved 2000 493
    ARTICLE.MARK news ada hidden 1999 492
    SADD banned bob
    XADD moderations * who moderator action BAN what bob
    XADD moderations * who moderator action HIDE what {hidden}
    XADD moderations * who moderator action HIDE what 999999
    HSET flags:2000 ada spam
    HSET flags:{comment} eve unkind
    ZADD flagged 1 2000 1 {comment}";

fn check(name: &str, views: &str) {
    let world = World::start();
    let axe = fs::read_to_string(AXE).expect("make demo-test downloads axe-core");
    let views = filled(&world.site, views);
    let open = "document.querySelectorAll('details').forEach((details) => {
        details.removeAttribute('name');
        details.open = true;
    })";
    let mut found = String::new();
    for page in [world.reader(name), world.phone(name)] {
        for path in views.split(' ') {
            page.open(path);
            assert_eq!(page.count("h1"), 1, "{path}");
            page.run(&format!("window.axe ?? (() => {{ {axe} }}).call(window)"));
            for scheme in ["light", "dark"] {
                page.set_scheme(scheme);
                for violation in violations(&page, scheme == "light") {
                    found += &format!("{path} as {name:?}, {scheme}: {violation}\n");
                }
                // The dark page has all that can be opened.
                page.run(open);
            }
        }
    }
    assert!(found.is_empty(), "{found}");
}

fn filled(site: &Site, views: &str) -> String {
    site.play(SCENE);
    let fill =
        |views: String, name| views.replace(&format!("{{{name}}}"), &site.id(name).to_string());
    ["story", "comment", "hidden"].into_iter().fold(views.to_owned(), fill)
}

/// Returns what axe-core finds on the page. `has_targets` says whether all targets must have the
/// size of WCAG 2.2: open menus cover what is below them.
fn violations(page: &Page<'_>, has_targets: bool) -> Vec<String> {
    let found = page.run_until_done(&format!(
        "const rules = {{ 'target-size': {{ enabled: {has_targets} }} }};
         axe.run({{ resultTypes: ['violations'], rules }}).then(({{ violations }}) => done(
             violations.map(({{ id, nodes }}) => `${{id}}: ${{nodes.slice(0, 3).map(
                 (node) => `${{node.target}} ${{node.failureSummary}}`).join('; ')}}`)),
             (error) => done([String(error)]))"
    ));
    serde_json::from_value(found).expect("the violations are texts")
}

#[test]
fn views_of_visitors_are_accessible() {
    check("", VISITOR);
}

#[test]
fn views_of_users_are_accessible() {
    check("ada", USER);
}

#[test]
fn views_of_moderators_are_accessible() {
    check("moderator", MODERATOR);
}
