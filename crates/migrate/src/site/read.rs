//! Reading articles of a site.

use anyhow::{Context, Result, bail};
use article_site::{
    Activity, Boost, FieldName, Flags, Setting, Settings, SettingsChange, UnixTime,
};
use redis::{Cmd, Value, cmd};

use crate::article::{Article, Bytes, Voters, Votes};
use crate::readable::readable;
use crate::reply;
use crate::scan::{self, Scan, Scanned};
use crate::server::{End, Server};

/// Any user: the vote of a viewer shows whether voting is open.
const VIEWER: &str = "-";
/// How often to read an article again on which votes arrive between its two commands.
const ATTEMPTS: usize = 5;

/// Reads a site.
pub struct SiteReader {
    pub server: Server,
    pub key: Bytes,
    pub settings: Settings,
    pub last_id: u32,
    /// The number of articles when the reader was opened.
    pub articles: u64,
    /// Whether the server's version has silent votes.
    pub has_silent: bool,
}

impl SiteReader {
    /// Opens a site. Returns the connection if there is no such key.
    pub fn open(mut server: Server, key: &str, end: End) -> Result<Result<Self, Server>> {
        let key = key.as_bytes().to_vec();
        // Asks first for what only the module knows, so that its absence has a clear error.
        let info = server.run(&[cmd("ARTICLE.INFO").arg(&key).clone()])?.pop().unwrap_or_default();
        if reply::is_wrong_type(&info) {
            let type_name = server.type_of(&key)?;
            bail!("{end}: the key holds a {type_name}, not a site. Choose another --key");
        }
        let info = server.accept(info)?;
        if info == Value::Nil {
            return Ok(Err(server));
        }
        let info = reply::pairs(info)?;
        let number = |name: &str| {
            let entry = info.iter().find(|(entry, _)| entry == name.as_bytes());
            let value = entry.map(|(_, value)| value);
            value.with_context(|| {
                format!(
                    "{end}: ARTICLE.INFO has no {name}. Load version 0.2 of the module or later"
                )
            })
        };
        let mut change = SettingsChange::default();
        let has_silent = number(BUMP_WINDOW).is_ok();
        let settings = if has_silent { Setting::ALL.len() } else { Setting::IN_0_2 };
        for (setting, name) in Setting::ALL.into_iter().zip(INFO_NAMES).take(settings) {
            let text = reply::bytes(number(name)?.clone())?;
            change.set_text(setting, &text).context("an invalid setting")?;
        }
        let last_id = u32::try_from(reply::integer(number("last_id")?)?)?;
        let articles = u64::try_from(reply::integer(number("articles")?)?)?;
        let settings = Settings::default().with(change);
        Ok(Ok(Self { server, key, settings, last_id, articles, has_silent }))
    }

    /// Reads those articles of some ids that exist.
    pub fn read(&mut self, ids: &[u32]) -> Result<Vec<Article>> {
        let mut found = Vec::with_capacity(ids.len());
        let mut left = ids.to_vec();
        for attempt in 1..=ATTEMPTS {
            let (articles, changed) = self.read_once(&left)?;
            let is_last = attempt == ATTEMPTS;
            left = changed;
            found.extend(
                articles.into_iter().filter(|article| is_last || !left.contains(&article.id)),
            );
            if left.is_empty() || is_last {
                break;
            }
        }
        found.sort_unstable_by_key(|article| article.id);
        Ok(found)
    }

    /// Returns the named integers and texts of articles; None for each that does not exist.
    pub fn entries(&mut self, ids: &[u32], names: &[&str]) -> Result<Vec<Option<Vec<Value>>>> {
        let mut command = cmd("ARTICLE.MGET");
        command.arg(&self.key).arg(ids.len()).arg(ids).arg("RETURN").arg(names.len()).arg(names);
        let entries = |reply: Value| -> Result<Option<Vec<Value>>> {
            if reply == Value::Nil {
                return Ok(None);
            }
            let pairs = reply::pairs(reply)?;
            Ok(Some(pairs.into_iter().map(|(_, value)| value).collect()))
        };
        reply::items(self.server.call(&command)?)?.into_iter().map(entries).collect()
    }

    /// Reads articles, and the ids of those that changed meanwhile.
    fn read_once(&mut self, ids: &[u32]) -> Result<(Vec<Article>, Vec<u32>)> {
        let mut command = cmd("ARTICLE.MGET");
        command.arg(&self.key).arg(ids.len()).arg(ids).arg("VIEWER").arg(VIEWER);
        let replies = reply::items(self.server.call(&command)?)?;
        let mut shown = Vec::new();
        for reply in replies.into_iter().filter(|reply| *reply != Value::Nil) {
            shown.push(parse(reply, &self.settings)?);
        }
        let scan = |options: &'static [&'static str]| -> Vec<Scan> {
            let ids = shown.iter().map(|shown| shown.article.id);
            ids.map(|id| Scan::voters(&self.key, id, options)).collect()
        };
        let mut scans = scan(&[]);
        if self.has_silent {
            scans.extend(scan(&["SILENT"]));
        }
        let mut counted = scan::run(&mut self.server, &scans)?;
        let mut silent = counted.split_off(shown.len()).into_iter();
        let (mut articles, mut changed) = (Vec::new(), Vec::new());
        for (Shown { mut article, is_open }, counted) in shown.into_iter().zip(counted) {
            let [up, down] = by_vote(counted)?;
            let [silent_up, silent_down] =
                silent.next().map_or(Ok(Default::default()), by_vote)?;
            let (voters, _) = Voters { up, down, silent_up, silent_down }.sorted();
            let counts = article.votes.counts();
            if voters.len() > 0 || is_open && counts == (0, 0) {
                article.votes = Votes::Recorded(voters);
                if article.votes.counts() != counts {
                    changed.push(article.id);
                }
            }
            articles.push(article);
        }
        Ok((articles, changed))
    }
}

