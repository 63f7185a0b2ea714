//! Which parts a command goes to, and how their replies become one.

use std::collections::BTreeMap;
use std::vec::IntoIter;

use redis::{Cmd, RedisResult, Value};
use serde::Serialize;
use serde_json::value::RawValue;

use super::{Ask, Parts};
use crate::command::{json, plain};
use crate::words::{Route, Words, number};
use crate::{Error, Info, Result};

/// An article or comment as JSON.
pub type Item = Box<RawValue>;

/// A command of a spread site on a connection.
pub(crate) struct Spread<'a, A> {
    pub ask: A,
    pub parts: &'a Parts,
    pub words: &'a Words,
}

impl<'a, A: Ask> Spread<'a, A> {
    /// Runs the command. The reply is as if one site had it.
    pub async fn run(mut self) -> Result<Value> {
        let words = self.words;
        if let Some(id) = words.first("BELOW") {
            return self.one(self.parts.of_id(id), words.clone()).await;
        }
        match (self.name(), words.route) {
            (b"POST", _) => self.post().await,
            (b"CREATE", _) => self.create().await,
            (b"MARKED", Route::Page(at)) => self.marked(at).await,
            (b"SEEN", _) => self.seen().await,
            (b"RANK", _) => Err(Error::Reply("this command is for one of the parts".into())),
            (b"MGET" | b"VOTES", Route::Ids(at)) => reply(&self.items(words, at).await?),
            (name, Route::Id(at)) => {
                let part = self.parts.of_id(words.arg(at));
                let groups = words.args.get(at + 1..).filter(|_| name == b"GROUPADD");
                self.parts.of_groups(groups.unwrap_or_default(), Some(part))?;
                self.one(part, words.clone()).await
            }
            (_, Route::Ids(at)) => Ok(sum(self.split(words, at).await?.into_values().collect())),
            (_, Route::Page(at)) => self.page(at).await,
            (b"UNVOTE" | b"SILENCE", _) => self.step().await,
            (b"CHANGES", _) => self.changes().await,
            (b"FOLLOWS", _) => self.one(0, words.clone()).await,
            (b"ALTER", _) => Ok(self.all(words).await?.pop().unwrap_or(Value::Nil)),
            (b"FOLLOW" | b"UNFOLLOW" | b"MUTE" | b"UNMUTE", _) => Ok(most(self.all(words).await?)),
            (b"UNMARK" | b"TRANSFER" | b"FORGET", _) => Ok(sum(self.all(words).await?)),
            _ => self.facts().await,
        }
    }

