//! Commands that go to several parts.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::{SystemTime, UNIX_EPOCH};

use bytes::Bytes;
use serde_json::value::RawValue;

use crate::ask::Asked;
use crate::cluster::{Reply, crc32};
use crate::proxy::Proxy;
use crate::resp::{self, Form, Value, bulk, error, int, number};
use crate::site::{Call, Site};
use crate::table::{Join, Route, Spec, Words};
use crate::{changes, create, page, walk};

/// The most ids that one command takes.
const MAX_IDS: usize = 1_000;
/// The most groups that one GROUPS returns.
const MAX_GROUPS: i64 = 10_000;
/// The number up to which `unseen` and `given` are counted.
const MAX_COUNTED: i64 = 1_000;

/// Entries of maps that are the same in all parts.
const SHARED: &str = "vote_score vote_window page_size self_vote formula downvotes dedupe \
                      bump_window keep_votes";
/// Entries of USER, of which a part has only some.
const OF_USER: [&str; 7] =
    ["articles", "karma", "comments", "comment_karma", "unseen", "hidden", "silenced"];

/// A command of a site.
pub struct Job {
    pub proxy: Rc<Proxy>,
    pub site: Rc<Site>,
    pub spec: &'static Spec,
    pub line: Vec<Bytes>,
    pub resp3: bool,
}

impl Job {
    pub async fn run(&self) -> Reply {
        if self.spec.route == Route::Create {
            return create::create(self).await;
        }
        if self.spec.name == "ARTICLE.LOAD" {
            return walk::load(self).await;
        }
        let Some(words) = Words::parse(self.spec, &self.line) else { return self.raw(0).await };
        if let Some(id) = words.first("BELOW") {
            return self.raw(self.site.part_of(id)).await;
        }
        let names_id = words.args.len() > 4 && words.arg(3).eq_ignore_ascii_case(b"ID");
        match self.spec.route {
            Route::Id(at) => self.raw(self.site.part_of(words.arg(at))).await,
            Route::Ids(4, join) if words.arg(4).eq_ignore_ascii_case(b"ALL") => {
                self.joined(&words, join).await
            }
            Route::Ids(at, join) => self.ids(&words, at, join).await,
            Route::All(Join::Most) if names_id => self.ids(&words, 4, Join::Sum).await,
            Route::All(join) => self.joined(&words, join).await,
            Route::Walk(at) => walk::walk(self, &words, at).await,
            Route::Page(at) => page::page(self, &words, at).await,
            Route::Post => self.post(&words).await,
            Route::Own => match self.spec.name.as_str() {
                "ARTICLE.RANK" => page::rank(self, &words).await,
                "ARTICLE.SEEN" => walk::seen(self, &words).await,
                "ARTICLE.AFFINITY" => self.affinity(&words).await,
                "ARTICLE.EXPORT" => walk::export(self, &words).await,
                _ => changes::changes(self, &words).await,
            },
            Route::Create | Route::Refused => Err(error("ERR syntax error")),
        }
    }

    pub fn form(&self, words: &Words) -> Form {
        Form { resp3: self.resp3, json: words.is_json() }
    }

    /// Sends words to a part.
    pub fn ask(&self, part: usize, line: impl Into<Rc<[Bytes]>>, resp3: bool) -> Asked {
        let (site, is_write) = (Rc::clone(&self.site), self.spec.is_write);
        Asked::send(&self.proxy, Call { site, part, words: line.into(), resp3, is_write })
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
        let (mut sent, mut replies) = (Vec::new(), Vec::new());
        for (part, words) in asked {
            let asked = self.ask(part, words.line(), resp3);
            match self.spec.is_write {
                true => replies.push(asked.await?),
                false => sent.push(asked),
            }
        }
        for asked in sent {
            replies.push(asked.await?);
        }
        Ok(replies)
    }

    /// Sends words to all parts, and reads their replies.
    pub async fn values(&self, words: &Words) -> Result<Vec<Value>, Bytes> {
        let words = words.without(&["FORMAT"]);
        let asked = (0..self.site.parts.len()).map(|part| (part, words.clone()));
        let replies = self.several(asked, true).await?;
        replies.iter().map(read).collect()
    }

    async fn post(&self, words: &Words) -> Reply {
        let link = words.arg(4);
        let part = match words.first("ID") {
            Some(id) => self.site.part_of(id),
            None if link.is_empty() => self.proxy.turn() % self.site.parts.len(),
            None => crc32(link) as usize % self.site.parts.len(),
        };
        let words = words.with("XX", &[""; 0]);
        self.ask(part, words.line(), self.resp3).await
    }

