//! A site as the commands that create it: the words of `ARTICLE.CREATE` and `ARTICLE.LOAD`. The
//! module writes them into append-only files and returns them by `ARTICLE.EXPORT`, and
//! article-migrate composes them from other sources.

#![warn(missing_docs)]
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod export;

use std::borrow::Cow;

use article_site::{
    Activity, Ids, InboxPosition, ItemId, ItemRecord, ListName, LoadedRecord, Mark, Moderated,
    NamedVote, Names, RecordContent, RecordedVote, Relation, Seen, Setting, Settings, Tally,
    TombstoneRecord, UserName, Vote, Votes,
};
pub use export::{Cursor, Limits, export};

/// A word of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word<'a> {
    /// A text.
    Text(&'a [u8]),
    /// An integer, in decimal digits.
    Integer(i64),
    /// A position in an inbox.
    Position(InboxPosition),
}

impl<'a> Word<'a> {
    /// Returns the bytes of the word.
    pub fn bytes(self) -> Cow<'a, [u8]> {
        match self {
            Self::Text(text) => text.into(),
            Self::Integer(number) => number.to_string().into_bytes().into(),
            Self::Position(position) => position.to_string().into_bytes().into(),
        }
    }
}

/// The words of one command after its name and its key. The first command of a site is
/// `ARTICLE.CREATE`, where they follow the word [`CREATE`].
pub type LoadWords<'a> = Vec<Word<'a>>;

/// The first word of what is sent as `ARTICLE.CREATE` in place of `ARTICLE.LOAD`.
pub const CREATE: Word = Word::Text(b"CREATE");

/// The number of voters in one command, at most.
pub const VOTERS_PER_LOAD: usize = 1_000;

/// The number of ids or names in one command, at most.
pub const IDS_PER_LOAD: usize = 1_000;

/// An option with users who voted.
#[derive(Clone, Copy, Debug)]
pub struct VoterOption {
    /// The name.
    pub name: &'static str,
    /// Whether the votes are those that a site keeps after voting has closed.
    pub is_kept: bool,
    /// How they voted.
    pub vote: RecordedVote,
}

/// The options with users who voted.
pub const VOTER_OPTIONS: [VoterOption; 8] = {
    const fn option(name: &'static str, is_kept: bool, vote: RecordedVote) -> VoterOption {
        VoterOption { name, is_kept, vote }
    }
    let (up, down) = (Vote::Up, Vote::Down);
    [
        option("UP", false, up.counted()),
        option("DOWN", false, down.counted()),
        option("SILENTUP", false, up.silent()),
        option("SILENTDOWN", false, down.silent()),
        option("KEPTUP", true, up.counted()),
        option("KEPTDOWN", true, down.counted()),
        option("KEPTSILENTUP", true, up.silent()),
        option("KEPTSILENTDOWN", true, down.silent()),
    ]
};

/// Returns the settings of a site, and the ids of a part, as options of `ARTICLE.CREATE`.
pub fn settings_words(settings: &Settings) -> LoadWords<'static> {
    let mut words = Words::default();
    let ids = settings.ids;
    if ids != Ids::default() {
        words.integer("IDS", ids.first().into()).number(ids.step().into());
    }
    for setting in Setting::ALL {
        words.text(setting.name().as_bytes());
        let value = settings.get(setting);
        match setting.word(value) {
            Some(word) => words.text(word.as_bytes()),
            None => words.number(value),
        };
    }
    words.take()
}

/// Passes the words of each command that loads the item to `send`: first the item with up to
/// 1,000 voters, then more voters. Without a score, the formula gives it.
pub fn item_words<'a>(
    record: &LoadedRecord<'a>,
    score: Option<i64>,
    mut send: impl FnMut(LoadWords<'a>),
) {
    let closes = record.closes();
    let ItemRecord { id, poster, time, window: _, tally, moderated, content, ledger, fields } =
        record;
    let mut words = Words::default();
    match content {
        RecordContent::Article { title, link, .. } => {
            words.integer("ARTICLE", id.get().into()).text(poster.as_bytes());
            words.text(title.as_bytes()).text(link.as_bytes());
        }
        RecordContent::Comment { text, lineage, .. } => {
            words.integer("COMMENT", id.get().into()).text(poster.as_bytes());
            words.number(lineage.parent.get().into()).text(text.as_bytes());
        }
    }
    words.integer("TIME", time.get()).integer("CLOSES", closes).moderated(*moderated);
    if let RecordContent::Article { activity, groups, .. } = content {
        let Activity { comments, bumped, floor } = *activity;
        if comments != 0 {
            words.integer("COMMENTS", comments.into());
        }
        if bumped != *time {
            words.integer("BUMPED", bumped.get());
        }
        if floor != *time {
            words.integer("BUMPTIME", floor.get());
        }
        words.list("GROUPS", groups.iter().map(|group| group.as_bytes()));
    }
    let ledger = ledger.as_ref();
    let mut parts = ledger.known().map(Vec::as_slice).unwrap_or_default().chunks(VOTERS_PER_LOAD);
    if ledger.is_closed() {
        words.counts(*tally);
    }
    words.voters(ledger.map(|_| parts.next().unwrap_or_default()));
    if !fields.is_empty() {
        words.integer("FIELDS", fields.len() as i64);
        for (name, value) in fields {
            words.text(name.as_bytes()).text(value.as_bytes());
        }
    }
    send(words.score(score).take());
    parts.for_each(|part| send(voters_words(*id, ledger.map(|_| part), None, score)));
}

