//! The lines of a file.

use anyhow::{Context, Result, anyhow, bail, ensure};
use article_site::{
    Boost, FieldName, FieldValue, Flags, GroupName, Link, MAX_FIELDS, MAX_GROUPS, SCORE_LIMIT,
    Setting, SettingKind, Settings, SettingsChange, Title, UnixTime, UserName, window_until,
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::article::{Article, Voters, Votes};
use crate::jsonl::text::Text;

/// The version of the format.
const VERSION: u32 = 1;

/// The first line.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The version of the format.
    version: u32,
    /// The settings, by their names in ARTICLE.CREATE. A missing one has its default.
    #[serde(default)]
    settings: Map<String, Value>,
    /// The last id that the site assigned.
    #[serde(default)]
    pub last_id: u32,
}

/// A further line.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Line {
    id: u32,
    poster: Text,
    title: Text,
    #[serde(default)]
    link: Text,
    time: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    closes: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    score: Option<i64>,
    #[serde(default, skip_serializing_if = "is_default")]
    boost: i64,
    #[serde(default, skip_serializing_if = "is_default")]
    hidden: bool,
    #[serde(default, skip_serializing_if = "is_default")]
    locked: bool,
    #[serde(default, skip_serializing_if = "is_default")]
    pinned: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    upvotes: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    downvotes: Option<u32>,
    #[serde(default, skip_serializing_if = "is_default")]
    up: Vec<Text>,
    #[serde(default, skip_serializing_if = "is_default")]
    down: Vec<Text>,
    #[serde(default, skip_serializing_if = "is_default")]
    groups: Vec<Text>,
    #[serde(default, skip_serializing_if = "is_default")]
    fields: Vec<(Text, Text)>,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Header {
    /// Returns the header of a site.
    pub fn new(settings: &Settings, last_id: u32) -> Self {
        let value = |setting: Setting| match setting.kind() {
            SettingKind::Number { .. } => settings.get(setting).into(),
            SettingKind::Words { .. } => setting.text(settings.get(setting)).into(),
        };
        let settings = Setting::ALL.map(|setting| (setting.name().to_owned(), value(setting)));
        Self { version: VERSION, settings: settings.into_iter().collect(), last_id }
    }

    /// Returns the settings.
    pub fn settings(&self) -> Result<Settings> {
        ensure!(self.version == VERSION, "\"version\" must be {VERSION}");
        let mut change = SettingsChange::default();
        for (name, value) in &self.settings {
            let setting = Setting::ALL.into_iter().find(|setting| setting.name() == name);
            let setting = setting.with_context(|| format!("there is no setting {name}"))?;
            let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            change.set_text(setting, text.as_bytes())?;
        }
        Ok(Settings::default().with(change))
    }
}

impl Line {
    /// Returns the line of an article.
    pub fn new(article: Article) -> Self {
        let Article {
            id,
            poster,
            title,
            link,
            time,
            closes,
            score,
            boost,
            flags: Flags { hidden, locked, pinned },
            votes,
            groups,
            fields,
        } = article;
        let mut line = Self {
            id,
            poster: Text(poster),
            title: Text(title),
            link: Text(link),
            time: time.get(),
            closes: Some(closes),
            score,
            boost: boost.get(),
            hidden,
            locked,
            pinned,
            groups: groups.into_iter().map(Text).collect(),
            fields: fields.into_iter().map(|(name, value)| (Text(name), Text(value))).collect(),
            ..Self::default()
        };
        match votes {
            Votes::Recorded(Voters { up, down }) => {
                line.up = up.into_iter().map(Text).collect();
                line.down = down.into_iter().map(Text).collect();
            }
            Votes::Counted { up, down } => (line.upvotes, line.downvotes) = (Some(up), Some(down)),
        }
        line
    }