    /// Sends to each part its own ids, the words from an index on.
    async fn ids(&self, words: &Words, at: usize, join: Join) -> Reply {
        let (before, ids) = words.args.split_at_checked(at).unwrap_or_default();
        let is_valid = ids.iter().all(|id| number::<u64>(id).is_some());
        if ids.is_empty() || ids.len() > MAX_IDS || !is_valid {
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
            // MGET has their number before them.
            let is_counted = self.spec.name == "ARTICLE.MGET";
            (*part, if is_counted { words.with_arg(2, indexes.len().to_string()) } else { words })
        });
        let replies = self.several(asked, self.resp3).await?;
        let form = self.form(words);
        if join == Join::Sum {
            let sum = replies.iter().filter_map(|reply| int(reply)).sum();
            return Ok(Value::Int(sum).reply(form));
        }
        let mut entries = vec![Bytes::new(); ids.len()];
        for (indexes, reply) in own.values().zip(&replies) {
            for (index, entry) in indexes.iter().zip(entries_of(reply, form)?) {
                if let Some(slot) = entries.get_mut(*index) {
                    *slot = entry;
                }
            }
        }
        Ok(list_of(&entries, form))
    }

    /// Sends the command to all parts, and makes their replies one.
    async fn joined(&self, words: &Words, join: Join) -> Reply {
        let form = self.form(words);
        let replies = || self.values(words);
        let joined = match join {
            Join::First => {
                let replies = self.several(self.everywhere(words), self.resp3).await;
                self.site.compare_again();
                return Ok(replies?.into_iter().next().unwrap_or_else(|| form.nil()));
            }
            Join::Sum => {
                let words = absolute(words);
                Value::Int(self.values(&words).await?.iter().map(Value::int).sum())
            }
            Join::Most => replies().await?.into_iter().reduce(most).unwrap_or(Value::Nil),
            Join::Moved => return walk::moved(self, words).await,
            Join::Names => {
                let rows = replies().await?;
                Value::Rows(
                    rows.iter().flat_map(rows_of).fold(BTreeMap::new(), add).into_iter().collect(),
                )
            }
            Join::Largest => Value::Rows(match self.largest(words).await? {
                Some(rows) => rows,
                None => return self.raw(0).await,
            }),
            Join::Highest => {
                let mut ids: Vec<i64> = Vec::new();
                for reply in replies().await? {
                    match &reply {
                        Value::List(found) => ids.extend(found.iter().map(Value::int)),
                        Value::Int(id) => ids.push(*id),
                        _ => {}
                    }
                }
                ids.sort_unstable_by(|id, other| other.cmp(id));
                let most = words.first("COUNT").map(|count| number(count).unwrap_or(0));
                let listed =
                    |most| Value::List(ids.iter().take(most).map(|id| Value::Int(*id)).collect());
                let highest = ids.first().map_or(Value::Nil, |id| Value::Int(*id));
                most.map_or(highest, listed)
            }
            Join::Map => self.map(replies().await?).await?,
            Join::Entries => return self.raw(0).await,
        };
        Ok(joined.reply(form))
    }

    pub fn everywhere(&self, words: &Words) -> impl Iterator<Item = (usize, Words)> + use<> {
        let (words, count) = (words.clone(), self.site.parts.len());
        (0..count).map(move |part| (part, words.clone()))
    }

    /// Adds up maps. One of a part that does not exist is nil.
    async fn map(&self, maps: Vec<Value>) -> Result<Value, Bytes> {
        let mut sums: Vec<(Bytes, Value)> = Vec::new();
        for (part, map) in maps.into_iter().enumerate() {
            let Value::Map(entries) = map else {
                return Err(self.site.is_missing(&self.proxy.cluster, part));
            };
            for (name, value) in entries {
                match sums.iter_mut().find(|(own, _)| *own == name) {
                    Some((_, sum)) => *sum = add_entry(&name, sum.clone(), value),
                    None => sums.push((name, value)),
                }
            }
        }
        for (name, value) in &mut sums {
            match (&**name, &value) {
                (b"ids_first" | b"ids_step", _) => *value = Value::Int(1),
                (b"unseen", Value::Int(count)) => *value = Value::Int((*count).min(MAX_COUNTED)),
                (b"groups", Value::Int(_)) => {
                    let line = ["ARTICLE.GROUPS", ""].map(|it| Bytes::from_static(it.as_bytes()));
                    let words = crate::table::named(b"ARTICLE.GROUPS");
                    let words = words.and_then(|spec| Words::parse(spec, &line));
                    if let Some(words) = words {
                        *value = Value::Int(self.all_groups(&words).await?.len() as i64);
                    }
                }
                _ => {}
            }
        }
        if self.spec.name == "ARTICLE.USER" {
            sums.sort_by_key(|(name, _)| OF_USER.iter().position(|own| own.as_bytes() == name));
        }
        Ok(Value::Map(sums))
    }

    /// Returns all groups with their numbers of articles.
    async fn all_groups(&self, words: &Words) -> Result<BTreeMap<Bytes, i64>, Bytes> {
        let mut groups = BTreeMap::new();
        let mut asked: Vec<usize> = (0..self.site.parts.len()).collect();
        for step in 0.. {
            let limit = [(step * MAX_GROUPS).to_string(), MAX_GROUPS.to_string()];
            let own = words.without(&["FORMAT"]).with("LIMIT", &limit);
            let replies =
                self.several(asked.iter().map(|part| (*part, own.clone())), true).await?;
            let mut longer = Vec::new();
            for (part, reply) in asked.iter().zip(&replies) {
                let rows: Vec<_> = rows_of(&read(reply)?).collect();
                if rows.len() as i64 >= MAX_GROUPS {
                    longer.push(*part);
                }
                groups = rows.into_iter().fold(groups, add);
            }
            if longer.is_empty() {
                break;
            }
            asked = longer;
        }
        Ok(groups)
    }

    /// Returns the largest groups; none if LIMIT is wrong.
    async fn largest(&self, words: &Words) -> Result<Option<Vec<(Bytes, i64)>>, Bytes> {
        let limit = match words.find("LIMIT") {
            Some([skipped, most]) => number::<usize>(skipped).zip(number::<i64>(most)),
            _ => Some((0, MAX_COUNTED)),
        };
        let Some((skipped, most)) = limit.filter(|(_, most)| (0..=MAX_GROUPS).contains(most))
        else {
            return Ok(None);
        };
        let mut rows: Vec<_> = self.all_groups(words).await?.into_iter().collect();
        rows.sort_by_key(|(_, size)| -size);
        Ok(Some(rows.into_iter().skip(skipped).take(most as usize).collect()))
    }

    /// Asks all parts who votes most, and each of them about all of these.
    async fn affinity(&self, words: &Words) -> Reply {
        let form = self.form(words);
        let count = words.first("COUNT").map(|count| number::<usize>(count));
        if count == Some(None) {
            return self.raw(0).await;
        }
        let count = count.flatten();
        let asked = match words.find("OF") {
            Some(_) => words.without(&["COUNT", "FORMAT"]),
            None => {
                let most = [count.unwrap_or(10).clamp(100, MAX_IDS).to_string()];
                let found = self.values(&words.with("COUNT", &most)).await?;
                let mut users: Vec<_> = affinities(&found).into_iter().collect();
                users.sort_by_key(|(_, [up, down, _])| -(up + down));
                users.truncate(MAX_IDS);
                if users.is_empty() || !(1..=MAX_IDS).contains(&count.unwrap_or(10)) {
                    return self.raw(0).await;
                }
                let mut of = vec![Bytes::from(users.len().to_string())];
                of.extend(users.into_iter().map(|(user, _)| user));
                words.without(&["COUNT", "FORMAT"]).with("OF", &of)
            }
        };
        let sums = affinities(&self.values(&asked).await?);
        let names = asked.find("OF").and_then(|of| of.get(1..)).unwrap_or_default();
        let row = |user: &Bytes| {
            let [up, down, given] = sums.get(user).copied().unwrap_or_default();
            (user.clone(), [up, down, given.min(MAX_COUNTED)])
        };
        let mut rows: Vec<_> = names.iter().map(row).collect();
        if !words.has("OF") {
            rows.retain(|(_, [up, down, _])| up + down > 0);
            rows.sort_by(|(user, one), (other, two)| {
                (two[0] + two[1]).cmp(&(one[0] + one[1])).then(user.cmp(other))
            });
        }
        rows.truncate(count.unwrap_or(if words.has("OF") { MAX_IDS } else { 10 }));
        let value = |(user, numbers): (Bytes, [i64; 3])| {
            Value::List([vec![Value::Text(user)], numbers.map(Value::Int).to_vec()].concat())
        };
        Ok(Value::List(rows.into_iter().map(value).collect()).reply(form))
    }
}

