//! `ARTICLE.COUNT`.

use article_site::{Query, Source};

use crate::commands::run::read::*;
use crate::commands::words::paging;

/// Returns the number of articles of a site or a group.
pub struct Count;

impl Read for Count {
    const SPEC: Spec = Spec {
        name: c"article.count",
        summary: c"Returns the number of articles of a site or a group, or of comments below one.",
        complexity:
            c"O(1). With a group, O(log(N)) where N is the number of groups. With SINCE or \
              UNTIL, O(log(N)) where N is the number of articles. With BELOW and one of these, \
              O(M) where M is the number of comments below, but O(log(M)) below an article \
              with many. With NOTFROM or UNMUTED, O(M) where M is the number of articles in the \
              window, or of comments below",
        arity: -2,
        args: &[
            options::KEY,
            options::GROUP.optional(),
            paging::BELOW,
            options::SINCE,
            options::UNTIL,
            paging::NOT_FROM,
            paging::UNMUTED,
            options::FORMAT,
        ],
        reply: returns::integer(
            "The number of listed articles or, with BELOW, comments: 0 if there is no such key, \
             group, or id.",
        ),
        errors: &[Error::BelowAndGroup],
        ..Spec::READ
    };

    type Request<'a> = Query<'a>;

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Query<'a>, Error> {
        // A group can have the name of an option, and the words after it decide what it is.
        let mut with_group = arguments.clone();
        let options = parse_options(arguments, Source::Site);
        if options.is_ok() || with_group.left() == 0 {
            return options;
        }
        let is_option = with_group.is_at_option();
        let group = Source::Group(options::group_name(&mut with_group)?);
        let query = parse_options(&mut with_group, group);
        if is_option && query.is_err() {
            return options;
        }
        *arguments = with_group;
        query
    }

    fn read(reading: Reading<'_>, request: Query<'_>, sink: &mut dyn Sink) -> Result<(), Error> {
        let query = Query { now: reading.now, ..request };
        let count = reading.site().map_or(Ok(0), |site| site.count(&query, reading.budget))?;
        sink.integer(count as i64);
        Ok(())
    }
}

/// Reads all options, of articles of a source.
fn parse_options<'a>(
    arguments: &mut Arguments<'a>,
    source: Source<'a>,
) -> Result<Query<'a>, Error> {
    let mut query = Query { source, ..Query::default() };
    while let Some(option) = arguments.option()? {
        match option {
            "BELOW" if matches!(source, Source::Group(_)) => return Err(Error::BelowAndGroup),
            "BELOW" => query.source = Source::Below(options::item(arguments)?),
            _ if paging::parse_filter(&mut query.filters, option, arguments)? => {}
            _ => return Err(Error::Syntax),
        }
    }
    Ok(query)
}
