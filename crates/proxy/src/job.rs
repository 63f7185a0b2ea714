//! A command of a site, and the ways to ask its parts.

use std::collections::BTreeMap;
use std::pin::Pin;
use std::rc::Rc;
use std::time::{SystemTime, UNIX_EPOCH};

use bytes::Bytes;
use futures_util::future::try_join_all;
use redis::{FromRedisValue, Value};

use crate::form::{Form, read};
use crate::link::{Lost, Outcome, Pending, reply};
use crate::metrics::log;
use crate::proxy::Proxy;
use crate::resp::{error, int, is_void, number, unexpected};
use crate::site::Site;
use crate::table::{Join, Route, Spec};
use crate::words::Words;

/// The most entries of a page, ids in a command, and the number that page numbers reach.
pub const MAX_SIZE: usize = 1_000;

/// A reply, or an error reply.
pub type Reply = Result<Bytes, Bytes>;

/// A reply to come. What is dropped ends.
pub type Asked = Pin<Box<dyn Future<Output = Reply>>>;

#[derive(Clone)]
pub struct Job {
    pub proxy: Rc<Proxy>,
    pub site: Rc<Site>,
    pub spec: &'static Spec,
    pub line: Rc<[Bytes]>,
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

    /// Sends words to a part: at once, if it is connected and was compared just now.
    pub fn ask(&self, part: usize, words: impl Into<Rc<[Bytes]>>, resp3: bool) -> Asked {
        let job = Self { line: words.into(), resp3, ..self.clone() };
        let pending = job.send(part);
        Box::pin(async move { job.receive(part, pending).await })
    }

    /// Sends the command to the only part that it concerns, and returns the reply to come; none if
    /// the part is not connected, or was not compared just now.
    pub fn send(&self, part: usize) -> Option<Pending> {
        let (cluster, part) = (&self.proxy.cluster, self.site.parts.get(part)?);
        let link = cluster.open_link(part.slot, self.resp3)?;
        self.site.is_compared(cluster, part).then(|| link.send(&self.line, &part.key))
    }

    /// Returns the reply to the command, which may have been sent already.
    pub async fn receive(&self, part: usize, pending: Option<Pending>) -> Reply {
        let sent = match pending {
            Some(pending) => Some(reply(pending).await),
            None => None,
        };
        match sent {
            Some(Ok(answer)) if !self.is_doubtful(&answer) => Ok(answer),
            sent => Box::pin(self.finish(part, sent)).await,
        }
    }

    /// Whether a reply may be of a key that has moved, or of a part that is gone. To a write with
    /// an id, that is an error.
    fn is_doubtful(&self, answer: &[u8]) -> bool {
        let may_be_void = || !(self.spec.is_write && matches!(self.spec.route, Route::Id(_)));
        answer.starts_with(b"-") || self.site.is_spread && may_be_void() && is_void(answer)
    }

    /// Returns the reply of the part, to a command that may have been sent already. What may have
    /// been sent and writes is never sent again.
    async fn finish(&self, at: usize, mut sent: Option<Outcome>) -> Reply {
        let (site, cluster, words) = (&self.site, &self.proxy.cluster, &*self.line);
        let resp3 = self.resp3;
        let Some(part) = site.parts.get(at) else { return Err(unexpected()) };
        // ALTER makes settings that differ equal.
        let is_alter = self.spec.name == "ARTICLE.ALTER";
        for _ in 0..3 {
            if let Some(sent) = sent {
                match cluster.follow(sent, part.slot, words, &part.key, resp3).await {
                    Ok(answer) => {
                        if site.is_spread && self.is_doubtful(&answer) {
                            site.info_of(cluster, at).await?;
                        }
                        let is_error = answer.starts_with(b"-");
                        return if is_error { Err(answer) } else { Ok(answer) };
                    }
                    Err(Lost::MaybeSent) if self.spec.is_write => break,
                    Err(_) => {}
                }
            }
            let link = site.compare(cluster, at, resp3, is_alter).await.inspect_err(|error| {
                let what = String::from_utf8_lossy(error);
                log(format_args!("{}: {}", part.key.escape_ascii(), what.trim()));
            })?;
            sent = Some(reply(link.send(words, &part.key)).await);
        }
        Err(site.is_down(at))
    }

    /// Sends the command to a part as it is: the only one that it concerns, or one that says what
    /// is wrong with it.
    pub fn raw(&self, part: usize) -> Asked {
        self.ask(part, Rc::clone(&self.line), self.resp3)
    }

    /// Returns what was read of the command, or the error of a part if it is wrong.
    pub async fn valid<T>(&self, read: Option<T>) -> Result<T, Bytes> {
        match read {
            Some(read) => Ok(read),
            None => Err(self.raw(0).await.err().unwrap_or_else(|| error("ERR syntax error"))),
        }
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
        let words = words.in_resp();
        (0..self.site.parts.len()).map(move |part| (part, words.clone()))
    }

    /// Sends to each part its own ids, the words from an index on. MGET and LOAD have their number
    /// before them.
    pub async fn ids(&self, words: &Words, at: usize, join: Join) -> Reply {
        let (before, ids) = words.args.split_at_checked(at).unwrap_or_default();
        let is_valid = ids.iter().all(|id| number::<i64>(id).is_some());
        let is_long = join != Join::First && ids.len() > MAX_SIZE;
        if ids.is_empty() || is_long || !is_valid {
            // Nothing is changed in any part.
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
            if matches!(
                words.arg(0).to_ascii_uppercase().as_slice(),
                b"ARTICLE.MGET" | b"ARTICLE.LOAD"
            ) {
                words = words.with_arg(at - 1, indexes.len().to_string());
            }
            (*part, words)
        });
        let replies = self.several(asked, self.resp3).await?;
        let form = self.form(words);
        if join == Join::First {
            return replies.into_iter().next().ok_or_else(unexpected);
        } else if join != Join::Entries {
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
        read(&self.ask(part, words.in_resp().line(), true).await?)
    }

    /// Asks all parts, and reads their replies.
    pub async fn read_all<T: FromRedisValue>(&self, words: &Words) -> Result<Vec<T>, Bytes> {
        self.read_each(self.everywhere(words)).await
    }

    /// Asks parts, and reads their replies.
    pub async fn read_each<T: FromRedisValue>(
        &self,
        asked: impl IntoIterator<Item = (usize, Words)>,
    ) -> Result<Vec<T>, Bytes> {
        self.several(asked, true).await?.iter().map(read).collect()
    }
}

pub fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_secs() as i64)
}
