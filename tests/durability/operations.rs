//! Runs random commands on a server, some of them in transactions and scripts.

use std::collections::BTreeMap;
use test_support::random_commands::{Commands, Ids, SITES, Words};
use test_support::{Client, Random, Value};

/// Random commands and their results.
pub struct Operations {
    commands: Commands,
    /// The number of accepted commands by name.
    accepted: BTreeMap<String, u64>,
    refused: u64,
}

impl Operations {
    pub fn new(random: Random) -> Self {
        let mut commands = Commands::new(random);
        commands.makes_parts = true;
        Self { commands, accepted: BTreeMap::new(), refused: 0 }
    }

    /// Returns the numbers of accepted and of refused commands.
    pub fn counts(&self) -> (u64, u64) {
        (self.accepted.values().sum(), self.refused)
    }

    /// Returns the names of the accepted commands.
    pub fn accepted(&self) -> Vec<&str> {
        self.accepted.keys().map(String::as_str).collect()
    }

    /// Runs this number of commands.
    pub fn run(&mut self, c: &mut Client, commands: usize) {
        self.refresh(c);
        for _ in 0..commands {
            let (site, words) = self.commands.make();
            let replies = match self.commands.below(20) {
                0 => {
                    let (_, more) = self.commands.make();
                    transaction(c, &[words, more])
                }
                1 => {
                    let script = "return redis.pcall(unpack(ARGV))";
                    let reply = c.call("EVAL", (script, 1, site, &words));
                    vec![(name(&words), reply)]
                }
                _ => vec![(name(&words), send(c, &words))],
            };
            if replies.iter().any(|(name, _)| name != "ARTICLE.VOTE") {
                self.refresh(c);
            }
            for (name, reply) in replies {
                match reply {
                    Value::ServerError(_) => self.refused += 1,
                    _ => *self.accepted.entry(name).or_default() += 1,
                }
            }
        }
    }

    /// Reads the last ids from the server.
    fn refresh(&mut self, c: &mut Client) {
        for site in SITES {
            let reply = c.run(&format!("ARTICLE.INFO {site}"));
            let entry = |c: &mut Client, name| match reply {
                Value::Nil => 0,
                _ => c.fields(&reply).int(name),
            };
            self.commands.set_last_id(site, entry(c, "last_id"));
            let [first, step] = ["ids_first", "ids_step"].map(|name| entry(c, name) as u32);
            self.commands.set_ids(site, Ids::new(first, step).unwrap_or_default());
        }
    }
}

fn transaction(c: &mut Client, commands: &[Words]) -> Vec<(String, Value)> {
    c.ok("MULTI");
    for words in commands {
        send(c, words);
    }
    let replies = match c.run("EXEC") {
        Value::Array(replies) => replies,
        // One was refused before it was queued, so all are.
        refused => vec![refused; commands.len()],
    };
    commands.iter().map(name).zip(replies).collect()
}

fn name(words: &Words) -> String {
    String::from_utf8_lossy(&words[0]).into_owned()
}

fn send(c: &mut Client, words: &Words) -> Value {
    c.call(&name(words), &words[1..])
}
