//! INFO, and replicas that follow a primary.

use super::{Client, Connect, DEADLINE, Protocol, Server, Value, wait_until};

/// Returns a value of the server's INFO, or an empty text if there is none.
pub fn info(c: &mut Client, section: &str, field: &str) -> String {
    value(&c.report(&format!("INFO {section}")), field)
}

/// Returns a number of the server's INFO.
pub fn info_number(c: &mut Client, section: &str, field: &str) -> i64 {
    info(c, section, field).parse().unwrap_or_else(|_| panic!("{field} of INFO {section}"))
}

/// Returns how often the server has run a command.
pub fn calls(c: &mut Client, command: &str) -> i64 {
    let statistics = info(c, "commandstats", &format!("cmdstat_{command}"));
    let calls = statistics.split(',').find_map(|field| field.strip_prefix("calls="));
    calls.map_or(0, |calls| calls.parse().expect("a number"))
}

fn value(report: &str, field: &str) -> String {
    let mut lines = report.lines().filter_map(|line| line.split_once(':'));
    let found = lines.find(|(name, _)| *name == field);
    found.map(|(_, value)| value.to_owned()).unwrap_or_default()
}

/// Waits until the replica has everything that its primary has written so far.
pub fn await_caught_up(primary: &Server, replica: &Server) {
    let mut target = None;
    wait_until(DEADLINE, "the replica catches up", || {
        let (primary, replica) = (replication(primary), replication(replica));
        let offset = |report, field| value(report, field).parse::<i64>().ok();
        target = target.or(offset(&primary, "master_repl_offset"));
        // A primary begins a new history when it gets its first replica.
        value(&replica, "master_replid") == value(&primary, "master_replid")
            && value(&replica, "master_link_status") == "up"
            && target.is_some()
            && offset(&replica, "slave_repl_offset") >= target
    });
}

/// Returns the server's INFO replication. It is empty if the server hangs up, as it does to
/// clients while it becomes a replica.
fn replication(server: &Server) -> String {
    let client = Client::connect(server.port(), Protocol::Resp2);
    let ask = |mut c: Client| redis::cmd("INFO").arg("replication").query(&mut c.connection);
    client.and_then(ask).unwrap_or_default()
}

/// Makes the server a replica of another.
pub fn follow(replica: &Server, primary: &Server) {
    let line = format!("REPLICAOF 127.0.0.1 {}", primary.port());
    let reply = replica.resp2().run(&line);
    // The reply says so if it follows that server already.
    assert!(matches!(reply, Value::Okay | Value::SimpleString(_)), "{line}: {reply:?}");
}
