//! Faults 1 and 2: check and update are separate commands, and voters expire by another clock than
//! the one that closes voting.

use super::{Ballot, Cast, Choice, Classic, Design, Outcome, SITE, members};
use std::io::Write;
use std::net::{Ipv4Addr, Shutdown, TcpStream};
use test_support::*;

/// Starts a server with article 1 of each site, whose poster is alice.
fn with_article(classic: &Classic) -> (Server, Client) {
    let server = with_module().start();
    let mut c = server.resp2();
    let now = c.now();
    assert_eq!(classic.post(&mut c, "alice", "title", "link", now), 1);
    let self_vote = if classic.design.counts_poster { "yes" } else { "no" };
    c.ok(&format!("ARTICLE.CREATE {SITE} SELFVOTE {self_vote}"));
    assert_eq!(c.int(&format!("ARTICLE.POST {SITE} alice title link")), 1);
    (server, c)
}

fn votes(c: &mut Client) -> i64 {
    text(&c.run("HGET article:1 votes")).parse().expect("a number")
}

/// Returns the votes of the module's article and the number of its voters, at the same moment.
fn counted_and_recorded(c: &mut Client) -> (i64, i64) {
    c.ok("MULTI");
    c.run(&format!("ARTICLE.GET {SITE} 1"));
    c.run(&format!("ARTICLE.INFO {SITE}"));
    let replies = c.run("EXEC");
    let [article, site] = items(&replies) else { panic!("not two replies: {replies:?}") };
    (c.fields(article).int("votes"), c.fields(site).int("votes"))
}

#[test]
fn fault_1_the_vote_of_a_user_counts_twice_between_check_and_update() {
    let classic = Classic::new(Design::GO);
    let (server, mut first) = with_article(&classic);
    let mut second = server.resp2();
    let now = first.now();
    let bob = Ballot::up("bob", 1);
    // Bob clicks twice, and two of the web server's processes get one click each.
    let (seen, also_seen) = (
        classic.check(&mut first, bob, now).expect("voting is open"),
        classic.check(&mut second, bob, now).expect("voting is open"),
    );
    for (c, previous) in [(&mut first, seen), (&mut second, also_seen)] {
        let change = classic.record(c, bob, previous);
        classic.count(c, bob, change);
    }
    assert_eq!((votes(&mut first), first.int("HLEN voted:1")), (2, 1), "2 votes by 1 voter");

    // In the module, no command comes between.
    let outcomes = [bob.cast(&mut first), bob.cast(&mut second)];
    assert_eq!(outcomes, [Outcome::Counted, Outcome::Repeated]);
    assert_eq!(counted_and_recorded(&mut first), (1, 1));
}

#[test]
fn fault_1_a_changed_vote_counts_twice_between_check_and_update() {
    let classic = Classic::new(Design::GO);
    let (server, mut first) = with_article(&classic);
    let mut second = server.resp2();
    let now = first.now();
    let up = Ballot::up("bob", 1);
    let down = Ballot { choice: Choice::Against, ..up };
    assert_eq!(classic.vote(&mut first, up, now), Outcome::Counted);
    let previous = classic.check(&mut first, down, now).expect("voting is open");
    // Meanwhile the vote against arrives through another process.
    assert_eq!(classic.vote(&mut second, down, now), Outcome::Counted);
    let change = classic.record(&mut first, down, previous);
    classic.count(&mut first, down, change);
    assert_eq!(votes(&mut first), -3, "1 - 2 - 2 by a single voter");

    for (ballot, outcome) in
        [(up, Outcome::Counted), (down, Outcome::Counted), (down, Outcome::Repeated)]
    {
        assert_eq!(ballot.cast(&mut second), outcome);
    }
    assert_eq!(counted_and_recorded(&mut first), (-1, 1));
}

#[test]
fn fault_1_a_client_that_dies_half_way_loses_the_vote_of_a_recorded_voter() {
    for design in [Design::PYTHON, Design::JAVA] {
        let classic = Classic::new(design);
        let (server, mut c) = with_article(&classic);
        let bob = Ballot::up("bob", 1);
        let now = c.now();
        {
            let mut dying = server.resp2();
            let previous = classic.check(&mut dying, bob, now).expect("voting is open");
            assert_eq!(classic.record(&mut dying, bob, previous), 1);
        }
        assert_eq!((votes(&mut c), c.int("SCARD voted:1")), (1, 2), "1 vote by 2 voters");
        assert_eq!(classic.vote(&mut c, bob, now), Outcome::Repeated, "bob can never mend it");

        die_after_sending(&server, &format!("ARTICLE.VOTE {SITE} bob 1\r\n"));
        // Wherever the client died, the vote is either counted or missing as a whole.
        let (votes, recorded) = counted_and_recorded(&mut c);
        assert_eq!(votes, recorded);
        bob.cast(&mut c);
        assert_eq!(counted_and_recorded(&mut c), (2, 2), "voting again is safe");
    }
}

/// Sends a command and closes the connection without reading the reply.
fn die_after_sending(server: &Server, line: &str) {
    let mut stream =
        TcpStream::connect((Ipv4Addr::LOCALHOST, server.port())).expect("a connection");
    stream.write_all(line.as_bytes()).expect("to send");
    stream.shutdown(Shutdown::Both).expect("to close");
}

/// Posts, votes as bob and, once the voters have expired, votes as bob again. Returns what became
/// of that vote in both sites, or nothing if the second in which it counts twice had passed.
fn vote_in_the_last_second(c: &mut Client, classic: &Classic) -> Option<[Outcome; 2]> {
    c.ok("FLUSHALL");
    c.ok(&format!("ARTICLE.CREATE {SITE} WINDOW {}", classic.window));
    c.int(&format!("ARTICLE.POST {SITE} alice title link"));
    let bob = Ballot::up("bob", 1);
    bob.cast(c);
    // The voters expire at the end of a second, which must not come before the vote.
    let before = c.now();
    wait_until(DEADLINE, "a second begins", || c.now() > before);
    let posted = c.now();
    assert_eq!(classic.post(c, "alice", "title", "link", posted), 1);
    assert_eq!(classic.vote(c, bob, posted), Outcome::Counted);
    assert_eq!(votes(c), 2);
    wait_until(DEADLINE, "the voters expire", || c.int("EXISTS voted:1") == 0);
    let now = c.now();
    (now == posted + classic.window).then(|| [classic.vote(c, bob, now), bob.cast(c)])
}

#[test]
fn fault_2_a_vote_in_the_second_of_expiry_counts_again_and_its_set_stays_for_ever() {
    // A window of a second brings that second about without a week's wait.
    let classic = Classic { window: 1, ..Classic::new(Design::JAVA) };
    let server = with_module().start();
    let mut c = server.resp2();
    let mut outcomes = None;
    wait_until(DEADLINE, "the vote falls into the second", || {
        outcomes = vote_in_the_last_second(&mut c, &classic);
        outcomes.is_some()
    });
    assert_eq!(outcomes, Some([Outcome::Counted, Outcome::Closed]));
    assert_eq!(votes(&mut c), 3, "bob's vote counts twice");
    assert_eq!(members(&mut c, "SMEMBERS voted:1"), ["bob"]);
    assert_eq!(c.int("TTL voted:1"), -1, "the new set has no expiry");

    assert!(c.article(SITE, 1).int("votes") <= 2);
    // The next post frees the records of all closed articles.
    c.int(&format!("ARTICLE.POST {SITE} carol title link"));
    assert_eq!(c.info(SITE).int("votes"), 1, "the vote of the new article's poster");
}
