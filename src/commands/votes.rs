//! `ARTICLE.VOTES`.

use article_site::{ItemId, UserName, Vote};

use crate::commands::run::read::*;

/// Returns a user's votes on articles.
pub struct Votes;

impl Read for Votes {
    const SPEC: Spec = Spec {
        name: c"article.votes",
        summary: c"Returns a user's votes on articles and comments.",
        complexity: c"O(N) where N is the number of ids",
        arity: -3,
        args: &[options::KEY, options::USER, options::ID.multiple().optional(), options::FORMAT],
        reply: returns::OWN_VOTES,
        ..Spec::READ
    };

    type Request<'a> = (UserName<'a>, Vec<Option<ItemId>>);

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Self::Request<'a>, Error> {
        let user = options::user_name(arguments)?;
        Ok((user, arguments.rest(options::MAX_IDS, options::id)?))
    }

    fn read(
        reading: Reading<'_>,
        (user, ids): Self::Request<'_>,
        sink: &mut dyn Sink,
    ) -> Result<(), Error> {
        let site = reading.site();
        let viewer = site.map(|site| site.viewer(user)).unwrap_or_default();
        sink.array(ids.len(), |sink| {
            for id in ids {
                let view = site.zip(id).and_then(|(site, id)| site.item(id));
                let vote = view.and_then(|view| view.shown_vote(viewer, reading.now));
                sink.optional(vote.map(|vote| vote.map_or(0, Vote::weight)));
            }
        });
        Ok(())
    }
}
