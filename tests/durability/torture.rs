//! The server is killed again and again while many users vote. No acknowledged vote is lost, and
//! none counts twice.
//!
//! `TORTURE_ROUNDS` is the number of kills. `TORTURE_SEED` repeats a test's random choices.

use crate::load::{Findings, LoadGenerator, SITE};
use std::fs::File;
use std::io::Write;
use std::process::Command;
use test_support::*;

const VOTERS: usize = 12;
/// The number of rounds after which a test continues with a new server, to stay fast.
const ROUNDS_OF_A_SERVER: u64 = 10;
/// The number of other keys, and the microseconds that saving takes for each.
const OTHER_KEYS: i64 = 200;
const SAVE_DELAY: i64 = 400;

fn append_only() -> Setup {
    with_module().config("appendonly yes").config("appendfsync always")
}

/// A server under torture, and its voters.
struct Victim<'a> {
    server: Server,
    crowd: LoadGenerator,
    random: &'a mut Random,
    found: Findings,
}

impl<'a> Victim<'a> {
    fn new(setup: &Setup, random: &'a mut Random) -> Self {
        let server = setup.start();
        let crowd = LoadGenerator::new(&mut server.resp3(), VOTERS, random);
        Self { server, crowd, random, found: Findings::default() }
    }

    /// Checks the server against what its voters know.
    fn inspect(&mut self) {
        self.found += self.crowd.inspect(&mut self.server.resp3());
    }

    /// Makes everybody vote, and kills the server after a random number of votes.
    fn kill(&mut self) {
        let Self { server, crowd, random, .. } = self;
        crowd.vote_while(server.port(), |progress| {
            progress.await_more(random.below(2000));
            server.kill();
        });
    }

    /// Like [`Victim::kill`], while a child process saves that the command starts. Returns whether
    /// the child was still saving.
    fn kill_while_saving(&mut self, command: &str, child: Child) -> bool {
        let Self { server, crowd, random, .. } = self;
        let mut c = server.resp2();
        slow_saving(&mut c);
        crowd.vote_while(server.port(), |progress| {
            progress.await_more(random.below(200));
            c.run(command);
            progress.await_more(random.below(300));
            let saving = is_saving(&mut c);
            server.kill();
            if saving && (child == Child::Killed || random.percent(50)) {
                kill_saving_child(server);
            }
            saving
        })
    }
}

/// What happens to the process that saves. A machine that fails takes it down; a server that is
/// killed leaves it running.
#[derive(Clone, Copy, PartialEq)]
enum Child {
    Killed,
    KilledOrNot,
}

/// Runs rounds, each of which makes the server die in its own way and returns whether that went as
/// intended. After each round the server is started again and must have everything.
fn torture(test: &str, setup: &Setup, mut round: impl FnMut(&mut Victim) -> bool) {
    let mut random = Random::new(seed(test));
    let (mut found, mut as_meant) = (Findings::default(), 0);
    let mut left = rounds();
    while left > 0 {
        let mut victim = Victim::new(setup, &mut random);
        for _ in 0..left.min(ROUNDS_OF_A_SERVER) {
            as_meant += i64::from(round(&mut victim));
            let log = victim.server.log();
            assert!(!log.contains("BUG REPORT") && !log.contains("panicked"), "{log}");
            victim.server.limit_files(None);
            victim.server.restart();
            victim.inspect();
            let Findings { lost, doubled, .. } = victim.found;
            assert_eq!((lost, doubled), (0, 0), "{left} rounds to go");
            left -= 1;
        }
        found += victim.found;
    }
    report(format!("{test}: {} rounds, {as_meant} as meant, {found}", rounds()));
}

fn slow_saving(c: &mut Client) {
    let keys: Vec<_> = (0..OTHER_KEYS).map(|n| format!("SET other-{n} x")).collect();
    c.run_all(&keys);
    c.ok(&format!("CONFIG SET rdb-key-save-delay {SAVE_DELAY}"));
}

fn is_saving(c: &mut Client) -> bool {
    let info = c.report("INFO persistence");
    info.contains("bgsave_in_progress:1") || info.contains("rewrite_in_progress:1")
}

fn kill_saving_child(server: &Server) {
    let log = server.log();
    let (_, after) = log.rsplit_once("started by pid ").expect("a child in the log");
    let process = after.split_ascii_whitespace().next().expect("its process id");
    Command::new("kill").args(["-9", process]).status().expect("kill");
}

fn save_in_background(c: &mut Client, command: &str) {
    c.run(command);
    wait_until(DEADLINE, command, || {
        !is_saving(c) && c.report("INFO persistence").contains("aof_rewrite_scheduled:0")
    });
}

