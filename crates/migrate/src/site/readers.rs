//! Reading what a site keeps for users to read.

use std::collections::VecDeque;

use anyhow::{Context, Result};
use article_site::IDS_PER_LOAD;
use redis::{Cmd, Value, cmd};

use crate::item::{Bytes, Reader, Text};
use crate::pace::Pace;
use crate::reply;
use crate::site::read::{SiteReader, command};

/// The number of users that one command visits.
const USERS: usize = 1_000;
/// The most lists that are read at once.
const LISTS: usize = 200;

/// An iteration over the readers of a site. No list is read as a whole: a reader whose list has
/// more ids than one command loads comes again with the next of them.
///
/// Cursors are numbers of users. In another copy of the site, as after a failover or once its slot
/// was moved, users have other numbers. All of them come again then.
pub struct Readers {
    /// The copy of the site whose users are visited.
    copy: Bytes,
    /// The only user to return.
    only: Option<Bytes>,
    /// Where the users continue; None at the beginning and at the end.
    cursor: Option<Bytes>,
    /// The users who were visited, with what was not read yet.
    unread: VecDeque<Unread>,
    pace: Pace,
}

struct Unread {
    user: Text,
    seen: u64,
    lists: Vec<UnreadList>,
}

struct UnreadList {
    name: Text,
    /// Where its ids continue.
    cursor: Bytes,
}

impl Readers {
    pub fn new() -> Self {
        let (copy, unread) = (Bytes::new(), VecDeque::new());
        Self { copy, only: None, cursor: None, unread, pace: Pace::new(LISTS) }
    }

    /// Returns only what is kept for this user.
    pub fn set_only(&mut self, user: Bytes) {
        self.only = Some(user);
    }

    /// Returns some more readers. None at the end; a part may be empty.
    pub fn next(&mut self, site: &mut SiteReader) -> Result<Option<Vec<Reader>>> {
        if self.unread.is_empty() {
            let Some(cursor) = self.next_cursor(site)? else { return Ok(None) };
            self.visit(&cursor, site)?;
        }
        let part = self.take_part();
        let commands = part.iter().flat_map(|unread| {
            unread.lists.iter().map(|list| marks(&site.key, &unread.user, list))
        });
        let commands: Vec<Cmd> = commands.collect();
        let before = site.server.received();
        let mut replies = site.server.call_all(&commands)?.into_iter();
        self.pace.learn(commands.len(), site.server.received() - before);
        let mut readers = Vec::with_capacity(part.len());
        for Unread { user, seen, lists } in part {
            let mut found = Vec::with_capacity(lists.len());
            let mut left = Vec::new();
            for UnreadList { name, .. } in lists {
                let reply = replies.next().context("a list without a reply")?;
                let (cursor, ids) = parse_marks(reply, site.last_id)?;
                if cursor != b"0" {
                    left.push(UnreadList { name: name.clone(), cursor });
                }
                // The user may have taken the last id off since.
                if !ids.is_empty() {
                    found.push((name, ids));
                }
            }
            if !left.is_empty() {
                self.unread.push_front(Unread { user: user.clone(), seen: 0, lists: left });
            }
            let reader = Reader { user, seen, lists: found, ..Reader::default() };
            if reader.seen > 0 || !reader.lists.is_empty() {
                readers.push(reader);
            }
        }
        Ok(Some(readers))
    }

    /// Returns where to continue; None once all users of one copy of the site were visited.
    fn next_cursor(&mut self, site: &mut SiteReader) -> Result<Option<Bytes>> {
        if self.cursor.is_some() {
            return Ok(self.cursor.take());
        }
        let copy = copy_of(site)?;
        let is_other = copy != self.copy;
        self.copy = copy;
        Ok(is_other.then(|| b"0".to_vec()))
    }

    /// Visits some users.
    fn visit(&mut self, cursor: &[u8], site: &mut SiteReader) -> Result<()> {
        let mut command = cmd("ARTICLE.DEBUG");
        command.arg("READERS").arg(&site.key).arg(cursor).arg("COUNT").arg(USERS);
        let (next, users) = reply::scan(site.server.call(&command)?)?;
        for user in users {
            let unread = parse_reader(user, site.last_id)?;
            if self.only.as_ref().is_none_or(|only| *only == unread.user.0) {
                self.unread.push_back(unread);
            }
        }
        self.cursor = Some(next).filter(|next| next != b"0");
        Ok(())
    }

    /// Takes users whose lists can be read at once.
    fn take_part(&mut self) -> Vec<Unread> {
        let (mut part, mut lists) = (Vec::new(), 0);
        while let Some(unread) = self.unread.front() {
            lists += unread.lists.len();
            if !part.is_empty() && lists > self.pace.count() {
                break;
            }
            part.extend(self.unread.pop_front());
        }
        part
    }
}

/// Returns what distinguishes this copy of the site from others: the beginning of its version.
fn copy_of(site: &mut SiteReader) -> Result<Bytes> {
    let info = reply::pairs(site.server.call(&command("ARTICLE.INFO", &site.key))?)?;
    let version = info.into_iter().find(|(name, _)| name == b"version");
    let version = reply::bytes(version.context("ARTICLE.INFO has no version")?.1)?;
    Ok(version.split(|byte| *byte == b'-').next().unwrap_or_default().to_vec())
}

/// Returns the command that continues a list.
fn marks(key: &[u8], user: &Text, list: &UnreadList) -> Cmd {
    let mut command = cmd("ARTICLE.DEBUG");
    command.arg("MARKS").arg(key).arg(user).arg(&list.name).arg(&list.cursor);
    command.arg("COUNT").arg(IDS_PER_LOAD).clone()
}

/// Reads a user, the last answer seen, and the names of the lists.
///
/// The last answer seen may be later than the last id that is read of the site. The user has seen
/// all answers that are read, then.
fn parse_reader(reply: Value, last_id: u32) -> Result<Unread> {
    const MISSING: &str = "a reader without a user, an id and lists";
    let mut parts = reply::items(reply)?.into_iter();
    let mut part = || parts.next().context(MISSING);
    let (user, seen, lists) = (reply::bytes(part()?)?, part()?, reply::items(part()?)?);
    let seen = u64::try_from(reply::integer(&seen)?)?.min(last_id.into());
    let list = |name| {
        let name = Text(reply::bytes(name)?);
        anyhow::Ok(UnreadList { name, cursor: b"0".to_vec() })
    };
    let lists = lists.into_iter().map(list).collect::<Result<_>>()?;
    Ok(Unread { user: Text(user), seen, lists })
}

/// Reads the next cursor and the ids, without those that were assigned since the site was opened.
fn parse_marks(reply: Value, last_id: u32) -> Result<(Bytes, Vec<u64>)> {
    let (cursor, ids) = reply::scan(reply)?;
    let ids = ids.iter().map(|id| Ok(u64::try_from(reply::integer(id)?)?));
    let ids = ids.filter(|id| !id.as_ref().is_ok_and(|id| *id > last_id.into()));
    Ok((cursor, ids.collect::<Result<_>>()?))
}
