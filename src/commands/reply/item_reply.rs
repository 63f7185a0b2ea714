//! The entries of the maps of articles and comments, as replies.

use std::cell::RefCell;
use std::sync::LazyLock;

use article_site::{
    Activity, Answerable, Entry, Field, ItemId, ItemRecord, ItemView, Kind, Placeholder,
    RecordContent, Tally, UnixTime, Viewer, ViewerLists, Vote, Voted,
};
use smallvec::SmallVec;

use crate::commands::reply::Sink;
use crate::ffi::{Context, KeptConstant};

static NAMES: LazyLock<[KeptConstant; Entry::ALL.len()]> =
    LazyLock::new(|| Entry::NAMES.map(KeptConstant::name));
static VOTED_UP: KeptConstant = KeptConstant::entry(Entry::Vote.name(), 1);
static VOTED_DOWN: KeptConstant = KeptConstant::entry(Entry::Vote.name(), -1);
static NOT_VOTED: KeptConstant = KeptConstant::entry(Entry::Vote.name(), 0);

#[allow(clippy::indexing_slicing)] // There is a name for each entry.
fn name(entry: Entry) -> &'static KeptConstant {
    &NAMES[entry as usize]
}

/// Prepares what replies repeat for each article or comment, once at load.
pub fn prepare(context: &Context) {
    let votes = [&VOTED_UP, &VOTED_DOWN, &NOT_VOTED];
    NAMES.iter().chain(votes).for_each(|constant| constant.prepare(context));
}

/// Writes the counts and the score of an article, as four entries of a map.
pub fn tally(sink: &mut dyn Sink, tally: Tally) {
    integer(sink, Entry::Votes, tally.votes());
    integer(sink, Entry::Upvotes, tally.upvotes.into());
    integer(sink, Entry::Downvotes, tally.downvotes.into());
    integer(sink, Entry::Score, tally.score);
}

/// Writes the id of what was posted or, with counts, a map.
pub fn posted(sink: &mut dyn Sink, id: ItemId, is_new: bool, counts: Option<Tally>) {
    let id = id.get().into();
    let Some(counts) = counts else { return sink.integer(id) };
    sink.map(6, |sink| {
        integer(sink, Entry::Id, id);
        sink.entry("created", is_new.into());
        tally(sink, counts);
    });
}

/// Writes a map that describes a vote on an item of a poster.
pub fn voted(sink: &mut dyn Sink, voted: Voted, poster: &[u8]) {
    sink.map(7, |sink| {
        sink.entry("changed", voted.changed.into());
        tally(sink, voted.tally);
        sink.entry("previous", voted.previous.map_or(0, Vote::weight));
        sink.name(b"poster");
        sink.string(poster);
    });
}

fn integer(sink: &mut dyn Sink, entry: Entry, value: i64) {
    sink.constant(name(entry));
    sink.integer(value);
}

fn string(sink: &mut dyn Sink, entry: Entry, value: &[u8]) {
    sink.constant(name(entry));
    sink.string(value);
}

/// For whom articles and comments are shown, and when.
#[derive(Debug)]
pub struct Viewing<'a> {
    /// The user whose votes they show.
    pub viewer: Option<Viewer>,
    /// The lists of the user that they show.
    pub lists: Option<ViewerLists<'a>>,
    pub now: UnixTime,
    /// What is known of which articles and comments take comments.
    pub answerable: RefCell<Answerable>,
}

pub enum Part<'a> {
    Entry(Entry),
    Field(&'a Field),
}

pub type Parts<'a> = SmallVec<[Part<'a>; 24]>;

