//! What a site stores as the words of `ARTICLE.LOAD`, the command that loads it again. The module
//! writes them into append-only files, and article-migrate sends them.

#![warn(missing_docs)]
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

use article_site::{
    Activity, Boost, Flags, InboxPosition, ItemId, ItemRecord, ListName, LoadedRecord, Mark, Pin,
    RecordContent, RecordedVote, RelatedNames, Relation, Seen, Tally, TombstoneRecord, UserName,
    Vote, Votes,
};

/// A word of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word<'a> {
    /// A text.
    Text(&'a [u8]),
    /// An integer, in decimal digits.
    Integer(i64),
}

/// The words of one command after its name and its key.
pub type LoadWords<'a> = Vec<Word<'a>>;

/// The number of voters in one command, at most.
pub const VOTERS_PER_LOAD: usize = 1_000;

/// The number of ids or names in one command, at most.
pub const IDS_PER_LOAD: usize = 1_000;

/// Passes the words of each command that loads the item to `send`: first the item with up to
/// 1,000 voters, then more voters. Without a score, the formula gives it.
pub fn item_words(record: &LoadedRecord, score: Option<i64>, mut send: impl FnMut(LoadWords<'_>)) {
    let closes = record.closes();
    let ItemRecord { id, poster, time, window: _, tally, boost, flags, content, ledger, fields } =
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
    words.integer("TIME", time.get()).integer("CLOSES", closes).boost(*boost).flags(*flags);
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
    parts.for_each(|part| send(voters_words(*id, ledger.map(|_| part), score)));
}

/// Returns the words of the command that loads voters of an item that was loaded with others.
/// Without a score, the formula gives it.
pub fn voters_words<'a>(
    id: ItemId,
    voters: Votes<&[(UserName<'a>, RecordedVote)]>,
    score: Option<i64>,
) -> LoadWords<'a> {
    let mut words = Words::default();
    words.integer("VOTERS", id.get().into()).voters(voters).score(score).take()
}

/// Passes the words of each command that loads up to where a user has seen the answers, and
/// whether the user is silenced, to `send`.
pub fn seen_words(seen: Seen<'_>, mut send: impl FnMut(LoadWords<'_>)) {
    let Seen { user, mark, is_silenced } = seen;
    if is_silenced {
        send(Words::default().text(b"SILENCED").text(user.as_bytes()).take());
    }
    if mark > InboxPosition::default() {
        let mark = mark.to_string();
        let mut words = Words::default();
        send(words.text(b"SEEN").text(user.as_bytes()).text(mark.as_bytes()).take());
    }
}

/// Passes the words of each command that loads a list of a user to `send`. `marks` are in the
/// order of marking.
pub fn marks_words<'a>(
    user: UserName<'a>,
    list: ListName<'a>,
    marks: impl Iterator<Item = Mark>,
    send: impl FnMut(LoadWords<'a>),
) {
    let marks = marks.map(|mark| Word::Integer(mark.to_integer()));
    parts(&[b"MARKS", user.as_bytes(), list.as_bytes()], marks, send);
}

/// Passes the words of each command that loads what a user follows, or mutes, to `send`.
pub fn related_words<'a>(
    user: UserName<'a>,
    relation: Relation,
    RelatedNames { groups, users }: &RelatedNames<'a>,
    mut send: impl FnMut(LoadWords<'a>),
) {
    let first: &[u8] = match relation {
        Relation::Follows => b"FOLLOWS",
        Relation::Mutes => b"MUTES",
    };
    let groups = groups.iter().map(|name| Word::Text(name.as_bytes()));
    let users = users.iter().map(|name| Word::Text(name.as_bytes()));
    parts(&[first, user.as_bytes(), b"GROUP"], groups, &mut send);
    parts(&[first, user.as_bytes(), b"USER"], users, send);
}

/// Passes the words of each of some commands to `send` that begin with these, and end with
/// the number of ids or names and up to 1,000 of them.
fn parts<'a>(
    first: &[&'a [u8]],
    words: impl Iterator<Item = Word<'a>>,
    send: impl FnMut(LoadWords<'a>),
) {
    let words: Vec<_> = words.collect();
    let command = |part: &[Word<'a>]| {
        let first = first.iter().map(|word| Word::Text(word));
        let number = Word::Integer(part.len() as i64);
        first.chain([number]).chain(part.iter().copied()).collect()
    };
    words.chunks(IDS_PER_LOAD).map(command).for_each(send);
}

/// Returns the words of the command that loads a tombstone. Without a score, the formula gives it.
pub fn tombstone_words(tombstone: TombstoneRecord, score: Option<i64>) -> LoadWords<'static> {
    let TombstoneRecord { id, time, tally, boost, flags, parent } = tombstone;
    let mut words = Words::default();
    words.integer("PLACE", id.get().into());
    words.number(parent.map_or(0, |parent| parent.get().into()));
    words.integer("TIME", time.get()).counts(tally).boost(boost).flags(flags).score(score).take()
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

    fn boost(&mut self, boost: Boost) -> &mut Self {
        match boost.get() {
            0 => self,
            seconds => self.integer("BOOST", seconds),
        }
    }

    fn flags(&mut self, Flags { hidden, locked, pin }: Flags) -> &mut Self {
        let flags = [
            ("HIDDEN", hidden),
            ("LOCKED", locked),
            ("PINNED", pin == Pin::Everywhere),
            ("PINNEDLOCAL", pin == Pin::InGroups),
        ];
        let set = flags.into_iter().filter(|(_, is_set)| *is_set);
        set.fold(self, |words, (flag, _)| words.text(flag.as_bytes()))
    }

    fn counts(&mut self, tally: Tally) -> &mut Self {
        self.integer("COUNTS", tally.upvotes.into()).number(tally.downvotes.into())
    }

    fn voters(&mut self, voters: Votes<&[(UserName<'a>, RecordedVote)]>) -> &mut Self {
        let (recorded, kept) = match voters {
            Votes::Recorded(voters) => (voters, &[][..]),
            Votes::Kept(voters) => (&[][..], voters),
            Votes::Dropped => return self,
        };
        for (name, kind) in [
            ("UP", Vote::Up.counted()),
            ("DOWN", Vote::Down.counted()),
            ("SILENTUP", Vote::Up.silent()),
            ("SILENTDOWN", Vote::Down.silent()),
        ] {
            let of_kind = recorded.iter().filter(|(_, vote)| *vote == kind);
            self.list(name, of_kind.map(|(user, _)| user.as_bytes()));
        }
        // Whether a kept vote counts makes no difference any more.
        for (name, kind) in [("KEPTUP", Vote::Up), ("KEPTDOWN", Vote::Down)] {
            let of_kind = kept.iter().filter(|(_, vote)| vote.vote == kind);
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
