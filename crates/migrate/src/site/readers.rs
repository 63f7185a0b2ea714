//! Reading what a site keeps for users to read.

use std::collections::{HashMap, VecDeque};

use anyhow::{Context, Result};
use article_load_words::IDS_PER_LOAD;
use redis::{Cmd, Value, from_redis_value};

use crate::item::{Bytes, Reader, Text};
use crate::pace::Pace;
use crate::site::read::SiteReader;

/// The number of users that one command visits.
const USERS: usize = 1_000;
/// The most lists, and users of whom it is read what they follow, that are read at once.
const LISTS: usize = 200;

/// An iteration over the readers of a site. No list is read as a whole: a reader whose list has
/// more ids than one command loads comes again with the next of them.
///
/// Cursors are numbers of users. In another copy of the site, as after a failover or once its slot
/// was moved, users have other numbers. All of them come again then.
pub struct Readers {
    /// The copy of the site whose users are visited.
    copy: String,
    /// The only user to return.
    only: Option<Bytes>,
    /// Where the users continue; None at the beginning and at the end.
    cursor: Option<Bytes>,
    /// The users who were visited, with what was not read yet.
    unread: VecDeque<Unread>,
    pace: Pace,
}

/// A user, the position up to which answers were seen, the names of the lists, and whether the
/// user is silenced.
type ReaderReply = (Text, String, Vec<Text>, bool);

struct Unread {
    /// The reader without what is still to be read.
    reader: Reader,
    /// Whether it is still to be read what the user follows and has muted.
    is_new: bool,
    lists: Vec<UnreadList>,
}

struct UnreadList {
    name: Text,
    /// Where its marks continue.
    cursor: Bytes,
    /// Its latest marks, which the server returns first, and which come last.
    latest: Vec<i64>,
}

impl Readers {
    /// Begins an iteration, with a user over what is kept for this one only.
    pub fn new(only: Option<&str>) -> Self {
        let (copy, unread) = (String::new(), VecDeque::new());
        Self { copy, only: only.map(Into::into), cursor: None, unread, pace: Pace::new(LISTS) }
    }

    /// Returns some more readers. None at the end; a part may be empty.
    pub fn next(&mut self, source: &mut SiteReader) -> Result<Option<Vec<Reader>>> {
        if self.unread.is_empty() {
            let Some(cursor) = self.next_cursor(source)? else { return Ok(None) };
            self.visit(&cursor, source)?;
        }
        let part = self.take_part();
        let commands: Vec<Cmd> = part.iter().flat_map(|unread| unread.commands(source)).collect();
        let before = source.server.received();
        let mut replies = source.server.call_all::<Value>(&commands)?.into_iter();
        self.pace.learn(commands.len(), source.server.received() - before);
        let mut readers = Vec::with_capacity(part.len());
        for Unread { mut reader, is_new, lists } in part {
            let mut reply = || replies.next().context("a command without a reply");
            if is_new {
                set_related(&mut reader, reply()?)?;
            }
            let mut left = Vec::new();
            for UnreadList { name, cursor: before, mut latest } in lists {
                let (cursor, mut marks): (Bytes, Vec<i64>) = from_redis_value(reply()?)?;
                // Without ids that were assigned since the site was opened.
                marks.retain(|mark| *mark <= source.last_id.into());
                if before == b"0" {
                    latest = std::mem::take(&mut marks);
                }
                if cursor == b"0" {
                    marks.append(&mut latest);
                } else {
                    left.push(UnreadList { name: name.clone(), cursor, latest });
                }
                // The user may have taken the last id off since.
                if !marks.is_empty() {
                    reader.lists.push((name, marks));
                }
            }
            if !left.is_empty() {
                let reader = Reader { user: reader.user.clone(), ..Reader::default() };
                self.unread.push_front(Unread { reader, is_new: false, lists: left });
            }
            if !reader.is_empty() {
                readers.push(reader);
            }
        }
        Ok(Some(readers))
    }

    /// Returns where to continue; None once all users of one copy of the site were visited.
    fn next_cursor(&mut self, source: &mut SiteReader) -> Result<Option<Bytes>> {
        if self.cursor.is_some() {
            return Ok(self.cursor.take());
        }
        let copy = copy_of(source)?;
        let is_other = copy != self.copy;
        self.copy = copy;
        Ok(is_other.then(|| b"0".to_vec()))
    }

    /// Visits some users.
    fn visit(&mut self, cursor: &[u8], source: &mut SiteReader) -> Result<()> {
        let mut command = source.debug("READERS");
        command.arg(cursor).arg("COUNT").arg(USERS);
        let (next, users): (Bytes, Vec<ReaderReply>) = source.server.call(&command)?;
        for (user, seen, lists, silenced) in users {
            if self.only.as_ref().is_none_or(|only| *only == user.0) {
                let list = |name| UnreadList { name, cursor: b"0".to_vec(), latest: Vec::new() };
                let lists = lists.into_iter().map(list).collect();
                let seen = if seen == "time:0-0" { String::new() } else { seen };
                let reader = Reader { user, seen, silenced, ..Reader::default() };
                self.unread.push_back(Unread { reader, is_new: true, lists });
            }
        }
        self.cursor = Some(next).filter(|next| next != b"0");
        Ok(())
    }

    /// Takes users of whom everything can be read at once.
    fn take_part(&mut self) -> Vec<Unread> {
        let (mut part, mut commands) = (Vec::new(), 0);
        while let Some(unread) = self.unread.front() {
            commands += unread.lists.len() + usize::from(unread.is_new);
            if !part.is_empty() && commands > self.pace.count() {
                break;
            }
            part.extend(self.unread.pop_front());
        }
        part
    }
}

impl Unread {
    /// Returns the commands that read more of the reader.
    fn commands(&self, source: &SiteReader) -> impl Iterator<Item = Cmd> {
        let user = &self.reader.user;
        let related = self.is_new.then(|| source.site.follows(user).resp().cmd());
        let lists = self.lists.iter().map(move |UnreadList { name, cursor, .. }| {
            let mut command = source.debug("MARKS");
            command.arg(user).arg(name).arg(cursor).arg("COUNT").arg(IDS_PER_LOAD).clone()
        });
        related.into_iter().chain(lists)
    }
}

/// Reads the reply of ARTICLE.FOLLOWS.
fn set_related(reader: &mut Reader, reply: Value) -> Result<()> {
    let mut all: HashMap<String, Value> = from_redis_value(reply)?;
    let mut take = |name| all.remove(name).unwrap_or_else(|| Value::Array(Vec::new()));
    reader.muted_ids = from_redis_value(take("muted_ids"))?;
    reader.followed_groups = from_redis_value(take("groups"))?;
    reader.followed_users = from_redis_value(take("users"))?;
    reader.muted_groups = from_redis_value(take("muted_groups"))?;
    reader.muted_users = from_redis_value(take("muted_users"))?;
    Ok(())
}

/// Returns what distinguishes this copy of the site from others: the beginning of its version.
fn copy_of(source: &mut SiteReader) -> Result<String> {
    let info = source.site.info();
    let info = info.read(source.server.call(&info.cmd())?)?.context("the site is gone")?;
    Ok(info.version.split('-').next().unwrap_or_default().to_owned())
}
