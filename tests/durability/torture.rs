//! The server is killed or runs into a full disk again and again while clients use it: some order
//! of the operations explains every reply, so no acknowledged change is lost, and none counts
//! twice. [`histories`](crate::histories) has the plain kill.

use crate::histories::{Progress, Recording, Target, check_rounds};
use std::process::Command;
use test_support::*;

/// The number of other keys, and the microseconds that saving takes for each.
const OTHER_KEYS: i64 = 200;
const SAVE_DELAY: i64 = 400;

fn append_only() -> Setup {
    with_module().config("appendonly yes").config("appendfsync always")
}

/// A server that is to die while clients use it.
struct Victim<'a> {
    server: &'a mut Server,
    target: &'a Target,
    progress: &'a Progress,
    random: Random,
}

/// What happens to the process that saves. A machine that fails takes it down; a server that is
/// killed leaves it running.
#[derive(Clone, Copy, PartialEq)]
enum Child {
    Killed,
    KilledOrNot,
}

impl Victim<'_> {
    /// Waits until the clients have done something. From then on, whoever has lost the connection
    /// waits for another server.
    fn let_clients_work(&self, replies: i64) {
        self.progress.await_more(20 + replies);
        self.target.unset();
    }

    /// Starts the server again, with this limit of its files.
    fn restart(&mut self, blocks: Option<u64>) {
        let log = self.server.log();
        assert!(!log.contains("BUG REPORT") && !log.contains("panicked"), "{log}");
        self.server.limit_files(blocks);
        self.server.restart();
        self.target.set(self.server.port());
    }

    /// Kills the server while a child process saves that the command starts. Returns whether the
    /// child was still saving, since it can end just before that.
    fn kill_while_saving(&mut self, command: &str, child: Child) -> bool {
        let mut c = self.server.resp2();
        slow_saving(&mut c);
        let before = self.random.below(200);
        self.let_clients_work(before);
        let mut saving = false;
        for _ in 0..20 {
            c.run(command);
            self.progress.await_more(self.random.below(300));
            saving = is_saving(&mut c);
            if saving {
                break;
            }
        }
        self.server.kill();
        if saving && (child == Child::Killed || self.random.percent(50)) {
            kill_saving_child(self.server);
        }
        saving
    }
}

/// Runs rounds, each of which makes the server die in its own way and returns whether that went as
/// intended. Then the server is started again and must have everything.
fn torture(test: &str, setup: &Setup, mut die: impl FnMut(&mut Victim) -> bool) {
    let mut server = setup.start();
    let target = &Target::new(server.port());
    let mut as_meant = 0;
    check_rounds(test, rounds(), |key, random| {
        let recording = Recording::new(&mut server.resp3(), key);
        let own = random.fork();
        let (events, ()) = recording.record(target, random, |progress| {
            let mut victim = Victim { server: &mut server, target, progress, random: own };
            as_meant += i64::from(die(&mut victim));
            victim.restart(None);
            progress.await_more(100);
        });
        recording.check(events)
    });
    assert!(as_meant > 0, "{test}: in no round did what was meant happen");
    report(format!("{test}: {as_meant} of {} as meant", rounds()));
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
fn a_server_killed_while_it_saves_has_every_acknowledged_change() {
    torture("kill in BGSAVE", &append_only(), |victim| {
        victim.kill_while_saving("BGSAVE", Child::KilledOrNot)
    });
}

#[test]
fn a_server_killed_while_it_rewrites_its_aof_has_every_acknowledged_change() {
    for preamble in ["yes", "no"] {
        let setup = append_only().config(format!("aof-use-rdb-preamble {preamble}"));
        torture(&format!("kill in BGREWRITEAOF, preamble {preamble}"), &setup, |victim| {
            victim.kill_while_saving("BGREWRITEAOF", Child::KilledOrNot)
        });
    }
}

#[test]
fn without_an_aof_a_server_killed_while_it_saves_has_its_last_save() {
    let mut server = with_module().start();
    let target = &Target::new(server.port());
    let mut as_meant = 0;
    check_rounds("kill in BGSAVE, no AOF", rounds(), |key, random| {
        let recording = Recording::new(&mut server.resp3(), key);
        let (enough, own) = (random.below(500), random.fork());
        let (mut events, ()) =
            recording.record(target, random, |progress| progress.await_more(enough));
        let mut c = server.resp3();
        c.ok("SAVE");
        let saved = ServerSnapshot::of(&mut c).without_clock();
        let (later, dead) = recording.record(target, random, |progress| {
            let mut victim = Victim { server: &mut server, target, progress, random: own };
            // Otherwise the child could finish after the next SAVE and replace its file.
            as_meant += i64::from(victim.kill_while_saving("BGSAVE", Child::Killed));
            let dead = recording.now();
            server.restart();
            saved.assert_same(&ServerSnapshot::of(&mut server.resp3()).without_clock());
            target.set(server.port());
            progress.await_more(100);
            dead
        });
        // What clients did between is lost.
        events.extend(later.into_iter().filter(|event| event.invoked > dead));
        recording.check(events)
    });
    assert!(as_meant > 0, "no server was killed while it saved");
}

#[test]
fn a_server_that_stops_on_a_full_disk_has_every_acknowledged_change() {
    torture("full disk", &append_only(), |victim| {
        let written = std::fs::metadata(aof::log_of(victim.server)).expect("the AOF").len();
        let room = 50 + victim.random.below(300) as u64;
        victim.restart(Some(written / 512 + room));
        victim.let_clients_work(0);
        victim.server.await_exit();
        victim.server.log().contains("Can't recover from AOF write error")
    });
}

#[test]
fn a_disk_too_full_to_save_or_to_rewrite_costs_no_change() {
    // The existing articles alone exceed the space on the disk.
    let fill: Vec<_> = (0..100)
        .map(|n| format!("ARTICLE.POST large poster large-{n} {} TIME {n}", "x".repeat(30_000)))
        .collect();
    let room = Some(2 * 1_000_000 / 512);
    for preamble in ["yes", "no"] {
        let setup = append_only().config("rdbcompression no");
        let setup = setup.config(format!("aof-use-rdb-preamble {preamble}"));
        torture(&format!("full disk while saving, preamble {preamble}"), &setup, |victim| {
            let mut c = victim.server.resp2();
            if c.int("ARTICLE.COUNT large") == 0 {
                c.run_all(&fill);
                save_in_background(&mut c, "BGREWRITEAOF");
            }
            assert_eq!(c.int("ARTICLE.COUNT large"), fill.len() as i64);
            victim.restart(room);
            let mut c = victim.server.resp2();
            let [before, after] = [(); 2].map(|()| victim.random.below(300));
            victim.let_clients_work(before);
            save_in_background(&mut c, "BGSAVE");
            save_in_background(&mut c, "BGREWRITEAOF");
            victim.progress.await_more(after);
            let info = c.report("INFO persistence");
            victim.server.kill();
            info.contains("rdb_last_bgsave_status:err")
                && info.contains("aof_last_bgrewrite_status:err")
        });
    }
}
