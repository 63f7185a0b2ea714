//! A command of a site, and the ways to ask its parts.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::{SystemTime, UNIX_EPOCH};

use bytes::Bytes;
use futures_util::future::try_join_all;
use redis::{FromRedisValue, Value, from_redis_value, parse_redis_value};

use crate::call::{Asked, Call, Proxy, Reply};
use crate::form::Form;
use crate::resp::{int, number, unexpected};
use crate::site::Site;
use crate::table::{Join, Spec};
use crate::words::Words;

/// The most entries of a page, ids in a command, and the number that page numbers reach.
pub const MAX_SIZE: usize = 1_000;

pub struct Job {
    pub proxy: Rc<Proxy>,
    pub site: Rc<Site>,
    pub spec: &'static Spec,
    pub line: Vec<Bytes>,
    pub resp3: bool,
}

impl Job {
    pub fn form(&self, words: &Words) -> Form {
        let is_json = words.first("FORMAT").is_some_and(|it| it.eq_ignore_ascii_case(b"JSON"));
        Form { resp3: self.resp3, json: is_json }
    }

    /// Returns the word of the command at an index.
    pub fn word(&self, at: usize) -> Bytes {
        self.line.get(at).cloned().unwrap_or_default()
    }

    /// Sends words to a part.
    pub fn ask(&self, part: usize, line: impl Into<Rc<[Bytes]>>, resp3: bool) -> Asked {
        let (proxy, site) = (Rc::clone(&self.proxy), Rc::clone(&self.site));
        Call { proxy, site, part, words: line.into(), resp3, is_write: self.spec.is_write }.send()
    }

    /// Sends the command to a part as it is: the only one that it concerns, or one that says what
    /// is wrong with it.
    pub async fn raw(&self, part: usize) -> Reply {
        self.ask(part, self.line.clone(), self.resp3).await
    }

    /// Sends words to parts, and returns their replies in this order: all at once, but writes one
    /// after the other, so that it is known which were done.
    pub async fn several(
        &self,
        asked: impl IntoIterator<Item = (usize, Words)>,
        resp3: bool,
    ) -> Result<Vec<Bytes>, Bytes> {
        let asked = asked.into_iter().map(|(part, words)| self.ask(part, words.line(), resp3));
        if !self.spec.is_write {
            return try_join_all(asked).await;
        }
        let mut replies = Vec::new();
        for asked in asked {
            replies.push(asked.await?);
        }
        Ok(replies)
    }

    /// Returns the numbers of the parts, each with the same words.
    pub fn everywhere(&self, words: &Words) -> impl Iterator<Item = (usize, Words)> + use<> {
        let words = words.without(&["FORMAT"]);
        (0..self.site.parts.len()).map(move |part| (part, words.clone()))
    }

    /// Sends to each part its own ids, the words from an index on.
    pub async fn ids(&self, words: &Words, at: usize, join: Join) -> Reply {
        let (before, ids) = words.args.split_at_checked(at).unwrap_or_default();
        let is_valid = ids.iter().all(|id| number::<u64>(id).is_some());
        if ids.is_empty() || ids.len() > MAX_SIZE || !is_valid {
            return self.raw(0).await;
        }
        let mut own = BTreeMap::<usize, Vec<usize>>::new();
        for (index, id) in ids.iter().enumerate() {
            own.entry(self.site.part_of(id)).or_default().push(index);
        }
        let asked = own.iter().map(|(part, indexes)| {
            let chosen = indexes.iter().filter_map(|index| ids.get(*index).cloned());
            let mut words = words.clone();
            words.args = before.iter().cloned().chain(chosen).collect();
            if words.arg(0).eq_ignore_ascii_case(b"ARTICLE.MGET") {
                // It has their number before them.
                words = words.with_arg(2, indexes.len().to_string());
            }
            (*part, words)
        });
        let replies = self.several(asked, self.resp3).await?;
        let form = self.form(words);
        if join == Join::Sum {
            let sum = replies.iter().filter_map(|reply| int(reply)).sum();
            return Ok(form.value(&Value::Int(sum)));
        }
        let mut entries = vec![Bytes::new(); ids.len()];
        for (indexes, reply) in own.values().zip(&replies) {
            for (index, entry) in indexes.iter().zip(form.items(reply)?) {
                entries.get_mut(*index).into_iter().for_each(|own| *own = entry.clone());
            }
        }
        Ok(form.reply(form.array(&entries)))
    }

    /// Asks a part, and reads its reply.
    pub async fn read<T: FromRedisValue>(&self, part: usize, words: &Words) -> Result<T, Bytes> {
        read(&self.ask(part, words.without(&["FORMAT"]).line(), true).await?)
    }

    /// Asks all parts, and reads their replies.
    pub async fn read_all<T: FromRedisValue>(&self, words: &Words) -> Result<Vec<T>, Bytes> {
        self.several(self.everywhere(words), true).await?.iter().map(read).collect()
    }
}

pub fn read<T: FromRedisValue>(reply: &Bytes) -> Result<T, Bytes> {
    let value: Option<Value> = parse_redis_value(reply).ok();
    value.and_then(|value| from_redis_value(value).ok()).ok_or_else(unexpected)
}

pub fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_secs() as i64)
}
