//! `ARTICLE.TRANSFER`.

use article_site::{ItemId, Site, UserName};

use crate::commands::run::write::*;

/// Gives articles and comments of a user to another, or, step by step, all that the user has.
///
/// With ALL, replicas get the options of a [step](additions::OF_STEPS). LAST is the last id of
/// which a vote was moved, or the highest one if there was none after it: then the user is gone.
/// The server allows the command when memory runs out.
pub struct Transfer;

/// The users, whether the first becomes the second, and the step.
pub struct Request<'a> {
    user: UserName<'a>,
    new_user: UserName<'a>,
    all: bool,
    count: usize,
}

impl Write for Transfer {
    const SPEC: Spec = Spec {
        name: c"article.transfer",
        summary: c"Gives articles and comments of a user, with their karma, to another user, or \
                   makes one user of both.",
        complexity: c"O(M*(A+log(N))) for M articles transferred, where N is the number of \
                      articles of the users, and A the number of answers to each; more than 192 \
                      answers are moved at once. With ALL also O(M*log(N)) for M votes, where N is \
                      the number of articles of the site, O(M) for M marks, O(N*log(N)) for N \
                      names followed and muted, and O(F) at the end, where F is the number of users \
                      who follow or mute anything, if any of them follows or mutes the user",
        arity: -4,
        args: &[
            options::KEY,
            options::USER,
            Arg::new("newuser", ArgType::String),
            Arg::flag("ALL"),
            options::COUNT,
        ],
        reply: returns::integer(
            "The number of articles and comments that now belong to the new user. With ALL, a \
             positive number while something was moved, and 0 once nothing of the user is left.",
        ),
        ..Spec::WRITE
    };

    const REPLAYED: &'static [Arg] = additions::OF_STEPS;

    type Request<'a> = Request<'a>;

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Request<'a>, Error> {
        let user = options::user_name(arguments)?;
        let new_user = options::user_name(arguments)?;
        let (mut all, mut count) = (false, options::DEFAULT_COUNT);
        while let Some(option) = arguments.option()? {
            match option {
                "ALL" => all = true,
                "COUNT" => count = options::count(arguments)?,
                _ => return Err(Error::Syntax),
            }
        }
        Ok(Request { user, new_user, all, count })
    }

    fn write(site: &mut Site, request: &mut Request<'_>, call: &Call) -> Result<Outcome, Error> {
        let Request { user, new_user, all, count } = *request;
        if !all {
            return Ok(Outcome::count(site.transfer(user, new_user, count)?));
        }
        let (time, additions) = call.begin(site, None);
        let last = call.replayed.last.map(ItemId::get);
        let step = site.transfer_all(user, new_user, (count, last), time)?;
        let last = last.is_none().then_some(ItemId::new(step.last));
        let outcome = Outcome::nothing(step.moved as i64);
        Ok(outcome.with(step.changed, Additions { last, ..additions }))
    }
}
