//! The entries of the maps of articles and comments, as replies.

use std::sync::LazyLock;

use article_site::{
    Activity, Boost, Entry, Field, Flags, ItemId, ItemRecord, ItemView, Kind, Placeholder,
    RecordContent, Tally, UnixTime, Viewer, ViewerLists, Vote,
};

use crate::commands::reply::{bulk, integer, map};
use crate::ffi::{Context, KeptConstant};

static NAMES: LazyLock<[KeptConstant; Entry::ALL.len()]> =
    LazyLock::new(|| Entry::NAMES.map(KeptConstant::name));
static VOTED_UP: KeptConstant = KeptConstant::entry(Entry::Vote.name(), 1);
static VOTED_DOWN: KeptConstant = KeptConstant::entry(Entry::Vote.name(), -1);
static NOT_VOTED: KeptConstant = KeptConstant::entry(Entry::Vote.name(), 0);
/// The most common depths, from 1.
static DEPTHS: LazyLock<[KeptConstant; 16]> = LazyLock::new(|| {
    std::array::from_fn(|index| KeptConstant::entry(Entry::Depth.name(), index as i64 + 1))
});

#[allow(clippy::indexing_slicing)] // There is a name for each entry.
fn name(entry: Entry) -> &'static KeptConstant {
    &NAMES[entry as usize]
}

/// Prepares what replies repeat for each article or comment, once at load.
pub fn prepare(context: &Context) {
    let votes = [&VOTED_UP, &VOTED_DOWN, &NOT_VOTED];
    NAMES.iter().chain(votes).chain(&*DEPTHS).for_each(|constant| constant.prepare(context));
}

/// Replies with the counts and the score of an article, as four pairs of a map.
pub fn tally(context: &Context, tally: Tally) {
    integer(context, name(Entry::Votes), tally.votes());
    integer(context, name(Entry::Upvotes), tally.upvotes.into());
    integer(context, name(Entry::Downvotes), tally.downvotes.into());
    integer(context, name(Entry::Score), tally.score);
}

/// Replies with the id of what was posted or, with counts, with a map.
pub fn created(context: &Context, id: ItemId, is_new: bool, counts: Option<Tally>) {
    let id = id.get().into();
    let Some(counts) = counts else { return context.reply_integer(id) };
    map(context, 6);
    integer(context, name(Entry::Id), id);
    integer(context, "created", is_new.into());
    tally(context, counts);
}

/// For whom articles and comments are shown, and when.
#[derive(Debug)]
pub struct Viewing<'a> {
    /// The user whose votes they show.
    pub viewer: Option<Viewer>,
    /// The lists of the user that they show.
    pub lists: Option<ViewerLists<'a>>,
    pub now: UnixTime,
}

/// An article or comment that is being shown.
pub struct Shown<'a> {
    view: &'a ItemView<'a>,
    pub record: ItemRecord<'a>,
    viewing: &'a Viewing<'a>,
    /// The depth of a comment in a thread.
    depth: Option<u32>,
}

impl<'a> Shown<'a> {
    /// Shows an article or comment, which has a depth in a thread.
    pub fn new(view: &'a ItemView<'a>, viewing: &'a Viewing<'a>, depth: Option<u32>) -> Self {
        Self { view, record: view.record(), viewing, depth }
    }

    /// Returns whether it is an article or a comment.
    pub fn kind(&self) -> Kind {
        self.view.kind()
    }

    /// Returns whether the article or comment has an entry.
    pub fn has(&self, entry: Entry) -> bool {
        let ItemRecord { boost, flags: Flags { hidden, locked, pinned }, .. } = self.record;
        match entry {
            Entry::Vote => self.viewing.viewer.is_some(),
            Entry::Marks => self.viewing.lists.is_some(),
            Entry::Depth => self.depth.is_some(),
            Entry::Boost => boost != Boost::default(),
            Entry::Hidden => hidden,
            Entry::Locked => locked,
            Entry::Pinned => pinned,
            _ => Entry::of(self.kind()).contains(&entry),
        }
    }

