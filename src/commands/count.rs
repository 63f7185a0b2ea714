//! `ARTICLE.COUNT`.

use article_site::GroupName;

use crate::commands::arguments::Arguments;
use crate::commands::command::{Read, Reading};
use crate::commands::error::Error;
use crate::commands::options;
use crate::commands::reply::Sink;
use crate::commands::spec::{Access, Flag, Spec};

/// Returns the number of articles of a site or a group.
pub struct Count;

/// The articles to count.
pub struct Request<'a> {
    group: Option<GroupName<'a>>,
    since: Option<i64>,
    until: Option<i64>,
}

impl Read for Count {
    const SPEC: Spec = Spec {
        name: c"article.count",
        summary: c"Returns the number of articles of a site or a group.",
        complexity:
            c"O(1). With a group, O(log(N)) where N is the number of groups. With SINCE or \
                      UNTIL, O(log(N)) where N is the number of articles",
        since: c"1.0.0",
        arity: -2,
        access: Access::Read,
        flags: &[Flag::Fast],
        args: &[
            options::KEY,
            options::GROUP.optional(),
            options::SINCE,
            options::UNTIL,
            options::FORMAT,
        ],
    };

    type Request<'a> = Request<'a>;

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Request<'a>, Error> {
        // Options come in pairs.
        let group = match arguments.left() % 2 {
            0 => None,
            _ => Some(options::group_name(arguments)?),
        };
        let (mut since, mut until) = (None, None);
        while let Some(option) = arguments.option()? {
            if !options::window(&mut since, &mut until, option, arguments)? {
                return Err(Error::Syntax);
            }
        }
        Ok(Request { group, since, until })
    }

    fn read(reading: Reading<'_>, request: Request<'_>, sink: &mut dyn Sink) -> Result<(), Error> {
        let Request { group, since, until } = request;
        let count = reading.site().map(|site| site.count(group, since, until, reading.now));
        sink.integer(count.unwrap_or_default() as i64);
        Ok(())
    }
}