    /// Returns the article, if it is within the module's limits.
    pub fn article(self, settings: &Settings) -> Result<Article> {
        let bytes = |texts: Vec<Text>| texts.into_iter().map(|text| text.0).collect::<Vec<_>>();
        let votes = match (self.upvotes, self.downvotes) {
            (None, None) => {
                let (voters, both) = Voters::sorted(bytes(self.up), bytes(self.down));
                ensure!(both.is_empty(), "a user is in both \"up\" and \"down\"");
                Votes::Recorded(voters)
            }
            (up, down) if self.up.is_empty() && self.down.is_empty() => {
                Votes::Counted { up: up.unwrap_or_default(), down: down.unwrap_or_default() }
            }
            _ => bail!("give either \"upvotes\" and \"downvotes\", or \"up\" and \"down\""),
        };
        let time = UnixTime::new(self.time).context("\"time\" is out of range")?;
        let closes = self.closes.unwrap_or(self.time + i64::from(settings.window()));
        window_until(time, closes)?;
        let mut groups = bytes(self.groups);
        groups.sort_unstable();
        groups.dedup();
        let fields = self.fields.into_iter().map(|(name, value)| (name.0, value.0));
        let article = Article {
            id: self.id,
            poster: self.poster.0,
            title: self.title.0,
            link: self.link.0,
            time,
            closes,
            score: self.score,
            boost: Boost::new(self.boost)?,
            flags: Flags { hidden: self.hidden, locked: self.locked, pinned: self.pinned },
            votes,
            groups,
            fields: fields.collect(),
        };
        check(&article)?;
        Ok(article)
    }
}

fn check(article: &Article) -> Result<()> {
    ensure!(article.id > 0, "\"id\" must be 1 or more");
    UserName::new(&article.poster).map_err(|error| anyhow!("\"poster\": {error}"))?;
    Title::new(&article.title)?;
    Link::new(&article.link)?;
    if let Votes::Counted { up, down } = article.votes {
        ensure!(up.checked_add(down).is_some(), "more than {} votes", u32::MAX);
    }
    let is_in_range = |score: i64| (-SCORE_LIMIT..=SCORE_LIMIT).contains(&score);
    ensure!(article.score.is_none_or(is_in_range), "\"score\" is out of range");
    let voters = article.votes.voters().into_iter().flat_map(Voters::iter);
    voters.map(|(user, _)| user).try_for_each(|name| UserName::new(name).map(drop))?;
    article.groups.iter().try_for_each(|name| GroupName::new(name).map(drop))?;
    ensure!(article.groups.len() <= MAX_GROUPS, "more than {MAX_GROUPS} groups");
    for (name, value) in &article.fields {
        FieldName::new(name)?;
        FieldValue::new(value)?;
    }
    ensure!(article.fields.len() <= MAX_FIELDS, "more than {MAX_FIELDS} fields");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(json: &str) -> Result<Article> {
        serde_json::from_str::<Line>(json)?.article(&Settings::default())
    }

    #[test]
    fn a_short_line_has_defaults() {
        let article = parse(r#"{"id":7,"poster":"ann","title":"Hello","time":1000}"#).unwrap();
        assert_eq!(
            (article.closes, article.score, article.boost),
            (605_800, None, Boost::default())
        );
        assert_eq!(article.votes, Votes::Recorded(Voters::default()));
    }

    #[test]
    fn invalid_lines_are_refused() {
        for (rest, message) in [
            (r#""up":["ann"],"upvotes":1"#, "either"),
            (r#""up":["ann"],"down":["ann"]"#, "both"),
            (r#""titel":"x""#, "unknown field"),
            (r#""up":[""]"#, "user"),
            (r#""closes":1000"#, "CLOSES"),
            (r#""boost":999999999"#, "boost"),
            (r#""score":2305843009213693953"#, "score"),
            (r#""upvotes":4294967295,"downvotes":1"#, "votes"),
            (r#""fields":[["score","1"]]"#, "reserved"),
        ] {
            let json = format!(r#"{{"id":7,"poster":"ann","title":"Hello","time":1000,{rest}}}"#);
            let error = format!("{:#}", parse(&json).unwrap_err());
            assert!(error.contains(message), "{rest}: {error}");
        }
    }

    #[test]
    fn settings_survive() {
        let mut change = SettingsChange::default();
        change.set(Setting::VoteScore, 100).unwrap();
        change.set(Setting::SelfVote, 0).unwrap();
        let settings = Settings::default().with(change);
        let json = serde_json::to_string(&Header::new(&settings, 9)).unwrap();
        assert!(json.contains(r#""VOTESCORE":100"#) && json.contains(r#""SELFVOTE":"no""#));
        let header: Header = serde_json::from_str(&json).unwrap();
        assert_eq!((header.settings().unwrap(), header.last_id), (settings, 9));
    }
}
