//! Making an article of what a classic site stores.

use std::collections::HashSet;
use std::mem;

use article_site::{
    FieldName, FieldValue, Kind, Link, MAX_FIELDS, MAX_GROUPS, Title, UnixTime, UserName,
    parse_integer, window_until,
};

use crate::classic::dialect::Dialect;
use crate::classic::extra::take_extra;
use crate::classic::read::ClassicArticle;
use crate::item::Item;
use crate::item::votes::{DOWN, UP};
use crate::readable::readable;
use crate::report::{Problem, Report};
use crate::text::Text;

pub struct Converter {
    pub dialect: Dialect,
    /// The server's time when the source was opened, in UNIX seconds.
    pub now: i64,
}

impl Converter {
    /// Returns the article, or None if it is too incomplete to be one. Reports what is wrong.
    pub fn convert(
        &self,
        mut classic: ClassicArticle,
        groups: Vec<Text>,
        report: &mut Report,
    ) -> Option<Item> {
        let mut item = mem::take(&mut classic.item);
        let id = item.id;
        let is_exported = take_extra(&mut classic.fields, &mut item);
        let (fraction, counted) = self.take_head(&mut item, &mut classic, report)?;
        item.bumped = Some(bumped(&item));
        item.groups = checked_groups(groups, id, report);
        match (classic.time.is_some(), classic.score.is_some()) {
            (true, true) => {}
            (false, false) if item.hidden => {}
            (false, false) => {
                report.add(Problem::NotListed, || format!("article {id}"));
                item.hidden = true;
            }
            _ => report.add(Problem::HalfListed, || format!("article {id}")),
        }
        if window_until(item.time(), item.closes).is_err() {
            item.closes = item.time + i64::from(self.dialect.settings.window());
        }
        self.set_votes(&mut item, is_exported, counted, report);
        let formula = item.formula_score(&self.dialect.settings);
        let ranked = classic.score.map(|score| score - fraction);
        // The score that an export stored in the hash, unless it has changed since.
        let exact = item.score.filter(|score| ranked.is_none_or(|ranked| ranked == *score as f64));
        let score = match exact {
            Some(score) => (score != formula).then_some(score),
            None => differing_score(ranked, formula),
        };
        // If the voters disagree with the votes, it is unclear which of them the score follows.
        let score = score.filter(|_| counted.is_none_or(|counted| counted == item.balance()));
        if score.is_some() && !is_exported {
            report.add(Problem::ScoreDisagrees, || format!("article {id}"));
        }
        item.score = score.filter(|_| is_exported || !item.is_recorded());
        item.fields = checked_fields(id, classic, report);
        Some(item)
    }

