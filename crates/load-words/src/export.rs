//! A whole site as commands, step by step.

use std::fmt;

use article_site::{
    ItemId, ItemView, MarksPart, NamedVote, RelatedKind, Relation, Seen, Site, SiteEntry, Tally,
    TombstoneRecord, Voters, Votes, parse_integer,
};

use crate::{
    CREATE, IDS_PER_LOAD, LoadWords, VOTERS_PER_LOAD, Word, item_words, last_id_words,
    marks_words, related_words, seen_words, settings_words, tombstone_words, voters_words,
};

/// How many users are visited for each command that a step may return, since most have voted only.
const VISITS: usize = 10;

/// The number of the user below which what a user follows or mutes is counted, in a place.
const SECTION: u128 = 1 << 32;

/// Where an export continues: everything before it was exported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cursor {
    phase: Phase,
    /// An id, or the number of a user or a list.
    number: u32,
    /// Where within that; 0 at its beginning.
    place: u128,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Articles, comments, and tombstones by id, with their votes.
    Items,
    /// What users have seen, follow, and mute.
    Users,
    /// The lists of users.
    Lists,
}

impl Phase {
    const ALL: [Self; 3] = [Self::Items, Self::Users, Self::Lists];

    fn name(self) -> &'static str {
        match self {
            Self::Items => "id",
            Self::Users => "user",
            Self::Lists => "list",
        }
    }

    fn next(self) -> Option<Self> {
        Self::ALL.get(self as usize + 1).copied()
    }
}

impl Cursor {
    /// Parses the text of a cursor: `id:17-5`.
    pub fn parse(text: &[u8]) -> Option<Self> {
        let (name, numbers) = std::str::from_utf8(text).ok()?.split_once(':')?;
        let (number, place) = numbers.split_once('-')?;
        let phase = Phase::ALL.into_iter().find(|phase| phase.name() == name)?;
        let number = u32::try_from(parse_integer(number.as_bytes())?).ok()?;
        let is_digits = place.bytes().all(|byte| byte.is_ascii_digit());
        Some(Self { phase, number, place: place.parse().ok().filter(|_| is_digits)? })
    }
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { phase, number, place } = self;
        write!(f, "{}:{number}-{place}", phase.name())
    }
}

/// How much a step exports at most.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Articles, comments, votes, marks, and names, together.
    pub count: usize,
    /// The bytes after which no other command is begun.
    pub bytes: usize,
}

/// Passes the words of the next commands of a site to `send`, in an order in which they can be
/// loaded: from the beginning, which is CREATE, or from a cursor on. Returns the cursor of the
/// next step, or None at the end.
///
/// What exists from the first step to the last is exported once, whatever is added or deleted
/// meanwhile, and each item as it is at its step.
pub fn export<'a>(
    site: &'a Site,
    from: Option<Cursor>,
    limits: Limits,
    send: &mut dyn FnMut(LoadWords<'a>),
) -> Option<Cursor> {
    let mut step =
        Step { site, count: limits.count, left: limits.count, bytes: limits.bytes, send };
    let mut next = from.unwrap_or_else(|| {
        step.send([vec![CREATE], settings_words(site.settings())].concat());
        Cursor { phase: Phase::Items, number: 0, place: 0 }
    });
    loop {
        let Cursor { phase, number, place } = next;
        let rest = match phase {
            Phase::Items => step.items(number, place),
            Phase::Users => step.users(number, place),
            Phase::Lists => step.lists(number, place),
        };
        if let Some((number, place)) = rest {
            return Some(Cursor { phase, number, place });
        }
        next = Cursor { phase: phase.next()?, number: 0, place: 0 };
    }
}

/// A number and a place of a cursor.
type Rest = (u32, u128);

/// A step of an export.
struct Step<'a, 's> {
    site: &'a Site,
    /// How much it may export, how much of it is left, and how many bytes.
    count: usize,
    left: usize,
    bytes: usize,
    send: &'s mut dyn FnMut(LoadWords<'a>),
}

