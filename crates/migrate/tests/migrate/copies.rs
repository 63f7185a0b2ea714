//! An export as JSON lines and an import of it give an identical site, for each kind of site.

use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::thread;

use serde_json::Value as Json;
use test_support::{Client, Connect, Random, Server, Value, bulk, fill_site, int, seed};

use crate::program::{
    digest, export_keys, export_lines, export_to, fail, import_as, import_lines, run, try_import,
    url_as,
};
use crate::sites::{empty_site, fill_comments, fill_module, module_server, plain_server};
use crate::{kept, readers};

/// A site with everything of some sort.
struct Case {
    fill: fn(&mut Client),
    /// Lines of the reports of an export and of an import, with their numbers.
    counts: &'static [(&'static str, u64)],
    /// The number of articles, comments, and places.
    entries: u64,
    /// Numbers of what plain keys have no place for.
    left_out: &'static [(&'static str, u64)],
    /// Commands whose replies are the same for both sites.
    queries: &'static [&'static str],
    /// Commands after which both sites are still identical.
    changes: &'static [&'static str],
}

const CASES: [Case; 6] = [
    Case {
        fill: |c| c.ok("ARTICLE.CREATE news VOTESCORE 7"),
        counts: &[],
        entries: 0,
        left_out: &[],
        queries: &["PAGE {} 1"],
        changes: &["POST {} ann Title link TIME 1000"],
    },
    Case {
        fill: fill_module,
        counts: &[("articles", 8), ("hidden", 1)],
        entries: 8,
        left_out: &[],
        queries: &["PAGE {} 1", "GROUPS {}"],
        changes: &["DEL {} 5"],
    },
    Case {
        fill: fill_comments,
        counts: &[("articles", 3), ("comments", 10), ("places of deleted ones", 4)],
        entries: 17,
        left_out: &[("comments left out", 10)],
        queries: &["THREAD {} 1 VIEWER ann", "THREAD {} 2 VIEWER ann", "THREAD {} 10", "GET {} 8"],
        // What is deleted later is kept in the same way.
        changes: &["DEL {} 4 8 9 12"],
    },
    Case {
        fill: kept::fill,
        counts: &[("kept votes", kept::MANY as u64 + 4 + 3 + 1)],
        entries: 10,
        left_out: &[("kept votes left out", kept::MANY as u64 + 4)],
        queries: &["VOTES {} ann 1 2 3 4 5 6", "VOTES {} KEPTUP9 6", "VOTES {} trudy 1 2"],
        // What closes later keeps its votes, too.
        changes: &["DEL {} 8"],
    },
    Case {
        fill: readers::fill,
        counts: &[
            ("last answers seen", 3),
            ("silenced users", 2),
            ("follows and mutes", 7),
            ("ids on lists", 8),
        ],
        entries: 17,
        left_out: &[
            ("last answers seen left out", 3),
            ("silenced users left out", 2),
            ("follows and mutes left out", 7),
            ("ids on lists left out", 8),
        ],
        queries: &[
            "LISTS {} ann",
            "ANSWERS {} ann UNSEEN",
            "USER {} ann",
            "LISTS {} zoe",
            "FOLLOWS {} ann",
            "FOLLOWS {} lurker",
        ],
        changes: &["MUTE {} lurker GROUP d rust", "FORGET {} ann"],
    },
    Case {
        fill: |c| fill_site(c, "news"),
        counts: &[("articles", 28), ("comments", 6)],
        entries: 36,
        left_out: &[("comments left out", 6)],
        queries: &["PAGE {} 1 BY TIME SIZE 100", "COMMENTS {} 1 HIDDEN", "THREAD {} 3"],
        changes: &["DEL {} 5"],
    },
];