    /// Returns the name of the command.
    pub fn name(&self) -> &'a [u8] {
        self.words.arg(0).strip_prefix(b"ARTICLE.").unwrap_or_default()
    }

    /// Sends words to parts, all at once, and returns the replies.
    pub async fn send(&mut self, asked: &[(u32, Words)]) -> Result<Vec<Value>> {
        let key = |part: &u32| self.parts.key(*part);
        let cmd = |(part, words): &(u32, Words)| {
            let (mut cmd, line) = (Cmd::new(), words.line());
            cmd.arg(line.first()).arg(key(part)).arg(line.get(2..));
            cmd
        };
        let commands: Vec<Cmd> = asked.iter().map(cmd).collect();
        let read = |(reply, (part, _)): (RedisResult<Value>, &(u32, Words))| {
            reply.and_then(Value::extract_error).map_err(|error| match Error::of(error) {
                Error::Redis(error) => Error::Part { key: key(part).into(), error },
                refused => refused,
            })
        };
        self.ask.ask(&commands).await.into_iter().zip(asked).map(read).collect()
    }

    /// Sends words to all parts.
    pub async fn all(&mut self, words: &Words) -> Result<Vec<Value>> {
        self.send(&self.parts.all().map(|part| (part, words.clone())).collect::<Vec<_>>()).await
    }

    pub async fn one(&mut self, part: u32, words: Words) -> Result<Value> {
        Ok(self.send(&[(part, words)]).await?.pop().unwrap_or(Value::Nil))
    }

    async fn post(&mut self) -> Result<Value> {
        let mut words = self.words.clone();
        words.set("XX", &[]);
        let groups = words.find("GROUPS").and_then(|groups| groups.get(1..));
        let of_groups = self.parts.of_groups(groups.unwrap_or_default(), None)?;
        let of_id = || words.first("ID").map(|id| self.parts.of_id(id));
        let part = of_groups.or_else(of_id).unwrap_or_else(|| self.parts.of_text(words.arg(4)));
        self.one(part, words).await
    }

    async fn create(&mut self) -> Result<Value> {
        let count = self.parts.count();
        let of_part = |part| {
            let (first, mut words) = (if part == 0 { count } else { part }, self.words.clone());
            words.set("IDS", &[&first.to_string(), &count.to_string()]);
            (part, words)
        };
        let replies = self.send(&self.parts.all().map(of_part).collect::<Vec<_>>()).await?;
        // With NX, some parts may be new.
        Ok(replies.into_iter().find(|reply| *reply != Value::Nil).unwrap_or(Value::Nil))
    }

    /// Sends to each part its own ids, the arguments from an index on. MGET has their number
    /// before them.
    async fn split(&mut self, words: &Words, at: usize) -> Result<BTreeMap<u32, Value>> {
        let (before, ids) = words.args.split_at(words.args.len().min(at));
        let mut asked = BTreeMap::<u32, Words>::new();
        for id in ids {
            let own = asked.entry(self.parts.of_id(id));
            let own = own.or_insert_with(|| Words { args: before.into(), ..words.clone() });
            own.args.push(id.clone());
        }
        for own in asked.values_mut().filter(|_| words.arg(0) == b"ARTICLE.MGET") {
            let count = own.args.len() - at;
            own.args.splice(at - 1..at, [count.to_string().into()]);
        }
        let asked: Vec<_> = asked.into_iter().collect();
        let replies = self.send(&asked).await?;
        Ok(asked.into_iter().map(|(part, _)| part).zip(replies).collect())
    }

    /// Returns what parts have for ids, in the order of these.
    pub async fn items(&mut self, words: &Words, at: usize) -> Result<Vec<Option<Item>>> {
        let mut found = BTreeMap::<u32, IntoIter<Option<Item>>>::new();
        for (part, reply) in self.split(words, at).await? {
            found.insert(part, json::<Vec<_>>(reply)?.into_iter());
        }
        let ids = words.args.get(at..).unwrap_or_default();
        Ok(ids.iter().map(|id| found.get_mut(&self.parts.of_id(id))?.next()?).collect())
    }

    /// Has the parts that are asked continue from their cursors, unless they have ended.
    pub async fn proceed(
        &mut self,
        words: &Words,
        cursors: &Cursors,
        is_asked: impl Fn(&str) -> bool,
    ) -> Result<Vec<(u32, Value)>> {
        let mut asked = Vec::new();
        for (part, cursor) in cursors.open().filter(|(_, cursor)| is_asked(cursor)) {
            let mut words = words.clone();
            words.continue_from(cursor);
            asked.push((part, words));
        }
        let replies = self.send(&asked).await?;
        Ok(asked.into_iter().map(|(part, _)| part).zip(replies).collect())
    }

    /// Takes a step of a walk in each part that has not ended.
    async fn step(&mut self) -> Result<Value> {
        let mut cursors = Cursors::of(self.words.args.last(), "0", self.parts)?;
        let mut sum = 0;
        for (part, reply) in self.proceed(self.words, &cursors, |_| true).await? {
            let (next, count): (String, i64) = plain(reply)?;
            cursors.set(part, Some(next).filter(|next| next != "0"));
            sum += count;
        }
        let next = cursors.join().unwrap_or("0".into());
        Ok(Value::Array(vec![Value::BulkString(next.into()), Value::Int(sum)]))
    }

    /// Returns the numbers and settings of all parts.
    pub async fn infos(&mut self) -> Result<Vec<Option<Info>>> {
        let infos = self.all(&Words::reading(["ARTICLE.INFO", ""])).await?;
        infos.into_iter().map(json).collect()
    }

    /// Notes that the answers up to an id are seen, as far as each part has ids.
    async fn seen(&mut self) -> Result<Value> {
        let (id, own) = (number::<u32>(self.words.arg(3)), self.parts.of_id(self.words.arg(3)));
        let mut asked = Vec::new();
        for (part, info) in (0..).zip(self.infos().await?) {
            let last = info.map_or(0, |info| info.last_id);
            let (mut words, seen) =
                (self.words.clone(), if part == own { id } else { id.min(last) });
            words.continue_from(&seen.to_string());
            asked.extend(Some((part, words)).filter(|_| part == own || seen > 0));
        }
        Ok(most(self.send(&asked).await?))
    }
}

/// The cursor of each part, as one text.
pub struct Cursors(pub Vec<String>);

impl Cursors {
    /// What is in place of the cursor of a part that has ended.
    const END: &str = "-";

    /// Splits a cursor, unless it is where all parts begin.
    pub fn of(cursor: Option<&Vec<u8>>, start: &str, parts: &Parts) -> Result<Self> {
        let cursor = cursor.map_or(start.into(), |it| String::from_utf8_lossy(it));
        let cursors: Vec<String> = match cursor == start {
            true => parts.all().map(|_| start.into()).collect(),
            false => cursor.split(',').map(str::to_owned).collect(),
        };
        match cursors.len() == parts.keys.len() {
            true => Ok(Self(cursors)),
            false => Err(Error::Reply("this cursor is of another number of parts".into())),
        }
    }

    /// Returns the parts that have not ended, and their cursors.
    pub fn open(&self) -> impl Iterator<Item = (u32, &str)> {
        let all = (0..).zip(self.0.iter().map(String::as_str));
        all.filter(|(_, cursor)| *cursor != Self::END)
    }

    /// Has a part continue from a cursor, or end.
    pub fn set(&mut self, part: u32, next: Option<String>) {
        let cursor = self.0.get_mut(part as usize);
        cursor.into_iter().for_each(|it| *it = next.clone().unwrap_or(Self::END.into()));
    }

    /// Returns all as one, unless all parts have ended.
    pub fn join(&self) -> Option<String> {
        self.open().next().map(|_| self.0.join(","))
    }
}

/// Returns a reply as JSON.
pub fn reply(value: &impl Serialize) -> Result<Value> {
    let text = serde_json::to_vec(value).map_err(|error| Error::Reply(error.to_string()))?;
    Ok(if text == b"null" { Value::Nil } else { Value::BulkString(text) })
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