/// The names of the settings in the reply of ARTICLE.INFO, in the order of [`Setting::ALL`].
const INFO_NAMES: [&str; Setting::ALL.len()] = [
    "vote_score",
    "vote_window",
    "page_size",
    "self_vote",
    "formula",
    "downvotes",
    "dedupe",
    BUMP_WINDOW,
];

/// The name of a setting that is new in version 0.3.
const BUMP_WINDOW: &str = "bump_window";

/// An article as a reply shows it, with its votes as counts.
struct Shown {
    article: Article,
    is_open: bool,
}

/// Returns the users who voted for an article, and those who voted against it.
fn by_vote(scanned: Scanned) -> Result<[Vec<Bytes>; 2]> {
    let Scanned::Elements(elements) = scanned else { bail!("the key is not a site") };
    let (mut up, mut down) = (Vec::new(), Vec::new());
    for (user, vote) in reply::pairs(Value::Array(elements))? {
        if reply::integer(&vote)? > 0 { up.push(user) } else { down.push(user) }
    }
    Ok([up, down])
}

fn parse(reply: Value, settings: &Settings) -> Result<Shown> {
    let mut is_open = false;
    let (mut up, mut down, mut score) = (0, 0, 0);
    let mut article = Article {
        id: 0,
        poster: Bytes::new(),
        title: Bytes::new(),
        link: Bytes::new(),
        time: UnixTime::default(),
        closes: 0,
        score: None,
        boost: Boost::default(),
        flags: Flags::default(),
        activity: Activity::none(UnixTime::default()),
        votes: Votes::Counted { up: 0, down: 0 },
        groups: Vec::new(),
        fields: Vec::new(),
    };
    for (name, value) in reply::pairs(reply)? {
        let is_integer = matches!(value, Value::Int(_));
        match name.as_slice() {
            b"id" => article.id = u32::try_from(reply::integer(&value)?)?,
            b"title" => article.title = reply::bytes(value)?,
            b"link" => article.link = reply::bytes(value)?,
            b"poster" => article.poster = reply::bytes(value)?,
            b"time" => {
                article.time =
                    UnixTime::new(reply::integer(&value)?).context("an invalid time")?;
                // The reply of a server with an earlier version has no more.
                article.activity = Activity::none(article.time);
            }
            b"closes" => article.closes = reply::integer(&value)?,
            b"votes" => {}
            b"upvotes" => up = u32::try_from(reply::integer(&value)?)?,
            b"downvotes" => down = u32::try_from(reply::integer(&value)?)?,
            b"score" => score = reply::integer(&value)?,
            b"groups" => {
                let groups = reply::items(value)?.into_iter().map(reply::bytes);
                article.groups = groups.collect::<Result<_>>()?;
            }
            b"vote" => is_open = value != Value::Nil,
            b"comments" if is_integer => {
                article.activity.comments = u32::try_from(reply::integer(&value)?)?;
            }
            b"bumped" if is_integer => {
                article.activity.bumped =
                    UnixTime::new(reply::integer(&value)?).context("an invalid time")?;
            }
            b"boost" if is_integer => article.boost = Boost::new(reply::integer(&value)?)?,
            b"hidden" => article.flags.hidden = true,
            b"locked" => article.flags.locked = true,
            b"pinned" => article.flags.pinned = true,
            _ => article.fields.push((name.clone(), custom_field(&name, value)?)),
        }
    }
    article.votes = Votes::Counted { up, down };
    article.score = Some(score).filter(|score| *score != article.formula_score(settings));
    Ok(Shown { article, is_open })
}

/// Returns the value of a custom field. Its name may have been reserved since it was set. Any other
/// entry is an attribute of a later version, which would be lost.
fn custom_field(name: &[u8], value: Value) -> Result<Bytes> {
    match value {
        Value::BulkString(value) if FieldName::replayed(name).is_ok() => Ok(value),
        _ => bail!(
            "the module replied with the entry {} of an article, which this program does not know. \
             Use the article-migrate of the module's version",
            readable(name)
        ),
    }
}

/// Returns the command of the site with this key.
pub fn command(name: &str, key: &[u8]) -> Cmd {
    cmd(name).arg(key).clone()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse_entry(name: &str, value: Value) -> Result<Article> {
        let reply = vec![Value::BulkString(name.into()), value];
        Ok(parse(Value::Array(reply), &Settings::default())?.article)
    }

    fn is_unknown(parsed: Result<Article>) -> bool {
        parsed.is_err_and(|error| error.to_string().contains("does not know"))
    }

    #[test]
    fn attributes_of_later_versions_are_refused() {
        for value in [Value::Int(5), Value::Nil, Value::Array(Vec::new())] {
            assert!(is_unknown(parse_entry("later", value)));
        }
    }

    #[test]
    fn every_reserved_name_is_known() {
        for name in FieldName::RESERVED {
            let values = [Value::Int(1), Value::Array(Vec::new())];
            let is_known = values.into_iter().any(|value| !is_unknown(parse_entry(name, value)));
            assert!(is_known, "{name} would be refused");
        }
    }

    #[test]
    fn custom_fields_of_names_that_were_reserved_later_are_kept() {
        for name in ["boost", "other"] {
            let article = parse_entry(name, Value::BulkString(b"x".into())).unwrap();
            assert_eq!(article.fields, [(name.into(), b"x".to_vec())]);
        }
        assert_eq!(parse_entry("boost", Value::Int(7)).unwrap().boost.get(), 7);
    }
}