#[test]
fn a_killed_server_has_every_acknowledged_vote() {
    torture("kill", &append_only(), |victim| {
        victim.kill();
        true
    });
}

#[test]
fn a_server_killed_while_it_saves_has_every_acknowledged_vote() {
    torture("kill in BGSAVE", &append_only(), |victim| {
        victim.kill_while_saving("BGSAVE", Child::KilledOrNot)
    });
}

#[test]
fn a_server_killed_while_it_rewrites_its_aof_has_every_acknowledged_vote() {
    for preamble in ["yes", "no"] {
        let setup = append_only().config(format!("aof-use-rdb-preamble {preamble}"));
        torture(&format!("kill in BGREWRITEAOF, preamble {preamble}"), &setup, |victim| {
            victim.kill_while_saving("BGREWRITEAOF", Child::KilledOrNot)
        });
    }
}

#[test]
fn without_an_aof_a_server_killed_while_it_saves_has_its_last_save() {
    torture("kill in BGSAVE, no AOF", &with_module(), |victim| {
        let enough = victim.random.below(500);
        victim.crowd.vote_while(victim.server.port(), |progress| progress.await_more(enough));
        victim.server.resp2().ok("SAVE");
        victim.inspect();
        // Otherwise the child could finish after the next SAVE and replace its file.
        let saving = victim.kill_while_saving("BGSAVE", Child::Killed);
        victim.crowd.trust_nothing_acknowledged();
        saving
    });
}

#[test]
fn a_server_that_stops_on_a_full_disk_has_every_acknowledged_vote() {
    torture("full disk", &append_only(), |victim| {
        let Victim { server, crowd, random, .. } = victim;
        let written = std::fs::metadata(aof::log_of(server)).expect("the AOF").len();
        server.limit_files(Some(written / 512 + 1 + random.below(300) as u64));
        server.restart();
        crowd.vote_while(server.port(), |_| server.await_exit());
        server.log().contains("Can't recover from AOF write error")
    });
}

#[test]
fn a_disk_too_full_to_save_or_to_rewrite_costs_no_vote() {
    // The existing articles alone exceed the space on the disk.
    let fill: Vec<_> = (0..100)
        .map(|n| format!("ARTICLE.POST large poster large-{n} {} TIME {n}", "x".repeat(30_000)))
        .collect();
    let room = Some(2 * 1_000_000 / 512);
    for preamble in ["yes", "no"] {
        let setup = append_only().config("rdbcompression no");
        let setup = setup.config(format!("aof-use-rdb-preamble {preamble}"));
        torture(&format!("full disk while saving, preamble {preamble}"), &setup, |victim| {
            let Victim { server, crowd, random, .. } = victim;
            let mut c = server.resp2();
            if c.int("ARTICLE.COUNT large") == 0 {
                c.run_all(&fill);
                save_in_background(&mut c, "BGREWRITEAOF");
            }
            assert_eq!(c.int("ARTICLE.COUNT large"), fill.len() as i64);
            server.limit_files(room);
            server.restart();
            let mut c = server.resp2();
            crowd.vote_while(server.port(), |progress| {
                progress.await_more(random.below(300));
                save_in_background(&mut c, "BGSAVE");
                save_in_background(&mut c, "BGREWRITEAOF");
                progress.await_more(random.below(300));
                let info = c.report("INFO persistence");
                server.kill();
                info.contains("rdb_last_bgsave_status:err")
                    && info.contains("aof_last_bgrewrite_status:err")
            })
        });
    }
}

#[test]
fn the_inspection_finds_lost_and_doubled_votes() {
    let mut random = Random::new(seed("findings"));
    let mut victim = Victim::new(&append_only(), &mut random);
    // So many that the end of the AOF, which is cut off, includes acknowledged votes.
    let Victim { server, crowd, .. } = &mut victim;
    crowd.vote_while(server.port(), |progress| progress.await_more(2000));
    let aof = aof::log_of(server);
    victim.server.restart_after(|_| {
        let file = File::options().write(true).open(&aof).expect("the AOF");
        let length = file.metadata().expect("the AOF's length").len();
        file.set_len(length - 30_000).expect("a shorter AOF");
    });
    victim.inspect();
    assert!(victim.found.lost > 0 && victim.found.doubled == 0, "{}", victim.found);
    let lost = victim.found.lost;

    victim.kill();
    victim.server.restart_after(|_| {
        let vote = redis::cmd("ARTICLE.VOTE").arg(&[SITE, "a stranger", "1"]).get_packed_command();
        let mut file = File::options().append(true).open(&aof).expect("the AOF");
        file.write_all(&vote).expect("a longer AOF");
    });
    victim.inspect();
    assert_eq!((victim.found.lost, victim.found.doubled), (lost, 1));
}
