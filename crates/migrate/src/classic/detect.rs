//! Detecting the dialect of a classic site from some of its articles.

use std::collections::HashMap;
use std::iter;

use anyhow::{Result, anyhow};
use article_site::{Setting, Settings, SettingsChange, parse_integer};

use crate::classic::dialect::{Dialect, DialectOptions};
use crate::classic::read::ClassicArticle;
use crate::text::Text;

/// What articles show of the dialect.
#[derive(Debug, Default)]
pub struct Detector {
    /// The number of articles with the field `user` less those with `poster`, and the number of
    /// those with `now` less those with `time`.
    users: i64,
    nows: i64,
    /// The number of articles that show each value.
    windows: HashMap<i64, usize>,
    vote_scores: HashMap<i64, usize>,
    /// The number of articles whose voters include the user in the field `poster` or `user`, less
    /// the number of articles with other voters only.
    voted: [Option<i64>; 2],
}

impl Detector {
    /// Adds what an article shows, whose voters expire at this time.
    pub fn add(&mut self, article: &ClassicArticle, expires: Option<i64>) {
        let has = |name: &[u8]| i64::from(article.field(name).is_some());
        self.users += has(b"user") - has(b"poster");
        self.nows += has(b"now") - has(b"time");
        if let (Some(expires), Some(time)) = (expires, article.time) {
            let window = expires - time.floor() as i64;
            // The set was made a moment after the time was taken.
            let window = if window < 600 { window } else { (window + 30) / 60 * 60 };
            *self.windows.entry(window).or_default() += 1;
        }
        let votes = article.field(b"votes").and_then(|votes| parse_integer(votes));
        let votes = votes.filter(|votes| *votes != 0);
        if let (Some(votes), Some(score), Some(time)) = (votes, article.score, article.time) {
            let vote_score = ((score - time) / votes as f64).round() as i64;
            *self.vote_scores.entry(vote_score).or_default() += 1;
        }
        let voters: Vec<&Text> = article.voters.iter().map(|(user, _)| user).collect();
        for (name, voted) in iter::zip(["poster", "user"], &mut self.voted) {
            if let Some(user) = article.field(name.as_bytes()).filter(|_| !voters.is_empty()) {
                *voted.get_or_insert_default() += if voters.contains(&user) { 1 } else { -1 };
            }
        }
    }

    /// Returns the dialect of a site. Options come first, then what an export stored, then what
    /// most of the articles show.
    pub fn dialect(&self, options: &DialectOptions, stored: Option<Settings>) -> Result<Dialect> {
        let field = |option: &Option<String>, default: &str| {
            option.as_deref().unwrap_or(default).as_bytes().to_vec()
        };
        let has_user = self.users > 0;
        let [poster_voted, user_voted] = self.voted;
        let voted = if has_user { user_voted } else { poster_voted };
        let own_vote = options.self_vote.as_ref().map(|answer| i64::from(answer == "yes"));
        let mut change = SettingsChange::default();
        for (setting, option, detected) in [
            (Setting::VoteScore, options.vote_score, most_common(&self.vote_scores)),
            (Setting::Window, options.window, most_common(&self.windows)),
            (Setting::SelfVote, own_vote, voted.map(|voted| i64::from(voted >= 0))),
        ] {
            let is_possible = |value: &i64| stored.is_none() && setting.range().contains(value);
            if let Some(value) = option.or(detected.filter(is_possible)) {
                change.set(setting, value).map_err(|error| anyhow!("{error}"))?;
            }
        }
        Ok(Dialect {
            poster: field(&options.poster_field, if has_user { "user" } else { "poster" }),
            time: field(&options.time_field, if self.nows > 0 { "now" } else { "time" }),
            time_unit: options.time_unit.unwrap_or_default(),
            link: field(&options.link_field, "link"),
            settings: stored.unwrap_or_default().with(change),
        })
    }
}

fn most_common(counts: &HashMap<i64, usize>) -> Option<i64> {
    counts.iter().max_by_key(|(value, count)| (**count, **value)).map(|(value, _)| *value)
}