/// Returns the words of the command that loads voters of an item that was loaded with others.
/// With counts, voting on it has closed. Without a score, the formula gives it.
pub fn voters_words<'a>(
    id: ItemId,
    voters: Votes<&[NamedVote<'a>]>,
    counts: Option<Tally>,
    score: Option<i64>,
) -> LoadWords<'a> {
    let mut words = Words::default();
    words.integer("VOTERS", id.get().into());
    counts.into_iter().for_each(|tally| _ = words.counts(tally));
    words.voters(voters).score(score).take()
}

/// Passes the words of each command that loads up to where a user has seen the answers, and
/// whether the user is silenced, to `send`.
pub fn seen_words<'a>(seen: Seen<'a>, mut send: impl FnMut(LoadWords<'a>)) {
    let Seen { user, mark, is_silenced } = seen;
    if is_silenced {
        send(Words::default().text(b"SILENCED").text(user.as_bytes()).take());
    }
    if mark > InboxPosition::default() {
        let mut words = Words::default();
        words.text(b"SEEN").text(user.as_bytes()).0.push(Word::Position(mark));
        send(words.take());
    }
}

/// Returns the words of the command that loads marks made on a list of a user, in the order of
/// marking, before all that were loaded.
pub fn marks_words<'a>(user: UserName<'a>, list: ListName<'a>, marks: &[Mark]) -> LoadWords<'a> {
    let mut words = Words::default();
    words.text(b"MARKS").text(user.as_bytes()).text(list.as_bytes());
    words.number(marks.len() as i64);
    marks.iter().for_each(|mark| _ = words.number(mark.to_integer()));
    words.take()
}

/// Returns the words of the command that loads what a user follows, or mutes.
pub fn related_words<'a>(
    user: UserName<'a>,
    relation: Relation,
    names: &Names<'a>,
) -> LoadWords<'a> {
    let mut words = Words::default();
    words.text(match relation {
        Relation::Follows => b"FOLLOWS",
        Relation::Mutes => b"MUTES",
    });
    words.text(user.as_bytes());
    match names {
        Names::Groups(names) => words.list("GROUP", names.iter().map(|name| name.as_bytes())),
        Names::Users(names) => words.list("USER", names.iter().map(|name| name.as_bytes())),
        Names::Ids(ids) => {
            words.integer("ID", ids.len() as i64);
            ids.iter().fold(&mut words, |words, id| words.number(id.get().into()))
        }
    };
    words.take()
}

/// Returns the words of the command that loads a tombstone. Without a score, the formula gives it.
pub fn tombstone_words(tombstone: TombstoneRecord, score: Option<i64>) -> LoadWords<'static> {
    let TombstoneRecord { id, time, tally, moderated, parent } = tombstone;
    let mut words = Words::default();
    words.integer("PLACE", id.get().into());
    words.number(parent.map_or(0, |parent| parent.get().into()));
    words.integer("TIME", time.get()).counts(tally).moderated(moderated).score(score).take()
}

/// Returns the words of the command that sets the last id that a site has assigned.
pub fn last_id_words(last_id: u32) -> LoadWords<'static> {
    vec![Word::Text(b"LASTID"), Word::Integer(last_id.into())]
}

/// The words of a command under construction.
#[derive(Default)]
struct Words<'a>(LoadWords<'a>);

impl<'a> Words<'a> {
    fn text(&mut self, text: &'a [u8]) -> &mut Self {
        self.0.push(Word::Text(text));
        self
    }

    fn number(&mut self, number: i64) -> &mut Self {
        self.0.push(Word::Integer(number));
        self
    }

    /// Adds an option with an integer.
    fn integer(&mut self, name: &'static str, number: i64) -> &mut Self {
        self.text(name.as_bytes()).number(number)
    }

    /// Adds an option with the number of texts and the texts, if there are any.
    fn list(&mut self, name: &'static str, texts: impl Iterator<Item = &'a [u8]>) -> &mut Self {
        let texts: Vec<_> = texts.collect();
        if !texts.is_empty() {
            self.integer(name, texts.len() as i64);
            self.0.extend(texts.into_iter().map(Word::Text));
        }
        self
    }

    fn moderated(&mut self, moderated: Moderated) -> &mut Self {
        moderated.words().fold(self, |words, (word, number)| match number {
            Some(number) => words.integer(word, number),
            None => words.text(word.as_bytes()),
        })
    }

    fn counts(&mut self, tally: Tally) -> &mut Self {
        self.integer("COUNTS", tally.upvotes.into()).number(tally.downvotes.into())
    }

    fn voters(&mut self, voters: Votes<&[NamedVote<'a>]>) -> &mut Self {
        let (recorded, kept) = match voters {
            Votes::Recorded(voters) => (voters, &[][..]),
            Votes::Kept(voters) => (&[][..], voters),
            Votes::Dropped => return self,
        };
        for VoterOption { name, is_kept, vote } in VOTER_OPTIONS {
            let voters = if is_kept { kept } else { recorded };
            let of_kind = voters.iter().filter(|(_, own)| *own == vote);
            self.list(name, of_kind.map(|(user, _)| user.as_bytes()));
        }
        self
    }

    fn score(&mut self, score: Option<i64>) -> &mut Self {
        match score {
            Some(score) => self.integer("SCORE", score),
            None => self,
        }
    }

    fn take(&mut self) -> LoadWords<'a> {
        std::mem::take(&mut self.0)
    }
}
