//! Everything that a site stores about an article or a comment, in one list.

use crate::indexes::Listings;
use crate::indexes::groups::Groups;
use crate::indexes::users::Users;
use crate::item::activity::Activity;
use crate::item::attributes::Moderated;
use crate::item::changes::ChangeNumber;
use crate::item::content::{Comment, Content, Lineage};
use crate::item::fields::{Field, Fields};
use crate::item::ledger::{Entries, Ledger};
use crate::item::numbers::{GroupNumber, GroupNumbers, UserNumber};
use crate::item::tally::Tally;
use crate::item::texts::Texts;
use crate::item::tombstone::Tombstone;
use crate::item::{Extras, Item};
use crate::terms::error::Error;
use crate::terms::settings::{Setting, Settings};
use crate::terms::types::{
    CommentText, GroupName, ItemId, Link, RecordedVote, Title, UnixTime, UserName,
};

/// Who voted how on an article or a comment, as far as a site knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Votes<L> {
    /// The vote records, from which the counts follow.
    Recorded(L),
    /// Voting has closed for good, and these are the votes that users have kept.
    Kept(L),
    /// Voting has closed for good, and nobody's vote is known.
    Dropped,
}

impl<L> Votes<L> {
    /// Returns the votes, whether they are recorded or kept.
    pub fn known(self) -> Option<L> {
        match self {
            Self::Recorded(votes) | Self::Kept(votes) => Some(votes),
            Self::Dropped => None,
        }
    }

    /// Returns the same with other votes.
    pub fn map<M>(self, change: impl FnOnce(L) -> M) -> Votes<M> {
        match self {
            Self::Recorded(votes) => Votes::Recorded(change(votes)),
            Self::Kept(votes) => Votes::Kept(change(votes)),
            Self::Dropped => Votes::Dropped,
        }
    }

    /// Returns the same by reference.
    pub fn as_ref(&self) -> Votes<&L> {
        match self {
            Self::Recorded(votes) => Votes::Recorded(votes),
            Self::Kept(votes) => Votes::Kept(votes),
            Self::Dropped => Votes::Dropped,
        }
    }

    /// Returns whether the vote records are gone.
    pub fn is_closed(&self) -> bool {
        !matches!(self, Self::Recorded(_))
    }
}

/// A user's vote.
pub type NamedVote<'a> = (UserName<'a>, RecordedVote);

/// Who voted how on a stored article or comment.
#[derive(Clone, Copy, Debug)]
pub struct Voters<'a> {
    entries: &'a Entries,
    users: &'a Users,
}

impl<'a> Voters<'a> {
    /// Returns the number of votes.
    pub fn len(self) -> usize {
        self.entries.len()
    }

    /// Returns whether there is no vote.
    pub fn is_empty(self) -> bool {
        self.entries.is_empty()
    }

    /// Returns at most `count` votes of users from a number on, 0 at first, and the number of the
    /// user whose vote comes next. A user who has a vote keeps the number.
    pub fn part(self, from: u32, count: usize) -> (Vec<NamedVote<'a>>, Option<u32>) {
        let Self { entries, users } = self;
        let mut votes = entries.from(UserNumber(from));
        let part = votes.by_ref().take(count).map(|(user, vote)| (users.name(user), vote));
        let part = part.collect();
        (part, votes.next().map(|(user, _)| user.0))
    }

    /// Returns all votes, in no particular order.
    pub fn iter(self) -> impl Iterator<Item = (UserName<'a>, RecordedVote)> {
        let Self { entries, users } = self;
        entries.iter().map(|(user, vote)| (users.name(user), vote))
    }

    /// Returns the votes with the numbers by which the site refers to users, in ascending order.
    pub(crate) fn numbers(self) -> impl Iterator<Item = (UserNumber, RecordedVote)> {
        self.entries.iter()
    }
}