#[test]
fn importing_an_export_gives_an_identical_site() {
    for Case { fill, counts, entries, queries, changes, .. } in CASES {
        let (site, other) = (module_server(), module_server());
        let mut c = site.resp2();
        fill(&mut c);
        let exported = run(&export_to(&site, "-"));
        for round in ["first", "again"] {
            let imported = import_lines(&other, "news", &exported.out);
            imported.assert_no_problems();
            for (name, number) in counts {
                assert_eq!(exported.number(name), *number, "{name}");
                // Readers come again: they cannot be told from later ones.
                if round == "first" || readers::READERS.contains(name) {
                    assert_eq!(imported.number(name), *number, "{name}");
                }
            }
            let present = if round == "first" { 0 } else { entries };
            assert_eq!(imported.number("there before"), present);
            assert_eq!(digest(&other, "news"), digest(&site, "news"), "{round}");
        }
        let mut copy = other.resp2();
        copy.check("news");
        for command in [queries, changes].concat() {
            let command = format!("ARTICLE.{}", command.replace("{}", "news"));
            assert_eq!(copy.run(&command), c.run(&command), "{command}");
        }
        assert_eq!(digest(&other, "news"), digest(&site, "news"));
        // A copy of the copy has the same lines, but for the order of users.
        let sorted = |server: &Server| {
            let mut lines: Vec<String> = export_lines(server).lines().map(str::to_owned).collect();
            lines.sort_unstable();
            lines
        };
        assert_eq!(sorted(&other), sorted(&site));
    }
}

#[test]
fn an_export_into_plain_keys_counts_what_it_leaves_out() {
    for Case { fill, left_out, .. } in CASES {
        let (site, classic) = (module_server(), plain_server());
        let mut c = site.resp2();
        fill(&mut c);
        let report = run(&export_keys(&site, &classic));
        for (name, number) in left_out {
            assert_eq!(report.number(name), *number, "{name}");
            let moved = name.replace(" left out", "");
            assert!(moved == "comments" || report.number(&moved) == 0, "{}", report.out);
        }
        // The articles are the same, with their activity.
        run(&import_as(&classic, &site, "copy")).assert_no_problems();
        for id in c.ids("ARTICLE.PAGE news 1 SIZE 100") {
            let [wanted, found] = ["news", "copy"].map(|key| c.article(key, id));
            assert_eq!(found, wanted);
        }
        let [wanted, found] = ["news", "copy"].map(|key| c.info(key));
        for setting in ["keep_votes", "vote_score"] {
            assert_eq!(found.value(setting), wanted.value(setting));
        }
        assert_eq!((found.int("comments"), found.int("marks")), (0, 0));
    }
}

/// The number of articles on which users vote during exports, and of these and comments at first.
const ARTICLES: i64 = 200;
const POSTS: i64 = 2_000;

/// Fills the site `news` with articles, on which everybody early has voted, and with threads.
fn fill(c: &mut Client) {
    let articles = (1..=ARTICLES).flat_map(|id| {
        [
            format!("ARTICLE.POST news ann Title{id} link"),
            format!("ARTICLE.VOTE news early {id}"),
            format!("ARTICLE.MARK news early saved {id}"),
        ]
    });
    c.run_all(articles);
    c.run_all((ARTICLES + 1..=POSTS).map(|id| {
        format!("ARTICLE.COMMENT news u{} {} text", id % 7, ARTICLES.max(id - 1 - id % 9))
    }));
}

/// Does what users do, until it is done.
fn use_site(c: &mut Client, random: &mut Random, is_done: &AtomicBool) {
    for number in 0.. {
        if is_done.load(SeqCst) {
            break;
        }
        // A chain of comments goes at once, from its end or from its beginning.
        let first = ARTICLES + 1 + random.below(POSTS - ARTICLES - 20);
        let mut ids: Vec<String> = (first..first + 12).map(|id| id.to_string()).collect();
        if random.below(2) == 0 {
            ids.reverse();
        }
        c.run(&format!("ARTICLE.DEL news {}", ids.join(" ")));
        let vote = if number % 3 == 0 { "DOWN" } else { "UP" };
        c.run(&format!("ARTICLE.VOTE news late{number} {} {vote}", 1 + number % ARTICLES));
        c.run(&format!("ARTICLE.COMMENT news ann {} text", first.max(ARTICLES)));
        let id = c.int("ARTICLE.COMMENT news bob 1 Text");
        c.run(&format!("ARTICLE.SEEN news late {id}"));
        c.run(&format!("ARTICLE.MARK news late saved 1 {id}"));
    }
}