    /// Takes what every article must have from the hash. Returns the fraction of a second that the
    /// time had, and so the score, and the votes in the hash.
    fn take_head(
        &self,
        item: &mut Item,
        classic: &mut ClassicArticle,
        report: &mut Report,
    ) -> Option<(f64, Option<i64>)> {
        let id = item.id;
        let mut problem = |problem| report.add(problem, || format!("article {id}"));
        if classic.fields.is_empty() {
            if classic.time.is_some() || classic.score.is_some() {
                problem(Problem::NoHash);
            } else if !item.voters.is_empty() {
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
        let counted = votes.and_then(|votes| float(&votes)).filter(is_possible);
        if counted.is_none() {
            problem(Problem::NoVotes);
        }
        (item.poster, item.time) = (poster, time.get());
        item.title = cut_title(title, id, report);
        item.link = checked_link(link, id, report);
        Some((fraction, counted.map(|votes| votes as i64)))
    }

    /// Decides which votes count.
    fn set_votes(
        &self,
        item: &mut Item,
        is_exported: bool,
        counted: Option<i64>,
        report: &mut Report,
    ) {
        let id = item.id;
        let stored = item.counts.take();
        check_voters(item, report);
        let found = !item.voters.is_empty();
        let is_open = self.now < item.closes;
        let by_voters = item.balance();
        let balance = counted.unwrap_or(by_voters);
        let positive = |votes: i64| u32::try_from(votes.max(0)).unwrap_or_default();
        let only_balance = Some((positive(balance), positive(-balance)));
        let counts = if is_exported {
            // Votes on an export are those of the classic code since, and count.
            match stored {
                Some((up, down)) if i64::from(up) - i64::from(down) == balance => Some((up, down)),
                None if found || is_open && balance == 0 => None,
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
        if counts.is_some() {
            item.voters.clear();
            item.counts = counts;
        }
    }
}

/// Removes voters who cannot be any.
fn check_voters(item: &mut Item, report: &mut Report) {
    let id = item.id;
    // Who has voted in the classic code since the export has a vote that counts.
    let counted = item.voters_of(UP).chain(item.voters_of(DOWN));
    let has_voted: HashSet<Text> = counted.cloned().collect();
    item.voters.retain(|(user, vote)| {
        let is_valid = UserName::new(user).is_ok();
        if !is_valid {
            report.add(Problem::LongName, || format!("{} on article {id}", readable(user)));
        }
        is_valid && ([UP, DOWN].contains(vote) || !has_voted.contains(user))
    });
    for user in item.sort_voters() {
        report.add(Problem::BothVotes, || format!("{} on article {id}", readable(&user)));
    }
}

/// Returns the score in `score:` if it is not that of the formula.
fn differing_score(ranked: Option<f64>, formula: i64) -> Option<i64> {
    /// Far beyond any date, and within what the module accepts.
    const MAX: f64 = (1_u64 << 60) as f64;
    let ranked = ranked.filter(|score| score.abs() <= MAX)?;
    ((ranked - formula as f64).abs() >= 1.0).then_some(ranked.round() as i64)
}

fn take(fields: &mut Vec<(Text, Text)>, name: &[u8]) -> Option<Text> {
    let index = fields.iter().position(|(field, _)| **field == name)?;
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
fn cut_title(mut title: Text, id: u32, report: &mut Report) -> Text {
    if title.len() > Title::MAX {
        report.add(Problem::LongTitle, || format!("article {id}, {} bytes", title.len()));
        let is_inside = |byte: Option<&u8>| byte.is_some_and(|byte| byte & 0xc0 == 0x80);
        let near = Title::MAX - 3..=Title::MAX;
        let end = near.rev().find(|end| !is_inside(title.get(*end))).unwrap_or(Title::MAX);
        title.0.truncate(end);
    }
    title
}

fn checked_link(link: Text, id: u32, report: &mut Report) -> Text {
    if Link::new(&link).is_ok() {
        return link;
    }
    report.add(Problem::LongLink, || format!("article {id}, {} bytes", link.len()));
    Text::default()
}

fn checked_groups(mut groups: Vec<Text>, id: u32, report: &mut Report) -> Vec<Text> {
    if groups.len() > MAX_GROUPS {
        report.add(Problem::TooManyGroups, || format!("article {id}, {} groups", groups.len()));
        groups.truncate(MAX_GROUPS);
    }
    groups
}

/// Returns the custom fields: in the order that an export stored, then by name.
fn checked_fields(id: u32, classic: ClassicArticle, report: &mut Report) -> Vec<(Text, Text)> {
    let ClassicArticle { mut fields, field_order, .. } = classic;
    fields.retain(|(name, value)| {
        let example = || format!("{} of article {id}", readable(name));
        let is_short = (1..=FieldName::MAX).contains(&name.len());
        if !is_short || FieldValue::new(value).is_err() {
            report.add(Problem::LongField, example);
            return false;
        }
        let is_valid = FieldName::new(name).is_ok_and(|name| name.check(Kind::Article).is_ok());
        let is_id = **name == b"id" && **value == id.to_string().as_bytes();
        // Some sites repeat the id in the hash.
        if !is_valid && !is_id {
            report.add(Problem::ReservedField, example);
        }
        is_valid
    });
    let place = |name: &Text| field_order.iter().position(|field| field == name);
    fields.sort_by_cached_key(|(name, _)| (place(name).unwrap_or(usize::MAX), name.clone()));
    if fields.len() > MAX_FIELDS {
        report.add(Problem::TooManyFields, || format!("article {id}, {} fields", fields.len()));
        fields.truncate(MAX_FIELDS);
    }
    fields
}

/// Returns when something last happened on an article, which only an export knows.
fn bumped(item: &Item) -> i64 {
    let times = [item.bumped, item.bump_time].into_iter().flatten();
    times.filter_map(UnixTime::new).fold(item.time(), UnixTime::max).get()
}
