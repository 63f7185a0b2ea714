//! Options that several commands have, in both of their forms: as documentation and as a parser.

use crate::commands::cursor::{Cursor, once};
use crate::commands::error::Error;
use crate::commands::reply::Viewer;
use crate::commands::spec::{Arg, ArgType};
use crate::ffi::{Args, Context};
use article_site::{
    self, ArticleId, Direction, FieldName, FieldValue, GroupName, Order, PAGE_SIZE, PageQuery,
    SettingsChange, UserName,
};

/// A group and more of them.
pub const GROUP_NAMES: Arg = Arg::new(c"group", ArgType::String).multiple();
/// `GROUPS numgroups group ...`.
pub const GROUPS: Arg =
    Arg::new(c"groups", ArgType::Block(&[Arg::new(c"numgroups", ArgType::Integer), GROUP_NAMES]))
        .after(c"GROUPS")
        .optional();
/// An article's id.
pub const ID: Arg = Arg::new(c"id", ArgType::Integer);
/// The number of a page.
pub const PAGE: Arg = Arg::new(c"page", ArgType::Integer);
/// `VIEWER user`.
pub const VIEWER: Arg = Arg::new(c"viewer", ArgType::String).after(c"VIEWER").optional();
/// `FIELDS numfields field value ...`.
pub const FIELDS: Arg = Arg::new(
    c"fields",
    ArgType::Block(&[
        Arg::new(c"numfields", ArgType::Integer),
        Arg::new(
            c"data",
            ArgType::Block(&[
                Arg::new(c"field", ArgType::String),
                Arg::new(c"value", ArgType::String),
            ]),
        )
        .multiple(),
    ]),
)
.after(c"FIELDS")
.optional();

/// `BY SCORE|TIME`.
pub const BY: Arg = Arg::new(
    c"order",
    ArgType::OneOf(&[Arg::word(c"score", c"SCORE"), Arg::word(c"time", c"TIME")]),
)
.after(c"BY")
.optional();
/// `ASC|DESC`.
pub const DIRECTION: Arg = Arg::new(
    c"direction",
    ArgType::OneOf(&[Arg::word(c"asc", c"ASC"), Arg::word(c"desc", c"DESC")]),
)
.optional();
/// `SIZE n`.
pub const SIZE: Arg = Arg::new(c"size", ArgType::Integer).after(c"SIZE").optional();

/// A site and its settings, as CREATE and ALTER take them.
pub const SITE_AND_SETTINGS: &[Arg] = &[
    Arg::KEY,
    Arg::new(c"votescore", ArgType::Integer).after(c"VOTESCORE").optional(),
    Arg::new(c"window", ArgType::Integer).after(c"WINDOW").optional(),
    Arg::new(c"pagesize", ArgType::Integer).after(c"PAGESIZE").optional(),
    Arg::new(c"selfvote", ArgType::OneOf(&[Arg::word(c"yes", c"YES"), Arg::word(c"no", c"NO")]))
        .after(c"SELFVOTE")
        .optional(),
];

/// A custom field to be set.
pub type FieldArg<'a> = (FieldName<'a>, FieldValue<'a>);

/// Takes an id that is to be given.
pub fn new_id(cursor: &mut Cursor) -> Result<ArticleId, Error> {
    match cursor.integer()? {
        // Every id given so far is above these.
        ..1 => Err(article_site::Error::IdNotGreater.into()),
        id => ArticleId::from_integer(id).ok_or(Error::Site(article_site::Error::IdsExhausted)),
    }
}

/// Takes a group's name.
pub fn group_name<'a>(cursor: &mut Cursor<'a>) -> Result<GroupName<'a>, Error> {
    Ok(GroupName::new(cursor.text()?)?)
}

/// Takes a user's name.
pub fn user_name<'a>(cursor: &mut Cursor<'a>) -> Result<UserName<'a>, Error> {
    Ok(UserName::new(cursor.text()?)?)
}

