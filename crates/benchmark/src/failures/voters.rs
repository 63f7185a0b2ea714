//! Clients that vote until their server fails.

use std::thread::{self, JoinHandle};

use anyhow::{Context, Result, anyhow};
use fastrand::Rng;

use crate::contenders::SITE;
use crate::server::{Connection, Requests};

/// The number of clients that vote at the same time.
const CLIENTS: usize = 8;

pub struct Voters(Vec<JoinHandle<i64>>);

impl Voters {
    /// Starts to vote, each time as another user, on the articles from 1 to `articles`. If they
    /// wait, a vote counts as acknowledged once a replica has it, too.
    pub fn start(port: u16, articles: u32, round: usize, waits: bool) -> Result<Self> {
        let voters = (0..CLIENTS).map(|client| {
            let mut connection = Connection::open(port)?;
            let mut rng = Rng::with_seed((round * CLIENTS + client) as u64);
            Ok(thread::spawn(move || {
                let (mut acknowledged, mut sent) = (0, 0);
                loop {
                    sent += 1;
                    let user = format!("voter-{round}-{client}-{sent}");
                    let voted = match waits {
                        true => vote_and_wait(&mut connection, &user, rng.u32(1..=articles)),
                        false => {
                            vote(&mut connection, &user, rng.u32(1..=articles)).map(|()| true)
                        }
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

/// Votes, and receives the acknowledgement.
pub fn vote(connection: &mut Connection, user: &str, article: u32) -> Result<()> {
    let mut requests = Requests::default();
    requests.command("ARTICLE.VOTE", 4).arg(SITE).arg(user).int(article);
    connection.send(&requests)?;
    connection.receive().map(drop).map_err(|error| anyhow!("VOTE failed: {error}"))
}

/// Votes, and returns whether a replica has the vote.
fn vote_and_wait(connection: &mut Connection, user: &str, article: u32) -> Result<bool> {
    let mut requests = Requests::default();
    requests.command("ARTICLE.VOTE", 4).arg(SITE).arg(user).int(article);
    requests.command("WAIT", 3).int(1).int(10_000);
    connection.send(&requests)?;
    connection.receive()?;
    Ok(connection.receive()?.integer()? >= 1)
}
