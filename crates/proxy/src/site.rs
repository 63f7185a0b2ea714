//! Sites: which parts they have, and whether these are what they must be.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::{Rc, Weak};
use std::time::Duration;

use bytes::Bytes;
use serde_json::{Map, Value as Json};
use tokio::sync::Mutex;
use tokio::time::{Instant, sleep};

use crate::changes::Watch;
use crate::cluster::{Cluster, Reply, SLOTS, slot_of};
use crate::link::{Lost, Outcome, Pending, reply};
use crate::metrics::{Metrics, log};
use crate::resp::{encode, error, items, number, text};
use crate::table::{Route, Spec};
use crate::walk::loaded_id;

/// How long what was read of a site, and of a part, is taken to be so.
const FRESH: Duration = Duration::from_secs(1);
/// The most sites, and of each site the most listings, that are remembered.
const MAX_SITES: usize = 10_000;
/// How often settings that differ are read again, while an ALTER may be on its way.
const SETTLING: usize = 10;

pub const NOT_COMPLETE: &str =
    "ERR this site is not complete: repeat ARTICLE.CREATE with PARTS, or DEL it";

/// The entries of INFO that all parts must share.
const SETTINGS: [&str; 9] = [
    "vote_score",
    "vote_window",
    "page_size",
    "self_vote",
    "formula",
    "downvotes",
    "dedupe",
    "bump_window",
    "keep_votes",
];

pub struct Part {
    pub key: Bytes,
    pub slot: u16,
    /// On which connection, and when it was compared.
    compared: Cell<Option<(u64, Instant)>>,
}

/// A site: a key, or a hash that says in how many keys it is.
pub struct Site {
    pub key: Bytes,
    pub parts: Vec<Part>,
    pub is_spread: bool,
    settings: RefCell<Option<Vec<Json>>>,
    /// Held by who compares settings.
    settling: Mutex<()>,
    read: Cell<Instant>,
    /// What each part had of the first page of listings.
    pub shares: RefCell<HashMap<u64, Vec<u16>>>,
    /// Who waits for changes.
    pub watch: RefCell<Weak<Watch>>,
}

/// What the hash of a spread site says.
pub struct Identity {
    pub parts: usize,
    pub is_ready: bool,
    /// The options of CREATE, once they were written.
    pub options: Option<Bytes>,
}

/// All sites that are in use.
#[derive(Default)]
pub struct Sites {
    known: RefCell<HashMap<Bytes, Rc<Site>>>,
}

impl Sites {
    /// Returns a site that was read just now.
    pub fn known(&self, key: &[u8]) -> Option<Rc<Site>> {
        let known = self.known.borrow();
        known.get(key).filter(|site| site.read.get().elapsed() < FRESH).map(Rc::clone)
    }

    pub fn forget(&self, key: &[u8]) {
        self.known.borrow_mut().remove(key);
    }

    /// Returns the site with this key, which need not exist.
    pub async fn open(&self, cluster: &Cluster, key: &Bytes) -> Result<Rc<Site>, Bytes> {
        if let Some(site) = self.known(key) {
            return Ok(site);
        }
        let (parts, is_known) = match identity(cluster, key).await? {
            Found::Spread(identity) if !identity.is_ready => return Err(error(NOT_COMPLETE)),
            Found::Spread(identity) => (Some(identity.parts), true),
            Found::Other => (None, true),
            Found::Nothing => (None, false),
        };
        let site = self.known.borrow().get(key).cloned().filter(|site| site.count() == parts);
        let site = site.unwrap_or_else(|| Rc::new(Site::new(key, parts)));
        site.read.set(Instant::now());
        if is_known {
            let mut known = self.known.borrow_mut();
            if known.len() >= MAX_SITES {
                known.clear();
            }
            known.insert(key.clone(), Rc::clone(&site));
        }
        Ok(site)
    }
}

/// What a key holds.
pub enum Found {
    Spread(Identity),
    /// An ordinary site, or another type.
    Other,
    /// No key, or a hash of somebody else.
    Nothing,
}

