//! `ARTICLE.PATH`.

use crate::commands::get;
use crate::commands::reply::shown_items::{items_of, most_bytes};
use crate::commands::run::command::{
    Access, Arguments, Error, Flag, Read, Reading, Sink, Spec, returns,
};

/// Returns what is above an article or a comment, and itself.
pub struct Path;

impl Read for Path {
    const SPEC: Spec = Spec {
        name: c"article.path",
        summary: c"Returns an article or a comment, preceded by everything above it.",
        complexity: c"O(D) where D is the depth of the comment, at most 255",
        since: c"1.0.0",
        arity: -3,
        access: Access::Read,
        flags: &[Flag::Fast],
        args: get::ARGS,
        reply: returns::PATH,
        errors: &[],
    };

    type Request<'a> = get::Request<'a>;

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<get::Request<'a>, Error> {
        get::Get::parse(arguments)
    }

    fn read(
        reading: Reading<'_>,
        request: get::Request<'_>,
        sink: &mut dyn Sink,
    ) -> Result<(), Error> {
        let get::Request { id, show } = request;
        let path = reading.site().zip(id).map_or(Vec::new(), |(site, id)| site.path(id));
        let path: Vec<_> = path.into_iter().map(|node| (None, node)).collect();
        let show = show.at(reading, sink.format());
        sink.limited(|| most_bytes(items_of(&path)), |sink| show.thread(sink, &path))
    }
}
