//! What a site keeps for a user to read.

use std::collections::BTreeSet;

use anyhow::{Context, Result, anyhow, ensure};
use article_load_words::{IDS_PER_LOAD, LoadWords, marks_words, related_words, seen_words};
use article_site::{
    Error, GroupName, InboxPosition, ItemId, Kind, ListName, MAX_LISTS, MAX_MARKS, MAX_RELATED,
    Mark, Names, Relation, Seen, UserName,
};
use serde::{Deserialize, Serialize};

use super::json::{flag, is_default, or_default};
use super::record::item_id;
use super::text::Text;

/// Up to where a user has seen the answers, whether the user is silenced, what the user follows and
/// has muted, and the user's lists, or a part of it. The parts of a user add up.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reader {
    pub user: Text,
    /// The position up to which answers were seen, as SEEN takes it; empty if none was.
    #[serde(default, deserialize_with = "or_default", skip_serializing_if = "is_default")]
    pub seen: String,
    /// Whether the user's votes on what others posted are silent.
    #[serde(default, deserialize_with = "flag", skip_serializing_if = "is_default")]
    pub silenced: bool,
    #[serde(default, deserialize_with = "or_default", skip_serializing_if = "is_default")]
    pub followed_groups: Vec<Text>,
    #[serde(default, deserialize_with = "or_default", skip_serializing_if = "is_default")]
    pub followed_users: Vec<Text>,
    #[serde(default, deserialize_with = "or_default", skip_serializing_if = "is_default")]
    pub muted_groups: Vec<Text>,
    #[serde(default, deserialize_with = "or_default", skip_serializing_if = "is_default")]
    pub muted_users: Vec<Text>,
    #[serde(default, deserialize_with = "or_default", skip_serializing_if = "is_default")]
    pub muted_ids: Vec<u64>,
    /// The marks made on each list, in the order of marking: ids, and -n for n marks of what is
    /// not on the list any more.
    #[serde(default, deserialize_with = "or_default", skip_serializing_if = "is_default")]
    pub lists: Vec<(Text, Vec<i64>)>,
    /// The ids of comments on each list, for --map-ids only.
    #[serde(default, deserialize_with = "or_default", skip_serializing)]
    pub comment_lists: Vec<(Text, Vec<i64>)>,
}

impl Reader {
    /// Replaces the id in the position up to which answers were seen: without a new one, what was
    /// posted in the same second is unseen.
    pub fn renumber_seen(&mut self, new: impl FnOnce(u32) -> Option<u32>) {
        if let Ok(position) = InboxPosition::parse(self.seen.as_bytes()) {
            let id = new(position.id).unwrap_or(0);
            self.seen = InboxPosition { id, ..position }.to_string();
        }
    }

    /// Replaces the ids on the lists. `new` returns the new id, or None for what is left out.
    pub fn renumber(&mut self, mut new: impl FnMut(Kind, u64) -> Option<u32>) {
        // An id of an article or, with --map-ids, perhaps of a comment.
        let muted = std::mem::take(&mut self.muted_ids).into_iter();
        self.muted_ids = muted.filter_map(|id| new(Kind::Article, id)).map(Into::into).collect();
        let of_kinds = [
            (Kind::Article, std::mem::take(&mut self.lists)),
            (Kind::Comment, std::mem::take(&mut self.comment_lists)),
        ];
        for (kind, lists) in of_kinds {
            self.lists.extend(lists.into_iter().map(|(list, ids)| {
                let new = |mark: i64| match u64::try_from(mark) {
                    Ok(id) => new(kind, id).map(Into::into),
                    Err(_) => Some(mark),
                };
                (list, ids.into_iter().filter_map(new).collect())
            }));
        }
    }

    /// Whether nothing is kept of the user.
    pub fn is_empty(&self) -> bool {
        *self == Self { user: self.user.clone(), ..Self::default() }
    }

    /// Returns the number of ids on the lists.
    pub fn marks(&self) -> usize {
        self.lists.iter().flat_map(|(_, marks)| marks).filter(|mark| **mark > 0).count()
    }

    /// Returns the number of groups and users that the user follows and has muted, and of ids
    /// muted.
    pub fn related(&self) -> usize {
        let Self { followed_groups, followed_users, muted_groups, muted_users, .. } = self;
        let names = [followed_groups, followed_users, muted_groups, muted_users];
        names.map(Vec::len).iter().sum::<usize>() + self.muted_ids.len()
    }

    /// Passes the words of each command that loads it to `send`.
    ///
    /// # Errors
    ///
    /// Something is not within the module's limits. Several parts of a user can exceed them
    /// together.
    pub fn words(&self, mut send: impl FnMut(LoadWords<'_>)) -> Result<()> {
        let names: BTreeSet<&Text> = self.lists.iter().map(|(list, _)| list).collect();
        ensure!(names.len() <= MAX_LISTS, Error::TooManyLists);
        let user = UserName::new(&self.user).map_err(|error| anyhow!("\"user\": {error}"))?;
        let mark = match &self.seen[..] {
            "" => InboxPosition::default(),
            seen => InboxPosition::parse(seen.as_bytes())
                .map_err(|_| anyhow!("\"seen\" must be time: time - id, as SEEN takes it"))?,
        };
        seen_words(Seen { user, mark, is_silenced: self.silenced }, &mut send);
        let follows = related(&self.followed_groups, &self.followed_users, &[])?;
        let mutes = related(&self.muted_groups, &self.muted_users, &self.muted_ids)?;
        for (relation, all) in [(Relation::Follows, follows), (Relation::Mutes, mutes)] {
            all.iter().for_each(|names| send(related_words(user, relation, names)));
        }
        for (list, marks) in &self.lists {
            let ids = marks.iter().filter(|mark| **mark > 0);
            ensure!(ids.count() <= MAX_MARKS, Error::ListTooLong);
            let mark = |mark: &i64| {
                let refused = || format!("an id on a list must be 1 to {}", ItemId::MAX);
                Mark::from_integer(*mark).with_context(refused)
            };
            let marks: Vec<Mark> = marks.iter().map(mark).collect::<Result<_>>()?;
            let list = ListName::new(list)?;
            for part in marks.rchunks(IDS_PER_LOAD) {
                send(marks_words(user, list, part));
            }
        }
        Ok(())
    }
}

fn related<'a>(groups: &'a [Text], users: &'a [Text], ids: &'a [u64]) -> Result<Vec<Names<'a>>> {
    ensure!(
        groups.len() + users.len() + ids.len() <= MAX_RELATED,
        "a user can follow and mute at most {MAX_RELATED} groups, users, and ids each"
    );
    let groups = groups.chunks(IDS_PER_LOAD).map(|names| {
        let names = names.iter().map(|name| Ok(GroupName::new(name)?));
        Ok(Names::Groups(names.collect::<Result<_>>()?))
    });
    let users = users.chunks(IDS_PER_LOAD).map(|names| {
        let names = names.iter().map(|name| Ok(UserName::new(name)?));
        Ok(Names::Users(names.collect::<Result<_>>()?))
    });
    let ids = ids.chunks(IDS_PER_LOAD).map(|ids| {
        let ids = ids.iter().map(|id| item_id("an id of \"muted_ids\"", *id));
        Ok(Names::Ids(ids.collect::<Result<_>>()?))
    });
    groups.chain(users).chain(ids).collect()
}