/// Everything that a site stores about an article or a comment.
///
/// Reading an item yields its record, and loading one takes a record. All code that handles every
/// attribute (encoding, digest, AOF rewrite, replies, loading) destructures the record without
/// `..`, so that it does not compile until it handles a new one. Users and collections differ: `P`
/// is the poster, `L` holds the voters, `G` the groups and `F` the custom fields; the defaults are
/// those of a stored item.
#[derive(Clone, Copy, Debug)]
pub struct ItemRecord<'a, P = UserName<'a>, L = Voters<'a>, G = GroupNames<'a>, F = &'a [Field]> {
    /// The id.
    pub id: ItemId,
    /// The user who posted it.
    pub poster: P,
    /// The time of posting.
    pub time: UnixTime,
    /// The time for which voting is open, in seconds; see [`window_until`].
    pub window: u32,
    /// The counts and the score.
    pub tally: Tally,
    /// What moderators have set.
    pub moderated: Moderated,
    /// What only articles or only comments have.
    pub content: RecordContent<'a, G>,
    /// Who voted how.
    pub ledger: Votes<L>,
    /// The custom fields, in the order in which they were first set.
    pub fields: F,
}

/// What a record has of an article or a comment alone.
#[derive(Clone, Copy, Debug)]
pub enum RecordContent<'a, G> {
    /// Of an article.
    Article {
        /// The title.
        title: Title<'a>,
        /// The link.
        link: Link<'a>,
        /// What happened on it.
        activity: Activity,
        /// The groups, sorted by name where they are stored.
        groups: G,
    },
    /// Of a comment.
    Comment {
        /// The text.
        text: CommentText<'a>,
        /// Where it is in its thread.
        lineage: Lineage,
        /// The number of listed comments below it. It follows from these, and is 0 in the record
        /// of a comment to be stored.
        comments: u32,
    },
}

/// The record of an article or comment about to be stored, whose users the site knows.
pub type NewRecord<'a> = ItemRecord<'a, UserNumber, Entries, GroupNumbers, Fields>;

impl<'a> NewRecord<'a> {
    /// Returns the record of an article or comment without votes and custom fields.
    pub(crate) fn new(
        id: ItemId,
        poster: UserNumber,
        time: UnixTime,
        window: u32,
        content: RecordContent<'a, GroupNumbers>,
    ) -> Self {
        Self {
            id,
            poster,
            time,
            window,
            tally: Tally { upvotes: 0, downvotes: 0, score: time.get() },
            moderated: Moderated::default(),
            content,
            ledger: Votes::Recorded(Entries::default()),
            fields: Fields::default(),
        }
    }

    /// Returns the item to store.
    pub(crate) fn into_item(self) -> Item {
        let Self { id: _, poster, time, window, tally, moderated, content, ledger, fields } = self;
        let (ledger, silent_votes) = match ledger {
            Votes::Recorded(entries) => {
                let silent = entries.silent();
                (Ledger::Open(entries), silent)
            }
            Votes::Kept(entries) if !entries.is_empty() => (Ledger::Kept(Box::new(entries)), 0),
            Votes::Kept(_) | Votes::Dropped => (Ledger::Dropped, 0),
        };
        let mut extras = Extras { fields, moderated, silent_votes, ..Extras::default() };
        let content = match content {
            RecordContent::Article { title, link, activity, groups } => {
                extras.groups = groups;
                extras.comments = activity.comments;
                extras.bumped_after = activity.bumped.since(time);
                extras.floor_after = activity.floor.since(time);
                Content::Article(Texts::new(title, link))
            }
            RecordContent::Comment { text, lineage, comments: _ } => {
                Content::Comment(Box::new(Comment::new(text, lineage)))
            }
        };
        let changed = ChangeNumber::default();
        let marks = 0;
        Item {
            time,
            tally,
            changed,
            marks,
            window,
            poster,
            content,
            ledger,
            extras: extras.stored(),
        }
    }
}