impl<'a> Step<'a, '_> {
    fn send(&mut self, words: LoadWords<'a>) {
        let len = |word: &Word| match word {
            Word::Text(text) => text.len(),
            Word::Integer(_) | Word::Position(_) => size_of::<Word>(),
        };
        self.bytes = self.bytes.saturating_sub(words.iter().map(len).sum());
        if self.bytes == 0 {
            self.left = 0;
        }
        (self.send)(words);
    }

    fn spend(&mut self, count: usize) {
        self.left = self.left.saturating_sub(count);
    }

    fn items(&mut self, from: u32, place: u128) -> Option<Rest> {
        for entry in self.site.entries_from(ItemId::new(from)) {
            let (id, place) = match entry {
                SiteEntry::Item(item) => {
                    let id = item.id().get();
                    let place = if id == from { place } else { 0 };
                    (id, self.item(&item, place))
                }
                // It was begun as the item that it was.
                SiteEntry::Tombstone(it) if it.id.get() == from && place > 0 => continue,
                SiteEntry::Tombstone(tombstone) => (tombstone.id.get(), self.tombstone(tombstone)),
            };
            if let Some(place) = place {
                return Some((id, place));
            }
        }
        let last_id = self.site.last_id();
        if last_id > 0 {
            self.send(last_id_words(last_id));
        }
        None
    }

    fn tombstone(&mut self, tombstone: TombstoneRecord) -> Option<u128> {
        if self.left == 0 {
            return Some(0);
        }
        self.spend(1);
        let TombstoneRecord { time, tally, moderated, .. } = tombstone;
        let score = self.site.formula_score(time, tally.votes(), moderated.boost);
        self.send(tombstone_words(tombstone, other_score(tally, score)));
        None
    }

    /// Exports an item, or voters of one whose other voters were exported. A place is the number
    /// of the next voter and 1.
    fn item(&mut self, item: &ItemView<'a>, place: u128) -> Option<u128> {
        let record = item.record();
        let votes = record.ledger;
        let is_begun = place > 0;
        let cost = 1 + votes.known().map_or(0, Voters::len);
        // An item that fits into one step is not split.
        if self.left == 0 || (!is_begun && self.left < cost.min(self.count)) {
            return Some(place);
        }
        self.spend(usize::from(!is_begun));
        let (voters, next) = self.voters(votes, place.saturating_sub(1) as u32);
        let tally = record.tally;
        let score = other_score(tally, item.formula_score());
        if !is_begun {
            item_words(&record.to_load(voters), score, |words| self.send(words));
        } else {
            // The vote records may have been dropped since the step before.
            let counts = votes.is_closed().then_some(tally);
            let all = voters.as_ref().known().map_or(&[][..], Vec::as_slice);
            let empty = all.is_empty().then_some(all);
            for part in empty.into_iter().chain(all.chunks(VOTERS_PER_LOAD)) {
                self.send(voters_words(record.id, voters.as_ref().map(|_| part), counts, score));
            }
        }
        next.map(|user| u128::from(user) + 1)
    }

    /// Takes as many voters from a user on as are left, and returns the next one.
    fn voters(
        &mut self,
        votes: Votes<Voters<'a>>,
        from: u32,
    ) -> (Votes<Vec<NamedVote<'a>>>, Option<u32>) {
        let mut next = None;
        let voters = votes.map(|voters| {
            let part;
            (part, next) = voters.part(from, self.left);
            part
        });
        self.spend(voters.as_ref().known().map_or(0, Vec::len));
        (voters, next)
    }

    fn users(&mut self, from: u32, place: u128) -> Option<Rest> {
        let mut visits = self.count.saturating_mul(VISITS);
        for (number, seen) in self.site.users_from(from) {
            let place = if number == from { place } else { 0 };
            if visits == 0 {
                return Some((number, place));
            }
            visits -= 1;
            if let Some(place) = self.user(number, seen, place) {
                return Some((number, place));
            }
        }
        None
    }

    /// Exports what a site keeps of a user besides lists. A place is a section of it, from 1, and
    /// a number there.
    fn user(&mut self, number: u32, seen: Seen<'a>, place: u128) -> Option<u128> {
        if place == 0 {
            if self.left == 0 {
                return Some(0);
            }
            seen_words(seen, |words| {
                self.spend(1);
                self.send(words);
            });
        }
        let sections = Relation::ALL
            .into_iter()
            .flat_map(|relation| RelatedKind::ALL.into_iter().map(move |kind| (relation, kind)));
        for (section, related) in (1..).zip(sections) {
            if section < place / SECTION {
                continue;
            }
            let in_section = section == place / SECTION;
            let mut from = if in_section { (place % SECTION) as u32 } else { 0 };
            loop {
                let count = self.left.min(IDS_PER_LOAD);
                let (names, next) = self.site.related_part(number, related, from, count);
                if !names.is_empty() {
                    self.spend(names.len());
                    self.send(related_words(seen.user, related.0, &names));
                }
                match next {
                    Some(next) if self.left == 0 => {
                        return Some(section * SECTION + u128::from(next));
                    }
                    Some(next) => from = next,
                    None => break,
                }
            }
        }
        None
    }

    fn lists(&mut self, from: u32, place: u128) -> Option<Rest> {
        let (mut number, mut before) = (from, Some(place).filter(|place| *place > 0));
        loop {
            let count = self.left.min(IDS_PER_LOAD);
            let part = self.site.marks_before(number, before, count.max(1))?;
            if self.left == 0 {
                let before = before.filter(|_| part.number == number);
                return Some((part.number, before.unwrap_or(0)));
            }
            let MarksPart { number: found, user, list, marks, place } = part;
            self.spend(marks.iter().filter(|mark| mark.id().is_some()).count());
            self.send(marks_words(user, list, &marks));
            (number, before) = match place {
                Some(place) => (found, Some(place)),
                None => (found.checked_add(1)?, None),
            };
        }
    }
}

/// Returns the score of a tally, unless loading finds it by itself.
fn other_score(tally: Tally, formula_score: i64) -> Option<i64> {
    Some(tally.score).filter(|score| *score != formula_score)
}
