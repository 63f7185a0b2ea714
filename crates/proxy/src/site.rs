//! Sites: which parts they have, and whether these are what they must be.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::{Rc, Weak};
use std::time::Duration;

use bytes::Bytes;
use futures_util::future::try_join_all;
use redis::Value;
use tokio::sync::watch::Sender;
use tokio::time::{Instant, sleep, timeout};

use crate::cluster::{Cluster, SLOTS, slot_of};
use crate::form::read;
use crate::link::Link;
use crate::resp::{error, is_nil, number, unexpected};
use crate::table::{Route, Spec};

/// How long what was read of a site, and of a part, is taken to be so.
const FRESH: Duration = Duration::from_secs(1);
/// The most sites that are remembered.
const MAX_SITES: usize = 10_000;
/// How often a part whose settings differ is read again, while an ALTER may be on its way.
const SETTLING: usize = 10;
pub const MAX_PARTS: usize = 1_024;

pub const NOT_COMPLETE: &str =
    "ERR this site is not complete: repeat ARTICLE.CREATE with PARTS, or DEL it";

/// The entries of INFO that all parts must share.
pub const SETTINGS: [&str; 9] = [
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

/// A reply of INFO.
pub type Info = HashMap<String, Value>;

pub struct Part {
    pub key: Bytes,
    pub slot: u16,
    /// With which connections, and when it was compared.
    compared: Cell<Option<(u64, Instant)>>,
}

/// A site: a key, or a hash that says in how many keys it is.
pub struct Site {
    pub parts: Vec<Part>,
    pub is_spread: bool,
    /// What the first part has in INFO.
    first: RefCell<Option<Info>>,
    /// The size of pages without SIZE.
    pub page_size: Cell<usize>,
    read: Cell<Instant>,
    /// What each part had of the first page of listings.
    pub shares: RefCell<HashMap<u64, Vec<usize>>>,
    /// Wakes who waits for changes, as long as anybody does.
    pub changed: RefCell<Weak<Sender<()>>>,
}

/// All sites that are in use.
#[derive(Default)]
pub struct Sites(RefCell<HashMap<Bytes, Rc<Site>>>);

impl Sites {
    /// Returns a site that was read just now.
    pub fn known(&self, key: &[u8]) -> Option<Rc<Site>> {
        self.0.borrow().get(key).filter(|site| site.read.get().elapsed() < FRESH).cloned()
    }

    /// Whether an error to a command is of a site that was replaced by one with other parts.
    pub async fn is_outdated(&self, cluster: &Cluster, line: &[Bytes], error: &[u8]) -> bool {
        let Some(key) = line.get(1) else { return false };
        if !error.starts_with(b"-WRONGTYPE") && !error.ends_with(b" is missing\r\n") {
            return false;
        }
        let old = self.known(key).map(|old| old.count());
        old.inspect(|_| self.forget(key));
        let new = self.open(cluster, key).await;
        old.is_some_and(|old| new.is_ok_and(|new| new.count() != old))
    }

    pub fn forget(&self, key: &[u8]) {
        self.0.borrow_mut().remove(key);
    }

    /// Returns the site with this key, which need not exist.
    pub async fn open(&self, cluster: &Cluster, key: &Bytes) -> Result<Rc<Site>, Bytes> {
        if let Some(site) = self.known(key) {
            return Ok(site);
        }
        let old = self.0.borrow().get(key).cloned();
        let spread = old.as_ref().filter(|old| old.is_spread);
        let found = Found::read(cluster, key);
        let found = match spread {
            None => found.await?,
            // What is known of a site holds while the server of its key cannot be reached.
            Some(old) => match timeout(FRESH / 4, found).await {
                Ok(Err(error)) if !error.starts_with(b"-PARTDOWN") => return Err(error),
                Ok(Ok(found)) => found,
                _ => {
                    old.read.set(Instant::now());
                    return Ok(Rc::clone(old));
                }
            },
        };
        let parts = match found {
            Found::Spread { is_ready: false, .. } => return Err(error(NOT_COMPLETE)),
            Found::Spread { parts, .. } => Some(parts),
            Found::Other | Found::Nothing => None,
        };
        // DEL takes the parts away before the key.
        if let Some(old) = spread.filter(|_| parts.is_none())
            && old.info_of(cluster, 0).await.is_ok()
        {
            return Err(old.is_lost());
        }
        if matches!(found, Found::Nothing) {
            self.forget(key);
            return Ok(Rc::new(Site::new(key, None)));
        }
        let site = old.filter(|site| site.count() == parts);
        let site = site.unwrap_or_else(|| Rc::new(Site::new(key, parts)));
        let mut known = self.0.borrow_mut();
        site.read.set(Instant::now());
        if known.len() >= MAX_SITES {
            known.clear();
        }
        known.insert(key.clone(), Rc::clone(&site));
        Ok(site)
    }
}

/// What a key holds.
pub enum Found {
    Spread {
        parts: usize,
        is_ready: bool,
    },
    /// An ordinary site, or another type.
    Other,
    /// No key, or a hash of somebody else.
    Nothing,
}

impl Found {
    pub async fn read(cluster: &Cluster, key: &Bytes) -> Result<Self, Bytes> {
        let words = ["HMGET", "", "parts", "state"];
        let answer = cluster.call(slot_of(key), &words, key, true).await;
        let answer = answer.map_err(|_| unreachable_key())?;
        if answer.starts_with(b"-") {
            let is_other = answer.starts_with(b"-WRONGTYPE");
            return if is_other { Ok(Self::Other) } else { Err(answer) };
        }
        let (parts, state): (Option<Bytes>, Option<Bytes>) = read(&answer)?;
        let parts = parts.and_then(|parts| number(&parts));
        Ok(match parts.filter(|parts| (1..=MAX_PARTS).contains(parts)) {
            Some(parts) => Self::Spread { parts, is_ready: state.is_some_and(|it| it == "ready") },
            None => Self::Nothing,
        })
    }
}

pub fn unreachable_key() -> Bytes {
    error("PARTDOWN the server of this key cannot be reached")
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
            parts: keys,
            is_spread: parts.is_some(),
            first: RefCell::default(),
            page_size: Cell::new(0),
            read: Cell::new(Instant::now()),
            shares: RefCell::default(),
            changed: RefCell::default(),
        }
    }

    fn count(&self) -> Option<usize> {
        self.is_spread.then_some(self.parts.len())
    }

    /// Returns the part of an id. A text that is no id goes to the first: its server refuses it.
    pub fn part_of(&self, id: &[u8]) -> usize {
        let count = self.parts.len();
        number(id).map_or(0, |id: i64| id.wrapping_sub(1).rem_euclid(count as i64) as usize)
    }

    /// Returns the part that a command goes to as it is; none if it needs more than that.
    pub fn only_part(&self, spec: &Spec, line: &[Bytes]) -> Option<usize> {
        let has = |name: &str| line.iter().any(|word| word.eq_ignore_ascii_case(name.as_bytes()));
        match spec.route {
            Route::Own if spec.name == "ARTICLE.CREATE" || has("BLOCK") => None,
            _ if !self.is_spread => Some(0),
            Route::Id(at) => Some(line.get(at).map_or(0, |id| self.part_of(id))),
            // It must not create a part that is missing.
            Route::Post => None,
            _ if self.parts.len() == 1 => Some(0),
            _ if spec.name == "ARTICLE.LOAD" => {
                let what = line.get(2)?.to_ascii_uppercase();
                let has_id = matches!(&what[..], b"ARTICLE" | b"COMMENT" | b"PLACE" | b"VOTERS");
                line.get(3).filter(|_| has_id).map(|id| self.part_of(id))
            }
            _ => None,
        }
    }

    /// Returns the error of a part.
    fn error(&self, start: &str, part: usize, what: &str) -> Bytes {
        error(match self.is_spread {
            true => {
                format!("{start} part {} of {} of this site {what}", part + 1, self.parts.len())
            }
            false => format!("{start} the server of this site {what}"),
        })
    }

    fn is_lost(&self) -> Bytes {
        let parts = self.parts.len();
        error(format!(
            "ERR the key of this site is lost: repeat ARTICLE.CREATE with PARTS {parts}"
        ))
    }

    pub fn is_down(&self, part: usize) -> Bytes {
        self.error("PARTDOWN", part, "cannot be reached")
    }

    pub fn is_missing(&self, part: usize) -> Bytes {
        self.compare_again();
        self.error("ERR", part, "is missing")
    }

    /// Forgets what was compared.
    pub fn compare_again(&self) {
        self.parts.iter().for_each(|part| part.compared.set(None));
    }

    /// Whether a part was compared just now, on the connections that there are.
    pub fn is_compared(&self, cluster: &Cluster, part: &Part) -> bool {
        let is_fresh =
            |(epoch, at): (u64, Instant)| epoch == cluster.epoch() && at.elapsed() < FRESH;
        !self.is_spread || part.compared.get().is_some_and(is_fresh)
    }

    /// Returns the link to a part, which is compared unless that was done just now: its ids must
    /// be its own, and its settings the same as in the first part.
    pub async fn compare(
        &self,
        cluster: &Cluster,
        at: usize,
        resp3: bool,
        any_settings: bool,
    ) -> Result<Rc<Link>, Bytes> {
        let Some(part) = self.parts.get(at) else { return Err(unexpected()) };
        for _ in 0..SETTLING {
            let link = cluster.link(part.slot, resp3).await.map_err(|_| self.is_down(at))?;
            let epoch = cluster.epoch();
            if self.is_compared(cluster, part) {
                return Ok(link);
            }
            let own = self.info_of(cluster, at).await?;
            if any_settings || self.is_as_first(cluster, at, &own).await {
                if let Some(Value::Int(size)) = own.get("page_size") {
                    self.page_size.set(*size as usize);
                }
                // A server may have changed meanwhile.
                part.compared.set(Some((epoch, Instant::now())));
                continue;
            }
            sleep(FRESH / 20).await;
        }
        let what = "is not of it: its settings differ, repeat ARTICLE.ALTER";
        Err(self.error("ERR", at, what))
    }

    /// Whether a part has the settings of the first one, which is asked only if they are not those
    /// that it had. Whoever needs the first part is told if it cannot be reached.
    async fn is_as_first(&self, cluster: &Cluster, at: usize, own: &Info) -> bool {
        let is_same =
            || self.first.borrow().as_ref().is_some_and(|it| settings(it) == settings(own));
        if at > 0 && !is_same() {
            let first = self.info_of(cluster, 0).await;
            self.first.replace(Some(first.unwrap_or_else(|_| own.clone())));
        } else if at == 0 {
            self.first.replace(Some(own.clone()));
        }
        is_same()
    }

    /// Sends a command to a part, whatever was compared.
    pub async fn call(
        &self,
        cluster: &Cluster,
        at: usize,
        words: &[impl AsRef<[u8]>],
    ) -> Result<Bytes, Bytes> {
        let Some(part) = self.parts.get(at) else { return Err(unexpected()) };
        let answer = cluster.call(part.slot, words, &part.key, true).await;
        let answer = answer.map_err(|_| self.is_down(at))?;
        if answer.starts_with(b"-") { Err(answer) } else { Ok(answer) }
    }

    /// Returns the settings of a part as words of CREATE.
    pub async fn words_of(&self, cluster: &Cluster, at: usize) -> Result<Vec<Bytes>, Bytes> {
        let answer = self.call(cluster, at, &["ARTICLE.EXPORT", "", "0", "COUNT", "1"]).await?;
        let (_, commands): (Bytes, Vec<Vec<Bytes>>) = read(&answer)?;
        let mut create = commands.into_iter().next().unwrap_or_default();
        remove_ids(&mut create);
        Ok(create.into_iter().skip(1).collect())
    }

    /// Returns INFO of all parts.
    pub async fn infos(&self, cluster: &Cluster) -> Result<Vec<Info>, Bytes> {
        try_join_all((0..self.parts.len()).map(|at| self.info_of(cluster, at))).await
    }

    /// Returns INFO of a part, whose ids must be its own.
    pub async fn info_of(&self, cluster: &Cluster, at: usize) -> Result<Info, Bytes> {
        let info: Info = match self.call(cluster, at, &["ARTICLE.INFO", ""]).await {
            Ok(answer) if is_nil(&answer) => return Err(self.is_missing(at)),
            Ok(answer) => read(&answer)?,
            Err(error) if error.starts_with(b"-WRONGTYPE") => Info::new(),
            Err(error) => return Err(error),
        };
        let is = |name: &str, value| info.get(name) == Some(&Value::Int(value as i64));
        match is("ids_first", at + 1) && is("ids_step", self.parts.len()) {
            true => Ok(info),
            false => Err(self.error("ERR", at, "is not of it")),
        }
    }
}

/// Takes IDS out of the words of CREATE: the site has other ids than a part.
pub fn remove_ids(create: &mut Vec<Bytes>) {
    let ids = create.iter().position(|word| word == "IDS").unwrap_or(create.len());
    create.drain(ids..create.len().min(ids + 3));
}

/// Returns the settings in INFO.
pub fn settings(info: &Info) -> Vec<Option<&Value>> {
    SETTINGS.iter().map(|name| info.get(*name)).collect()
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
