//! `ARTICLE.FOLLOWERS`.

use article_site::Names;

use crate::commands::follow::{self, KIND, NAME};
use crate::commands::run::read::*;

/// Returns how many users follow groups or users.
pub struct Followers;

impl Read for Followers {
    const SPEC: Spec = Spec {
        name: c"article.followers",
        summary: c"Returns how many users follow each of some groups or users.",
        complexity: c"O(M*log(N)) for M names, where N is the number of groups or users",
        arity: -4,
        flags: &[Flag::Fast],
        args: &[options::KEY, KIND, NAME.multiple(), options::FORMAT],
        reply: returns::FOLLOWERS,
        ..Spec::READ
    };

    type Request<'a> = Names<'a>;

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Names<'a>, Error> {
        follow::names(arguments)
    }

    fn read(reading: Reading<'_>, names: Names<'_>, sink: &mut dyn Sink) -> Result<(), Error> {
        let followers = match reading.site() {
            Some(site) => site.followers(&names),
            None => vec![0; names.len()],
        };
        sink.array(followers.len(), |sink| {
            followers.iter().for_each(|followers| sink.integer((*followers).into()));
        });
        Ok(())
    }
}
