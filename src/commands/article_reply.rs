//! The entries of an article's map, as replies.

use std::sync::LazyLock;

use article_site::{
    Activity, ArticleRecord, ArticleView, Boost, Entry, Field, Flags, Tally, UnixTime, UserName,
    Vote,
};

use crate::commands::reply::{bulk, integer};
use crate::ffi::{Context, KeptConstant};

static NAMES: LazyLock<[KeptConstant; Entry::ALL.len()]> =
    LazyLock::new(|| Entry::NAMES.map(KeptConstant::name));
static VOTED_UP: KeptConstant = KeptConstant::entry(Entry::Vote.name(), 1);
static VOTED_DOWN: KeptConstant = KeptConstant::entry(Entry::Vote.name(), -1);
static NOT_VOTED: KeptConstant = KeptConstant::entry(Entry::Vote.name(), 0);

/// Returns the name of an entry.
#[allow(clippy::indexing_slicing)] // There is a name for each entry.
fn name(entry: Entry) -> &'static KeptConstant {
    &NAMES[entry as usize]
}

/// Prepares what replies repeat for each article, once at load.
pub fn prepare(context: &Context) {
    let votes = [&VOTED_UP, &VOTED_DOWN, &NOT_VOTED];
    NAMES.iter().chain(votes).for_each(|constant| constant.prepare(context));
}

/// Replies with the counts and the score of an article, as four pairs of a map.
pub fn tally(context: &Context, tally: Tally) {
    integer(context, name(Entry::Votes), tally.votes());
    integer(context, name(Entry::Upvotes), tally.upvotes.into());
    integer(context, name(Entry::Downvotes), tally.downvotes.into());
    integer(context, name(Entry::Score), tally.score);
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
            Entry::Id
            | Entry::Title
            | Entry::Link
            | Entry::Poster
            | Entry::Time
            | Entry::Closes
            | Entry::Votes
            | Entry::Upvotes
            | Entry::Downvotes
            | Entry::Score
            | Entry::Comments
            | Entry::Bumped
            | Entry::Groups => true,
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
            activity: Activity { comments, bumped },
            ledger: _,
            groups,
            fields: _,
        } = self.record;
        let name = name(entry);
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
            Entry::Comments => integer(context, name, comments.into()),
            Entry::Bumped => integer(context, name, bumped.get()),
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
        context.reply_constant(name(Entry::Vote));
        return context.reply_null();
    }
    context.reply_constant(match view.vote_of(user).map(|vote| vote.vote) {
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
        context.reply_integer(view.vote_of(user).map_or(0, |vote| vote.vote.weight()));
    } else {
        context.reply_null();
    }
}
