//! Clients that vote without pause.

use std::thread::{self, JoinHandle};

use anyhow::{Context, Result, anyhow};
use fastrand::Rng;

use crate::contenders::SITE;
use crate::server::{Connection, Requests};

/// The number of clients that vote at the same time.
const CLIENTS: usize = 8;

/// A command that replies once a vote is in other places, or after ten seconds: how many have it.
pub type Wait = &'static [&'static str];

pub struct Voters(Vec<JoinHandle<i64>>);

impl Voters {
    /// Starts to vote, each time as another user, on the articles from 1 to `articles`.
    pub fn start(port: u16, articles: u32, round: usize, wait: Option<Wait>) -> Result<Self> {
        let voters = (0..CLIENTS).map(|client| {
            let mut connection = Connection::open(port)?;
            let mut rng = Rng::with_seed((round * CLIENTS + client) as u64);
            Ok(thread::spawn(move || {
                let (mut acknowledged, mut sent) = (0, 0);
                loop {
                    sent += 1;
                    let user = format!("voter-{round}-{client}-{sent}");
                    let article = rng.u32(1..=articles);
                    let voted = match wait {
                        Some(wait) => vote_and_wait(&mut connection, &user, article, wait),
                        None => vote(&mut connection, &user, article).map(|()| true),
                    };
                    match voted {
                        Ok(is_acknowledged) => acknowledged += i64::from(is_acknowledged),
                        Err(_) => return acknowledged,
                    }
                }
            }))
        });
        Ok(Self(voters.collect::<Result<_>>()?))
    }

    /// Waits for all voters, whose server is gone. Returns the number of acknowledged votes.
    pub fn join(self) -> Result<i64> {
        let numbers = self.0.into_iter().map(|voter| voter.join().ok());
        numbers.sum::<Option<i64>>().context("a voter panicked")
    }
}

/// Returns the number of recorded votes of the site.
pub fn count(connection: &mut Connection) -> Result<i64> {
    connection.call("ARTICLE.INFO", &[SITE])?.field("votes")?.integer()
}

/// Votes, and receives the acknowledgement.
pub fn vote(connection: &mut Connection, user: &str, article: u32) -> Result<()> {
    let mut requests = Requests::default();
    requests.command("ARTICLE.VOTE", 4).arg(SITE).arg(user).int(article);
    connection.send(&requests)?;
    connection.receive().map(drop).map_err(|error| anyhow!("VOTE failed: {error}"))
}

/// Votes, and returns whether the vote is where the command waits for it.
fn vote_and_wait(
    connection: &mut Connection,
    user: &str,
    article: u32,
    wait: Wait,
) -> Result<bool> {
    let mut requests = Requests::default();
    requests.command("ARTICLE.VOTE", 4).arg(SITE).arg(user).int(article);
    requests.words(wait);
    connection.send(&requests)?;
    connection.receive()?;
    let reply = connection.receive()?;
    // WAITAOF replies with the number of servers for each of two kinds.
    let reached = reply.array().map_or(&reply, |numbers| &numbers[0]);
    Ok(reached.integer()? >= 1)
}
