//! Making the commands of LOAD of what a classic site stores.

use article_load_words::item_words;
use article_site::{
    Activity, FieldName, FieldPair, FieldValue, GroupName, ItemId, Kind, Link, LoadedRecord,
    MAX_FIELDS, MAX_GROUPS, NamedVote, RecordContent, Tally, Title, UnixTime, UserName,
    Visibility, Votes, formula_score, parse_integer, window_until,
};

use crate::classic::dialect::Dialect;
use crate::classic::read::{ClassicArticle, DOWN, UP};
use crate::readable::readable;
use crate::report::{Problem, Report};
use crate::text::Text;
use crate::words::{Command, command, moderated, number, option, values};

/// How far apart the clocks of the servers, and of those that posted, may be, in seconds.
const CLOCKS: i64 = 60;

pub struct Converter {
    pub dialect: Dialect,
    /// The server's time when the source was opened, in UNIX seconds.
    pub now: i64,
}

/// What each article must have.
struct Head<'a> {
    title: &'a [u8],
    poster: UserName<'a>,
    time: UnixTime,
    /// The fraction of a second that the time had, and so the score.
    fraction: f64,
    /// The votes in the hash.
    counted: Option<i64>,
}

impl Converter {
    /// Returns the commands that load the article, or None if it is too incomplete to be one.
    /// Reports what is wrong.
    pub fn convert(
        &self,
        classic: &ClassicArticle,
        groups: Vec<GroupName>,
        report: &mut Report,
    ) -> Option<Vec<Command>> {
        let id = classic.id;
        let settings = &self.dialect.settings;
        let extra = |name: &[u8]| option(&classic.extra, name).and_then(number::<i64>);
        let Head { title, poster, time, fraction, counted } = self.head(classic, report)?;
        let mut moderated = moderated(&classic.extra);
        match (classic.time.is_some(), classic.score.is_some()) {
            (true, true) => {}
            (false, false) if moderated.flags.visibility != Visibility::Listed => {}
            (false, false) => {
                report.add(Problem::NotListed, || format!("article {id}"));
                moderated.flags.visibility = Visibility::Hidden;
            }
            _ => report.add(Problem::HalfListed, || format!("article {id}")),
        }
        let closes = extra(b"CLOSES").and_then(|closes| window_until(time, closes).ok());
        let now = self.now - CLOCKS;
        let past = |name| extra(name).map(|at| if at > self.latest() { now } else { at });
        let floor = past(b"BUMPTIME").map_or(time, UnixTime::clamped).max(time);
        let activity = Activity {
            comments: option(&classic.extra, b"COMMENTS").and_then(number).unwrap_or_default(),
            bumped: past(b"BUMPED").map_or(floor, UnixTime::clamped).max(floor),
            floor,
        };
        let mut record = LoadedRecord {
            id: ItemId::new(id),
            poster,
            time,
            window: closes.unwrap_or(settings.window()),
            tally: Tally { upvotes: 0, downvotes: 0, score: 0 },
            moderated,
            content: RecordContent::Article {
                title: cut_title(title, id, report)?,
                link: self.link(classic, report)?,
                activity,
                groups: checked_groups(groups, id, report),
            },
            ledger: Votes::Recorded(checked_voters(classic, report)),
            fields: self.fields(classic, report),
        };
        self.settle_votes(&mut record, classic, counted, report);
        let ranked = classic.score.map(|score| score - fraction);
        let score = self.other_score(&record, classic, ranked, counted, report);
        let mut commands = Vec::new();
        item_words(&record, score, |words| commands.push(command(&words)));
        Some(commands)
    }

    /// Returns the score of a record, of which `ranked` is in `score:`, unless the formula gives
    /// the same.
    fn other_score(
        &self,
        record: &LoadedRecord,
        classic: &ClassicArticle,
        ranked: Option<f64>,
        counted: Option<i64>,
        report: &mut Report,
    ) -> Option<i64> {
        let (votes, rule) = (record.votes(), self.dialect.settings.gain_rule());
        let formula = formula_score(record.time, votes, record.moderated.boost, rule);
        let stored = option(&classic.extra, b"SCORE").and_then(number::<i64>);
        // The score that an export stored, unless it has changed since.
        let exact = stored.filter(|&it| ranked.is_none_or(|ranked| ranked == it as f64));
        let score = match exact {
            Some(score) => (score != formula).then_some(score),
            None => differing_score(ranked, formula),
        };
        // If the voters disagree with the votes, it is unclear which of them the score follows.
        let score = score.filter(|_| counted.is_none_or(|counted| counted == votes));
        let is_exported = classic.is_exported();
        if score.is_some() && !is_exported {
            report.add(Problem::ScoreDisagrees, || format!("article {}", classic.id));
        }
        score.filter(|_| is_exported || record.ledger.is_closed())
    }