#[test]
fn an_export_while_users_write_can_be_imported() {
    let (site, mut c) = empty_site();
    fill(&mut c);
    let is_done = AtomicBool::new(false);
    let exports = thread::scope(|scope| {
        scope.spawn(|| use_site(&mut site.resp2(), &mut Random::new(seed("copies")), &is_done));
        let exports: Vec<String> = (0..3).map(|_| export_lines(&site)).collect();
        is_done.store(true, SeqCst);
        exports
    });
    for exported in exports {
        let header: Json = serde_json::from_str(exported.lines().next().unwrap()).unwrap();
        let last_id = header["last_id"].as_u64();
        // What came later is left out, as are the articles and comments themselves.
        for line in readers::reader_lines(&exported) {
            let marks = line["lists"][0][1].as_array().into_iter().flatten();
            let highest = marks.filter_map(Json::as_u64).max();
            assert!(line["seen"].as_u64().max(highest) <= last_id, "{line}");
        }
        c.run("DEL copy");
        import_lines(&site, "copy", exported).assert_no_problems();
        c.check("copy");
        for id in 1..=ARTICLES {
            let article = c.article("copy", id);
            let score = article.int("time") + 432 * article.int("votes");
            assert_eq!(article.int("score"), score, "{id}");
            let vote = c.run(&format!("ARTICLE.VOTES copy early {id}"));
            assert_eq!(vote, Value::Array(vec![int(1)]));
        }
        let lists = c.run("ARTICLE.LISTS copy early");
        assert_eq!(lists, Value::Array(vec![bulk("saved"), int(ARTICLES)]));
    }
    // Undisturbed, it is exact.
    import_lines(&site, "exact", export_lines(&site));
    assert_eq!(digest(&site, "exact"), digest(&site, "news"));
}

#[test]
fn the_permissions_that_the_guide_names_suffice() {
    let (site, mut c) = empty_site();
    readers::fill(&mut c);
    c.ok("ARTICLE.ALTER news KEEPVOTES yes");
    c.run("ARTICLE.POST plain ann Title link");
    let commands = "+article.follows +article.info +article.mget +article.voters";
    c.ok(&format!("ACL SETUSER ann on >secret ~* -@all {commands}"));
    let mut options = export_to(&site, "-");
    options[2] = url_as("ann:secret", &site);
    for missing in ["bumps", "kept", "places", "readers", "marks"] {
        let refused = format!("ARTICLE.DEBUG {} 'news': NOPERM", missing.to_uppercase());
        let error = fail(&options, "NOPERM");
        // Commands that run side by side are not named.
        assert!(error.contains(&refused) || missing == "kept", "{error}");
        c.ok(&format!("ACL SETUSER ann +article.debug|{missing}"));
    }
    assert_eq!(run(&options).out, export_lines(&site));
    // A site without comments and kept votes needs less.
    c.ok("ACL SETUSER ann -article.debug +article.debug|readers");
    options[4] = "plain".to_owned();
    run(&options);
    let commands = "+article.create +article.info +article.load +article.mget +article.voters \
                    +article.debug|places +exec +multi +type";
    c.ok(&format!("ACL SETUSER eve on >secret ~* -@all {commands}"));
    for _ in 0..2 {
        let lines = export_lines(&site);
        let imported = try_import(&url_as("eve:secret", &site), "copy", &[], lines);
        imported.assert_success();
    }
    assert_eq!(digest(&site, "copy"), digest(&site, "news"));
}
