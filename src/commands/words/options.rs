//! Arguments that several commands have: their documentation and their parsers.

use article_site::{
    FieldName, FieldValue, GroupName, Ids, ItemId, ListName, MAX_LISTS, Order, Setting,
    SettingsChange, UnixTime, UserName, parse_integer,
};

use crate::commands::words::arguments::Arguments;
use crate::commands::words::error::Error;
use crate::commands::words::spec::{Arg, ArgType};

pub const USER: Arg = Arg::new("user", ArgType::String);
pub const ID: Arg = Arg::new("id", ArgType::Integer);
pub const IDS: Arg =
    Arg::new("ids", ArgType::Block(&[Arg::new("numids", ArgType::Integer), ID.multiple()]));
pub const GROUP: Arg = Arg::new("group", ArgType::String);
pub const USERS: ArgType =
    ArgType::Block(&[Arg::new("numusers", ArgType::Integer), USER.multiple()]);
pub const GROUPS: Arg = Arg::option(
    "GROUPS",
    ArgType::Block(&[Arg::new("numgroups", ArgType::Integer), GROUP.multiple()]),
);
pub const FIELDS: Arg = Arg::option(
    "FIELDS",
    ArgType::Block(&[
        Arg::new("numfields", ArgType::Integer),
        Arg::new("data", ArgType::Block(&[FIELD_NAME, Arg::new("value", ArgType::String)]))
            .multiple(),
    ]),
);
pub const FIELD_NAME: Arg = Arg::new("field", ArgType::String);
pub const LIST: Arg = Arg::new("list", ArgType::String);
const NUM_LISTS: Arg = Arg::new("numlists", ArgType::Integer);
pub const MARKS: Arg = Arg::option("MARKS", ArgType::Block(&[NUM_LISTS, LIST.multiple()]));
pub const USER_LISTS: ArgType = ArgType::Block(&[USER, NUM_LISTS, LIST.multiple()]);
pub const VIEWER: Arg = Arg::option("VIEWER", ArgType::String);

pub const PART: Arg = Arg::option(
    "IDS",
    ArgType::Block(&[Arg::new("first", ArgType::Integer), Arg::new("step", ArgType::Integer)]),
);

/// An option for each setting.
#[allow(clippy::indexing_slicing)] // Evaluated at compile time.
pub const SETTINGS: &[Arg] = &{
    let mut args = [KEY; Setting::ALL.len()];
    let mut index = 0;
    while index < args.len() {
        args[index] = of_setting(Setting::ALL[index]);
        index += 1;
    }
    args
};

const fn of_setting(setting: Setting) -> Arg {
    let kind = match setting.words() {
        [] => ArgType::Integer,
        words => ArgType::Keyword(words),
    };
    Arg::option(setting.name(), kind)
}

pub const KEY: Arg = Arg::new("key", ArgType::Key);

pub type FieldArg<'a> = (FieldName<'a>, FieldValue<'a>);

pub const SILENT: Arg = Arg::flag("SILENT");

pub const RETURN: Arg = Arg::option(
    "RETURN",
    ArgType::Block(&[
        Arg::new("numnames", ArgType::Integer),
        Arg::new("name", ArgType::String).multiple(),
    ]),
);
pub const SINCE: Arg = Arg::option("SINCE", ArgType::Integer);
pub const UNTIL: Arg = Arg::option("UNTIL", ArgType::Integer);
pub const DIRECTION: Arg = Arg::new("direction", ArgType::Keyword(&["ASC", "DESC"])).optional();

/// Where an iteration continues.
pub const CURSOR: Arg = Arg::new("cursor", ArgType::Integer);
pub const COUNT: Arg = Arg::option("COUNT", ArgType::Integer);

/// `FORMAT RESP|JSON`, of every command that only reads.
pub const FORMAT: Arg =
    Arg::new("format", ArgType::Keyword(&["RESP", "JSON"])).after("FORMAT").optional();

/// `[VIEWER user] [MARKS numlists list ...] [RETURN numnames name ...] [FORMAT RESP | JSON]`: how
/// articles and comments are shown.
pub const SHOWN: &[Arg] = &[VIEWER, MARKS, RETURN, FORMAT];

/// How much a step visits, unless COUNT says it.
pub const DEFAULT_COUNT: usize = 1_000;
/// The most ids that a command takes.
pub const MAX_IDS: i64 = 1_000;
/// The most groups or custom fields that a list of a command names.
pub const MAX_NAMES: i64 = 1_000;
/// The most articles of each for PER.
pub const MAX_PER: i64 = 1_000;
/// The most names or ids that a filter takes.
pub const MAX_FILTER_LIST: i64 = 10_000;

/// Reads the id of an article or comment, which need not exist. Returns None for an integer that
/// cannot be one.
pub fn id(arguments: &mut Arguments) -> Result<Option<ItemId>, Error> {
    arguments.integer(..).map(ItemId::from_integer)
}

/// Reads the id of an article or comment. An integer that cannot be one becomes 0, which none has.
pub fn item(arguments: &mut Arguments) -> Result<ItemId, Error> {
    Ok(id(arguments)?.unwrap_or(ItemId::new(0)))
}

