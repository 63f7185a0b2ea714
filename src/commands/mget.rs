//! `ARTICLE.MGET`.

use article_site::ItemId;

use crate::commands::reply::show::ShowOptions;
use crate::commands::reply::shown_items::most_bytes;
use crate::commands::run::command::{
    Access, Arguments, Error, Read, Reading, Sink, Spec, options, returns,
};

/// Returns several articles.
pub struct MGet;

/// The articles, and how to show them.
pub struct Request<'a> {
    ids: Vec<Option<ItemId>>,
    show: ShowOptions<'a>,
}

impl Read for MGet {
    const SPEC: Spec = Spec {
        name: c"article.mget",
        summary: c"Returns several articles and comments.",
        complexity: c"O(N) where N is the number of ids",
        since: c"1.0.0",
        arity: -3,
        access: Access::Read,
        flags: &[],
        args: &[
            options::KEY,
            options::IDS,
            options::VIEWER,
            options::MARKS,
            options::RETURN,
            options::FORMAT,
        ],
        reply: returns::SEVERAL,
        errors: &[],
    };

    type Request<'a> = Request<'a>;

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Request<'a>, Error> {
        let ids = arguments.list(0..=options::MAX_IDS, options::id)?;
        Ok(Request { ids, show: ShowOptions::parse(arguments)? })
    }

    fn read(reading: Reading<'_>, request: Request<'_>, sink: &mut dyn Sink) -> Result<(), Error> {
        let Request { ids, show } = request;
        let show = show.at(reading, sink.format());
        let views: Vec<_> = ids.into_iter().map(|id| show.item(id?)).collect();
        let most = || most_bytes(views.iter().flatten());
        sink.limited(most, |sink| {
            sink.array(views.len(), |sink| {
                views.iter().for_each(|view| show.found(sink, view.as_ref()));
            });
        })
    }
}
