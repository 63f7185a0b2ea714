//! `ARTICLE.PATH`.

use article_site::ItemId;

use crate::commands::arguments::Arguments;
use crate::commands::command::{Read, Reading};
use crate::commands::error::Error;
use crate::commands::options;
use crate::commands::reply::Sink;
use crate::commands::returns;
use crate::commands::show::ShowOptions;
use crate::commands::spec::{Access, Flag, Spec};

/// Returns what is above an article or a comment, and itself.
pub struct Path;

/// The article or comment, and how to show it.
pub struct Request<'a> {
    id: Option<ItemId>,
    show: ShowOptions<'a>,
}

impl Read for Path {
    const SPEC: Spec = Spec {
        name: c"article.path",
        summary: c"Returns an article or a comment after everything above it.",
        complexity: c"O(D) where D is the depth of the comment, at most 255",
        since: c"1.0.0",
        arity: -3,
        access: Access::Read,
        flags: &[Flag::Fast],
        args: &[
            options::KEY,
            options::ID,
            options::VIEWER,
            options::MARKS,
            options::RETURN,
            options::FORMAT,
        ],
        reply: returns::PATH,
        errors: &[],
    };

    type Request<'a> = Request<'a>;

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Request<'a>, Error> {
        let id = options::id(arguments)?;
        Ok(Request { id, show: ShowOptions::parse(arguments)? })
    }

    fn read(reading: Reading<'_>, request: Request<'_>, sink: &mut dyn Sink) -> Result<(), Error> {
        let Request { id, show } = request;
        let path = reading.site().zip(id).map_or(Vec::new(), |(site, id)| site.path(id));
        show.at(reading, sink.format()).path(sink, &path);
        Ok(())
    }
}