/// Reads the id to give to an article or comment.
pub fn new_id(arguments: &mut Arguments) -> Result<ItemId, Error> {
    let id = arguments.integer(1..=ItemId::MAX.into())?;
    Ok(ItemId::new(id as u32))
}

/// Reads the first id of a part, and the step to the next one.
pub fn ids(arguments: &mut Arguments) -> Result<Ids, Error> {
    let first = arguments.integer(1..=Ids::MAX_STEP.into())?;
    let step = arguments.integer(first..=Ids::MAX_STEP.into())?;
    // Both are within 32 bits.
    Ids::new(first as u32, step as u32).ok_or(Error::Syntax)
}

/// Reads where an iteration continues.
pub fn cursor<T: TryFrom<i64>>(arguments: &mut Arguments) -> Result<T, Error> {
    let cursor = parse_integer(arguments.text()?).and_then(|integer| integer.try_into().ok());
    Ok(cursor.ok_or(article_site::Error::InvalidCursor)?)
}

/// Reads how much a step of an iteration visits at most.
pub fn count(arguments: &mut Arguments) -> Result<usize, Error> {
    Ok(arguments.integer(1..=10_000)?.unsigned_abs() as usize)
}

/// Reads a time. One that is too large to be represented is in the future of any clock.
pub fn time(arguments: &mut Arguments) -> Result<UnixTime, Error> {
    let seconds = arguments.integer(0..)?;
    UnixTime::new(seconds).ok_or(Error::Site(article_site::Error::TimeInFuture))
}

pub fn group_name<'a>(arguments: &mut Arguments<'a>) -> Result<GroupName<'a>, Error> {
    Ok(GroupName::new(arguments.text()?)?)
}

pub fn group_names<'a>(arguments: &mut Arguments<'a>) -> Result<Vec<GroupName<'a>>, Error> {
    arguments.list(0..=MAX_NAMES, group_name)
}

pub fn user_name<'a>(arguments: &mut Arguments<'a>) -> Result<UserName<'a>, Error> {
    Ok(UserName::new(arguments.text()?)?)
}

pub fn list_name<'a>(arguments: &mut Arguments<'a>) -> Result<ListName<'a>, Error> {
    Ok(ListName::new(arguments.text()?)?)
}

/// Reads a number and as many names of lists. Returns each once.
pub fn list_names<'a>(arguments: &mut Arguments<'a>) -> Result<Vec<ListName<'a>>, Error> {
    let mut different = Vec::new();
    for name in arguments.list(0..=MAX_FILTER_LIST, list_name)? {
        if !different.contains(&name) {
            different.push(name);
        }
        if different.len() > MAX_LISTS {
            return Err(Error::TooMany { what: "different list", max: MAX_LISTS });
        }
    }
    Ok(different)
}

/// Reads the name of a user. Returns None for an empty name, which means nobody.
pub fn user_or_nobody<'a>(arguments: &mut Arguments<'a>) -> Result<Option<UserName<'a>>, Error> {
    match arguments.text()? {
        b"" => Ok(None),
        name => Ok(Some(UserName::new(name)?)),
    }
}

pub fn order(arguments: &mut Arguments) -> Result<Order, Error> {
    Order::named(arguments.word()?.as_bytes()).ok_or(Error::Syntax)
}

/// Reads the value of SINCE or UNTIL. Returns false for another option.
pub fn window(
    since: &mut Option<i64>,
    until: &mut Option<i64>,
    option: &str,
    arguments: &mut Arguments,
) -> Result<bool, Error> {
    match option {
        "SINCE" => *since = Some(arguments.integer(..)?),
        "UNTIL" => *until = Some(arguments.integer(..)?),
        _ => return Ok(false),
    }
    Ok(true)
}

pub fn field_names<'a>(arguments: &mut Arguments<'a>) -> Result<Vec<FieldName<'a>>, Error> {
    arguments.list(0..=MAX_NAMES, field_name)
}

pub fn fields<'a>(arguments: &mut Arguments<'a>) -> Result<Vec<FieldArg<'a>>, Error> {
    arguments.list(0..=MAX_NAMES, |arguments| {
        Ok((field_name(arguments)?, FieldValue::new(arguments.text()?)?))
    })
}

/// Reads the name of a custom field. A client must not use every name that it returns: see
/// [`refuse_reserved`](crate::commands::run::site_key::refuse_reserved).
pub fn field_name<'a>(arguments: &mut Arguments<'a>) -> Result<FieldName<'a>, Error> {
    Ok(FieldName::new(arguments.text()?)?)
}

/// Reads the value of a setting into a change. Returns false for another option.
pub fn setting(
    change: &mut SettingsChange,
    option: &str,
    arguments: &mut Arguments,
) -> Result<bool, Error> {
    let named = |setting: &Setting| setting.name() == option;
    let Some(setting) = Setting::ALL.into_iter().find(named) else { return Ok(false) };
    change.set(setting, setting.parse(arguments.text()?)?)?;
    Ok(true)
}
