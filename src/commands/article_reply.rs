//! The entries of an article's map, as replies.

use article_site::{
    ArticleRecord, ArticleView, Boost, Field, Flags, Tally, UnixTime, UserName, Vote,
};

use crate::commands::reply::{bulk, integer};
use crate::ffi::{Context, KeptConstant};

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

static ID: KeptConstant = KeptConstant::name("id");
static TITLE: KeptConstant = KeptConstant::name("title");
static LINK: KeptConstant = KeptConstant::name("link");
static POSTER: KeptConstant = KeptConstant::name("poster");
static TIME: KeptConstant = KeptConstant::name("time");
static CLOSES: KeptConstant = KeptConstant::name("closes");
static VOTES: KeptConstant = KeptConstant::name("votes");
static UPVOTES: KeptConstant = KeptConstant::name("upvotes");
static DOWNVOTES: KeptConstant = KeptConstant::name("downvotes");
static SCORE: KeptConstant = KeptConstant::name("score");
static GROUPS: KeptConstant = KeptConstant::name("groups");
static VOTE: KeptConstant = KeptConstant::name("vote");
static VOTED_UP: KeptConstant = KeptConstant::entry("vote", 1);
static VOTED_DOWN: KeptConstant = KeptConstant::entry("vote", -1);
static NOT_VOTED: KeptConstant = KeptConstant::entry("vote", 0);
static BOOST: KeptConstant = KeptConstant::name("boost");
static HIDDEN: KeptConstant = KeptConstant::name("hidden");
static LOCKED: KeptConstant = KeptConstant::name("locked");
static PINNED: KeptConstant = KeptConstant::name("pinned");

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
    pub fn name(self) -> &'static KeptConstant {
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

/// Prepares what replies repeat for each article, once at load.
pub fn prepare(context: &Context) {
    let votes = [&VOTED_UP, &VOTED_DOWN, &NOT_VOTED];
    Entry::ALL
        .map(Entry::name)
        .iter()
        .chain(&votes)
        .for_each(|constant| constant.prepare(context));
}

/// Replies with the counts and the score of an article, as four pairs of a map.
pub fn tally(context: &Context, tally: Tally) {
    integer(context, &VOTES, tally.votes());
    integer(context, &UPVOTES, tally.upvotes.into());
    integer(context, &DOWNVOTES, tally.downvotes.into());
    integer(context, &SCORE, tally.score);
}

/// For whom articles are shown, and when.
#[derive(Clone, Copy, Debug)]
pub struct Viewing<'a> {
    /// The user whose votes they show.
    pub viewer: Option<UserName<'a>>,
    /// The time.
    pub now: UnixTime,
}

/// An article that is being shown.
pub struct Shown<'a> {
    view: &'a ArticleView<'a>,
    /// Its record.
    pub record: ArticleRecord<'a>,
    viewing: Viewing<'a>,
}

impl<'a> Shown<'a> {
    /// Shows an article.
    pub fn new(view: &'a ArticleView<'a>, viewing: Viewing<'a>) -> Self {
        Self { view, record: view.record(), viewing }
    }

    /// Returns whether the article has an entry.
    pub fn has(&self, entry: Entry) -> bool {
        let ArticleRecord { boost, flags: Flags { hidden, locked, pinned }, .. } = self.record;
        match entry {
            Entry::Vote => self.viewing.viewer.is_some(),
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
                context.reply_constant(name);
                context.reply_array(groups.len());
                groups.iter().for_each(|group| context.reply_bulk(group.as_bytes()));
            }
            Entry::Vote => vote_entry(context, self.view, self.viewing),
            Entry::Boost => integer(context, name, boost.get()),
            Entry::Hidden => integer(context, name, hidden.into()),
            Entry::Locked => integer(context, name, locked.into()),
            Entry::Pinned => integer(context, name, pinned.into()),
        }
    }
}

/// Replies with the name of the viewer's vote and the vote, if there is a viewer.
pub fn vote_entry(context: &Context, view: &ArticleView, Viewing { viewer, now }: Viewing) {
    let Some(user) = viewer else { return };
    if !view.is_open(now) {
        context.reply_constant(&VOTE);
        return context.reply_null();
    }
    context.reply_constant(match view.vote_of(user) {
        Some(Vote::Up) => &VOTED_UP,
        Some(Vote::Down) => &VOTED_DOWN,
        None => &NOT_VOTED,
    });
}

/// Replies with the name of a custom field and its value.
pub fn field_entry(context: &Context, field: &Field) {
    context.reply_bulk(field.name().as_bytes());
    context.reply_bulk(field.value().as_bytes());
}

/// Replies with a user's vote on an article: 1, -1 or 0, nil once voting has closed.
pub fn vote(context: &Context, view: &ArticleView, user: UserName, now: UnixTime) {
    if view.is_open(now) {
        context.reply_integer(view.vote_of(user).map_or(0, Vote::weight));
    } else {
        context.reply_null();
    }
}
