//! `ARTICLE.COUNT`.

use article_site::{GroupName, ItemId};

use crate::commands::command::{
    Access, Arguments, Error, Flag, Read, Reading, Sink, Spec, options, returns,
};
use crate::commands::paging;

/// Returns the number of articles of a site or a group.
pub struct Count;

/// The articles to count.
pub struct Request<'a> {
    group: Option<GroupName<'a>>,
    /// The article or comment whose comments are counted instead.
    below: Option<ItemId>,
    since: Option<i64>,
    until: Option<i64>,
}

impl Read for Count {
    const SPEC: Spec = Spec {
        name: c"article.count",
        summary: c"Returns the number of articles of a site or a group, or of comments below one.",
        complexity:
            c"O(1). With a group, O(log(N)) where N is the number of groups. With SINCE or \
              UNTIL, O(log(N)) where N is the number of articles. With BELOW and one of these, \
              O(M) where M is the number of comments below, but O(log(M)) below an article \
              with many",
        since: c"1.0.0",
        arity: -2,
        access: Access::Read,
        flags: &[Flag::Fast],
        args: &[
            options::KEY,
            options::GROUP.optional(),
            paging::BELOW,
            options::SINCE,
            options::UNTIL,
            options::FORMAT,
        ],
        reply: returns::integer(
            "The number of listed articles or, with BELOW, comments: 0 if there is no such key, \
             group, or id.",
        ),
        errors: &[Error::BelowAndGroup],
    };

    type Request<'a> = Request<'a>;

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Request<'a>, Error> {
        // Options come in pairs.
        let group = match arguments.left() % 2 {
            0 => None,
            _ => Some(options::group_name(arguments)?),
        };
        let (mut below, mut since, mut until) = (None, None, None);
        while let Some(option) = arguments.option()? {
            match option {
                "BELOW" if group.is_some() => return Err(Error::BelowAndGroup),
                "BELOW" => below = Some(options::item(arguments)?),
                _ if options::window(&mut since, &mut until, option, arguments)? => {}
                _ => return Err(Error::Syntax),
            }
        }
        Ok(Request { group, below, since, until })
    }

    fn read(reading: Reading<'_>, request: Request<'_>, sink: &mut dyn Sink) -> Result<(), Error> {
        let Request { group, below, since, until } = request;
        let Reading { now, budget, .. } = reading;
        let count = match (reading.site(), below) {
            (None, _) => 0,
            (Some(site), None) => site.count(group, since, until, now),
            (Some(site), Some(id)) => site.count_below(id, since, until, now, budget)?,
        };
        sink.integer(count as i64);
        Ok(())
    }
}
