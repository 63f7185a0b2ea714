//! Commands as lines of words, and how long they take in the server.

use anyhow::{Context, Result};

use crate::sandbox::Sandbox;
use crate::server::{Info, Reply, Requests};

/// Sends a command and returns its reply.
pub fn call(sandbox: &mut Sandbox, line: &str) -> Result<Reply> {
    let (name, arguments) = line.split_once(' ').context("a command without arguments")?;
    sandbox.connection.call(name, &arguments.split(' ').collect::<Vec<_>>())
}

/// Runs commands, and returns how long one takes in the server, in microseconds.
pub fn time(sandbox: &mut Sandbox, lines: &[String]) -> Result<f64> {
    sandbox.connection.call("CONFIG", &["RESETSTAT"])?;
    let mut sender = sandbox.connection.bulk();
    for line in lines {
        let words: Vec<Vec<u8>> = line.split(' ').map(|word| word.into()).collect();
        sender.next()?.words(&words);
    }
    sender.finish()?;
    let info = Info::ask(&mut sandbox.connection, "commandstats")?;
    let commands = info.lists("cmdstat_");
    let sent = commands.filter(|(name, _)| *name == "lrange" || name.starts_with("article."));
    Ok(sent.map(|(_, values)| values["usec"]).sum::<f64>() / lines.len() as f64)
}

/// Adds all strings and numbers of a reply to a list.
pub fn push_strings(sandbox: &mut Sandbox, list: &str, reply: &Reply) -> Result<()> {
    let mut words = vec![b"RPUSH".to_vec(), list.into()];
    collect(reply, &mut words);
    let mut requests = Requests::default();
    requests.words(&words);
    sandbox.connection.send(&requests)?;
    sandbox.connection.skip(1)
}

fn collect(reply: &Reply, words: &mut Vec<Vec<u8>>) {
    match reply {
        Reply::Nil => {}
        Reply::Integer(number) => words.push(number.to_string().into_bytes()),
        Reply::Text(text) => words.push(text.clone()),
        Reply::Array(elements) => elements.iter().for_each(|reply| collect(reply, words)),
    }
}
