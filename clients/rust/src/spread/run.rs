//! Which parts a command goes to, and how their replies become one.

use std::collections::BTreeMap;

use redis::{Cmd, RedisResult, Value};

use super::words::{Line, Words, find, number, options};
use super::{Ask, Parts};
use crate::command::{json, plain};
use crate::{Error, Info, Result};

/// A command of a spread site on a connection.
pub(crate) struct Spread<'a, A> {
    pub ask: A,
    pub parts: &'a Parts,
    /// The words of the command, without AFTER and what ends it.
    pub words: &'a Words,
    pub after: Option<&'a str>,
    /// The whole command.
    pub line: Line,
}

impl<'a, A: Ask> Spread<'a, A> {
    /// Runs the command. The reply is as if one site had it.
    pub async fn run(mut self) -> Result<Value> {
        match self.name() {
            b"EDIT" | b"INCRBY" | b"BUMP" | b"GET" | b"PATH" | b"VOTERS" | b"THREAD"
            | b"GROUPREM" | b"BOOST" => self.of_id(2).await,
            b"VOTE" | b"COMMENT" => self.of_id(3).await,
            b"GROUPADD" => {
                let groups = self.words.get(3..).unwrap_or_default();
                self.parts.of_groups(groups, Some(self.parts.of_id(self.word(2))))?;
                self.of_id(2).await
            }
            b"POST" => self.post().await,
            b"CREATE" => self.create().await,
            b"DEL" => self.of_ids(2).await,
            b"MODERATE" => self.of_ids(3).await,
            b"MARK" => self.of_ids(4).await,
            b"UNMARK" if self.word(4) != b"ALL" => self.of_ids(4).await,
            b"MGET" | b"VOTES" => self.array().await,
            b"COMMENTS" | b"COUNT" if self.below().is_some() => {
                self.one(self.below().unwrap_or_default(), self.line.clone()).await
            }
            b"PAGE" | b"COMMENTS" => self.page(2).await,
            b"GROUPPAGE" | b"USERPAGE" | b"VOTED" | b"ANSWERS" => self.page(3).await,
            b"MARKED" => self.marked().await,
            b"UNVOTE" => self.step(3).await,
            b"SILENCE" => self.step(4).await,
            b"CHANGES" => self.changes().await,
            b"SEEN" => self.seen().await,
            b"FOLLOWS" => self.one(0, self.line.clone()).await,
            b"ALTER" => Ok(self.all().await?.pop().unwrap_or(Value::Nil)),
            b"FOLLOW" | b"UNFOLLOW" | b"MUTE" | b"UNMUTE" => Ok(most(self.all().await?)),
            b"UNMARK" | b"TRANSFER" | b"FORGET" => Ok(sum(self.all().await?)),
            name => self.facts(name).await,
        }
    }

