//! An export as JSON lines and an import of it give an identical site, for each kind of site.

use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::thread;

use serde_json::Value as Json;
use test_support::{Client, Connect, Random, Value, bulk, fill_site, int, seed};

use crate::harness::{assert_same, between, export_lines, import_lines, of, run};
use crate::servers::{empty_site, fill_comments, fill_module, plain_server, site_of};
use crate::{kept, readers};

/// What makes a site with everything of some sort, and the number of its articles, comments, and
/// places. Lines of the reports of exports: as JSON lines, and into plain keys what these have no
/// place for.
type Case = (fn(&mut Client), u64, &'static [(&'static str, u64, u64)]);

const CASES: [Case; 6] = [
    (|c| c.ok("ARTICLE.CREATE news VOTESCORE 7"), 0, &[]),
    (fill_module, 8, &[("articles", 8, 0), ("hidden", 1, 0)]),
    (
        fill_comments,
        17,
        &[("articles", 3, 0), ("comments", 10, 10), ("places of deleted ones", 4, 0)],
    ),
    (kept::fill, 10, &[("kept votes", 2_508, 2_504)]),
    (
        readers::fill,
        17,
        &[
            ("last answers seen", 3, 3),
            ("silenced users", 2, 2),
            ("follows and mutes", 7, 7),
            ("ids on lists", 8, 8),
        ],
    ),
    (|c| fill_site(c, "news"), 36, &[("articles", 28, 0), ("comments", 6, 6)]),
];

#[test]
fn importing_an_export_gives_an_identical_site() {
    for (fill, entries, counts) in CASES {
        let ((site, mut c), (other, mut copy)) = (site_of(fill), empty_site());
        let exported = run(&of("export --jsonl -", &site, "news"));
        for present in [0, entries] {
            let imported = import_lines(&other, "news", &exported.out);
            imported.assert_no_problems();
            assert_eq!(imported.number("there before"), present);
            for (name, number, _) in counts {
                assert_eq!(exported.number(name), *number, "{name}");
                // Readers come again: they cannot be told from later ones.
                if present == 0 || readers::READERS.contains(name) {
                    assert_eq!(imported.number(name), *number, "{name}");
                }
            }
            assert_same(&other, "news", &site, "news");
        }
        copy.check("news");
        // Plain keys have the articles with their activity, and do not have the others.
        let classic = plain_server();
        let report = run(&between("export", &site, &classic, "news"));
        for (name, _, left_out) in counts {
            assert_eq!(report.number(&format!("{name} left out")), *left_out, "{name}");
        }
        assert!(readers::READERS.iter().all(|name| report.number(name) == 0), "{}", report.out);
        run(&between("import", &classic, &site, "copy")).assert_no_problems();
        for id in c.ids("ARTICLE.PAGE news 1 SIZE 100") {
            assert_eq!(c.article("copy", id), c.article("news", id));
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
    for line in ["POST news ann Title link", "VOTE news early {}", "MARK news early saved {}"] {
        c.run_all(
            (1..=ARTICLES).map(|id| format!("ARTICLE.{line}").replace("{}", &id.to_string())),
        );
    }
    c.run_all((ARTICLES + 1..=POSTS).map(|id| {
        format!("ARTICLE.COMMENT news u{} {} text", id % 7, ARTICLES.max(id - 1 - id % 9))
    }));
}

/// Does what users do, until it is done.
fn use_site(c: &mut Client, random: &mut Random, is_done: &AtomicBool) {
    for number in (0..).take_while(|_| !is_done.load(SeqCst)) {
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
        let seen = c.position("news", id);
        c.run(&format!("ARTICLE.SEEN news late {seen}"));
        c.run(&format!("ARTICLE.MARK news late saved 1 {id}"));
    }
}

#[test]
fn an_export_while_users_write_can_be_imported() {
    let (site, mut c) = site_of(fill);
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
            assert!(highest <= last_id, "{line}");
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
    assert_same(&site, "exact", &site, "news");
}