/// Reads what a key says of its parts.
pub async fn identity(cluster: &Cluster, key: &Bytes) -> Result<Found, Bytes> {
    let command = encode(&["HMGET", "", "parts", "state", "options"], key);
    let answer = cluster.call(slot_of(key), &command, false).await;
    let answer = answer.map_err(|_| unreachable_key(cluster))?;
    if answer.starts_with(b"-") {
        let is_other = answer.starts_with(b"-WRONGTYPE");
        return if is_other { Ok(Found::Other) } else { Err(answer) };
    }
    let found = items(&answer).unwrap_or_default();
    let found: Vec<_> = found.iter().map(text).collect();
    let [Some(parts), state, options] = found.as_slice() else { return Ok(Found::Nothing) };
    let Some(parts) = number(parts).filter(|parts| (1..=MAX_PARTS).contains(parts)) else {
        return Ok(Found::Nothing);
    };
    let (is_ready, options) = (state.as_deref() == Some(b"ready"), options.clone());
    Ok(Found::Spread(Identity { parts, is_ready, options }))
}

pub const MAX_PARTS: usize = 1_024;

pub fn unreachable_key(cluster: &Cluster) -> Bytes {
    Metrics::add(&cluster.metrics.parts_down);
    error("PARTDOWN the server of this key cannot be reached")
}

/// A command on its way to a part.
pub struct Call {
    pub site: Rc<Site>,
    pub part: usize,
    pub words: Rc<[Bytes]>,
    pub resp3: bool,
    pub is_write: bool,
}

impl Call {
    /// Sends the command at once, if its part is connected and was compared just now.
    pub fn try_send(&self, cluster: &Cluster) -> Option<Pending> {
        let part = self.site.parts.get(self.part)?;
        let (link, epoch) = cluster.open_link(part.slot, self.resp3)?;
        let is_compared = !self.site.is_spread
            || part.compared.get().is_some_and(|it| it.0 == epoch && it.1.elapsed() < FRESH);
        is_compared.then(|| link.send(&encode(&self.words, &part.key)))
    }

    /// Sends the command, and returns the reply of the part.
    pub async fn run(&self, cluster: &Cluster) -> Reply {
        self.finish(cluster, Err(Lost { may_be_sent: false }), false).await
    }

    /// Returns the reply of the part to a command that was sent. What may have been sent and
    /// writes is never sent again.
    pub async fn finish(&self, cluster: &Cluster, mut outcome: Outcome, is_sent: bool) -> Reply {
        let Some(part) = self.site.parts.get(self.part) else { return Err(error("ERR no part")) };
        let (command, mut is_sent) = (encode(&self.words, &part.key), is_sent);
        for _ in 0..3 {
            if is_sent {
                match cluster.follow(outcome, part.slot, &command, self.resp3).await {
                    Ok(answer) if !answer.starts_with(b"-") => return Ok(answer),
                    Ok(answer) if self.site.is_spread && answer == "-ERR no such key\r\n" => {
                        return Err(self.site.is_missing(cluster, self.part));
                    }
                    Ok(answer) => return Err(answer),
                    Err(lost) if lost.may_be_sent && self.is_write => break,
                    Err(_) => {}
                }
            }
            self.site.compare(cluster, self.part, self.resp3, self.is_alter()).await?;
            match self.try_send(cluster) {
                Some(pending) => outcome = reply(pending).await,
                None => outcome = Err(Lost { may_be_sent: false }),
            }
            is_sent = true;
        }
        Err(self.site.is_down(cluster, self.part))
    }

    /// ALTER makes settings that differ equal.
    fn is_alter(&self) -> bool {
        self.words.first().is_some_and(|name| name.eq_ignore_ascii_case(b"ARTICLE.ALTER"))
    }
}