    /// Replies with the name of an entry that it has, and its value.
    pub fn reply(&self, context: &Context, entry: Entry) {
        let ItemRecord {
            id,
            poster,
            time,
            window: _,
            tally: Tally { upvotes, downvotes, score },
            boost,
            flags: Flags { hidden, locked, pinned },
            content: _,
            ledger: _,
            fields: _,
        } = self.record;
        let name = name(entry);
        match entry {
            Entry::Id => integer(context, name, id.get().into()),
            Entry::Poster => bulk(context, name, poster.as_bytes()),
            Entry::Time => integer(context, name, time.get()),
            Entry::Closes => integer(context, name, self.record.closes()),
            Entry::Votes => integer(context, name, self.record.tally.votes()),
            Entry::Upvotes => integer(context, name, upvotes.into()),
            Entry::Downvotes => integer(context, name, downvotes.into()),
            Entry::Score => integer(context, name, score),
            Entry::Depth => depth_entry(context, self.depth),
            Entry::Vote => vote_entry(context, self.view, self.viewing),
            Entry::Marks => marks_entry(context, self.view, self.viewing),
            Entry::Boost => integer(context, name, boost.get()),
            Entry::Hidden => integer(context, name, hidden.into()),
            Entry::Locked => integer(context, name, locked.into()),
            Entry::Pinned => integer(context, name, pinned.into()),
            Entry::Parent
            | Entry::Article
            | Entry::Text
            | Entry::Title
            | Entry::Link
            | Entry::Comments
            | Entry::Bumped
            | Entry::Groups
            | Entry::Deleted => self.reply_content(context, entry),
        }
    }

    /// Replies with an entry of which articles and comments have each their own, if they have it.
    fn reply_content(&self, context: &Context, entry: Entry) {
        let name = name(entry);
        match self.record.content {
            RecordContent::Article {
                title,
                link,
                activity: Activity { comments, bumped },
                groups,
            } => match entry {
                Entry::Title => bulk(context, name, title.as_bytes()),
                Entry::Link => bulk(context, name, link.as_bytes()),
                Entry::Comments => integer(context, name, comments.into()),
                Entry::Bumped => integer(context, name, bumped.get()),
                Entry::Groups => {
                    context.reply_constant(name);
                    context.reply_array(groups.len());
                    groups.iter().for_each(|group| context.reply_bulk(group.as_bytes()));
                }
                _ => {}
            },
            RecordContent::Comment { text, lineage, comments } => match entry {
                Entry::Parent => integer(context, name, lineage.parent.get().into()),
                Entry::Article => integer(context, name, lineage.article.get().into()),
                Entry::Text => bulk(context, name, text.as_bytes()),
                Entry::Comments => integer(context, name, comments.into()),
                _ => {}
            },
        }
    }
}

/// The entries of a placeholder, with `kind` in place of the last: [`Entry::Hidden`] or
/// [`Entry::Deleted`].
pub fn placeholder_entries(kind: Entry) -> [Entry; 5] {
    [Entry::Id, Entry::Parent, Entry::Article, Entry::Depth, kind]
}

/// Replies with the name of an entry of a placeholder, and its value.
pub fn placeholder_entry(
    context: &Context,
    Placeholder { id, lineage }: Placeholder,
    depth: u32,
    entry: Entry,
) {
    let value = match entry {
        Entry::Id => id.get(),
        Entry::Parent => lineage.parent.get(),
        Entry::Article => lineage.article.get(),
        Entry::Depth => depth,
        _ => 1,
    };
    integer(context, name(entry), value.into());
}

/// Replies with the name of the depth and the depth, if there is one.
fn depth_entry(context: &Context, depth: Option<u32>) {
    let Some(depth) = depth else { return };
    match DEPTHS.get((depth as usize).wrapping_sub(1)) {
        Some(entry) => context.reply_constant(entry),
        None => integer(context, name(Entry::Depth), depth.into()),
    }
}

/// Replies with the name of the viewer's vote and the vote, if there is a viewer.
pub fn vote_entry(context: &Context, view: &ItemView, viewing: &Viewing) {
    let Some(viewer) = viewing.viewer else { return };
    let Some(vote) = view.shown_vote(viewer, viewing.now) else {
        context.reply_constant(name(Entry::Vote));
        return context.reply_null();
    };
    context.reply_constant(match vote {
        Some(Vote::Up) => &VOTED_UP,
        Some(Vote::Down) => &VOTED_DOWN,
        None => &NOT_VOTED,
    });
}

/// Replies with the name of the marks and the viewer's lists that hold it, if any were named.
#[inline(never)] // Few replies have it.
pub fn marks_entry(context: &Context, view: &ItemView, viewing: &Viewing) {
    let Some(lists) = &viewing.lists else { return };
    let marks = view.marks(lists);
    context.reply_constant(name(Entry::Marks));
    context.reply_array(marks.clone().count());
    marks.for_each(|list| context.reply_bulk(list.as_bytes()));
}

/// Replies with the name of a custom field and its value.
pub fn field_entry(context: &Context, field: &Field) {
    context.reply_bulk(field.name().as_bytes());
    context.reply_bulk(field.value().as_bytes());
}

/// Replies with a user's vote on an article: 1, -1 or 0; nil once voting has closed, unless the
/// site keeps votes.
pub fn vote(context: &Context, view: &ItemView, viewer: Viewer, now: UnixTime) {
    match view.shown_vote(viewer, now) {
        Some(vote) => context.reply_integer(vote.map_or(0, Vote::weight)),
        None => context.reply_null(),
    }
}
