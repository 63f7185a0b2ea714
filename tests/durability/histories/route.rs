//! A client's way to the server that has the site, which changes when servers fail, hand over, or
//! move slots.

use std::sync::atomic::{AtomicU16, Ordering};
use std::time::Duration;

use redis::{Cmd, Connection};
use test_support::{Client, Protocol, Value, error_text, is_error, items, text};

/// The errors of a server that has not run the command, because another must.
const AWAY: [&str; 7] =
    ["READONLY", "LOADING", "MASTERDOWN", "CLUSTERDOWN", "TRYAGAIN", "UNBLOCKED", "EXECABORT"];

/// The server that clients turn to.
#[derive(Default)]
pub struct Target {
    /// The port, or 0 if they must wait.
    port: AtomicU16,
    may_change_role: bool,
    has_replica: bool,
}

impl Target {
    pub fn new(port: u16) -> Self {
        Self { port: AtomicU16::new(port), ..Self::default() }
    }

    /// Says that the server may become a replica, whose replies may be late. With each command,
    /// clients then ask for the server's role, in one transaction.
    pub fn that_may_change_role(self) -> Self {
        Self { may_change_role: true, ..self }
    }

    /// Says that there is a replica, for which some clients wait after each change.
    pub fn with_replica(self) -> Self {
        Self { has_replica: true, ..self }
    }

    pub fn has_replica(&self) -> bool {
        self.has_replica
    }

    pub fn set(&self, port: u16) {
        self.port.store(port, Ordering::SeqCst);
    }

    /// Makes clients wait once they have lost their connections. Another server could get the port
    /// of one that is killed.
    pub fn unset(&self) {
        self.set(0);
    }
}

/// What became of a command.
#[derive(Debug)]
pub enum Answer {
    /// The server has run it, or refused it as the site's rules say.
    Reply(Value),
    /// No server has run it.
    NotRun,
    /// The connection was closed before the reply: a server has run the command, or none ever
    /// will.
    Lost,
}

/// Where a server sends a client.
enum Redirection {
    /// To another node, from now on.
    Moved(u16),
    /// To another node, with this command only.
    Ask(u16),
    /// To whichever server the target is.
    Away,
}

impl Redirection {
    fn of(reply: &Value) -> Option<Self> {
        let error = is_error(reply).then(|| error_text(reply))?;
        let words: Vec<_> = error.split(' ').collect();
        let port = || words.get(2)?.rsplit_once(':')?.1.parse().ok();
        match words[0] {
            "MOVED" => port().map(Self::Moved),
            "ASK" => port().map(Self::Ask),
            code => AWAY.contains(&code).then_some(Self::Away),
        }
    }
}

/// A client's connection.
pub struct Route<'a> {
    target: &'a Target,
    connection: Option<Connection>,
}

impl<'a> Route<'a> {
    pub fn new(target: &'a Target) -> Self {
        Self { target, connection: None }
    }

    /// Connects, unless that is done. Returns whether there is a connection.
    pub fn is_ready(&mut self) -> bool {
        if self.connection.is_none() {
            let port = self.target.port.load(Ordering::SeqCst);
            self.connection = (port != 0).then(|| connect(port)).flatten();
        }
        if self.connection.is_none() {
            std::thread::sleep(Duration::from_millis(1));
        }
        self.connection.is_some()
    }

    /// Sends a command.
    pub fn run(&mut self, command: &Cmd) -> Answer {
        let Some(mut connection) = self.connection.take() else { return Answer::NotRun };
        let answer = if self.target.may_change_role {
            run_on_primary(&mut connection, command)
        } else {
            run_last(&mut connection, &[command])
        };
        let Answer::Reply(reply) = &answer else { return answer };
        match Redirection::of(reply) {
            None => {
                self.connection = Some(connection);
                answer
            }
            Some(Redirection::Ask(port)) => {
                self.connection = Some(connection);
                ask(port, command)
            }
            Some(Redirection::Moved(port)) => {
                self.connection = connect(port);
                Answer::NotRun
            }
            Some(Redirection::Away) => Answer::NotRun,
        }
    }

    /// Waits until a replica has what this client has changed. Returns whether it has.
    pub fn is_replicated(&mut self) -> bool {
        let Some(connection) = &mut self.connection else { return false };
        match run_last(connection, &[redis::cmd("WAIT").arg(&[1, 100])]) {
            Answer::Reply(Value::Int(replicas)) => replicas > 0,
            _ => {
                self.connection = None;
                false
            }
        }
    }
}

fn connect(port: u16) -> Option<Connection> {
    Client::connect(port, Protocol::Resp3).ok().map(|client| client.connection)
}

/// Sends a command to a node that is about to have the slot.
fn ask(port: u16, command: &Cmd) -> Answer {
    let Some(mut connection) = connect(port) else { return Answer::NotRun };
    match run_last(&mut connection, &[&redis::cmd("ASKING"), command]) {
        Answer::Reply(reply) if Redirection::of(&reply).is_some() => Answer::NotRun,
        answer => answer,
    }
}

/// Sends commands, and returns the reply of the last.
fn run_last(connection: &mut Connection, commands: &[&Cmd]) -> Answer {
    let packed: Vec<_> = commands.iter().flat_map(|cmd| cmd.get_packed_command()).collect();
    if connection.send_packed_command(&packed).is_err() {
        return Answer::Lost;
    }
    let replies = commands.iter().map_while(|_| connection.recv_response().ok());
    let mut replies: Vec<_> = replies.collect();
    let last = replies.pop().filter(|_| replies.len() + 1 == commands.len());
    last.map_or(Answer::Lost, Answer::Reply)
}

/// Runs a command in a transaction that returns the server's role, too. What a replica replies
/// does not count.
fn run_on_primary(connection: &mut Connection, command: &Cmd) -> Answer {
    let [multi, role, exec] = ["MULTI", "ROLE", "EXEC"].map(redis::cmd);
    match run_last(connection, &[&multi, command, &role, &exec]) {
        Answer::Reply(Value::Array(replies)) => {
            let [reply, role] = &replies[..] else { panic!("not two replies: {replies:?}") };
            let is_primary = text(&items(role)[0]) == "master";
            if is_primary { Answer::Reply(reply.clone()) } else { Answer::NotRun }
        }
        answer => answer,
    }
}
