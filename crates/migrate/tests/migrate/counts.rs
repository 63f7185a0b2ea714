//! Numbers of comments and last activity that lines do not have.

use serde_json::{Map, Value};
use test_support::{Client, Connect, Random, Server, seed};

use crate::program::{digest, export_lines, import_lines};
use crate::sites::{empty_site, module_server};

fn export(site: &Server) -> Vec<String> {
    export_lines(site).lines().map(str::to_owned).collect()
}

fn import(to: &Server, key: &str, lines: &[String]) {
    import_lines(to, key, lines.join("\n")).assert_no_problems();
}

/// Removes the entries from a line.
fn without(line: &str, names: &[&str]) -> String {
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
        let parent = 1 + random.below(id);
        if id <= 3 || random.below(10) == 0 {
            assert_eq!(c.int(&format!("ARTICLE.POST news ann Title link{id} TIME {time}")), id);
        } else {
            // Some are as old as their article, or older.
            let time = if random.below(10) == 0 { begin } else { time };
            let comment =
                format!("ARTICLE.COMMENT news bob {} Text TIME {time}", parent.min(id - 1));
            assert_eq!(c.int(&comment), id);
            answered.push(parent.min(id - 1));
        }
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
    let site = module_server();
    let lines = [
        r#"{"version":1}"#,
        r#"{"id":1,"poster":"ann","title":"N","time":1000,"upvotes":1}"#,
        r#"{"id":2,"poster":"ann","title":"B","time":1000,"upvotes":1,"comments":0,"bumped":1000}"#,
        r#"{"id":3,"poster":"ann","title":"C","time":1000,"comments":9,"upvotes":1}"#,
        r#"{"id":4,"poster":"ann","title":"T","time":1000,"up":null,"upvotes":1,"bumped":7000}"#,
        r#"{"id":5,"parent":1,"poster":"bob","text":"x","time":2000,"upvotes":1}"#,
        r#"{"id":6,"parent":2,"poster":"bob","text":"x","time":2000,"upvotes":1}"#,
        r#"{"id":7,"parent":3,"poster":"bob","text":"x","time":2000,"upvotes":1}"#,
        r#"{"id":8,"parent":4,"poster":"bob","text":"x","time":2000,"upvotes":1}"#,
        r#"{"id":9,"parent":8,"poster":"bob","text":"x","time":3000,"hidden":true,"upvotes":1}"#,
        r#"{"id":10,"parent":9,"poster":"bob","text":"x","time":2000,"upvotes":1}"#,
    ];
    import(&site, "news", &lines.map(str::to_owned));
    let mut c = site.resp2();
    let mut numbers = |id| {
        let article = c.article("news", id);
        (article.int("comments"), article.int("bumped"))
    };
    assert_eq!([1, 2].map(&mut numbers), [(1, 2_000), (0, 1_000)]);
    assert_eq!([3, 4].map(&mut numbers), [(9, 2_000), (2, 7_000)]);
    // A comment counts what is below it by itself.
    assert_eq!(c.article("news", 8).int("comments"), 1);
    // An export has them, so that nothing is counted again.
    let exported = export(&site);
    assert!(exported[2].contains(r#""comments":0,"bumped":1000"#), "{}", exported[2]);
    import(&site, "copy", &exported);
    assert_eq!(digest(&site, "copy"), digest(&site, "news"));
}

/// Wherever the lines end at first, the next run completes the site.
#[test]
fn counts_are_right_after_interruptions() {
    let (site, other) = (module_server(), module_server());
    fill(&mut site.resp2());
    let lines = export(&site);
    let bare = |names: &[&str]| -> Vec<String> {
        lines.iter().map(|line| without(line, names)).collect()
    };
    let (uncounted, unbumped) = (bare(&["comments"]), bare(&["bumped"]));
    import(&other, "unbumped", &unbumped);
    assert_eq!(digest(&other, "unbumped"), digest(&site, "news"));
    let bare = bare(&["comments", "bumped", "last_id"]);
    let mut c = other.resp2();
    for end in (2..bare.len()).step_by(7) {
        c.run("DEL copy");
        import(&other, "copy", &bare[..end]);
        c.ok("ARTICLE.DEBUG CHECK copy");
        // As after a kill: comments that are missing have bumped their articles.
        c.run("DEL killed");
        import(&other, "killed", &[&bare[..1], &uncounted[1..end]].concat());
        for key in ["copy", "killed"] {
            for _ in 0..2 {
                import(&other, key, &bare);
                assert_eq!(digest(&other, key), digest(&site, "news"), "{key} {end}");
            }
        }
    }
}

/// Returns the lines of an article with some comments on it, some of them hidden.
fn thread(comments: i64, hidden: &[i64]) -> Vec<String> {
    let article = r#"{"id":1,"poster":"ann","title":"T","time":1000,"upvotes":1}"#;
    let mut lines = vec![r#"{"version":1}"#.to_owned(), article.to_owned()];
    lines.extend((2..2 + comments).map(|id| {
        let (time, hidden) = (1_000 + id, hidden.contains(&id));
        let start = format!(r#"{{"id":{id},"parent":1,"time":{time},"hidden":{hidden}"#);
        format!(r#"{start},"poster":"bob","text":"x","up":["bob"]}}"#)
    }));
    lines
}

/// Returns those lines as far as a run has loaded them that was killed.
fn killed(lines: &[String], loaded: usize) -> Vec<String> {
    let mut loaded = lines[..2 + loaded].to_vec();
    let bumped = 1_000 + lines.len() - 1;
    loaded[1] = loaded[1].replace("\"upvotes\"", &format!("\"bumped\":{bumped},\"upvotes\""));
    loaded
}

/// A count is the number of comments that a thread lists, also after moderation in between.
#[test]
fn moderation_between_two_imports_is_counted_once() {
    let (site, mut c) = empty_site();
    let mut case = |first: &[String], hidden: &str, then: &[String], comments: i64| {
        c.run("DEL news");
        import(&site, "news", first);
        if !hidden.is_empty() {
            c.run(&format!("ARTICLE.MODERATE news HIDE {hidden}"));
        }
        for _ in 0..2 {
            import(&site, "news", then);
            let article = c.article("news", 1);
            let listed = c.ids("ARTICLE.THREAD news 1 SIZE 100").len() as i64;
            assert_eq!((article.int("comments"), listed), (comments, comments));
            assert_eq!(article.int("bumped"), 1_000 + then.len() as i64 - 1);
        }
        c.ok("ARTICLE.DEBUG CHECK news");
    };
    let (ten, more) = (thread(10, &[]), thread(15, &[]));
    // The source has hidden two, and three are new.
    case(&ten, "", &thread(13, &[3, 5]), 13);
    case(&killed(&ten, 4), "3", &ten, 9);
    // Interrupted twice: before comments of the first run, and of the second.
    case(&killed(&more, 12), "3 4 5", &more, 12);
    case(&ten, "3 4 5", &more, 12);
}
