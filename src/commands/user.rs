//! `ARTICLE.USER`.

use article_site::{UserInfo, UserName};

use crate::commands::arguments::Arguments;
use crate::commands::command::Command;
use crate::commands::error::Error;
use crate::commands::site_key::open;
use crate::commands::spec::{Access, Flag, Spec};
use crate::commands::{options, reply};
use crate::config::read_budget;
use crate::ffi::{Args, Context};

/// Returns the numbers of a user's articles, comments and unseen answers, and the user's karma.
pub struct User;

impl Command for User {
    const SPEC: Spec = Spec {
        name: c"article.user",
        summary:
            c"Returns the numbers of articles and comments that a user posted, the sums of their \
                    votes, and how many answers the user has not seen.",
        complexity:
            c"O(log(N)+M+C) where N is the number of users, M the number of listed answers \
                      not seen, of which up to 1,000 are counted, and C the number of the user's \
                      articles and comments with more than 192 answers",
        since: c"0.2.0",
        arity: 3,
        access: Access::Read,
        flags: &[Flag::Fast],
        args: &[options::KEY, options::USER],
    };

    type Request<'a> = UserName<'a>;

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<UserName<'a>, Error> {
        options::user_name(arguments)
    }

    fn run(context: &Context, args: Args, user: UserName<'_>) -> Result<(), Error> {
        let key = open(context, args)?;
        let Some(stored) = key.value() else {
            context.reply_null();
            return Ok(());
        };
        let UserInfo { articles, comments, unseen } = stored.site().user(user, &read_budget())?;
        reply::map(context, 5);
        reply::integer(context, "articles", articles.count as i64);
        reply::integer(context, "karma", articles.karma);
        reply::integer(context, "comments", comments.count as i64);
        reply::integer(context, "comment_karma", comments.karma);
        reply::integer(context, "unseen", unseen as i64);
        Ok(())
    }
}
