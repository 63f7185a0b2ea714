//! The entries of an article's map, as replies.

use article_site::{ArticleRecord, ArticleView, Boost, Flags, Tally, UnixTime, UserName, Vote};

use crate::commands::reply::{bulk, integer};
use crate::ffi::{CachedReply, Context};

/// An entry of an article's map, other than its custom fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    Id,
    Title,
    Link,
    Poster,
    Time,
    Closes,
    Votes,
    Upvotes,
    Downvotes,
    Score,
    Groups,
    Vote,
    Boost,
    Hidden,
    Locked,
    Pinned,
}

static ID: CachedReply = CachedReply::new("id");
static TITLE: CachedReply = CachedReply::new("title");
static LINK: CachedReply = CachedReply::new("link");
static POSTER: CachedReply = CachedReply::new("poster");
static TIME: CachedReply = CachedReply::new("time");
static CLOSES: CachedReply = CachedReply::new("closes");
static VOTES: CachedReply = CachedReply::new("votes");
static UPVOTES: CachedReply = CachedReply::new("upvotes");
static DOWNVOTES: CachedReply = CachedReply::new("downvotes");
static SCORE: CachedReply = CachedReply::new("score");
static GROUPS: CachedReply = CachedReply::new("groups");
static VOTE: CachedReply = CachedReply::new("vote");
static BOOST: CachedReply = CachedReply::new("boost");
static HIDDEN: CachedReply = CachedReply::new("hidden");
static LOCKED: CachedReply = CachedReply::new("locked");
static PINNED: CachedReply = CachedReply::new("pinned");

impl Entry {
    /// Every entry, in the order of the map.
    pub const ALL: [Self; 16] = [
        Self::Id,
        Self::Title,
        Self::Link,
        Self::Poster,
        Self::Time,
        Self::Closes,
        Self::Votes,
        Self::Upvotes,
        Self::Downvotes,
        Self::Score,
        Self::Groups,
        Self::Vote,
        Self::Boost,
        Self::Hidden,
        Self::Locked,
        Self::Pinned,
    ];

    /// Returns the name.
    pub fn name(self) -> &'static CachedReply {
        match self {
            Self::Id => &ID,
            Self::Title => &TITLE,
            Self::Link => &LINK,
            Self::Poster => &POSTER,
            Self::Time => &TIME,
            Self::Closes => &CLOSES,
            Self::Votes => &VOTES,
            Self::Upvotes => &UPVOTES,
            Self::Downvotes => &DOWNVOTES,
            Self::Score => &SCORE,
            Self::Groups => &GROUPS,
            Self::Vote => &VOTE,
            Self::Boost => &BOOST,
            Self::Hidden => &HIDDEN,
            Self::Locked => &LOCKED,
            Self::Pinned => &PINNED,
        }
    }
}

/// Prepares the names that replies repeat for each article, once at load.
pub fn prepare(context: &Context) {
    Entry::ALL.iter().for_each(|entry| entry.name().prepare(context));
}

/// Replies with the counts and the score of an article, as four pairs of a map.
pub fn tally(context: &Context, tally: Tally) {
    integer(context, &VOTES, tally.votes());
    integer(context, &UPVOTES, tally.upvotes.into());
    integer(context, &DOWNVOTES, tally.downvotes.into());
    integer(context, &SCORE, tally.score);
}

/// An article that is being shown.
pub struct Shown<'a> {
    /// The article.
    pub view: &'a ArticleView<'a>,
    /// Its record.
    pub record: ArticleRecord<'a>,
    /// The user whose vote it shows.
    pub viewer: Option<UserName<'a>>,
    /// The time.
    pub now: UnixTime,
}

impl Shown<'_> {
    /// Returns whether the article has an entry.
    pub fn has(&self, entry: Entry) -> bool {
        let ArticleRecord { boost, flags: Flags { hidden, locked, pinned }, .. } = self.record;
        match entry {
            Entry::Vote => self.viewer.is_some(),
            Entry::Boost => boost != Boost::default(),
            Entry::Hidden => hidden,
            Entry::Locked => locked,
            Entry::Pinned => pinned,
            _ => true,
        }
    }

    /// Replies with the name of an entry and its value.
    pub fn reply(&self, context: &Context, entry: Entry) {
        let ArticleRecord {
            id,
            poster,
            title,
            link,
            time,
            window: _,
            tally: Tally { upvotes, downvotes, score },
            boost,
            flags: Flags { hidden, locked, pinned },
            ledger: _,
            groups,
            fields: _,
        } = self.record;
        let name = entry.name();
        match entry {
            Entry::Id => integer(context, name, id.get().into()),
            Entry::Title => bulk(context, name, title.as_bytes()),
            Entry::Link => bulk(context, name, link.as_bytes()),
            Entry::Poster => bulk(context, name, poster.as_bytes()),
            Entry::Time => integer(context, name, time.get()),
            Entry::Closes => integer(context, name, self.record.closes()),
            Entry::Votes => integer(context, name, self.record.tally.votes()),
            Entry::Upvotes => integer(context, name, upvotes.into()),
            Entry::Downvotes => integer(context, name, downvotes.into()),
            Entry::Score => integer(context, name, score),
            Entry::Groups => {
                context.reply_cached(name);
                context.reply_array(groups.len());
                groups.iter().for_each(|group| context.reply_bulk(group.as_bytes()));
            }
            Entry::Vote => {
                context.reply_cached(name);
                match self.viewer {
                    Some(user) => vote(context, self.view, user, self.now),
                    None => context.reply_null(),
                }
            }
            Entry::Boost => integer(context, name, boost.get()),
            Entry::Hidden => integer(context, name, hidden.into()),
            Entry::Locked => integer(context, name, locked.into()),
            Entry::Pinned => integer(context, name, pinned.into()),
        }
    }
}

/// Replies with a user's vote on an article: 1, -1 or 0, nil once voting has closed.
pub fn vote(context: &Context, view: &ArticleView, user: UserName, now: UnixTime) {
    if view.is_open(now) {
        context.reply_integer(view.vote_of(user).map_or(0, Vote::weight));
    } else {
        context.reply_null();
    }
}
