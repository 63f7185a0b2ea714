//! `ARTICLE.LISTS`.

use article_site::UserName;

use crate::commands::run::read::*;

/// Returns the lists of a user with their numbers of ids.
pub struct Lists;

impl Read for Lists {
    const SPEC: Spec = Spec {
        name: c"article.lists",
        summary: c"Returns the lists of a user with the numbers of their ids, by name.",
        complexity: c"O(L) where L is the number of lists, at most 16",
        arity: -3,
        flags: &[Flag::Fast],
        args: &[options::KEY, options::USER, options::FORMAT],
        reply: returns::LISTS,
        ..Spec::READ
    };

    type Request<'a> = UserName<'a>;

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<UserName<'a>, Error> {
        options::user_name(arguments)
    }

    fn read(reading: Reading<'_>, user: UserName<'_>, sink: &mut dyn Sink) -> Result<(), Error> {
        let lists = reading.site().map(|site| site.lists(user)).unwrap_or_default();
        sink.rows(lists.len(), |sink| {
            sink.pairs(lists.iter().map(|(name, ids)| (name.as_bytes(), *ids)));
        })
    }
}