impl<'a> ItemRecord<'a> {
    /// Returns the record of a stored item.
    pub(crate) fn of(
        id: ItemId,
        item: &'a Item,
        listings: &'a Listings,
        settings: &Settings,
    ) -> Self {
        let Item { time, tally, changed: _, marks: _, window, poster, content, ledger, extras: _ } =
            item;
        let Listings { groups, users, .. } = listings;
        Self {
            id,
            poster: users.name(*poster),
            time: *time,
            window: *window,
            tally: *tally,
            moderated: item.moderated(),
            content: match content {
                Content::Article(texts) => RecordContent::Article {
                    title: texts.title(),
                    link: texts.link(),
                    activity: item.activity(),
                    groups: GroupNames { numbers: item.groups(), groups },
                },
                Content::Comment(comment) => RecordContent::Comment {
                    text: comment.text(),
                    lineage: comment.lineage(),
                    comments: comment.answers.comments(),
                },
            },
            ledger: match ledger {
                Ledger::Open(entries) => Votes::Recorded(Voters { entries, users }),
                Ledger::Kept(entries) if settings.keep_votes() => {
                    Votes::Kept(Voters { entries, users })
                }
                Ledger::Kept(_) | Ledger::Dropped => Votes::Dropped,
            },
            fields: item.fields(),
        }
    }
}

impl<'a, P, L, G, F> ItemRecord<'a, P, L, G, F> {
    /// Returns the same record with another poster and other collections.
    pub fn with<P2, L2, G2, F2>(
        &self,
        poster: P2,
        ledger: Votes<L2>,
        content: RecordContent<'a, G2>,
        fields: F2,
    ) -> ItemRecord<'a, P2, L2, G2, F2> {
        let Self {
            id,
            poster: _,
            time,
            window,
            tally,
            moderated,
            content: _,
            ledger: _,
            fields: _,
        } = *self;
        ItemRecord { id, poster, time, window, tally, moderated, content, ledger, fields }
    }

    /// Returns when voting closes, in UNIX seconds: it is open before.
    pub fn closes(&self) -> i64 {
        self.time.get() + i64::from(self.window)
    }
}

/// Everything that a site stores about the tombstone of a deleted article or comment.
#[derive(Clone, Copy, Debug)]
pub struct TombstoneRecord {
    /// The id that the deleted item had.
    pub id: ItemId,
    /// The time of its posting.
    pub time: UnixTime,
    /// Its counts and its score.
    pub tally: Tally,
    /// Its boost, and whether it was hidden or locked; it is not pinned.
    pub moderated: Moderated,
    /// What it answered, if it was a comment.
    pub parent: Option<ItemId>,
}

impl TombstoneRecord {
    pub(crate) fn of(id: ItemId, tombstone: &Tombstone) -> Self {
        let Tombstone { time, tally, moderated, lineage, answers: _ } = *tombstone;
        let parent = lineage.map(|lineage| lineage.parent);
        Self { id, time, tally, moderated, parent }
    }
}

/// Returns the window of an item on which voting closes at `closes`, in UNIX seconds.
///
/// # Errors
///
/// [`Error::Range`] if the window is out of its range.
pub fn window_until(time: UnixTime, closes: i64) -> Result<u32, Error> {
    let seconds = closes.checked_sub(time.get());
    seconds.and_then(|seconds| Setting::Window.check(seconds).ok()).ok_or(Error::Range {
        what: "CLOSES less TIME",
        min: *Setting::Window.range().start(),
        max: *Setting::Window.range().end(),
    })
}

/// The names of a stored article's groups, sorted.
#[derive(Clone, Copy, Debug)]
pub struct GroupNames<'a> {
    numbers: &'a [GroupNumber],
    groups: &'a Groups,
}

impl<'a> GroupNames<'a> {
    pub(crate) fn numbers(&self) -> &'a [GroupNumber] {
        self.numbers
    }

    /// Returns the number of groups.
    pub fn len(&self) -> usize {
        self.numbers.len()
    }

    /// Returns whether the article is in no group.
    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    /// Returns the names.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = GroupName<'a>> + use<'a> {
        let groups = self.groups;
        self.numbers.iter().map(|number| groups.name(*number))
    }
}