impl Site {
    /// Returns a site with parts, or without a key of its own in one.
    pub fn new(key: &Bytes, parts: Option<usize>) -> Self {
        let part = |key: Bytes| Part { slot: slot_of(&key), key, compared: Cell::new(None) };
        let keys = match parts {
            Some(parts) => (1..=parts).map(|number| part(part_key(key, number, parts))).collect(),
            None => vec![part(key.clone())],
        };
        Self {
            key: key.clone(),
            parts: keys,
            is_spread: parts.is_some(),
            settings: RefCell::default(),
            settling: Mutex::new(()),
            read: Cell::new(Instant::now()),
            shares: RefCell::default(),
            watch: RefCell::default(),
        }
    }

    fn count(&self) -> Option<usize> {
        self.is_spread.then_some(self.parts.len())
    }

    /// Returns the part of an id. A text that is no id goes to the first: its server refuses it.
    pub fn part_of(&self, id: &[u8]) -> usize {
        let count = self.parts.len();
        number::<u64>(id).map_or(0, |id| (id as usize + count - 1) % count)
    }

    pub fn page_size(&self) -> usize {
        let settings = self.settings.borrow();
        let size = settings.as_ref().and_then(|all| all.get(2)?.as_u64());
        size.map_or(25, |size| size as usize)
    }

    fn of_parts(&self, part: usize, what: &str) -> String {
        match self.is_spread {
            true => format!("part {} of {} of this site {what}", part + 1, self.parts.len()),
            false => format!("the server of this site {what}"),
        }
    }

    pub fn is_down(&self, cluster: &Cluster, part: usize) -> Bytes {
        Metrics::add(&cluster.metrics.parts_down);
        error(format!("PARTDOWN {}", self.of_parts(part, "cannot be reached")))
    }

    pub fn is_missing(&self, cluster: &Cluster, part: usize) -> Bytes {
        self.parts.iter().for_each(|part| part.compared.set(None));
        self.is_wrong(cluster, part, "is missing")
    }

    fn is_wrong(&self, cluster: &Cluster, part: usize, what: &str) -> Bytes {
        Metrics::add(&cluster.metrics.parts_wrong);
        let key = self.parts.get(part).map_or(&b""[..], |part| &part.key);
        let what = self.of_parts(part, what);
        log(format_args!("{what}: its key is {}", key.escape_ascii()));
        error(format!("ERR {what}"))
    }

    /// Forgets what was compared, after settings have changed.
    pub fn compare_again(&self) {
        self.settings.replace(None);
        self.parts.iter().for_each(|part| part.compared.set(None));
    }

    /// Connects to a part, and compares it unless that was done just now.
    pub async fn compare(
        &self,
        cluster: &Cluster,
        at: usize,
        resp3: bool,
        any_settings: bool,
    ) -> Result<(), Bytes> {
        let Some(part) = self.parts.get(at) else { return Ok(()) };
        for _ in 0..3 {
            let link = cluster.link(part.slot, resp3).await;
            let link = link.map_err(|_| self.is_down(cluster, at))?;
            let epoch = cluster.open_link(part.slot, resp3).map(|(_, epoch)| epoch);
            let is_compared = |it: (u64, Instant)| Some(it.0) == epoch && it.1.elapsed() < FRESH;
            if !self.is_spread || part.compared.get().is_some_and(is_compared) {
                return Ok(());
            }
            drop(link);
            let settings = self.settings_of(cluster, at, resp3).await?;
            let Some(epoch) =
                epoch.filter(|_| cluster.open_link(part.slot, resp3).map(|it| it.1) == epoch)
            else {
                continue;
            };
            if !any_settings {
                self.compare_settings(cluster, at, settings, resp3).await?;
            }
            part.compared.set(Some((epoch, Instant::now())));
            return Ok(());
        }
        Err(self.is_down(cluster, at))
    }

