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
