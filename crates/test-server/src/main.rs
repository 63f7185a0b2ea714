//! Starts servers for programs that are not in Rust.
//!
//! ```text
//! test-server [CONFIG ...]
//! test-server --cluster PRIMARIES REPLICAS [CONFIG ...]
//! ```
//!
//! Each CONFIG is a line of redis.conf, such as "appendonly yes". The servers are REDIS_SERVER and
//! load MODULE. With --cluster, they are a cluster: the primaries, and then the replicas of these
//! in turn.
//!
//! Prints the ports in one line once all servers answer. Then it reads commands: `kill 0` kills
//! the first server, and `start 0` starts it again on the same port, with the data that it has
//! saved. Each is answered with the port.
//!
//! At the end of its input it kills the servers and removes their folders. It also ends if a
//! server ends by itself: then it prints the server's log to standard error, and fails if the
//! server has failed.

use std::io::{self, BufRead};
use std::process::ExitCode;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;
use std::{env, thread};

use test_server::{Server, Setup, make_cluster};

const USAGE: &str = "usage: test-server [--cluster PRIMARIES REPLICAS] [CONFIG ...]";
/// How often the servers are observed.
const POLL: Duration = Duration::from_millis(20);

fn main() -> ExitCode {
    let mut arguments = env::args().skip(1).peekable();
    let is_cluster = arguments.next_if_eq("--cluster").is_some();
    let mut number = || arguments.next().and_then(|word| word.parse().ok()).expect(USAGE);
    let (primaries, replicas): (usize, usize) =
        if is_cluster { (number(), number()) } else { (1, 0) };
    let mut setup = arguments.fold(Setup::default(), Setup::config);
    if let Some(module) = env::var_os("MODULE") {
        setup = setup.module(module);
    }
    if is_cluster {
        // Clients hear of a replica only after the first of these pings.
        setup = setup.config("cluster-enabled yes").config("repl-ping-replica-period 1");
    }
    let mut servers: Vec<Server> = (0..primaries + replicas).map(|_| setup.start()).collect();
    if is_cluster {
        make_cluster(&servers, primaries);
    }
    let ports: Vec<String> = servers.iter().map(|server| server.port().to_string()).collect();
    println!("{}", ports.join(" "));
    serve(&mut servers)
}

/// Obeys the commands until they end, or a server does.
fn serve(servers: &mut [Server]) -> ExitCode {
    let (send, commands) = channel();
    thread::spawn(move || {
        let lines = io::stdin().lock().lines().map_while(Result::ok);
        // Fails only at the end of the program.
        lines.for_each(|line| _ = send.send(line));
    });
    loop {
        match commands.recv_timeout(POLL) {
            Ok(command) => obey(&command, servers),
            Err(RecvTimeoutError::Disconnected) => return ExitCode::SUCCESS,
            Err(RecvTimeoutError::Timeout) => {}
        }
        for server in servers.iter_mut() {
            if server.has_exited() {
                eprintln!("{}", server.log());
                return ExitCode::from(u8::from(!server.await_exit().success()));
            }
        }
    }
}

fn obey(command: &str, servers: &mut [Server]) {
    let (verb, number) = command.split_once(' ').expect(USAGE);
    let server = &mut servers[number.parse::<usize>().expect(USAGE)];
    match verb {
        "kill" => server.kill(),
        "start" => server.start_again(),
        _ => panic!("{USAGE}"),
    }
    println!("{}", server.port());
}
