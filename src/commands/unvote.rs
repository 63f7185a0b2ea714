//! `ARTICLE.UNVOTE` and `ARTICLE.SILENCE`: walks over the votes of a user, step by step.

use std::ops::RangeInclusive;

use article_site::{ItemId, Site, UnixTime, UserName, Walked};

use crate::commands::run::write::*;

/// Withdraws the votes of a user, step by step. The server allows the command when memory runs
/// out.
pub struct Unvote;

/// Silences the votes of a user, or lets them count again: later ones from the first step on, and
/// existing ones step by step. The server allows the command when memory runs out.
pub struct Silence;

impl Write for Unvote {
    const SPEC: Spec = Spec {
        name: c"article.unvote",
        summary: c"Withdraws the votes of a user, step by step.",
        complexity: c"O(M*log(N)) for M votes visited, where N is the number of articles of the \
                      site",
        arity: -4,
        args: &[options::KEY, options::USER, options::CURSOR, options::COUNT],
        reply: returns::STEP,
        errors: &[Error::Site(SiteError::InvalidCursor)],
        ..Spec::WRITE
    };

    const REPLAYED: &'static [Arg] = additions::OF_STEPS;

    type Request<'a> = (UserName<'a>, Walk);

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Self::Request<'a>, Error> {
        Ok((options::user_name(arguments)?, Walk::parse(arguments)?))
    }

    fn write(
        site: &mut Site,
        request: &mut Self::Request<'_>,
        call: &Call,
    ) -> Result<Outcome, Error> {
        let (user, walk) = *request;
        let (walked, additions) =
            walk.step(site, call, |site, ids, count, time| site.unvote(user, ids, count, time));
        // Where only vote records went, clients read the same as before.
        let change = Change { is_noticed: walked.votes > 0, ..additions.into() };
        let reply = Reply::Step(walked.next, walked.votes);
        Ok(Outcome::nothing(reply).with(!walked.changed.is_empty(), change))
    }
}

impl Write for Silence {
    const SPEC: Spec = Spec {
        name: c"article.silence",
        summary: c"Silences the votes of a user, or lets them count again, step by step.",
        complexity: c"O(M*log(N)) for M votes visited, where N is the number of articles of the \
                      site",
        arity: -5,
        args: &[
            options::KEY,
            options::USER,
            Arg::new("silenced", ArgType::Keyword(&["YES", "NO"])),
            options::CURSOR,
            options::COUNT,
        ],
        reply: returns::SILENCED,
        errors: &[Error::Site(SiteError::InvalidCursor)],
        ..Spec::WRITE
    };

    const REPLAYED: &'static [Arg] = additions::OF_STEPS;

    type Request<'a> = (UserName<'a>, bool, Walk);

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Self::Request<'a>, Error> {
        let user = options::user_name(arguments)?;
        let is_silenced = arguments.word()? == "YES";
        Ok((user, is_silenced, Walk::parse(arguments)?))
    }

    fn write(
        site: &mut Site,
        request: &mut Self::Request<'_>,
        call: &Call,
    ) -> Result<Outcome, Error> {
        let (user, is_silenced, walk) = *request;
        if call.is_new {
            return Ok(Outcome::nothing(Reply::Step(0, 0)));
        }
        let is_decided = walk.begins() && site.set_silenced(user, is_silenced)?;
        let (walked, additions) = walk.step(site, call, |site, ids, count, time| {
            site.silence(user, is_silenced, ids, count, time)
        });
        let reply = Reply::Step(walked.next, walked.votes);
        Ok(Outcome::nothing(reply).with(is_decided || walked.votes > 0, additions))
    }
}

/// Where a step begins, and how far it goes.
#[derive(Clone, Copy)]
pub struct Walk {
    cursor: u32,
    count: usize,
}

impl Walk {
    fn parse(arguments: &mut Arguments) -> Result<Self, Error> {
        let (cursor, mut count) = (options::cursor(arguments)?, options::DEFAULT_COUNT);
        while let Some(option) = arguments.option()? {
            match option {
                "COUNT" => count = options::count(arguments)?,
                _ => return Err(Error::Syntax),
            }
        }
        Ok(Self { cursor, count })
    }

    fn begins(self) -> bool {
        self.cursor == 0
    }

    /// Makes the step by calling `visit` with the range of ids, the most ids to visit, and the
    /// current time. Returns what it did, and what replicas must know besides the client's
    /// arguments.
    fn step(
        self,
        site: &mut Site,
        call: &Call,
        visit: impl FnOnce(&mut Site, RangeInclusive<u32>, usize, UnixTime) -> Walked,
    ) -> (Walked, Additions) {
        let (time, additions) = call.begin(site, None);
        // The last id to visit, regardless of the count.
        let replayed = call.replayed.last;
        let count = if replayed.is_some() { usize::MAX } else { self.count };
        let ids = self.cursor..=replayed.map_or(u32::MAX, ItemId::get);
        let walked = visit(site, ids, count, time);
        let last = walked.changed.last().copied().unwrap_or(ItemId::new(0));
        let last = replayed.is_none().then_some(last);
        (walked, Additions { last, ..additions })
    }
}
