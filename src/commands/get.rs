//! `ARTICLE.GET`, `ARTICLE.MGET` and `ARTICLE.PATH`.

use article_site::ItemId;

use crate::commands::reply::show::ShowOptions;
use crate::commands::reply::shown_items::{items_of, most_bytes};
use crate::commands::run::read::*;

/// Returns an article.
pub struct Get;

/// Returns several articles.
pub struct MGet;

/// Returns what is above an article or a comment, and itself.
pub struct Path;

/// The arguments of a command that shows one article or comment.
const ARGS: &[Arg] = args![&[options::KEY, options::ID], options::SHOWN];

impl Read for Get {
    const SPEC: Spec = Spec {
        name: c"article.get",
        summary: c"Returns an article or a comment.",
        complexity: c"O(1)",
        arity: -3,
        flags: &[Flag::Fast],
        args: ARGS,
        reply: returns::FOUND,
        ..Spec::READ
    };

    type Request<'a> = (Option<ItemId>, ShowOptions<'a>);

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Self::Request<'a>, Error> {
        let id = options::id(arguments)?;
        Ok((id, ShowOptions::parse(arguments)?))
    }

    fn read(
        reading: Reading<'_>,
        (id, show): Self::Request<'_>,
        sink: &mut dyn Sink,
    ) -> Result<(), Error> {
        let show = reading.show(show, sink.format());
        let view = id.and_then(|id| show.item(id));
        sink.limited(|| most_bytes(view.iter()), |sink| show.found(sink, view.as_ref()))
    }
}

impl Read for MGet {
    const SPEC: Spec = Spec {
        name: c"article.mget",
        summary: c"Returns several articles and comments.",
        complexity: c"O(N) where N is the number of ids",
        arity: -3,
        args: args![&[options::KEY, options::IDS], options::SHOWN],
        reply: returns::SEVERAL,
        ..Spec::READ
    };

    type Request<'a> = (Vec<Option<ItemId>>, ShowOptions<'a>);

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Self::Request<'a>, Error> {
        let ids = arguments.list(0..=options::MAX_IDS, options::id)?;
        Ok((ids, ShowOptions::parse(arguments)?))
    }

    fn read(
        reading: Reading<'_>,
        (ids, show): Self::Request<'_>,
        sink: &mut dyn Sink,
    ) -> Result<(), Error> {
        let show = reading.show(show, sink.format());
        let views: Vec<_> = ids.into_iter().map(|id| show.item(id?)).collect();
        let most = || most_bytes(views.iter().flatten());
        sink.limited(most, |sink| {
            sink.array(views.len(), |sink| {
                views.iter().for_each(|view| show.found(sink, view.as_ref()));
            });
        })
    }
}

impl Read for Path {
    const SPEC: Spec = Spec {
        name: c"article.path",
        summary: c"Returns an article or a comment, preceded by everything above it.",
        complexity: c"O(D) where D is the depth of the comment, at most 255",
        arity: -3,
        flags: &[Flag::Fast],
        args: ARGS,
        reply: returns::PATH,
        ..Spec::READ
    };

    type Request<'a> = <Get as Read>::Request<'a>;

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Self::Request<'a>, Error> {
        <Get as Read>::parse(arguments)
    }

    fn read(
        reading: Reading<'_>,
        (id, show): Self::Request<'_>,
        sink: &mut dyn Sink,
    ) -> Result<(), Error> {
        let path = reading.site().zip(id).map_or(Vec::new(), |(site, id)| site.path(id));
        let path: Vec<_> = path.into_iter().map(|node| (None, node)).collect();
        let show = reading.show(show, sink.format());
        sink.limited(|| most_bytes(items_of(&path)), |sink| show.thread(sink, &path))
    }
}