fn affinities(replies: &[Value]) -> BTreeMap<Bytes, [i64; 3]> {
    let mut sums = BTreeMap::<Bytes, [i64; 3]>::new();
    for row in replies.iter().flat_map(Value::list) {
        if let [user, up, down, given] = row.list() {
            let sum = sums.entry(user.text()).or_default();
            let row = [up, down, given].map(Value::int);
            sum.iter_mut().zip(row).for_each(|(sum, number)| *sum += number);
        }
    }
    sums
}

/// Reads a RESP3 reply.
pub fn read(reply: &Bytes) -> Result<Value, Bytes> {
    Value::read(reply).ok_or_else(|| error("ERR internal error"))
}

fn rows_of(rows: &Value) -> impl Iterator<Item = (Bytes, i64)> {
    rows.list().iter().filter_map(|row| match row.list() {
        [name, number] => Some((name.text(), number.int())),
        _ => None,
    })
}

fn add(mut sums: BTreeMap<Bytes, i64>, (name, number): (Bytes, i64)) -> BTreeMap<Bytes, i64> {
    *sums.entry(name).or_default() += number;
    sums
}

/// Returns the greater number, or of arrays, number by number.
fn most(one: Value, other: Value) -> Value {
    match (one, other) {
        (Value::List(one), Value::List(other)) => {
            Value::List(one.into_iter().zip(other).map(|(one, other)| most(one, other)).collect())
        }
        (one, other) => {
            if other.int() > one.int() {
                other
            } else {
                one
            }
        }
    }
}

