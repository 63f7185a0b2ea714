//! Syntax that all commands share: options in any order and case, each at most once, and errors
//! that say what to do.

use test_support::{commands, *};

#[in_both_protocols]
fn a_wrong_number_of_arguments_has_the_error_of_every_redis_command(c: &mut Client) {
    for command in commands::all() {
        let name = command.event();
        let expected = format!("ERR wrong number of arguments for '{name}' command");
        let least = command.arity.unsigned_abs() as usize - 1;
        let numbers = (0..least).chain((command.arity > 0).then_some(least + 1));
        for number in numbers {
            assert_error(&c.call(&name, vec!["news"; number]), &expected);
        }
    }
    assert_eq!(c.run("DBSIZE"), int(0));
}

#[in_both_protocols]
fn options_come_in_any_order_and_any_case(c: &mut Client) {
    c.ok("ArTiCle.cReaTE news selfVOTE No pageSIZE 3 Window 1000 voteScore 5");
    assert_eq!(c.info("news").text("self_vote"), "no");
    let time = c.now() - 10;
    let post = format!("article.post news alice t l fields 1 f v id 4 time {time} groups 1 g");
    assert_eq!(c.run(&post), int(4));
    let post = format!("article.post news alice t l Time {time} Groups 1 g Id 9 Fields 1 f v");
    assert_eq!(c.run(&post), int(9));
    let (one, two) = (c.article("news", 4), c.article("news", 9));
    assert_eq!(one.clone().without("id"), two.without("id"));
    c.ok("article.edit news 4 unset 1 f link l2 title t2");
    assert_eq!(c.article("news", 4).text("link"), "l2");
    for words in ["down withcounts", "withCounts DOWN", "WITHCOUNTS Down", "Down WithCounts"] {
        let reply = c.map(&format!("article.vote news bob 4 {words}"));
        assert_eq!(reply.int("downvotes"), 1, "{words}");
    }
    assert_eq!(c.groups("article.groups news limit 0 5"), [("g".to_owned(), 2)]);
    assert_eq!(c.map("article.get news 4 Viewer bob").int("vote"), -1);
}
