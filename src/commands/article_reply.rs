//! Articles as replies: maps of all their entries, or of those that a client names.

use std::collections::HashMap;

use article_site::{
    ArticleId, ArticleRecord, ArticleView, Boost, Field, Flags, Site, Tally, UnixTime, UserName,
    Vote,
};

use crate::commands::cursor::{Cursor, Keyword, once};
use crate::commands::error::Error;
use crate::commands::options;
use crate::commands::reply::{bulk, integer, map};
use crate::ffi::{CachedReply, Context};

/// An entry of an article's map, other than its custom fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Entry {
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
    const ALL: [Self; 16] = [
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

    fn name(self) -> &'static CachedReply {
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

/// The options of a command that say how it shows articles: `VIEWER` and `RETURN`.
#[derive(Debug, Default)]
pub struct ShowOptions<'a> {
    viewer: Option<Option<UserName<'a>>>,
    selection: Option<Selection<'a>>,
}

impl<'a> ShowOptions<'a> {
    /// Reads all arguments that are left as such options.
    pub fn parse(cursor: &mut Cursor<'a>) -> Result<Self, Error> {
        let mut options = Self::default();
        while let Some(keyword) = cursor.option() {
            if !options.read(&keyword, cursor)? {
                return Err(Error::Syntax);
            }
        }
        Ok(options)
    }

    /// Reads an option, if the keyword is that of one. Returns false if it is not.
    pub fn read(&mut self, keyword: &Keyword, cursor: &mut Cursor<'a>) -> Result<bool, Error> {
        match keyword.as_bytes() {
            b"VIEWER" => once(&mut self.viewer, options::viewer(cursor)?)?,
            b"RETURN" => once(&mut self.selection, Selection::parse(cursor)?)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Returns how articles are shown at a time.
    pub fn at(self, now: UnixTime) -> Show<'a> {
        Show { viewer: self.viewer.flatten(), selection: self.selection, now }
    }
}

/// How to show articles.
#[derive(Debug)]
pub struct Show<'a> {
    /// The user whose votes they show.
    viewer: Option<UserName<'a>>,
    /// The entries to show; None for all.
    selection: Option<Selection<'a>>,
    now: UnixTime,
}

/// The entries that a client names, each at its first place among the names.
#[derive(Debug, Default)]
struct Selection<'a> {
    entries: Vec<(usize, Entry)>,
    fields: HashMap<&'a [u8], usize>,
}

impl<'a> Selection<'a> {
    fn parse(cursor: &mut Cursor<'a>) -> Result<Self, Error> {
        let names = cursor.list("numnames", 1.., 1, Cursor::text)?;
        let mut selection = Self::default();
        for (place, name) in names.into_iter().enumerate() {
            let named = |entry: &Entry| entry.name().text().as_bytes() == name;
            match Entry::ALL.into_iter().find(named) {
                Some(entry) if selection.entries.iter().any(|(_, e)| *e == entry) => {}
                Some(entry) => selection.entries.push((place, entry)),
                None => drop(selection.fields.entry(name).or_insert(place)),
            }
        }
        Ok(selection)
    }

    /// Returns the place of a custom field among the names.
    fn place(&self, field: &Field) -> Option<usize> {
        self.fields.get(field.name().as_bytes()).copied()
    }
}

impl Show<'_> {
    /// Replies with an article, as a map.
    pub fn article(&self, context: &Context, view: &ArticleView) {
        let shown = Shown { view, record: view.record(), viewer: self.viewer, now: self.now };
        let fields = shown.record.fields;
        let Some(selection) = &self.selection else {
            let entries = || Entry::ALL.into_iter().filter(|entry| shown.has(*entry));
            map(context, entries().count() + fields.len());
            entries().for_each(|entry| shown.reply(context, entry));
            fields.iter().for_each(|field| reply_field(context, field));
            return;
        };
        // The cost depends on what the article has, however many names the client sends.
        let entries = selection.entries.iter().filter(|(_, entry)| shown.has(*entry));
        let mut items: Vec<_> =
            entries.map(|(place, entry)| (*place, Item::Entry(*entry))).collect();
        if !selection.fields.is_empty() {
            let place = |field| Some((selection.place(field)?, Item::Field(field)));
            items.extend(fields.iter().filter_map(place));
            items.sort_unstable_by_key(|(place, _)| *place);
        }
        map(context, items.len());
        for (_, item) in items {
            match item {
                Item::Entry(entry) => shown.reply(context, entry),
                Item::Field(field) => reply_field(context, field),
            }
        }
    }

    /// Replies with the article of an id, or with nil if there is none.
    pub fn found(&self, context: &Context, site: Option<&Site>, id: Option<ArticleId>) {
        match site.zip(id).and_then(|(site, id)| site.article(id)) {
            Some(view) => self.article(context, &view),
            None => context.reply_null(),
        }
    }

    /// Replies with articles, as an array of maps.
    pub fn articles(&self, context: &Context, articles: &[ArticleView]) {
        context.reply_array(articles.len());
        articles.iter().for_each(|view| self.article(context, view));
    }
}

/// An entry or a custom field.
enum Item<'a> {
    Entry(Entry),
    Field(&'a Field),
}

fn reply_field(context: &Context, field: &Field) {
    context.reply_bulk(field.name().as_bytes());
    context.reply_bulk(field.value().as_bytes());
}

/// An article that is being shown.
struct Shown<'a> {
    view: &'a ArticleView<'a>,
    record: ArticleRecord<'a>,
    viewer: Option<UserName<'a>>,
    now: UnixTime,
}

impl Shown<'_> {
    /// Returns whether the article has an entry.
    fn has(&self, entry: Entry) -> bool {
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
    fn reply(&self, context: &Context, entry: Entry) {
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
