//! Making an article of what a classic site stores.

use std::collections::HashSet;

use article_site::{
    Activity, Boost, FieldName, FieldValue, Kind, Link, MAX_FIELDS, MAX_GROUPS, Title, UnixTime,
    UserName, formula_score, parse_integer, window_until,
};

use crate::classic::dialect::Dialect;
use crate::classic::extra::Extra;
use crate::classic::read::ClassicArticle;
use crate::item::{Bytes, Content, Item};
use crate::readable::readable;
use crate::report::{Problem, Report};
use crate::votes::{Voters, Votes};

/// Converts articles of a dialect.
pub struct Converter {
    pub dialect: Dialect,
    /// The server's time.
    pub now: i64,
}

impl Converter {
    /// Returns the article, or None if it is too incomplete to be one. Reports what is wrong.
    pub fn convert(
        &self,
        mut classic: ClassicArticle,
        groups: Vec<Bytes>,
        report: &mut Report,
    ) -> Option<Item> {
        let id = classic.id;
        let extra = Extra::take(&mut classic.fields);
        let Head { title, poster, link, time, fraction, counted } =
            self.head(&mut classic, report)?;
        let mut flags = extra.map(|extra| extra.flags).unwrap_or_default();
        match (classic.time.is_some(), classic.score.is_some()) {
            (true, true) => {}
            (false, false) if flags.hidden => {}
            (false, false) => {
                report.add(Problem::NotListed, || format!("article {id}"));
                flags.hidden = true;
            }
            _ => report.add(Problem::HalfListed, || format!("article {id}")),
        }
        let closes = extra.map(|extra| extra.closes);
        let closes = closes
            .filter(|closes| window_until(time, *closes).is_ok())
            .unwrap_or(time.get() + i64::from(self.dialect.settings.window()));
        let boost = Boost::new(extra.map_or(0, |extra| extra.boost)).unwrap_or_default();
        let votes = self.votes(&mut classic, extra, counted, closes, report);
        let rule = self.dialect.settings.gain_rule();
        let formula = formula_score(time, votes.balance(), boost, rule);
        let ranked = classic.score.map(|score| score - fraction);
        let score = match exact_score(ranked, extra) {
            Some(score) => (score != formula).then_some(score),
            None => differing_score(ranked, formula),
        };
        // If the voters disagree with the votes, it is unclear which of them the score follows.
        let score = score.filter(|_| counted.is_none_or(|counted| counted == votes.balance()));
        if score.is_some() && extra.is_none() {
            report.add(Problem::ScoreDisagrees, || format!("article {id}"));
        }
        Some(Item {
            id,
            poster,
            time,
            closes,
            score: score.filter(|_| extra.is_some() || votes.voters().is_none()),
            boost,
            flags,
            content: Content::Article {
                title: cut_title(title, id, report),
                link: checked_link(link, id, report),
                activity: activity(time, extra),
                groups: checked_groups(groups, id, report),
            },
            votes,
            fields: checked_fields(classic, report),
        })
    }

    /// Takes what every article must have from the hash.
    fn head(&self, classic: &mut ClassicArticle, report: &mut Report) -> Option<Head> {
        let id = classic.id;
        let mut problem = |problem| report.add(problem, || format!("article {id}"));
        if classic.fields.is_empty() {
            if classic.time.is_some() || classic.score.is_some() {
                problem(Problem::NoHash);
            } else if !classic.up.is_empty() || !classic.down.is_empty() {
                problem(Problem::OrphanVoters);
            }
            return None;
        }
        let mut take = |name: &[u8]| take(&mut classic.fields, name);
        let title = take(b"title").filter(|title| !title.is_empty());
        let poster = take(&self.dialect.poster).filter(|name| UserName::new(name).is_ok());
        let link = take(&self.dialect.link).unwrap_or_default();
        let time = take(&self.dialect.time);
        let votes = take(b"votes");
        let Some(title) = title else {
            problem(Problem::NoTitle);
            return None;
        };
        let Some(poster) = poster else {
            problem(Problem::NoPoster);
            return None;
        };
        let seconds = |units: f64| self.dialect.time_unit.seconds(units);
        let exact = match time {
            Some(text) => float(&text).map(seconds),
            None => classic.time,
        };
        let valid = exact
            .and_then(|exact| Some((UnixTime::new(exact.floor() as i64)?, exact - exact.floor())));
        let Some((time, fraction)) = valid else {
            problem(Problem::NoTime);
            return None;
        };
        let is_possible = |votes: &f64| votes.abs() <= f64::from(i32::MAX);
        let counted = votes.as_deref().and_then(float).filter(is_possible);
        if counted.is_none() {
            problem(Problem::NoVotes);
        }
        Some(Head {
            title,
            poster,
            link,
            time,
            fraction,
            counted: counted.map(|votes| votes as i64),
        })
    }

