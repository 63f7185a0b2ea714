//! Which parts a command goes to, and how their replies become one.

use std::collections::BTreeMap;

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
        let (words, parts) = (self.words, self.parts);
        if let Some(id) = words.first("BELOW") {
            return self.one(parts.of_id(id), words.clone()).await;
        }
        match (self.name(), words.route) {
            ("POST", _) => self.one(parts.of_post(words)?, words.with("XX", None::<u32>)).await,
            ("CREATE", _) => {
                let count = parts.count();
                let ids = |part| [if part == 0 { count } else { part }, count];
                self.any(|part| words.with("IDS", ids(part))).await
            }
            ("ALTER", _) => self.any(|_| words.clone()).await,
            ("FOLLOWS", _) => self.one(0, words.clone()).await,
            ("SEEN", Route::Id(at)) => self.seen(words.arg(at)).await,
            ("MARKED", _) => self.marked().await,
            ("UNVOTE" | "SILENCE", _) => self.step().await,
            ("CHANGES", _) if words.find("BLOCK").is_none() => self.changes().await,
            ("CHANGES", _) => Err(Error::Reply("wait for changes with follow".into())),
            ("RANK", _) => Err(Error::Reply("RANK is for each of the parts".into())),
            ("MGET" | "VOTES", Route::Ids(at)) => reply(&self.items(words, at).await?),
            (_, Route::Page(at)) => self.page(at).await,
            (name, Route::Id(at)) => {
                let groups = words.args.get(at + 1..).filter(|_| name == "GROUPADD");
                let part = parts.with(parts.of_id(words.arg(at)), groups.unwrap_or_default())?;
                self.one(part, words.clone()).await
            }
            _ => self.facts().await,
        }
    }

    /// Returns the name of the command.
    pub fn name(&self) -> &'a str {
        let name = self.words.arg(0).strip_prefix(b"ARTICLE.");
        name.and_then(|name| str::from_utf8(name).ok()).unwrap_or_default()
    }

    /// Sends words to parts, all at once, and returns the reply of each.
    pub async fn send(&mut self, asked: Vec<(u32, Words)>) -> Result<Vec<(u32, Value)>> {
        let cmd = |(part, words): &(u32, Words)| {
            let (mut cmd, line) = (Cmd::new(), words.line());
            cmd.arg(line.first()).arg(self.parts.key(*part)).arg(line.get(2..));
            cmd
        };
        let commands: Vec<Cmd> = asked.iter().map(cmd).collect();
        let read = |((part, _), reply): (_, RedisResult<Value>)| {
            let reply = reply.and_then(Value::extract_error).map_err(Error::of);
            Ok((part, reply.map_err(|error| error.in_part(self.parts.key(part)))?))
        };
        asked.into_iter().zip(self.ask.ask(&commands).await).map(read).collect()
    }

    pub async fn one(&mut self, part: u32, words: Words) -> Result<Value> {
        Ok(self.send(vec![(part, words)]).await?.pop().map_or(Value::Nil, |it| it.1))
    }

    /// Sends words to all parts.
    pub async fn all(&mut self, words: impl Fn(u32) -> Words) -> Result<Vec<Value>> {
        let asked = (0..self.parts.count()).map(|part| (part, words(part))).collect();
        Ok(self.send(asked).await?.into_iter().map(|it| it.1).collect())
    }

    /// Sends words to all parts, and returns a reply. With NX of CREATE, others are nil.
    async fn any(&mut self, words: impl Fn(u32) -> Words) -> Result<Value> {
        let replies = self.all(words).await?;
        Ok(replies.into_iter().find(|reply| *reply != Value::Nil).unwrap_or(Value::Nil))
    }

    /// Sends to each part its own ids, the arguments from an index on. MGET has their number
    /// before them.
    pub async fn split(&mut self, words: &Words, at: usize) -> Result<Vec<(u32, Value)>> {
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
        self.send(asked.into_iter().collect()).await
    }

    /// Returns what parts have for ids, in the order of these.
    pub async fn items(&mut self, words: &Words, at: usize) -> Result<Vec<Option<Item>>> {
        let mut found = BTreeMap::new();
        for (part, reply) in self.split(words, at).await? {
            found.insert(part, json::<Vec<Option<Item>>>(reply)?.into_iter());
        }
        let ids = words.args.get(at..).unwrap_or_default();
        Ok(ids.iter().map(|id| found.get_mut(&self.parts.of_id(id))?.next()?).collect())
    }

    /// Has the parts that are asked continue from their cursors, to those that their replies are
    /// read with.
    pub async fn proceed<T>(
        &mut self,
        words: &Words,
        cursors: &mut [Option<String>],
        is_asked: impl Fn(&str) -> bool,
        read: impl Fn(Value) -> Result<(T, Option<String>)>,
    ) -> Result<Vec<T>> {
        let (mut asked, mut moved, mut found) = (Vec::new(), Vec::new(), Vec::new());
        for (part, cursor) in (0..).zip(cursors) {
            if let Some(own) = cursor.as_deref().filter(|cursor| is_asked(cursor)) {
                asked.push((part, words.after(own)));
                moved.push(cursor);
            }
        }
        for (cursor, (_, reply)) in moved.into_iter().zip(self.send(asked).await?) {
            let (own, next) = read(reply)?;
            *cursor = next;
            found.push(own);
        }
        Ok(found)
    }

    /// Has all parts continue from the cursor of the command, which is one for all.
    async fn walk<T>(
        &mut self,
        words: &Words,
        read: impl Fn(Value) -> Result<(T, Option<String>)>,
    ) -> Result<(Vec<T>, Option<String>)> {
        let mut cursors = self.parts.cursors(words);
        Ok((self.proceed(words, &mut cursors, |_| true, read).await?, join(&cursors)))
    }

    async fn step(&mut self) -> Result<Value> {
        let read = |reply| {
            let (next, count): (String, i64) = plain(reply)?;
            Ok((count, Some(next).filter(|next| next != "0")))
        };
        let (counts, next) = self.walk(self.words, read).await?;
        let next = Value::BulkString(next.unwrap_or("0".into()).into());
        Ok(Value::Array(vec![next, Value::Int(counts.iter().sum())]))
    }

    /// Returns the changes of all parts, whose versions are one text.
    async fn changes(&mut self) -> Result<Value> {
        let read = |reply| {
            let (version, items, gone): (_, Vec<Item>, Vec<u32>) = json(reply)?;
            Ok(((items, gone), Some(version)))
        };
        let count = self.words.first("COUNT").map_or(100, number::<u32>);
        let words = self.words.with("COUNT", [count.div_ceil(self.parts.count())]);
        let (changes, version) = self.walk(&words, read).await?;
        let (items, gone): (Vec<_>, Vec<_>) = changes.into_iter().unzip();
        reply(&(version, items.concat(), gone.concat()))
    }

    /// Returns a page of a list. It has some ids of each part, in the order of that part.
    async fn marked(&mut self) -> Result<Value> {
        let share = self.size().await?.div_ceil(self.parts.keys.len());
        let read = json::<(Vec<Item>, _)>;
        let (lists, cursor) = self.walk(&self.words.with("SIZE", [share]), read).await?;
        reply(&(lists.concat(), cursor))
    }

    /// Notes that the answers up to an id are seen, as far as each part has ids.
    async fn seen(&mut self, id: &[u8]) -> Result<Value> {
        let infos = self.all(|_| Words::reading(["ARTICLE.INFO", ""])).await?;
        let mut asked = Vec::new();
        for (part, info) in (0..).zip(infos) {
            let last = json::<Option<Info>>(info)?.map_or(0, |info| info.last_id);
            let is_own = part == self.parts.of_id(id);
            let seen = if is_own { number(id) } else { last.min(number(id)) };
            asked.push((part, self.words.after(&seen.to_string())));
        }
        let replies = self.send(asked).await?;
        let is_later = replies.iter().any(|(_, reply)| *reply == Value::Int(1));
        Ok(Value::Int(is_later.into()))
    }
}

/// Returns the cursors of all parts as one, unless all have ended.
pub fn join(cursors: &[Option<String>]) -> Option<String> {
    let texts = cursors.iter().map(|cursor| cursor.as_deref().unwrap_or("-"));
    cursors.iter().flatten().next().map(|_| texts.collect::<Vec<_>>().join(","))
}

/// Returns a reply as JSON.
pub fn reply(value: &impl Serialize) -> Result<Value> {
    let text = serde_json::to_vec(value).map_err(|error| Error::Reply(error.to_string()))?;
    Ok(if text == b"null" { Value::Nil } else { Value::BulkString(text) })
}