/// Takes a custom field's name.
pub fn field_name<'a>(cursor: &mut Cursor<'a>) -> Result<FieldName<'a>, Error> {
    Ok(FieldName::new(cursor.text()?)?)
}

/// Takes a custom field.
pub fn field<'a>(cursor: &mut Cursor<'a>) -> Result<FieldArg<'a>, Error> {
    Ok((field_name(cursor)?, FieldValue::new(cursor.text()?)?))
}

/// Settings as CREATE and ALTER take them. A change of none is None.
#[derive(Debug, Default)]
struct SettingsOptions {
    vote_score: Option<i64>,
    window: Option<i64>,
    page_size: Option<i64>,
    self_vote: Option<bool>,
}

/// Takes the settings of CREATE or ALTER; other options are offered to `other`, which takes them
/// or refuses.
pub fn settings<'a>(
    cursor: &mut Cursor<'a>,
    mut other: impl FnMut(&[u8], &mut Cursor<'a>) -> Result<(), Error>,
) -> Result<SettingsChange, Error> {
    let mut options = SettingsOptions::default();
    while let Some(word) = cursor.option() {
        match word.as_bytes() {
            b"VOTESCORE" => once(&mut options.vote_score, cursor.integer()?)?,
            b"WINDOW" => once(&mut options.window, cursor.integer()?)?,
            b"PAGESIZE" => once(&mut options.page_size, cursor.integer()?)?,
            b"SELFVOTE" => once(&mut options.self_vote, cursor.yes_or_no()?)?,
            name => other(name, cursor)?,
        }
    }
    let mut change = SettingsChange::default();
    options.vote_score.map_or(Ok(()), |value| change.set_vote_score(value))?;
    options.window.map_or(Ok(()), |value| change.set_window(value))?;
    options.page_size.map_or(Ok(()), |value| change.set_page_size(value))?;
    if let Some(value) = options.self_vote {
        change.set_self_vote(value);
    }
    Ok(change)
}

/// What PAGE and GROUPPAGE read, and for whom.
#[derive(Debug)]
pub struct PageRequest<'a> {
    /// The page.
    pub query: PageQuery,
    /// Whose votes to tell.
    pub viewer: Option<UserName<'a>>,
}

impl<'a> PageRequest<'a> {
    /// Takes a page's number and options, which are the last of the arguments.
    pub fn parse(cursor: &mut Cursor<'a>) -> Result<Self, Error> {
        let page = cursor.positive()?;
        let (mut order, mut direction, mut size, mut viewer) = (None, None, None, None);
        while let Some(word) = cursor.option() {
            match word.as_bytes() {
                b"BY" => once(&mut order, parse_order(cursor)?)?,
                b"ASC" => once(&mut direction, Direction::Ascending)?,
                b"DESC" => once(&mut direction, Direction::Descending)?,
                b"SIZE" => once(&mut size, PAGE_SIZE.check(cursor.integer()?)?)?,
                b"VIEWER" => once(&mut viewer, user_name(cursor)?)?,
                _ => return Err(Error::Syntax),
            }
        }
        let order = order.unwrap_or(Order::Score);
        let direction = direction.unwrap_or(Direction::Descending);
        Ok(Self { query: PageQuery { order, direction, page, size }, viewer })
    }

    /// Who looks at the page, now.
    pub fn viewer(&self, context: &Context) -> Option<Viewer<'a>> {
        self.viewer.map(|user| Viewer { user, now: super::now(context) })
    }
}

fn parse_order(cursor: &mut Cursor) -> Result<Order, Error> {
    match cursor.option().ok_or(Error::Syntax)?.as_bytes() {
        b"SCORE" => Ok(Order::Score),
        b"TIME" => Ok(Order::Time),
        _ => Err(Error::Syntax),
    }
}

/// `ERR wrong number of arguments` where more than `most` came.
pub fn at_most(args: Args, most: usize) -> Result<(), Error> {
    if args.len() > most { Err(Error::WrongArity) } else { Ok(()) }
}
