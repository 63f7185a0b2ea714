//! `ARTICLE.FOLLOW`, `ARTICLE.UNFOLLOW`, `ARTICLE.MUTE` and `ARTICLE.UNMUTE`.

use std::ffi::CStr;

use article_site::{Names, Relation, Site, UserName};

use crate::commands::run::write::*;

/// Follows groups or users for a user.
pub struct Follow;

/// Unfollows groups or users for a user.
pub struct Unfollow;

/// Mutes groups, users, articles or comments for a user.
pub struct Mute;

/// Unmutes groups, users, articles or comments for a user.
pub struct Unmute;

pub const KIND: Arg = Arg::new("kind", ArgType::Keyword(&["GROUP", "USER"]));
pub const KIND_WITH_ID: Arg = Arg::new("kind", ArgType::Keyword(&["GROUP", "USER", "ID"]));
pub const NAME: Arg = Arg::new("name", ArgType::String);

const COMPLEXITY: &CStr =
    c"O(M*log(N)+F) for M names or ids, where N is the number of users, groups, or items and F the \
      number of groups, users, and items that the user follows or mutes";

/// Implements a command by what it does with the site and the request.
macro_rules! command {
    ($command:ident, $name:literal, $summary:literal, $kind:expr, $flags:expr, $reply:literal,
     $errors:expr, $write:expr) => {
        impl Write for $command {
            const SPEC: Spec = Spec {
                name: $name,
                summary: $summary,
                complexity: COMPLEXITY,
                arity: -5,
                flags: $flags,
                args: &[options::KEY, options::USER, $kind, NAME.multiple()],
                reply: returns::integer($reply),
                errors: $errors,
                ..Spec::WRITE
            };

            type Request<'a> = (UserName<'a>, Names<'a>);

            fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Self::Request<'a>, Error> {
                Ok((options::user_name(arguments)?, names(arguments)?))
            }

            fn write(
                site: &mut Site,
                (user, names): &mut Self::Request<'_>,
                call: &Call,
            ) -> Result<Outcome, Error> {
                if call.is_new {
                    return Ok(Outcome::count(0));
                }
                let write: fn(&mut Site, UserName, &Names) -> Result<usize, article_site::Error> =
                    $write;
                Ok(Outcome::count(write(site, *user, names)?))
            }
        }
    };
}

command!(
    Follow,
    c"article.follow",
    c"Follows groups or users for a user, whose feed then has their articles.",
    KIND,
    &[Flag::Memory],
    "The number of names newly followed.",
    &[Error::Site(SiteError::TooManyFollowed)],
    |site, user, names| site.relate(user, Relation::Follows, names)
);
command!(
    Unfollow,
    c"article.unfollow",
    c"Unfollows groups or users for a user.",
    KIND,
    &[],
    "The number of names that were followed.",
    &[],
    |site, user, names| Ok(site.unrelate(user, Relation::Follows, names))
);
command!(
    Mute,
    c"article.mute",
    c"Mutes groups, users, articles, or comments for a user, whose feed and inbox then leave them \
      out.",
    KIND_WITH_ID,
    &[Flag::Memory],
    "The number of names or ids newly muted.",
    &[Error::Site(SiteError::TooManyMuted)],
    |site, user, names| site.relate(user, Relation::Mutes, names)
);
command!(
    Unmute,
    c"article.unmute",
    c"Unmutes groups, users, articles, or comments for a user.",
    KIND_WITH_ID,
    &[],
    "The number of names or ids that were muted.",
    &[],
    |site, user, names| Ok(site.unrelate(user, Relation::Mutes, names))
);

/// Reads what kind the names are of, and the names.
pub fn names<'a>(arguments: &mut Arguments<'a>) -> Result<Names<'a>, Error> {
    match arguments.word()? {
        "GROUP" => Ok(Names::Groups(arguments.rest(options::MAX_NAMES, options::group_name)?)),
        "USER" => Ok(Names::Users(arguments.rest(options::MAX_NAMES, options::user_name)?)),
        _ => Ok(Names::Ids(arguments.rest(options::MAX_NAMES, options::item)?)),
    }
}