    /// Returns what is not in the future on any clock.
    fn latest(&self) -> i64 {
        self.now.saturating_add(CLOCKS)
    }

    /// Returns what each article must have.
    fn head<'a>(&self, classic: &'a ClassicArticle, report: &mut Report) -> Option<Head<'a>> {
        let id = classic.id;
        let mut missing = |problem| {
            report.add(problem, || format!("article {id}"));
            None
        };
        if classic.fields.is_empty() {
            if classic.time.is_some() || classic.score.is_some() {
                return missing(Problem::NoHash);
            }
            return if classic.voters.is_empty() { None } else { missing(Problem::OrphanVoters) };
        }
        let Some(title) = classic.field(b"title").filter(|title| !title.is_empty()) else {
            return missing(Problem::NoTitle);
        };
        let poster = classic.field(&self.dialect.poster).map(|name| UserName::new(name));
        let Some(Ok(poster)) = poster else {
            return missing(Problem::NoPoster);
        };
        let seconds = |units: f64| self.dialect.time_unit.seconds(units);
        let exact = match classic.field(&self.dialect.time) {
            Some(text) => float(text).map(seconds),
            None => classic.time,
        };
        let time = exact.and_then(|exact| UnixTime::new(exact.floor() as i64));
        let Some((time, exact)) = time.zip(exact) else {
            return missing(Problem::NoTime);
        };
        if time.get() > self.latest() {
            report.add(Problem::FutureTime, || format!("article {id}: {}", time.get()));
            return None;
        }
        let is_possible = |votes: &f64| votes.abs() <= f64::from(i32::MAX);
        let counted = classic.field(b"votes").and_then(|votes| float(votes)).filter(is_possible);
        if counted.is_none() {
            report.add(Problem::NoVotes, || format!("article {id}"));
        }
        let (fraction, counted) = (exact - exact.floor(), counted.map(|votes| votes as i64));
        Some(Head { title, poster, time, fraction, counted })
    }

    fn link<'a>(&self, classic: &'a ClassicArticle, report: &mut Report) -> Option<Link<'a>> {
        let link = classic.field(&self.dialect.link).map_or(&[][..], |link| link);
        Link::new(link)
            .or_else(|_| {
                let (id, length) = (classic.id, link.len());
                report.add(Problem::LongLink, || format!("article {id}, {length} bytes"));
                Link::new(b"")
            })
            .ok()
    }

    /// Decides whether the voters of a record count, or only their numbers.
    fn settle_votes(
        &self,
        record: &mut LoadedRecord,
        classic: &ClassicArticle,
        counted: Option<i64>,
        report: &mut Report,
    ) {
        let id = classic.id;
        let mut voters = record.ledger.as_ref().known().into_iter().flatten();
        let found = voters.any(|(_, vote)| vote.if_counted().is_some());
        let (by_voters, is_open) = (record.votes(), self.now < record.closes());
        let balance = counted.unwrap_or(by_voters);
        let positive = |votes: i64| u32::try_from(votes.max(0)).unwrap_or_default();
        let only_balance = Some((positive(balance), positive(-balance)));
        let counts = if classic.is_exported() {
            let stored = values(&classic.extra, b"COUNTS");
            let count = |index: usize| stored.get(index).and_then(number::<u32>);
            // Votes on an export are those of the classic code since, and count.
            match count(0).zip(count(1)) {
                Some((up, down)) if i64::from(up) - i64::from(down) == balance => Some((up, down)),
                None if found || balance == by_voters => None,
                _ => only_balance,
            }
        } else if !is_open {
            if found {
                report.add(Problem::LeftoverVoters, || format!("article {id}"));
            }
            only_balance
        } else if !found && balance != 0 {
            report.add(Problem::ExpiredVoters, || format!("article {id}, {balance} votes"));
            only_balance
        } else {
            if balance != by_voters {
                report.add(Problem::VotersDisagree, || {
                    format!("article {id}: {balance} votes, {by_voters} by its voters")
                });
            }
            None
        };
        if let Some((upvotes, downvotes)) = counts {
            record.ledger = Votes::Dropped;
            record.tally = Tally { upvotes, downvotes, score: 0 };
        }
    }

    /// Returns the custom fields: in the order that an export stored, then by name.
    fn fields<'a>(&self, classic: &'a ClassicArticle, report: &mut Report) -> Vec<FieldPair<'a>> {
        let Dialect { poster, time, link, .. } = &self.dialect;
        let (id, used) = (classic.id, [b"title", &poster[..], time, link, b"votes"]);
        let is_custom = |(name, _): &&(Text, Text)| !used.contains(&&name[..]);
        let mut fields = Vec::new();
        for (name, value) in classic.fields.iter().filter(is_custom) {
            let example = || format!("{} of article {id}", readable(name));
            match (FieldName::new(name), FieldValue::new(value)) {
                (Ok(name), Ok(value)) if name.check(Kind::Article).is_ok() => {
                    fields.push((name, value));
                }
                // Some sites repeat the id in the hash.
                (Ok(_), Ok(_)) if **name == b"id" && number(value) == Some(id) => {}
                (Ok(_), Ok(_)) => report.add(Problem::ReservedField, example),
                _ => report.add(Problem::LongField, example),
            }
        }
        let order = values(&classic.extra, b"FIELDS").as_chunks::<2>().0;
        let place = |name: FieldName| {
            let place = order.iter().position(|[own, _]| own.as_slice() == name.as_bytes());
            place.unwrap_or(usize::MAX)
        };
        fields.sort_by_key(|(name, _)| place(*name));
        if fields.len() > MAX_FIELDS {
            let count = fields.len();
            report.add(Problem::TooManyFields, || format!("article {id}, {count} fields"));
            fields.truncate(MAX_FIELDS);
        }
        fields
    }
}

