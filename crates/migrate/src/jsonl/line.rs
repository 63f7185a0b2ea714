//! The lines of a file.

use anyhow::{Context, Result, bail, ensure};
use article_site::{
    Activity, Boost, Flags, Setting, SettingKind, Settings, SettingsChange, UnixTime,
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::article::{Article, Bytes, Voters, Votes};
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
#[derive(Debug, Serialize, Deserialize)]
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
    #[serde(default, skip_serializing_if = "is_default")]
    comments: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    bumped: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    upvotes: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    downvotes: Option<u32>,
    #[serde(default, skip_serializing_if = "is_default")]
    up: Vec<Text>,
    #[serde(default, skip_serializing_if = "is_default")]
    down: Vec<Text>,
    #[serde(default, skip_serializing_if = "is_default")]
    silent_up: Vec<Text>,
    #[serde(default, skip_serializing_if = "is_default")]
    silent_down: Vec<Text>,
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
            activity: Activity { comments, bumped },
            votes,
            groups,
            fields,
        } = article;
        let texts = |texts: Vec<Bytes>| texts.into_iter().map(Text).collect();
        let (voters, upvotes, downvotes) = match votes {
            Votes::Recorded(voters) => (voters, None, None),
            Votes::Counted { up, down } => (Voters::default(), Some(up), Some(down)),
        };
        let Voters { up, down, silent_up, silent_down } = voters;
        Self {
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
            comments,
            bumped: Some(bumped.get()).filter(|_| bumped != time),
            upvotes,
            downvotes,
            up: texts(up),
            down: texts(down),
            silent_up: texts(silent_up),
            silent_down: texts(silent_down),
            groups: texts(groups),
            fields: fields.into_iter().map(|(name, value)| (Text(name), Text(value))).collect(),
        }
    }

    /// Returns the article, if it is within the module's limits.
    pub fn article(self, settings: &Settings) -> Result<Article> {
        let Self {
            id,
            poster,
            title,
            link,
            time,
            closes,
            score,
            boost,
            hidden,
            locked,
            pinned,
            comments,
            bumped,
            upvotes,
            downvotes,
            up,
            down,
            silent_up,
            silent_down,
            groups,
            fields,
        } = self;
        let bytes = |texts: Vec<Text>| texts.into_iter().map(|text| text.0).collect::<Vec<_>>();
        let voters = Voters {
            up: bytes(up),
            down: bytes(down),
            silent_up: bytes(silent_up),
            silent_down: bytes(silent_down),
        };
        let votes = match (upvotes, downvotes) {
            (None, None) => {
                let (voters, several) = voters.sorted();
                ensure!(
                    several.is_empty(),
                    "a user is in two of \"up\", \"down\", \"silent_up\" and \"silent_down\""
                );
                Votes::Recorded(voters)
            }
            (upvotes, downvotes) if voters.len() == 0 => Votes::Counted {
                up: upvotes.unwrap_or_default(),
                down: downvotes.unwrap_or_default(),
            },
            _ => bail!("give either \"upvotes\" and \"downvotes\", or \"up\" and \"down\""),
        };
        let time = UnixTime::new(time).context("\"time\" is out of range")?;
        let bumped = UnixTime::new(bumped.unwrap_or(time.get()));
        let bumped = bumped.context("\"bumped\" is out of range")?;
        let mut groups = bytes(groups);
        groups.sort_unstable();
        groups.dedup();
        let article = Article {
            id,
            poster: poster.0,
            title: title.0,
            link: link.0,
            time,
            closes: closes.unwrap_or(time.get() + i64::from(settings.window())),
            score,
            boost: Boost::new(boost)?,
            flags: Flags { hidden, locked, pinned },
            activity: Activity { comments, bumped },
            votes,
            groups,
            fields: fields.into_iter().map(|(name, value)| (name.0, value.0)).collect(),
        };
        article.record(settings)?;
        Ok(article)
    }
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
            (r#""up":["ann"],"down":["ann"]"#, "two"),
            (r#""up":["ann"],"silent_down":["ann"]"#, "two"),
            (r#""silent_up":["ann"],"downvotes":1"#, "either"),
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