    /// Decides which votes count.
    fn votes(
        &self,
        classic: &mut ClassicArticle,
        extra: Option<Extra>,
        counted: Option<i64>,
        closes: i64,
        report: &mut Report,
    ) -> Votes {
        let id = classic.id;
        let mut voters = |mut users: Vec<Bytes>| {
            users.retain(|user| {
                let is_valid = UserName::new(user).is_ok();
                if !is_valid {
                    report
                        .add(Problem::LongName, || format!("{} on article {id}", readable(user)));
                }
                is_valid
            });
            users
        };
        let up = voters(std::mem::take(&mut classic.up));
        let down = voters(std::mem::take(&mut classic.down));
        // Who has voted in the classic code since the export has a vote that counts.
        let has_voted: HashSet<Bytes> = up.iter().chain(&down).cloned().collect();
        let [silent_up, silent_down] = std::mem::take(&mut classic.silent).map(|users| {
            let users = voters(users).into_iter();
            users.filter(|user| !has_voted.contains(user)).collect::<Vec<_>>()
        });
        let (voters, both) = Voters { up, down, silent_up, silent_down }.sorted();
        for user in both {
            report.add(Problem::BothVotes, || format!("{} on article {id}", readable(&user)));
        }
        let recorded = Votes::Recorded(voters);
        let found = recorded.voters().map_or(0, Voters::len) > 0;
        let is_open = self.now < closes;
        let balance = counted.unwrap_or_else(|| recorded.balance());
        if let Some(extra) = extra {
            // Votes on an export are those of the classic code since, and count.
            return match extra.counts {
                Some((up, down)) if i64::from(up) - i64::from(down) == balance => {
                    Votes::Counted { up, down }
                }
                Some(_) => counts_of(balance),
                None if found || is_open && balance == 0 => recorded,
                None => counts_of(balance),
            };
        }
        if !is_open {
            if found {
                report.add(Problem::LeftoverVoters, || format!("article {id}"));
            }
            return counts_of(balance);
        }
        if !found && balance != 0 {
            report.add(Problem::ExpiredVoters, || format!("article {id}, {balance} votes"));
            return counts_of(balance);
        }
        if balance != recorded.balance() {
            let by_voters = recorded.balance();
            report.add(Problem::VotersDisagree, || {
                format!("article {id}: {balance} votes, {by_voters} by its voters")
            });
        }
        recorded
    }
}

/// What every article must have.
struct Head {
    title: Bytes,
    poster: Bytes,
    link: Bytes,
    time: UnixTime,
    /// The fraction of a second that the time had, and so the score.
    fraction: f64,
    /// The votes in the hash.
    counted: Option<i64>,
}

/// Returns the score that an export stored in the hash, unless it has changed since.
fn exact_score(ranked: Option<f64>, extra: Option<Extra>) -> Option<i64> {
    let score = extra?.score?;
    ranked.is_none_or(|ranked| ranked == score as f64).then_some(score)
}