/// Returns the voters, sorted by name, without those who cannot be any.
fn checked_voters<'a>(classic: &'a ClassicArticle, report: &mut Report) -> Vec<NamedVote<'a>> {
    let id = classic.id;
    let mut all = Vec::with_capacity(classic.voters.len());
    for (user, vote) in &classic.voters {
        match UserName::new(user) {
            Ok(user) => all.push((user, *vote)),
            Err(_) => {
                report.add(Problem::LongName, || format!("{} on article {id}", readable(user)));
            }
        }
    }
    all.sort_unstable_by_key(|(user, _)| *user);
    let mut voters = Vec::with_capacity(all.len());
    for votes in all.chunk_by(|(user, _), (next, _)| user == next) {
        let of = |wanted| votes.iter().find(|(_, vote)| *vote == wanted);
        match (of(UP), of(DOWN)) {
            (Some((user, _)), Some(_)) => {
                let name = user.as_bytes();
                report.add(Problem::BothVotes, || format!("{} on article {id}", readable(name)));
            }
            // Not the silent vote that an export had, if there is one that counts since.
            (counted, None) | (None, counted) => voters.extend(counted.or(votes.first())),
        }
    }
    voters
}

/// Returns the score in `score:` if it is not that of the formula.
fn differing_score(ranked: Option<f64>, formula: i64) -> Option<i64> {
    /// Far beyond any date, and within what the module accepts.
    const MAX: f64 = (1_u64 << 60) as f64;
    let ranked = ranked.filter(|score| score.abs() <= MAX)?;
    ((ranked - formula as f64).abs() >= 1.0).then_some(ranked.round() as i64)
}

/// Parses a number as the languages of classic sites format it.
fn float(text: &[u8]) -> Option<f64> {
    if let Some(integer) = parse_integer(text) {
        return Some(integer as f64);
    }
    std::str::from_utf8(text).ok()?.parse().ok().filter(|number: &f64| number.is_finite())
}

/// Cuts a title to the limit, not within a character.
fn cut_title<'a>(title: &'a [u8], id: u32, report: &mut Report) -> Option<Title<'a>> {
    let mut end = title.len();
    if end > Title::MAX {
        report.add(Problem::LongTitle, || format!("article {id}, {end} bytes"));
        let is_inside = |byte: Option<&u8>| byte.is_some_and(|byte| byte & 0xc0 == 0x80);
        let mut near = (Title::MAX - 3..=Title::MAX).rev();
        end = near.find(|end| !is_inside(title.get(*end))).unwrap_or(Title::MAX);
    }
    Title::new(title.get(..end)?).ok()
}

fn checked_groups<'a>(
    mut groups: Vec<GroupName<'a>>,
    id: u32,
    report: &mut Report,
) -> Vec<GroupName<'a>> {
    if groups.len() > MAX_GROUPS {
        report.add(Problem::TooManyGroups, || format!("article {id}, {} groups", groups.len()));
        groups.truncate(MAX_GROUPS);
    }
    groups
}
