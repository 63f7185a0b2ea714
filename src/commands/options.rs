//! Arguments that several commands have: their documentation and their parsers.

use article_site::{
    ArticleId, FieldName, FieldValue, GroupName, Order, Setting, SettingsChange, UnixTime,
    UserName,
};

use crate::commands::cursor::{Cursor, Keyword, once};
use crate::commands::error::Error;
use crate::commands::spec::{Arg, ArgType};

/// `user`.
pub const USER: Arg = Arg::new("user", ArgType::String);
/// `id`.
pub const ID: Arg = Arg::new("id", ArgType::Integer);
/// `group`.
pub const GROUP: Arg = Arg::new("group", ArgType::String);
/// `GROUPS numgroups group ...`.
pub const GROUPS: Arg = Arg::option(
    "GROUPS",
    ArgType::Block(&[Arg::new("numgroups", ArgType::Integer), GROUP.multiple()]),
);
/// `FIELDS numfields field value ...`.
pub const FIELDS: Arg = Arg::option(
    "FIELDS",
    ArgType::Block(&[
        Arg::new("numfields", ArgType::Integer),
        Arg::new("data", ArgType::Block(&[FIELD_NAME, Arg::new("value", ArgType::String)]))
            .multiple(),
    ]),
);
/// `field`.
pub const FIELD_NAME: Arg = Arg::new("field", ArgType::String);
/// `VIEWER user`.
pub const VIEWER: Arg = Arg::option("VIEWER", ArgType::String);

/// The key and the settings, as CREATE and ALTER take them.
pub const KEY_AND_SETTINGS: &[Arg] = &key_and_settings();

#[allow(clippy::indexing_slicing)] // Evaluated at compile time.
const fn key_and_settings() -> [Arg; 1 + Setting::ALL.len()] {
    let mut args = [KEY; 1 + Setting::ALL.len()];
    let mut index = 0;
    while index < Setting::ALL.len() {
        let setting = Setting::ALL[index];
        let kind = match setting.words() {
            [] => ArgType::Integer,
            words => ArgType::Keyword(words),
        };
        index += 1;
        args[index] = Arg::option(setting.name(), kind);
    }
    args
}

/// `key`.
pub const KEY: Arg = Arg::new("key", ArgType::Key);

/// A custom field to set.
pub type FieldArg<'a> = (FieldName<'a>, FieldValue<'a>);

/// `RETURN numnames name ...`.
pub const RETURN: Arg = Arg::option(
    "RETURN",
    ArgType::Block(&[
        Arg::new("numnames", ArgType::Integer),
        Arg::new("name", ArgType::String).multiple(),
    ]),
);
/// `SINCE since`.
pub const SINCE: Arg = Arg::option("SINCE", ArgType::Integer);
/// `UNTIL until`.
pub const UNTIL: Arg = Arg::option("UNTIL", ArgType::Integer);
/// `ASC|DESC`.
pub const DIRECTION: Arg = Arg::new("direction", ArgType::Keyword(&["ASC", "DESC"])).optional();

/// The most ids that a command takes.
pub const MAX_IDS: i64 = 1_000;
/// The most names of groups that a filter takes.
pub const MAX_FILTER_GROUPS: i64 = 1_000;

/// Reads the id of an article, which need not exist. Returns None for an integer that cannot be
/// one.
pub fn article_id(cursor: &mut Cursor) -> Result<Option<ArticleId>, Error> {
    cursor.integer("id", ..).map(ArticleId::from_integer)
}

/// Reads the id, called `what`, to give to an article.
pub fn new_id(cursor: &mut Cursor, what: &'static str) -> Result<ArticleId, Error> {
    let id = cursor.integer(what, 1..=ArticleId::MAX.into())?;
    Ok(ArticleId::new(id as u32))
}

/// Reads a time. One that is too large to be represented is in the future of any clock.
pub fn time(cursor: &mut Cursor) -> Result<UnixTime, Error> {
    let seconds = cursor.integer("TIME", 0..)?;
    UnixTime::new(seconds).ok_or(Error::Site(article_site::Error::TimeInFuture))
}

/// Reads the name of a group.
pub fn group_name<'a>(cursor: &mut Cursor<'a>) -> Result<GroupName<'a>, Error> {
    Ok(GroupName::new(cursor.text()?)?)
}

/// Reads a number and as many names of groups.
pub fn group_names<'a>(cursor: &mut Cursor<'a>) -> Result<Vec<GroupName<'a>>, Error> {
    cursor.list("numgroups", 0.., 1, group_name)
}

/// Reads the name of a user.
pub fn user_name<'a>(cursor: &mut Cursor<'a>) -> Result<UserName<'a>, Error> {
    Ok(UserName::new(cursor.text()?)?)
}

/// Reads the name of a viewer. Returns None for an empty name, which means no viewer.
pub fn viewer<'a>(cursor: &mut Cursor<'a>) -> Result<Option<UserName<'a>>, Error> {
    match cursor.text()? {
        b"" => Ok(None),
        name => Ok(Some(UserName::new(name)?)),
    }
}

/// Reads the name of an order.
pub fn order(cursor: &mut Cursor) -> Result<Order, Error> {
    let name = cursor.option().ok_or(Error::Syntax)?;
    Order::named(name.as_bytes()).ok_or(Error::Syntax)
}

/// Reads an end of a window of time, if the keyword is that of one. Returns false if it is not.
pub fn window(
    since: &mut Option<i64>,
    until: &mut Option<i64>,
    keyword: &Keyword,
    cursor: &mut Cursor,
) -> Result<bool, Error> {
    match keyword.as_bytes() {
        b"SINCE" => once(since, cursor.integer("SINCE", ..)?)?,
        b"UNTIL" => once(until, cursor.integer("UNTIL", ..)?)?,
        _ => return Ok(false),
    }
    Ok(true)
}

/// Reads a number and as many names of custom fields.
pub fn field_names<'a>(cursor: &mut Cursor<'a>) -> Result<Vec<FieldName<'a>>, Error> {
    cursor.list("numfields", 0.., 1, field_name)
}

/// Reads a number and as many custom fields.
pub fn fields<'a>(cursor: &mut Cursor<'a>) -> Result<Vec<FieldArg<'a>>, Error> {
    cursor.list("numfields", 0.., 2, |cursor| {
        Ok((field_name(cursor)?, FieldValue::new(cursor.text()?)?))
    })
}

/// Reads the name of a custom field. A client must not use every name that it returns: see
/// [`refuse_reserved`](super::site_key::refuse_reserved).
fn field_name<'a>(cursor: &mut Cursor<'a>) -> Result<FieldName<'a>, Error> {
    Ok(FieldName::replayed(cursor.text()?)?)
}

/// Reads a setting of CREATE or ALTER into a change, if the keyword is one's name. Returns false if
/// it is not.
pub fn setting(
    change: &mut SettingsChange,
    keyword: &Keyword,
    cursor: &mut Cursor,
) -> Result<bool, Error> {
    let named = |setting: &Setting| setting.name().as_bytes() == keyword.as_bytes();
    let Some(setting) = Setting::ALL.into_iter().find(named) else { return Ok(false) };
    let value = setting.parse(cursor.text()?)?;
    if change.has(setting) {
        return Err(Error::Syntax);
    }
    change.set(setting, value)?;
    Ok(true)
}