impl Part<'_> {
    /// Moves the custom fields to the end, and returns entries and custom fields.
    pub fn apart<'p, 'a>(parts: &'p mut Parts<'a>) -> (&'p [Part<'a>], &'p [Part<'a>]) {
        let is_field = |part: &Part| matches!(part, Part::Field(_));
        parts.sort_by_key(is_field);
        parts.split_at(parts.partition_point(|part| !is_field(part)))
    }
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

    pub fn kind(&self) -> Kind {
        self.view.kind()
    }

    pub fn has(&self, entry: Entry) -> bool {
        if let Some(number) = self.record.moderated.number(entry) {
            return number != 0;
        }
        match entry {
            Entry::Vote => self.viewing.viewer.is_some(),
            Entry::Marks => self.viewing.lists.is_some(),
            Entry::Depth => self.depth.is_some(),
            _ => entry.is_of(self.kind()),
        }
    }

    /// Returns whether its texts are short. With longer ones, a reply takes little more than
    /// copying them.
    pub fn is_short(&self) -> bool {
        const LONGEST: usize = 8 << 10;
        self.view.text_len() <= LONGEST
    }

    /// Writes custom fields as a map of their own, if there are any.
    pub fn write_fields(&self, sink: &mut dyn Sink, fields: &[Part]) {
        if !fields.is_empty() {
            sink.name(b"fields");
            sink.map(fields.len(), |sink| {
                fields.iter().for_each(|part| self.write_part(sink, part));
            });
        }
    }

    /// Writes the name of an entry or a custom field, and its value.
    pub fn write_part(&self, sink: &mut dyn Sink, part: &Part) {
        match part {
            Part::Entry(entry) => self.write_entry(sink, *entry),
            Part::Field(field) => {
                sink.name(field.name().as_bytes());
                sink.string(field.value().as_bytes());
            }
        }
    }

    /// Writes the name of an entry that it has, and its value.
    fn write_entry(&self, sink: &mut dyn Sink, entry: Entry) {
        let ItemRecord {
            id,
            poster,
            time,
            window: _,
            tally: Tally { upvotes, downvotes, score },
            moderated: _,
            content: _,
            ledger: _,
            fields: _,
        } = self.record;
        if let Some(number) = self.record.moderated.number(entry) {
            return integer(sink, entry, number);
        }
        match entry {
            Entry::Id => integer(sink, entry, id.get().into()),
            Entry::Poster => string(sink, entry, poster.as_bytes()),
            Entry::Time => integer(sink, entry, time.get()),
            Entry::Closes => integer(sink, entry, self.record.closes()),
            Entry::Votes => integer(sink, entry, self.record.tally.votes()),
            Entry::Upvotes => integer(sink, entry, upvotes.into()),
            Entry::Downvotes => integer(sink, entry, downvotes.into()),
            Entry::Score => integer(sink, entry, score),
            Entry::Depth => depth_entry(sink, self.depth),
            Entry::Vote => vote_entry(sink, self.view, self.viewing),
            Entry::Marks => marks_entry(sink, self.view, self.viewing),
            Entry::Listed | Entry::Votable | Entry::Answerable => {
                state_entry(sink, self.view, self.viewing, entry);
            }
            _ => self.write_content(sink, entry),
        }
    }

    /// Writes an entry of which articles and comments have each their own, if they have it.
    fn write_content(&self, sink: &mut dyn Sink, entry: Entry) {
        match self.record.content {
            RecordContent::Article {
                title,
                link,
                activity: Activity { comments, bumped, floor: _ },
                groups,
            } => match entry {
                Entry::Title => string(sink, entry, title.as_bytes()),
                Entry::Link => string(sink, entry, link.as_bytes()),
                Entry::Comments => integer(sink, entry, comments.into()),
                Entry::Bumped => integer(sink, entry, bumped.get()),
                Entry::Groups => {
                    sink.constant(name(entry));
                    sink.strings(groups.iter().map(|group| group.as_bytes()));
                }
                _ => {}
            },
            RecordContent::Comment { text, lineage, comments } => match entry {
                Entry::Parent => integer(sink, entry, lineage.parent.get().into()),
                Entry::Article => integer(sink, entry, lineage.article.get().into()),
                Entry::Text => string(sink, entry, text.as_bytes()),
                Entry::Comments => integer(sink, entry, comments.into()),
                _ => {}
            },
        }
    }
}

/// Returns the entries of a placeholder, which has a depth in a thread.
pub fn placeholder_entries(
    Placeholder { id, lineage, comments, reason }: Placeholder,
    depth: Option<u32>,
) -> impl Iterator<Item = (Entry, u32)> {
    let entries = [
        (Entry::Id, Some(id.get())),
        (Entry::Parent, lineage.map(|lineage| lineage.parent.get())),
        (Entry::Article, lineage.map(|lineage| lineage.article.get())),
        (Entry::Depth, depth),
        (Entry::Comments, Some(comments)),
        (reason, Some(1)),
    ];
    entries.into_iter().filter_map(|(entry, value)| Some((entry, value?)))
}

/// Writes the name of an entry, and its value.
pub fn number_entry(sink: &mut dyn Sink, entry: Entry, value: u32) {
    integer(sink, entry, value.into());
}

/// Writes the name of the depth and the depth, if there is one.
pub fn depth_entry(sink: &mut dyn Sink, depth: Option<u32>) {
    if let Some(depth) = depth {
        integer(sink, Entry::Depth, depth.into());
    }
}

/// Writes the name of the viewer's vote and the vote, if there is a viewer.
pub fn vote_entry(sink: &mut dyn Sink, view: &ItemView, viewing: &Viewing) {
    let Some(viewer) = viewing.viewer else { return };
    let Some(vote) = view.shown_vote(viewer, viewing.now) else {
        sink.constant(name(Entry::Vote));
        return sink.null();
    };
    sink.constant(match vote {
        Some(Vote::Up) => &VOTED_UP,
        Some(Vote::Down) => &VOTED_DOWN,
        None => &NOT_VOTED,
    });
}

/// Writes the name of an entry that says what an article or comment takes at the moment, and 1 or
/// 0.
#[inline(never)] // Few replies have it.
pub fn state_entry(sink: &mut dyn Sink, view: &ItemView, viewing: &Viewing, entry: Entry) {
    let is_so = match entry {
        Entry::Listed => view.is_listed(),
        Entry::Votable => view.takes_votes(viewing.viewer, viewing.now),
        _ => view.takes_comments(&mut viewing.answerable.borrow_mut()),
    };
    integer(sink, entry, is_so.into());
}

/// Writes the name of the marks and the viewer's lists that hold it, if any were named.
pub fn marks_entry(sink: &mut dyn Sink, view: &ItemView, viewing: &Viewing) {
    viewing.lists.iter().for_each(|lists| write_marks(sink, view, lists));
}

#[inline(never)] // Few replies have it.
fn write_marks(sink: &mut dyn Sink, view: &ItemView, lists: &ViewerLists) {
    let marks = view.marks(lists);
    sink.constant(name(Entry::Marks));
    sink.array(marks.clone().count(), |sink| {
        marks.for_each(|list| sink.string(list.as_bytes()));
    });
}
