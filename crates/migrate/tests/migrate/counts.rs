//! Numbers of comments and last activity that lines do not have.

use serde_json::{Map, Value};
use test_support::{Client, Random, Server, seed};

use crate::harness::{assert_same, export_lines, import_lines};
use crate::servers::{assert_ints, empty_site, site_of};

fn import(to: &Server, key: &str, lines: &[String]) {
    import_lines(to, key, lines.join("\n")).assert_no_problems();
}

/// Removes the entries from a line.
pub fn without(line: &str, names: &[&str]) -> String {
    let mut line: Map<String, Value> = serde_json::from_str(line).unwrap();
    line.retain(|name, _| !names.contains(&name.as_str()));
    Value::Object(line).to_string()
}

/// Fills the site `news` by ARTICLE.POST and ARTICLE.COMMENT only, and then moderates it. What is
/// deleted has comments below it: nothing else would be in an export.
fn fill(c: &mut Client) {
    let mut random = Random::new(seed("counts"));
    let begin = c.now() - 5_000;
    c.ok("ARTICLE.CREATE news BUMPWINDOW 700");
    let mut answered = Vec::new();
    for id in 1..=200_i64 {
        let time = begin + 10 * id;
        let line = if id <= 3 || random.below(10) == 0 {
            format!("ARTICLE.POST news ann Title link{id} TIME {time}")
        } else {
            // Some are as old as their article, or older.
            let time = if random.below(10) == 0 { begin } else { time };
            answered.push(1 + random.below(id - 1));
            format!("ARTICLE.COMMENT news bob {} Text TIME {time}", answered[answered.len() - 1])
        };
        assert_eq!(c.int(&line), id);
    }
    for id in 1..=200 {
        if random.below(6) == 0 {
            c.run(&format!("ARTICLE.MODERATE news HIDE {id}"));
        } else if random.below(4) == 0 && answered.contains(&id) {
            c.run(&format!("ARTICLE.DEL news {id}"));
        }
    }
}

#[test]
fn entries_of_lines_are_kept() {
    let (site, mut c) = empty_site();
    import_lines(&site, "news", include_str!("data/counts.jsonl")).assert_no_problems();
    // A comment counts what is below it by itself.
    assert_ints(&mut c, 8, &[("comments", 1)]);
    let exported = export_lines(&site);
    assert_eq!(exported, include_str!("data/counts_export.jsonl"));
    // It has all of them, so that nothing is counted again.
    import_lines(&site, "copy", exported);
    assert_same(&site, "copy", &site, "news");
}

/// Wherever the lines end at first, the next run completes the site.
#[test]
fn counts_are_right_after_interruptions() {
    let ((site, _), (other, mut c)) = (site_of(fill), empty_site());
    let lines = export_lines(&site);
    let bare = |names: &[&str]| -> Vec<String> {
        lines.lines().map(|line| without(line, names)).collect()
    };
    import(&other, "unbumped", &bare(&["bumped"]));
    assert_same(&other, "unbumped", &site, "news");
    let (uncounted, bare) = (bare(&["comments"]), bare(&["comments", "bumped", "last_id"]));
    for end in (2..bare.len()).step_by(7) {
        c.run("DEL copy killed");
        import(&other, "copy", &bare[..end]);
        c.check("copy");
        // As after a kill: comments that are missing have bumped their articles.
        import(&other, "killed", &[&bare[..1], &uncounted[1..end]].concat());
        for key in ["copy", "killed", "copy", "killed"] {
            import(&other, key, &bare);
            assert_same(&other, key, &site, "news");
        }
    }
}

/// Returns the lines of an article, perhaps with more entries, and of comments on it, some of them
/// hidden.
fn thread(more: &str, comments: i64, hidden: &[i64]) -> Vec<String> {
    let article = r#"{"id":1,"poster":"ann","title":"T","time":1000,"upvotes":1"#;
    let article = ["{\"version\":1}".to_owned(), format!("{article}{more}}}")];
    let comments = (2..2 + comments).map(|id| {
        let (time, hidden) = (1_000 + id, hidden.contains(&id));
        let start = format!(r#"{{"id":{id},"parent":1,"time":{time},"hidden":{hidden}"#);
        format!(r#"{start},"poster":"bob","text":"x","up":["bob"]}}"#)
    });
    article.into_iter().chain(comments).collect()
}

/// A count is the number of comments that a thread lists, also after moderation in between.
#[test]
fn moderation_between_two_imports_is_counted_once() {
    let (site, mut c) = empty_site();
    let (ten, more) = (thread("", 10, &[]), thread("", 15, &[]));
    for (first, hidden, then, comments) in [
        // The source has hidden two, and three are new.
        (&ten, "", &thread("", 13, &[3, 5]), 13),
        // A run was killed that knew when the article was last bumped.
        (&thread(",\"bumped\":1011", 4, &[]), "3", &ten, 9),
        // Interrupted twice: before comments of the first run, and of the second.
        (&thread(",\"bumped\":1016", 12, &[]), "3 4 5", &more, 12),
        (&ten, "3 4 5", &more, 12),
    ] {
        c.run("DEL news");
        import(&site, "news", first);
        c.run(&format!("ARTICLE.MODERATE news HIDE {hidden}"));
        for _ in 0..2 {
            import(&site, "news", then);
            let bumped = 1_000 + then.len() as i64 - 1;
            assert_ints(&mut c, 1, &[("comments", comments), ("bumped", bumped)]);
            assert_eq!(c.ids("ARTICLE.THREAD news 1 SIZE 100").len() as i64, comments);
        }
        c.check("news");
    }
}