    pub fn word(&self, at: usize) -> &'a [u8] {
        self.words.get(at).map_or(&[], Vec::as_slice)
    }

    /// Returns the name of the command.
    pub fn name(&self) -> &'a [u8] {
        self.word(0).strip_prefix(b"ARTICLE.").unwrap_or_default()
    }

    /// Returns the options from an index on.
    pub fn options(&self, from: usize) -> Vec<&'a Words> {
        options(self.words.get(from..).unwrap_or_default())
    }

    /// Sends lines to parts, all at once, and returns the replies.
    pub async fn send(&mut self, lines: &[(u32, Line)]) -> Result<Vec<Value>> {
        let key = |part: &u32| self.parts.key(*part);
        let cmd = |(part, line): &(u32, Line)| {
            let mut cmd = Cmd::new();
            cmd.arg(line.first()).arg(key(part)).arg(line.get(2..));
            cmd
        };
        let commands: Vec<Cmd> = lines.iter().map(cmd).collect();
        let read = |(reply, (part, _)): (RedisResult<Value>, &(u32, Line))| {
            reply.and_then(Value::extract_error).map_err(|error| match Error::of(error) {
                Error::Redis(error) => Error::Part { key: key(part).into(), error },
                refused => refused,
            })
        };
        self.ask.ask(&commands).await.into_iter().zip(lines).map(read).collect()
    }

    /// Sends the command to all parts.
    pub async fn all(&mut self) -> Result<Vec<Value>> {
        let lines = self.parts.all().map(|part| (part, self.line.clone()));
        self.send(&lines.collect::<Vec<_>>()).await
    }

    pub async fn one(&mut self, part: u32, line: Line) -> Result<Value> {
        Ok(self.send(&[(part, line)]).await?.pop().unwrap_or(Value::Nil))
    }

    async fn of_id(&mut self, at: usize) -> Result<Value> {
        self.one(self.parts.of_id(self.word(at)), self.line.clone()).await
    }

    /// Returns the part of the thread that an option names.
    fn below(&self) -> Option<u32> {
        // COUNT may have a group before its options, which are pairs.
        let from = if self.name() == b"COUNT" { 2 + self.words.len() % 2 } else { 3 };
        find(&self.options(from), "BELOW")?.first().map(|id| self.parts.of_id(id))
    }

    async fn post(&mut self) -> Result<Value> {
        let options = self.options(5);
        let groups = find(&options, "GROUPS").and_then(|groups| groups.get(1..));
        let id = find(&options, "ID").and_then(|id| id.first());
        let part = match (self.parts.of_groups(groups.unwrap_or_default(), None)?, id) {
            (Some(part), _) => part,
            (None, Some(id)) => self.parts.of_id(id),
            (None, None) => self.parts.of_text(self.word(4)),
        };
        let mut line = self.line.clone();
        if find(&options, "XX").is_none() {
            line.push(b"XX".into());
        }
        self.one(part, line).await
    }

    async fn create(&mut self) -> Result<Value> {
        let count = self.parts.count();
        let of_part = |part| {
            let first = if part == 0 { count } else { part };
            let ids = ["IDS", &first.to_string(), &count.to_string()].map(Vec::from);
            (part, [&self.line[..], &ids].concat())
        };
        let replies = self.send(&self.parts.all().map(of_part).collect::<Vec<_>>()).await?;
        // With NX, some parts may be new.
        Ok(replies.into_iter().find(|reply| *reply != Value::Nil).unwrap_or(Value::Nil))
    }

    /// Sends to each part the words before and after some ids, and its own ids between them, for
    /// MGET with their number. Returns the parts' replies, and the places of their ids.
    pub async fn split(
        &mut self,
        (before, ids, after): (&Words, &Words, &Words),
    ) -> Result<Vec<(Vec<usize>, Value)>> {
        let is_counted = before.first().is_some_and(|name| name == b"ARTICLE.MGET");
        let mut by_part = BTreeMap::<u32, Vec<usize>>::new();
        for (place, id) in ids.iter().enumerate() {
            by_part.entry(self.parts.of_id(id)).or_default().push(place);
        }
        let of_part = |(part, places): (&u32, &Vec<usize>)| {
            let count = is_counted.then(|| places.len().to_string().into());
            let own = places.iter().filter_map(|place| ids.get(*place).cloned());
            let line = before.iter().cloned().chain(count).chain(own);
            (*part, line.chain(after.iter().cloned()).collect())
        };
        let replies = self.send(&by_part.iter().map(of_part).collect::<Vec<_>>()).await?;
        Ok(by_part.into_values().zip(replies).collect())
    }

    async fn of_ids(&mut self, at: usize) -> Result<Value> {
        let (before, ids) = self.words.split_at(self.words.len().min(at));
        let replies = self.split((before, ids, &[])).await?;
        Ok(sum(replies.into_iter().map(|(_, reply)| reply).collect()))
    }

    /// Takes a step of a walk, part by part. Its cursor names the part.
    async fn step(&mut self, at: usize) -> Result<Value> {
        let cursor = String::from_utf8_lossy(self.word(at));
        let (part, cursor) = cursor.split_once(':').unwrap_or(("0", &cursor));
        let (part, mut line) = (number::<u32>(part.as_bytes()), self.line.clone());
        line.get_mut(at).into_iter().for_each(|word| *word = cursor.into());
        let (next, count): (String, i64) = plain(self.one(part, line).await?)?;
        let next = match next.as_str() {
            "0" if part + 1 == self.parts.count() => next,
            "0" => format!("{}:0", part + 1),
            next => format!("{part}:{next}"),
        };
        Ok(Value::Array(vec![Value::BulkString(next.into()), Value::Int(count)]))
    }

    /// Returns the numbers and settings of all parts.
    pub async fn infos(&mut self, parts: impl Iterator<Item = u32>) -> Result<Vec<Option<Info>>> {
        let line = ["ARTICLE.INFO", "", "FORMAT", "JSON"].map(Vec::from).to_vec();
        let lines: Vec<_> = parts.map(|part| (part, line.clone())).collect();
        self.send(&lines).await?.into_iter().map(json).collect()
    }

    /// Notes that the answers up to an id are seen, as far as each part has ids.
    async fn seen(&mut self) -> Result<Value> {
        let (id, own) = (number::<u32>(self.word(3)), self.parts.of_id(self.word(3)));
        let mut replies = vec![self.of_id(3).await?];
        let mut lines = Vec::new();
        for (part, info) in (0..).zip(self.infos(self.parts.all()).await?) {
            let (seen, mut line) = (id.min(info.map_or(0, |it| it.last_id)), self.line.clone());
            line.last_mut().into_iter().for_each(|id| *id = seen.to_string().into());
            if part != own && seen > 0 {
                lines.push((part, line));
            }
        }
        replies.extend(self.send(&lines).await?);
        Ok(most(replies))
    }
}

/// Returns the sum of integers.
fn sum(replies: Vec<Value>) -> Value {
    Value::Int(replies.iter().map(integer).sum())
}

/// Returns the greatest of integers.
fn most(replies: Vec<Value>) -> Value {
    Value::Int(replies.iter().map(integer).max().unwrap_or(0))
}

fn integer(reply: &Value) -> i64 {
    if let Value::Int(integer) = reply { *integer } else { 0 }
}
