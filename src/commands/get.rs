//! `ARTICLE.GET`.

use article_site::ItemId;

use crate::commands::reply::show::ShowOptions;
use crate::commands::reply::shown_items::most_bytes;
use crate::commands::run::command::{
    Access, Arg, Arguments, Error, Flag, Read, Reading, Sink, Spec, options, returns,
};

/// Returns an article.
pub struct Get;

/// The article, and how to show it.
pub struct Request<'a> {
    pub id: Option<ItemId>,
    pub show: ShowOptions<'a>,
}

/// The arguments of a command that shows one article or comment.
pub const ARGS: &[Arg] = &[
    options::KEY,
    options::ID,
    options::VIEWER,
    options::MARKS,
    options::RETURN,
    options::FORMAT,
];

impl Read for Get {
    const SPEC: Spec = Spec {
        name: c"article.get",
        summary: c"Returns an article or a comment.",
        complexity: c"O(1)",
        since: c"1.0.0",
        arity: -3,
        access: Access::Read,
        flags: &[Flag::Fast],
        args: ARGS,
        reply: returns::FOUND,
        errors: &[],
    };

    type Request<'a> = Request<'a>;

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Request<'a>, Error> {
        let id = options::id(arguments)?;
        Ok(Request { id, show: ShowOptions::parse(arguments)? })
    }

    fn read(reading: Reading<'_>, request: Request<'_>, sink: &mut dyn Sink) -> Result<(), Error> {
        let Request { id, show } = request;
        let show = show.at(reading, sink.format());
        let view = id.and_then(|id| show.item(id));
        sink.limited(|| most_bytes(view.iter()), |sink| show.found(sink, view.as_ref()))
    }
}
