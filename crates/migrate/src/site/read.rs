//! Reading a site.

use std::collections::BTreeMap;

use anyhow::{Context, Result, anyhow, bail};
use article_site::{Ids, Setting, Settings, SettingsChange};
use redis::{Cmd, Value, cmd};
use redis_article::{Info, Site};

use crate::item::{Item, Seconds, Text};
use crate::ranking::Ranked;
use crate::scan::{self, Scan, Scanned};
use crate::server::Server;
use crate::site::parse::{parse_changed, parse_item, parse_part, parse_place};

/// Any user: the vote of a viewer shows whether voting is open.
const VIEWER: &str = "-";
/// How often to read an article or comment again on which votes arrive between its two commands.
const ATTEMPTS: usize = 5;

pub struct SiteReader {
    pub server: Server,
    pub site: Site,
    pub settings: Settings,
    /// The last id when the reader was opened; 0 for a new site.
    pub last_id: u32,
    /// The number of articles when the reader was opened.
    pub articles: u64,
    /// The number of comments then.
    pub comments: u64,
}

impl SiteReader {
    /// Opens a site. Returns the connection if there is no such key.
    pub fn open(mut server: Server, key: &str) -> Result<Result<Self, Server>> {
        let (site, end) = (Site::new(key), server.end);
        let command = site.info();
        // Asks first for what only the module knows, so that its absence has a clear error.
        let Ok(info) = server.attempt(&command.cmd(), &["WRONGTYPE"])? else {
            let type_name = server.type_of(site.key())?;
            bail!("{end}: the key holds a {type_name}, not a site. Choose another --key");
        };
        let Some(info) = command.read(info)? else { return Ok(Err(server)) };
        let (settings, last_id) = (settings_of(&info)?, info.last_id);
        let (articles, comments) = (info.articles.into(), info.comments.into());
        Ok(Ok(Self { server, site, settings, last_id, articles, comments }))
    }

    /// Opens a site that must exist.
    pub fn open_existing(server: Server, key: &str) -> Result<Self> {
        Self::open(server, key)?.map_err(|Server { end, .. }| {
            anyhow!("{end}: there is no key {key:?}. Check --key and the database number")
        })
    }

    /// Returns the number of articles and comments when the reader was opened.
    pub fn len(&self) -> u64 {
        self.articles + self.comments
    }

    /// Reads what there is of some ascending ids: articles, comments, and the places of deleted
    /// ones.
    pub fn read(&mut self, ids: &[u32]) -> Result<Vec<Item>> {
        let mut found = BTreeMap::new();
        let mut left = ids.to_vec();
        for _ in 0..ATTEMPTS {
            let (entries, changed) = self.read_once(&left)?;
            left = changed;
            // What was deleted since stays as it was: there may be comments below it.
            found.extend(entries.into_iter().map(|entry| (entry.id(), entry)));
            if left.is_empty() {
                break;
            }
        }
        // A comment whose parent was gone when the places were read has been deleted, too.
        let mut kept: Vec<Item> = Vec::with_capacity(found.len());
        for entry in found.into_values() {
            let is_gone = |parent| {
                ids.binary_search(&parent).is_ok()
                    && kept.binary_search_by_key(&parent, Item::id).is_err()
            };
            if !entry.parent().is_some_and(is_gone) {
                kept.push(entry);
            }
        }
        Ok(kept)
    }

    /// Returns articles and comments with only the named entries; None for each that does not
    /// exist.
    pub fn parts(&mut self, ids: &[u32], names: &[&str]) -> Result<Vec<Option<Item>>> {
        let command = self.site.mget(ids).returning(names).resp().cmd();
        self.server.call::<Vec<Value>>(&command)?.into_iter().map(parse_part).collect()
    }

    /// Returns the first articles in an order, greatest value first.
    pub fn ranking(&mut self, order: &str, size: u32) -> Result<Vec<Ranked>> {
        let page = self.site.page(1).by(order).size(size).returning(["id", order]).resp();
        let articles = self.server.call::<Vec<Value>>(&page.cmd())?.into_iter();
        let ranked = articles.map(|article| {
            let article = parse_changed(article)?;
            // It has only that one.
            Ok((article.id(), article.score.unwrap_or(article.time.0)))
        });
        ranked.collect()
    }

