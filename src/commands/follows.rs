//! `ARTICLE.FOLLOWS`.

use article_site::{RelatedNames, UserName};

use crate::commands::run::read::*;

/// Returns what a user follows and has muted.
pub struct Follows;

impl Read for Follows {
    const SPEC: Spec = Spec {
        name: c"article.follows",
        summary:
            c"Returns the groups and users that a user follows, those muted, and the ids muted.",
        complexity:
            c"O(F*log(F)) where F is the number of groups, users, and items that the user \
                      follows or has muted, at most 20,000",
        arity: -3,
        args: &[options::KEY, options::USER, options::FORMAT],
        reply: returns::FOLLOWS,
        ..Spec::READ
    };

    type Request<'a> = UserName<'a>;

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<UserName<'a>, Error> {
        options::user_name(arguments)
    }

    fn read(reading: Reading<'_>, user: UserName<'_>, sink: &mut dyn Sink) -> Result<(), Error> {
        let Some(site) = reading.site() else {
            sink.null();
            return Ok(());
        };
        let [followed, muted] = site.related(user);
        let names = [("groups", "users", &followed), ("muted_groups", "muted_users", &muted)];
        let len = |it: &RelatedNames| it.groups.len() + it.users.len() + it.ids.len();
        sink.rows(len(&followed) + len(&muted), |sink| {
            sink.map(5, |sink| {
                for (of_groups, of_users, RelatedNames { groups, users, .. }) in names {
                    sink.name(of_groups.as_bytes());
                    sink.strings(groups.iter().map(|name| name.as_bytes()));
                    sink.name(of_users.as_bytes());
                    sink.strings(users.iter().map(|name| name.as_bytes()));
                }
                sink.name(b"muted_ids");
                sink.array(muted.ids.len(), |sink| {
                    muted.ids.iter().for_each(|id| sink.integer(id.get().into()));
                });
            });
        })
    }
}