/// Returns the score in `score:` if it is not that of the formula.
fn differing_score(ranked: Option<f64>, formula: i64) -> Option<i64> {
    /// Far beyond any date, and within what the module accepts.
    const MAX: f64 = (1_u64 << 60) as f64;
    let ranked = ranked.filter(|score| score.abs() <= MAX)?;
    ((ranked - formula as f64).abs() >= 1.0).then_some(ranked.round() as i64)
}

/// Returns the counts of an article of which only the difference is known.
fn counts_of(votes: i64) -> Votes {
    let count = |votes: i64| u32::try_from(votes.max(0)).unwrap_or_default();
    Votes::Counted { up: count(votes), down: count(-votes) }
}

fn take(fields: &mut Vec<(Bytes, Bytes)>, name: &[u8]) -> Option<Bytes> {
    let index = fields.iter().position(|(field, _)| field == name)?;
    Some(fields.remove(index).1)
}

/// Parses a number as the languages of classic sites format it.
fn float(text: &[u8]) -> Option<f64> {
    if let Some(integer) = parse_integer(text) {
        return Some(integer as f64);
    }
    std::str::from_utf8(text).ok()?.parse().ok().filter(|number: &f64| number.is_finite())
}

/// Cuts a title to the limit, not within a character.
fn cut_title(mut title: Bytes, id: u32, report: &mut Report) -> Bytes {
    if title.len() > Title::MAX {
        report.add(Problem::LongTitle, || format!("article {id}, {} bytes", title.len()));
        let is_inside = |byte: Option<&u8>| byte.is_some_and(|byte| byte & 0xc0 == 0x80);
        let near = Title::MAX - 3..=Title::MAX;
        let end = near.rev().find(|end| !is_inside(title.get(*end))).unwrap_or(Title::MAX);
        title.truncate(end);
    }
    title
}

fn checked_link(link: Bytes, id: u32, report: &mut Report) -> Bytes {
    if Link::new(&link).is_ok() {
        return link;
    }
    report.add(Problem::LongLink, || format!("article {id}, {} bytes", link.len()));
    Bytes::new()
}

fn checked_groups(mut groups: Vec<Bytes>, id: u32, report: &mut Report) -> Vec<Bytes> {
    if groups.len() > MAX_GROUPS {
        report.add(Problem::TooManyGroups, || format!("article {id}, {} groups", groups.len()));
        groups.truncate(MAX_GROUPS);
    }
    groups
}

/// Returns the custom fields: in the order that an export stored, then by name.
fn checked_fields(classic: ClassicArticle, report: &mut Report) -> Vec<(Bytes, Bytes)> {
    let ClassicArticle { id, mut fields, field_order, .. } = classic;
    fields.retain(|(name, value)| {
        let example = || format!("{} of article {id}", readable(name));
        let is_short = (1..=FieldName::MAX).contains(&name.len());
        if !is_short || FieldValue::new(value).is_err() {
            report.add(Problem::LongField, example);
            return false;
        }
        let is_valid = FieldName::new(name).is_ok_and(|name| name.check(Kind::Article).is_ok());
        let is_id = name == b"id" && *value == id.to_string().as_bytes();
        // Some sites repeat the id in the hash.
        if !is_valid && !is_id {
            report.add(Problem::ReservedField, example);
        }
        is_valid
    });
    let place = |name: &Bytes| field_order.iter().position(|field| field == name);
    fields.sort_by_cached_key(|(name, _)| (place(name).unwrap_or(usize::MAX), name.clone()));
    if fields.len() > MAX_FIELDS {
        report.add(Problem::TooManyFields, || format!("article {id}, {} fields", fields.len()));
        fields.truncate(MAX_FIELDS);
    }
    fields
}

/// Returns the activity on an article, of which only an export knows.
fn activity(time: UnixTime, extra: Option<Extra>) -> Activity {
    let bumped = extra.and_then(|extra| extra.bumped).and_then(UnixTime::new);
    Activity {
        comments: extra.map_or(0, |extra| extra.comments),
        bumped: bumped.map_or(time, |bumped| bumped.max(time)),
    }
}
