//! Everything that a site stores about an article, in one list.

use crate::article::activity::Activity;
use crate::article::changes::ChangeNumber;
use crate::article::fields::{Field, Fields};
use crate::article::flags::Flags;
use crate::article::numbers::UserNumber;
use crate::article::numbers::{GroupNumber, GroupNumbers};
use crate::article::tally::Tally;
use crate::article::texts::Texts;
use crate::article::{Article, Extras};
use crate::indexes::Listings;
use crate::indexes::groups::Groups;
use crate::ledger::Ledger;
use crate::terms::error::Error;
use crate::terms::settings::Setting;
use crate::terms::types::{
    ArticleId, Boost, GroupName, Link, RecordedVote, Title, UnixTime, UserName,
};

/// The vote records of an article.
#[derive(Clone, Copy, Debug, Default)]
pub struct VoteRecords<L> {
    /// Who voted how.
    pub ledger: L,
    /// The number of silent votes among them.
    pub silent: u32,
}

impl<'a> VoteRecords<&'a Ledger> {
    /// Returns all votes, in no particular order.
    pub fn iter(self) -> impl Iterator<Item = (UserName<'a>, RecordedVote)> {
        self.ledger.iter()
    }
}

/// Everything that a site stores about an article.
///
/// Reading an article yields its record, and loading an article takes one. All code that handles
/// every attribute (encoding, digest, AOF rewrite, replies, loading) destructures the record
/// without `..`, so that it does not compile until it handles a new one. The collections differ:
/// `L` holds the voters, `G` the groups and `F` the custom fields; the defaults are the collections of
/// a stored article.
#[derive(Clone, Copy, Debug)]
pub struct ArticleRecord<'a, L = VoteRecords<&'a Ledger>, G = GroupNames<'a>, F = &'a [Field]> {
    /// The id.
    pub id: ArticleId,
    /// The user who posted the article.
    pub poster: UserName<'a>,
    /// The title.
    pub title: Title<'a>,
    /// The link.
    pub link: Link<'a>,
    /// The time of posting.
    pub time: UnixTime,
    /// The time for which voting is open, in seconds; see [`window_until`].
    pub window: u32,
    /// The counts and the score.
    pub tally: Tally,
    /// What moderators added to the score.
    pub boost: Boost,
    /// What moderators say about it.
    pub flags: Flags,
    /// What happened on it.
    pub activity: Activity,
    /// Who voted how. None once the vote records are dropped: voting has closed for good.
    pub ledger: Option<L>,
    /// The groups, sorted by name where they are stored.
    pub groups: G,
    /// The custom fields, in the order in which they were first set.
    pub fields: F,
}

/// The record of an article about to be stored.
pub type NewRecord<'a> = ArticleRecord<'a, VoteRecords<Ledger>, GroupNumbers, Fields>;

impl<'a> NewRecord<'a> {
    /// Returns the record of an article without votes, groups and custom fields.
    pub(crate) fn new(
        id: ArticleId,
        poster: UserName<'a>,
        title: Title<'a>,
        link: Link<'a>,
        time: UnixTime,
        window: u32,
    ) -> Self {
        Self {
            id,
            poster,
            title,
            link,
            time,
            window,
            tally: Tally { upvotes: 0, downvotes: 0, score: time.get() },
            boost: Boost::default(),
            flags: Flags::default(),
            activity: Activity::none(time),
            ledger: Some(VoteRecords::default()),
            groups: GroupNumbers::new(),
            fields: Fields::default(),
        }
    }

    /// Returns the article to store, whose poster has that number.
    pub(crate) fn into_article(self, poster: UserNumber) -> Article {
        let Self {
            id: _,
            poster: _,
            title,
            link,
            time,
            window,
            tally,
            boost,
            flags,
            activity,
            ledger,
            groups,
            fields,
        } = self;
        let (ledger, silent_votes) = match ledger {
            Some(VoteRecords { ledger, silent }) => (ledger, silent),
            None => (Ledger::DROPPED, 0),
        };
        let activity = activity.since(time);
        Article {
            time,
            tally,
            changed: ChangeNumber::default(),
            window,
            poster,
            texts: Texts::new(title, link),
            ledger,
            extras: Extras { groups, fields, boost, flags, activity, silent_votes }.stored(),
        }
    }
}

impl<'a> ArticleRecord<'a> {
    /// Returns the record of a stored article.
    pub(crate) fn of(id: ArticleId, article: &'a Article, listings: &'a Listings) -> Self {
        let Article { time, tally, changed: _, window, poster, texts, ledger, extras: _ } =
            article;
        let Listings { groups, users, .. } = listings;
        Self {
            id,
            poster: users.name(*poster),
            title: texts.title(),
            link: texts.link(),
            time: *time,
            window: *window,
            tally: *tally,
            boost: article.boost(),
            flags: article.flags(),
            activity: article.activity(),
            ledger: (!ledger.is_dropped())
                .then(|| VoteRecords { ledger, silent: article.silent_votes() }),
            groups: GroupNames { numbers: article.groups(), groups },
            fields: article.fields(),
        }
    }
}

impl<'a, L, G, F> ArticleRecord<'a, L, G, F> {
    /// Returns the same record with other collections.
    pub fn with<L2, G2, F2>(
        self,
        ledger: Option<L2>,
        groups: G2,
        fields: F2,
    ) -> ArticleRecord<'a, L2, G2, F2> {
        let Self {
            id,
            poster,
            title,
            link,
            time,
            window,
            tally,
            boost,
            flags,
            activity,
            ledger: _,
            groups: _,
            fields: _,
        } = self;
        ArticleRecord {
            id,
            poster,
            title,
            link,
            time,
            window,
            tally,
            boost,
            flags,
            activity,
            ledger,
            groups,
            fields,
        }
    }

    /// Returns when voting closes, in UNIX seconds: it is open before.
    pub fn closes(&self) -> i64 {
        self.time.get() + i64::from(self.window)
    }
}

/// Returns the window of an article for which voting closes at `closes`, in UNIX seconds.
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
    /// Returns the numbers by which the site refers to the groups.
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
