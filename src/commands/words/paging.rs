//! The arguments that the commands which return pages share.

use article_site::{
    Condition, Filters, GroupName, ItemId, Order, PerKind, Setting, UserLists, UserName,
    Visibility,
};

use crate::commands::words::arguments::Arguments;
use crate::commands::words::error::Error;
use crate::commands::words::options;
use crate::commands::words::spec::{Arg, ArgType};

pub const PAGE: Arg = Arg::new("page", ArgType::Integer);
pub const BY: Arg = Arg::new("order", ArgType::Keyword(&Order::NAMES)).after("BY").optional();
pub const MIN_VOTES: Arg = Arg::option("MINVOTES", ArgType::Integer);
pub const ANY_OF: Arg = options::GROUPS.after("ANYOF");
pub const ALL_OF: Arg = options::GROUPS.after("ALLOF");
pub const NONE_OF: Arg = options::GROUPS.after("NONEOF");
pub const FROM: Arg = Arg::option("FROM", options::USERS);
pub const NOT_FROM: Arg = Arg::option("NOTFROM", options::USERS);
pub const UNVOTED: Arg = Arg::option("UNVOTED", ArgType::String);
pub const MARKED: Arg = Arg::option("MARKED", options::USER_LISTS);
pub const UNMARKED: Arg = Arg::option("UNMARKED", options::USER_LISTS);
pub const FEED: Arg = Arg::option("FEED", ArgType::String);
pub const UNMUTED: Arg = Arg::option("UNMUTED", ArgType::String);
pub const EXCEPT: Arg = Arg::option(
    "EXCEPT",
    ArgType::Block(&[Arg::new("numids", ArgType::Integer), options::ID.multiple()]),
);
pub const VISIBILITY: Arg =
    Arg::new("visibility", ArgType::Keyword(&["HIDDEN", "HELD"])).optional();
/// The number of articles of each for PER.
const PER_MOST: Arg = Arg::new("most", ArgType::Integer);
pub const PER: Arg = Arg::option(
    "PER",
    ArgType::Block(&[Arg::new("what", ArgType::Keyword(&PerKind::NAMES)), PER_MOST]),
);
pub const PER_OF_COMMENTS: Arg =
    Arg::option("PER", ArgType::Block(&[Arg::new("what", ArgType::Keyword(&["USER"])), PER_MOST]));
pub const AT: Arg = Arg::new("time", ArgType::Integer).after("AT").optional();
pub const AFTER: Arg = Arg::new("cursor", ArgType::String).after("AFTER").optional();
pub const BELOW: Arg = Arg::new("id", ArgType::Integer).after("BELOW").optional();
pub const WITH_CURSOR: Arg = Arg::flag("WITHCURSOR");
pub const BESIDE: Arg =
    Arg::new("beside", ArgType::Keyword(&["WITHCURSOR", "WITHPOSITIONS"])).optional();
pub const SIZE: Arg = Arg::option("SIZE", ArgType::Integer);

/// `[SINCE since] [UNTIL until] [MINVOTES minvotes]`, after the direction.
pub const WINDOW: &[Arg] = &[options::DIRECTION, options::SINCE, options::UNTIL, MIN_VOTES];
/// Filters of articles and comments.
pub const FILTERS: &[Arg] = &[FROM, NOT_FROM, UNVOTED, MARKED, UNMARKED, EXCEPT, VISIBILITY];
pub const SLICE: &[Arg] = &[AFTER, BESIDE, SIZE];

/// The names of the orders of comments.
const COMMENT_ORDERS: &[&str] = Order::NAMES.split_at(Order::OF_COMMENTS).0;
pub const BY_OF_COMMENTS: Arg =
    Arg::new("order", ArgType::Keyword(COMMENT_ORDERS)).after("BY").optional();

/// What a reply has besides the articles and comments of a page.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Beside {
    #[default]
    Nothing,
    /// The cursor of the next page.
    Cursor,
    /// The positions of all, and the cursor of the next page.
    Positions,
}

impl Beside {
    /// Reads `WITHCURSOR` or `WITHPOSITIONS`. Returns false for another option.
    pub fn read(&mut self, option: &str) -> bool {
        *self = match option {
            "WITHCURSOR" => Self::Cursor,
            "WITHPOSITIONS" => Self::Positions,
            _ => return false,
        };
        true
    }
}

/// Reads the number of articles or comments on a page.
pub fn parse_size(arguments: &mut Arguments) -> Result<u32, Error> {
    // The range of the setting lies within 32 bits.
    Ok(arguments.integer(Setting::PageSize.range())? as u32)
}

/// Reads the value of a filter. Returns false for another option.
pub fn parse_filter<'a>(
    filters: &mut Filters<'a>,
    option: &str,
    arguments: &mut Arguments<'a>,
) -> Result<bool, Error> {
    let condition = match option {
        "MINVOTES" => {
            filters.min_votes = Some(arguments.integer(..)?);
            None
        }
        "HIDDEN" => {
            filters.visibility = Visibility::Hidden;
            None
        }
        "HELD" => {
            filters.visibility = Visibility::Held;
            None
        }
        "ANYOF" => Some(Condition::AnyOf(parse_groups(arguments)?)),
        "ALLOF" => Some(Condition::AllOf(parse_groups(arguments)?)),
        "NONEOF" => Some(Condition::NoneOf(parse_groups(arguments)?)),
        "FROM" => Some(Condition::From(parse_users(arguments)?)),
        "NOTFROM" => Some(Condition::NotFrom(parse_users(arguments)?)),
        "UNVOTED" => options::user_or_nobody(arguments)?.map(Condition::Unvoted),
        "MARKED" => Some(Condition::Marked(parse_lists(arguments)?)),
        // Nobody has marked anything.
        "UNMARKED" => Some(parse_lists(arguments)?)
            .filter(|lists| lists.user.is_some())
            .map(Condition::Unmarked),
        "FEED" => Some(Condition::Feed(options::user_or_nobody(arguments)?)),
        "UNMUTED" => options::user_or_nobody(arguments)?.map(Condition::Unmuted),
        "EXCEPT" => Some(Condition::Except(parse_ids(arguments)?)),
        _ => return options::window(&mut filters.since, &mut filters.until, option, arguments),
    };
    filters.conditions.extend(condition);
    Ok(true)
}

fn parse_groups<'a>(arguments: &mut Arguments<'a>) -> Result<Vec<GroupName<'a>>, Error> {
    arguments.list(0..=options::MAX_FILTER_LIST, options::group_name)
}

pub fn parse_users<'a>(arguments: &mut Arguments<'a>) -> Result<Vec<UserName<'a>>, Error> {
    arguments.list(0..=options::MAX_FILTER_LIST, options::user_name)
}

fn parse_lists<'a>(arguments: &mut Arguments<'a>) -> Result<UserLists<'a>, Error> {
    let user = options::user_or_nobody(arguments)?;
    Ok(UserLists { user, lists: options::list_names(arguments)? })
}

/// Reads a number and as many ids, of which those that no article can have are left out.
fn parse_ids(arguments: &mut Arguments) -> Result<Vec<ItemId>, Error> {
    let ids = arguments.list(0..=options::MAX_FILTER_LIST, options::id)?;
    Ok(ids.into_iter().flatten().collect())
}