fn add_entry(name: &[u8], sum: Value, value: Value) -> Value {
    match (sum, value) {
        (Value::List(mut names), Value::List(others)) => {
            names.extend(others);
            names.sort_by_cached_key(|name| (name.int(), name.text()));
            names.dedup();
            Value::List(names)
        }
        (Value::Text(sum), Value::Text(own)) if name == b"version" => {
            Value::Text([&sum[..], b",", &own].concat().into())
        }
        (Value::Int(sum), Value::Int(own)) if matches!(name, b"last_id" | b"silenced") => {
            Value::Int(sum.max(own))
        }
        (Value::Int(sum), Value::Int(own))
            if !SHARED.split(' ').any(|it| it.as_bytes() == name) =>
        {
            Value::Int(sum + own)
        }
        (sum, _) => sum,
    }
}

/// Returns the entries of an array as they are.
pub fn entries_of(reply: &Bytes, form: Form) -> Result<Vec<Bytes>, Bytes> {
    let entries = match form.json {
        true => resp::text(reply).and_then(|text| {
            let entries: Vec<&RawValue> = serde_json::from_slice(&text).ok()?;
            Some(entries.iter().map(|entry| text.slice_ref(entry.get().as_bytes())).collect())
        }),
        false => resp::items(reply),
    };
    entries.ok_or_else(|| error("ERR internal error"))
}

/// Returns an array of such entries.
pub fn list_of(entries: &[Bytes], form: Form) -> Bytes {
    let mut out =
        Vec::with_capacity(entries.iter().map(|entry| entry.len() + 1).sum::<usize>() + 16);
    match form.json {
        true => {
            let mut json = Vec::new();
            json_list(&mut json, entries);
            bulk(&mut out, &json);
        }
        false => resp::array(&mut out, entries),
    }
    out.into()
}

pub fn json_list(json: &mut Vec<u8>, entries: &[Bytes]) {
    json.push(b'[');
    for (at, entry) in entries.iter().enumerate() {
        if at > 0 {
            json.push(b',');
        }
        json.extend_from_slice(entry);
    }
    json.push(b']');
}

/// Returns the words with times that do not count back from now.
fn absolute(words: &Words) -> Words {
    ["SINCE", "UNTIL"].iter().fold(words.clone(), |words, name| {
        let time = words.first(name).and_then(|time| number::<i64>(time)).filter(|time| *time < 0);
        match time {
            Some(time) => words.with(name, &[now().saturating_add(time).max(0).to_string()]),
            None => words,
        }
    })
}

pub fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_secs() as i64)
}
