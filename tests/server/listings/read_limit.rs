//! `article.read-limit`: what a reading command may visit.

use test_support::*;

const TOO_LONG: &str =
    "TOOLONG this command would read more than article.read-limit allows; narrow it";

/// After a plus, reads of more than 300 articles, comments, votes, or entries of lists, of
/// [`fill`]; after a minus, of fewer than 100.
const READS: &str = include_str!("read_limit.txt");

/// Fills a site with 300 articles in two groups, all of them voted on and marked by bob, and 300
/// comments on the first, which 300 users have voted on.
fn fill(c: &mut Client) {
    c.run_all((1..=300).map(|_| "ARTICLE.POST news alice t l GROUPS 2 g h"));
    let comments = (1..=300).map(|_| "ARTICLE.COMMENT news carol 1 text".to_owned());
    let votes = (1..=300).map(|id| format!("ARTICLE.VOTE news bob {id}"));
    let marks = (1..=300).map(|id| format!("ARTICLE.MARK news bob read {id}"));
    let voters = (1..=300).map(|user| format!("ARTICLE.VOTE news {user} 1"));
    c.run_all(comments.chain(votes).chain(marks).chain(voters));
}

#[track_caller]
fn refused(c: &mut Client, command: &str) {
    let reply = c.run(command);
    assert!(matches!(reply, Value::ServerError(_)), "{command}");
    assert_eq!(error_text(&reply), TOO_LONG, "{command}");
}

#[test]
fn a_command_that_would_read_more_is_refused_and_counted() {
    in_both_protocols_with(with_module().module_args("read-limit 100"), |_, c| {
        fill(c);
        for command in marked(READS, "-") {
            assert!(!matches!(c.run(command), Value::ServerError(_)), "{command}");
        }
        let before = info_number(c, "article", "article_reads_refused");
        let long = marked(READS, "+");
        long.iter().for_each(|command| refused(c, command));
        let counted = info_number(c, "article", "article_reads_refused") - before;
        assert_eq!(counted, long.len() as i64);
        refused(c, "ARTICLE.CHANGES news 0 COUNT 200 BLOCK 0");
    });
}

#[test]
fn the_limit_is_200000_at_first_and_0_stands_for_none() {
    let server = with_module().start();
    let c = &mut server.resp2();
    if c.version() < (7, 0) {
        return;
    }
    assert_eq!(c.map("CONFIG GET article.read-limit").text("article.read-limit"), "200000");
    fill(c);
    for limit in ["0", "400"] {
        c.ok(&format!("CONFIG SET article.read-limit {limit}"));
        for command in marked(READS, "+") {
            assert!(!matches!(c.run(command), Value::ServerError(_)), "{limit}: {command}");
        }
    }
}

#[test]
fn pinned_articles_of_the_groups_of_a_query_count_as_read() {
    in_both_protocols_with(with_module().module_args("read-limit 100"), |_, c| {
        c.run_all((1..=150).map(|_| "ARTICLE.POST news alice t l GROUPS 1 g"));
        c.run_all((1..=150).map(|id| format!("ARTICLE.MODERATE news PIN {id}")));
        assert_eq!(c.int("ARTICLE.FOLLOW news bob GROUP g"), 1);
        for filter in ["FEED bob", "ANYOF 1 g", "ALLOF 1 g"] {
            refused(c, &format!("ARTICLE.PAGE news 1 SIZE 1 {filter}"));
        }
    });
}

/// What reads the listed comments of an article reads none of those that are not.
#[test]
fn comments_that_are_not_listed_do_not_count_as_read() {
    in_both_protocols_with(with_module().module_args("read-limit 200"), |_, c| {
        c.int("ARTICLE.POST news alice t l");
        c.run_all((2..=551).map(|_| "ARTICLE.COMMENT news carol 1 text"));
        // Some are left as tombstones.
        c.run_all((2..=101).map(|id| format!("ARTICLE.COMMENT news carol {id} text")));
        let ids = |ids: std::ops::RangeInclusive<i64>| {
            ids.map(|id| id.to_string()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(c.int(&format!("ARTICLE.MODERATE news HIDE {}", ids(152..=651))), 500);
        assert_eq!(c.int(&format!("ARTICLE.DEL news {}", ids(2..=101))), 100);
        for key in ["news", "restored"] {
            c.restore("news", "restored");
            c.check(key);
            let listed: Vec<i64> = (102..=151).rev().collect();
            assert_eq!(c.ids(&format!("ARTICLE.COMMENTS {key} 1 BELOW 1 SIZE 60")), listed);
            assert_eq!(c.int(&format!("ARTICLE.BUMP {key} 1")), 50);
        }
    });
}

/// Pages of two that are found at once, and after which there is nothing for long.
const FULL_PAGES: [(&str, [i64; 2]); 10] = [
    ("PAGE news 1 BY TIME NOTFROM 1 bot", [605, 604]),
    ("PAGE news 1 BY SCORE NOTFROM 1 bot", [605, 604]),
    ("PAGE news 1 BY TIME ANYOF 2 g h NOTFROM 1 bot", [605, 604]),
    ("PAGE news 1 BY TIME PER USER 1", [605, 603]),
    ("COMMENTS news 1 BY TIME NOTFROM 1 bot", [303, 302]),
    ("ANSWERS news alice 1 NOTFROM 1 bot", [303, 302]),
    ("VOTED news bob 1 ARTICLES", [605, 604]),
    ("MARKED news bob saved 1 ARTICLES", [605, 604]),
    ("THREAD news 1 BY TIME NOTFROM 1 bot", [303, 302]),
    ("THREAD news 1 BY VOTES NOTFROM 1 bot", [303, 302]),
];

#[test]
fn nothing_is_read_beyond_a_full_page_but_for_its_cursor() {
    in_both_protocols_with(with_module().module_args("read-limit 200"), |_, c| {
        c.int("ARTICLE.POST news alice t l");
        c.run_all((0..300).map(|_| "ARTICLE.COMMENT news bot 1 text".to_owned()));
        c.run_all((0..2).map(|_| "ARTICLE.COMMENT news erin 1 text".to_owned()));
        c.run_all((0..300).map(|_| "ARTICLE.POST news bot t l GROUPS 2 g h".to_owned()));
        c.run_all((0..2).map(|_| "ARTICLE.POST news erin t l GROUPS 2 g h".to_owned()));
        let ids = (2..=303).chain([604, 605]);
        c.run_all(ids.clone().map(|id| format!("ARTICLE.MARK news bob saved {id}")));
        c.run_all(ids.map(|id| format!("ARTICLE.VOTE news bob {id}")));
        c.run_all([302, 303, 604, 605].map(|id| format!("ARTICLE.VOTE news carl {id}")));
        for (line, ids) in FULL_PAGES {
            let line = format!("ARTICLE.{line} RETURN 1 id SIZE");
            // Twice: a page that was kept with its cursor is not the one without.
            for _ in 0..2 {
                assert!(!is_error(&c.run(&format!("{line} 2"))), "{line}");
                assert_eq!(c.ids(&format!("{line} 2")), ids, "{line}");
                let (found, cursor) = c.ids_and_cursor(&format!("{line} 2"));
                assert_eq!((&found[..], cursor.is_some()), (&ids[..], true), "{line}");
            }
            refused(c, &format!("{line} 3"));
            refused(c, &format!("{line} 3 WITHCURSOR"));
        }
    });
}
