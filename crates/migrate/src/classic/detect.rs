//! Detecting the dialect of a site from some of its articles.

use std::collections::HashMap;

use article_site::parse_integer;

use crate::classic::dialect::Detected;
use crate::classic::read::ClassicArticle;
use crate::item::Bytes;

/// What one article shows of the dialect.
#[derive(Debug, Default)]
pub struct Trace {
    has_poster: bool,
    has_user: bool,
    has_time: bool,
    has_now: bool,
    /// The field `votes`.
    votes: Option<i64>,
    /// The scores in `time:` and `score:`.
    time: Option<f64>,
    score: Option<f64>,
    /// When the voters expire.
    expires: Option<i64>,
    /// Whether the users in the fields `poster` and `user` are among the voters, if there are any.
    has_poster_voted: Option<bool>,
    has_user_voted: Option<bool>,
}

impl Trace {
    /// Returns what an article shows, whose voters expire at this time.
    pub fn of(article: &ClassicArticle, expires: Option<i64>) -> Self {
        let has = |name: &[u8]| article.field(name).is_some();
        let has_voted = |name: &[u8]| {
            let (user, voters) = (article.field(name)?, [&article.up, &article.down]);
            let is_there = |voters: &&Vec<Bytes>| voters.contains(user);
            let has_voters = voters.iter().any(|voters| !voters.is_empty());
            has_voters.then(|| voters.iter().any(is_there))
        };
        Self {
            has_poster: has(b"poster"),
            has_user: has(b"user"),
            has_time: has(b"time"),
            has_now: has(b"now"),
            votes: article.field(b"votes").and_then(|votes| parse_integer(votes)),
            time: article.time,
            score: article.score,
            expires,
            has_poster_voted: has_voted(b"poster"),
            has_user_voted: has_voted(b"user"),
        }
    }
}

/// Returns the dialect that some articles show.
pub fn detect(traces: &[Trace]) -> Detected {
    let count = |has: fn(&Trace) -> bool| traces.iter().filter(|trace| has(trace)).count();
    let has_user = count(|trace| trace.has_user) > count(|trace| trace.has_poster);
    let has_now = count(|trace| trace.has_now) > count(|trace| trace.has_time);
    Detected {
        window: window(traces),
        has_user,
        has_now,
        vote_score: vote_score(traces),
        self_vote: self_vote(traces, has_user),
    }
}

/// Returns the seconds after which most voters expire.
fn window(traces: &[Trace]) -> Option<i64> {
    most_common(traces.iter().filter_map(|trace| {
        let window = trace.expires? - trace.time?.floor() as i64;
        // The set was made a moment after the time was taken.
        Some(if window < 600 { window } else { (window + 30) / 60 * 60 })
    }))
}

/// Returns the seconds per vote that most scores follow.
fn vote_score(traces: &[Trace]) -> Option<i64> {
    most_common(traces.iter().filter_map(|trace| {
        let votes = trace.votes.filter(|votes| *votes != 0)?;
        let gain = trace.score? - trace.time?;
        Some((gain / votes as f64).round() as i64)
    }))
}

fn most_common(values: impl Iterator<Item = i64>) -> Option<i64> {
    let mut counts: HashMap<i64, usize> = HashMap::new();
    values.for_each(|value| *counts.entry(value).or_default() += 1);
    counts.into_iter().max_by_key(|(value, count)| (*count, *value)).map(|(value, _)| value)
}

/// Returns whether posters are among the voters of most articles.
fn self_vote(traces: &[Trace], has_user: bool) -> Option<bool> {
    let has_voted =
        |trace: &Trace| if has_user { trace.has_user_voted } else { trace.has_poster_voted };
    let voted: Vec<bool> = traces.iter().filter_map(has_voted).collect();
    let yes = voted.iter().filter(|has_voted| **has_voted).count();
    (!voted.is_empty()).then_some(2 * yes >= voted.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn article(votes: i64, score: f64, up: &[&str], names: [&str; 2]) -> ClassicArticle {
        let fields = [(names[0], "ann"), (names[1], "1000.5"), ("votes", &votes.to_string())];
        ClassicArticle {
            fields: fields.map(|(name, value)| (name.into(), value.into())).into(),
            time: Some(1000.5),
            score: Some(score),
            up: up.iter().map(|user| (*user).into()).collect(),
            ..Default::default()
        }
    }

    #[test]
    fn the_names_score_and_rule_of_most_articles_are_found() {
        let names = ["user", "now"];
        let articles = [
            article(3, 1300.5, &["bob"], names),
            article(-2, 800.5, &[], names),
            article(0, 1000.5, &[], names),
            article(1, 1432.5, &[], names),
        ];
        let expected = Detected {
            has_user: true,
            has_now: true,
            window: Some(3_600),
            vote_score: Some(100),
            self_vote: Some(false),
        };
        let expiries = [Some(4_600), None, Some(4_601), Some(9_999)];
        let traces = articles.iter().zip(expiries);
        let traces: Vec<Trace> =
            traces.map(|(article, expires)| Trace::of(article, expires)).collect();
        assert_eq!(detect(&traces), expected);
    }

    #[test]
    fn nothing_is_made_up() {
        assert_eq!(detect(&[]), Detected::default());
        let unvoted = article(0, 1000.5, &[], ["poster", "time"]);
        assert_eq!(detect(&[Trace::of(&unvoted, None)]), Detected::default());
    }
}