    /// Returns the settings of a part, whose ids must be its own.
    async fn settings_of(
        &self,
        cluster: &Cluster,
        at: usize,
        resp3: bool,
    ) -> Result<Vec<Json>, Bytes> {
        let Some(part) = self.parts.get(at) else { return Ok(Vec::new()) };
        let command = encode(&["ARTICLE.INFO", "", "FORMAT", "JSON"], &part.key);
        let answer = cluster.call(part.slot, &command, resp3).await;
        let answer = answer.map_err(|_| self.is_down(cluster, at))?;
        if answer.starts_with(b"-WRONGTYPE") {
            return Err(self.is_wrong(cluster, at, "is not of it"));
        } else if answer.starts_with(b"-") {
            return Err(answer);
        }
        let Some(info) = text(&answer) else { return Err(self.is_missing(cluster, at)) };
        let info: Map<String, Json> = serde_json::from_slice(&info).unwrap_or_default();
        let value = |name: &str| info.get(name).cloned().unwrap_or_default();
        if value("ids_first") != at + 1 || value("ids_step") != self.parts.len() {
            return Err(self.is_wrong(cluster, at, "is not of it"));
        }
        Ok(SETTINGS.iter().map(|name| value(name)).collect())
    }

    /// Compares the settings of a part with those that most parts have.
    async fn compare_settings(
        &self,
        cluster: &Cluster,
        at: usize,
        mut own: Vec<Json>,
        resp3: bool,
    ) -> Result<(), Bytes> {
        let _settling = self.settling.lock().await;
        for round in 0..SETTLING {
            if self.settings.borrow().as_ref() == Some(&own) {
                return Ok(());
            }
            if round > 0 {
                sleep(FRESH / 20).await;
            }
            let mut all = Vec::new();
            for other in 0..self.parts.len() {
                // Whoever needs a part that cannot be reached is told so.
                if let Ok(settings) = self.settings_of(cluster, other, resp3).await {
                    if other == at {
                        own.clone_from(&settings);
                    }
                    all.push(settings);
                }
            }
            let count = |one: &&Vec<Json>| all.iter().filter(|other| other == one).count();
            let most = all.iter().rev().max_by_key(count).cloned();
            self.settings.replace(most);
        }
        Err(self.is_wrong(cluster, at, "is not of it: its settings differ, repeat ARTICLE.ALTER"))
    }
}

/// Returns the key of a part, whose tag is the number of the part or else the first of `7-1`,
/// `7-2`, and so on whose slot is in the part's range, one of as many equal ranges as there are
/// parts.
pub fn part_key(key: &[u8], number: usize, parts: usize) -> Bytes {
    let others = (1..).map(|n: usize| format!("{number}-{n}"));
    let mut tags = std::iter::once(number.to_string()).chain(others);
    let is_in_range =
        |tag: &String| usize::from(slot_of(tag.as_bytes())) * parts / SLOTS == number - 1;
    let tag = tags.find(is_in_range).unwrap_or_default();
    [key, format!(":{parts}:{{{tag}}}").as_bytes()].concat().into()
}

impl Site {
    /// Returns the part that a command goes to as it is; none if it needs more than that.
    pub fn only_part(&self, spec: &Spec, line: &[Bytes]) -> Option<usize> {
        let blocks = || line.iter().skip(3).any(|word| word.eq_ignore_ascii_case(b"BLOCK"));
        match spec.route {
            Route::Create => None,
            Route::Own if spec.name == "ARTICLE.CHANGES" && blocks() => None,
            _ if !self.is_spread => Some(0),
            Route::Post => None,
            Route::Id(at) => Some(line.get(at).map_or(0, |id| self.part_of(id))),
            _ if self.parts.len() == 1 => Some(0),
            _ if spec.name == "ARTICLE.LOAD" => Some(self.part_of(loaded_id(line)?)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_in_equal_ranges_of_slots() {
        assert_eq!(slot_of(b"123456789"), 0x31c3 % SLOTS as u16);
        for parts in [1, 2, 3, 16, 100, MAX_PARTS] {
            for number in 1..=parts {
                let key = part_key(b"news", number, parts);
                assert_eq!(usize::from(slot_of(&key)) * parts / SLOTS, number - 1);
                assert!(key.starts_with(format!("news:{parts}:{{{number}").as_bytes()));
            }
        }
    }
}