    /// Returns the places of deleted articles and comments; None for each id that has none.
    pub fn places(&mut self, ids: &[u32]) -> Result<Vec<Option<Item>>> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let replies: Vec<Value> =
            self.server.call(self.debug("PLACES").arg(ids.len()).arg(ids))?;
        replies.into_iter().map(|reply| parse_place(reply, &self.settings)).collect()
    }

    /// Adds the TIME of the last BUMP of articles on which something has happened.
    fn add_bumps(&mut self, shown: &mut [(Item, bool)]) -> Result<()> {
        let items = shown.iter_mut().map(|(item, _)| item);
        let bumped: Vec<_> = items.filter(|item| item.later_bumped().is_some()).collect();
        if bumped.is_empty() {
            return Ok(());
        }
        let ids: Vec<u32> = bumped.iter().map(|item| item.id()).collect();
        let times: Vec<Option<i64>> =
            self.server.call(self.debug("BUMPS").arg(ids.len()).arg(ids))?;
        for (item, time) in bumped.into_iter().zip(times) {
            item.bump_time = time.map(Seconds);
        }
        Ok(())
    }

    /// Returns the beginning of a command that reads what others do not return.
    pub fn debug(&self, subcommand: &str) -> Cmd {
        cmd("ARTICLE.DEBUG").arg(subcommand).arg(self.site.key()).clone()
    }

    /// Reads what there is of some ids, and the ids of what changed meanwhile.
    fn read_once(&mut self, ids: &[u32]) -> Result<(Vec<Item>, Vec<u32>)> {
        let mget = self.site.mget(ids).viewer(VIEWER).resp().cmd();
        let replies: Vec<Value> = self.server.call(&mget)?;
        let (mut shown, mut missing) = (Vec::new(), Vec::new());
        for (id, reply) in ids.iter().zip(replies) {
            if reply == Value::Nil {
                missing.push(*id);
            } else {
                shown.push(parse_item(reply, &self.settings)?);
            }
        }
        self.add_bumps(&mut shown)?;
        // Without comments there are no places, and nobody needs the permission to ask.
        let places = if self.comments > 0 { self.places(&missing)? } else { Vec::new() };
        let mut entries: Vec<Item> = places.into_iter().flatten().collect();
        let keeps_votes = self.settings.keep_votes();
        let scans = shown.iter().flat_map(|(item, _)| {
            let voters = command("ARTICLE.VOTERS", self.site.key()).arg(item.id).clone();
            let silent = Scan { command: voters.clone(), options: &["SILENT"] };
            let kept = || self.debug("KEPT").arg(item.id).clone();
            let kept = keeps_votes.then(|| Scan { command: kept(), options: &[] });
            [Scan { command: voters, options: &[] }, silent].into_iter().chain(kept)
        });
        let scans: Vec<Scan> = scans.collect();
        let mut scanned = scan::run(&mut self.server, &scans)?.into_iter();
        let mut changed = Vec::new();
        for (mut item, shows_vote) in shown {
            [item.up, item.down] = by_vote(scanned.next())?;
            [item.silent_up, item.silent_down] = by_vote(scanned.next())?;
            let kept = if keeps_votes { scanned.next() } else { None };
            let counts = item.counts();
            let is_open = match &kept {
                Some(kept) => kept.is_none(),
                None => shows_vote && counts == (0, 0),
            };
            if item.voters().next().is_some() || is_open {
                (item.upvotes, item.downvotes) = (None, None);
            } else if kept.is_some() {
                [item.kept_up, item.kept_down] = by_vote(kept)?;
            }
            item.sort_voters();
            if item.counts() != counts {
                changed.push(item.id());
            }
            entries.push(item);
        }
        Ok((entries, changed))
    }
}

fn settings_of(info: &Info) -> Result<Settings> {
    let numbers = [info.vote_score, info.vote_window, info.page_size.into()];
    let [vote_score, window, size] = numbers.map(|number| number.to_string());
    let [dedupe, bumps] = [info.dedupe, info.bump_window].map(|number| number.to_string());
    let formula = &info.formula;
    let switches = [info.self_vote, info.downvotes, info.keep_votes];
    let [self_vote, downvotes, keep_votes] =
        switches.map(|is_on| if is_on { "yes" } else { "no" });
    let texts: [&str; Setting::ALL.len()] =
        [&vote_score, &window, &size, self_vote, formula, downvotes, &dedupe, &bumps, keep_votes];
    let mut change = SettingsChange::default();
    for (setting, text) in Setting::ALL.into_iter().zip(texts) {
        change.set_text(setting, text.as_bytes()).context("an invalid setting")?;
    }
    let ids = Ids::new(info.ids_first, info.ids_step).unwrap_or_default();
    Ok(Settings::default().with(change).with_ids(ids))
}

/// Returns the users who voted for an article or comment, and those who voted against it.
fn by_vote(scanned: Option<Scanned<(Text, i64)>>) -> Result<[Vec<Text>; 2]> {
    let votes = scanned.flatten().context("the key is not a site")?;
    let (up, down): (Vec<_>, Vec<_>) = votes.into_iter().partition(|(_, vote)| *vote > 0);
    Ok([up, down].map(|votes| votes.into_iter().map(|(user, _)| user).collect()))
}

/// Returns the command of the site with this key.
pub fn command(name: &str, key: &[u8]) -> Cmd {
    cmd(name).arg(key).clone()
}
