//! `ARTICLE.TRANSFER`.

use article_site::{Site, UserName};

use crate::commands::returns;
use crate::commands::{
    Access, Arg, ArgType, Arguments, Call, Error, Outcome, Spec, Write, options,
};

/// Gives articles of a user to another. The server allows the command when memory runs out.
pub struct Transfer;

/// The users, and the largest number of articles.
pub struct Request<'a> {
    user: UserName<'a>,
    new_user: UserName<'a>,
    count: usize,
}

impl Write for Transfer {
    const SPEC: Spec = Spec {
        name: c"article.transfer",
        summary: c"Gives articles and comments of a user, with their karma, to another user.",
        complexity: c"O(M*(A+log(N))) for M articles transferred, where N is the number of \
                      articles of the users, and A the number of answers to each; more than 192 \
                      answers are moved at once",
        since: c"1.0.0",
        arity: -4,
        access: Access::Write,
        flags: &[],
        args: &[
            options::KEY,
            options::USER,
            Arg::new("newuser", ArgType::String),
            Arg::option("COUNT", ArgType::Integer),
        ],
        reply: returns::integer(
            "The number of articles and comments that now belong to the new user.",
        ),
        errors: &[],
    };

    type Request<'a> = Request<'a>;

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Request<'a>, Error> {
        const COUNT: i64 = 1_000;
        const MAX_COUNT: i64 = 10_000;
        let user = options::user_name(arguments)?;
        let new_user = options::user_name(arguments)?;
        let mut count = COUNT;
        while let Some(option) = arguments.option()? {
            match option {
                "COUNT" => count = arguments.integer(1..=MAX_COUNT)?,
                _ => return Err(Error::Syntax),
            }
        }
        Ok(Request { user, new_user, count: count.unsigned_abs() as usize })
    }

    fn write(site: &mut Site, request: &mut Request<'_>, _: &Call) -> Result<Outcome, Error> {
        let Request { user, new_user, count } = *request;
        Ok(Outcome::count(site.transfer(user, new_user, count)?))
    }
}
