//! `ARTICLE.DEL`.

use article_site::ItemId;

use crate::commands::alter::replicate_drop;
use crate::commands::arguments::Arguments;
use crate::commands::command::Command;
use crate::commands::error::Error;
use crate::commands::options;
use crate::commands::site_key::{announce_and_replicate, holds_closed, now, open_to_change};
use crate::commands::spec::{Access, Arg, Spec};
use crate::ffi::{Args, Context};

/// Deletes articles and comments. The site stays, with its settings and its last id.
///
/// It also drops vote records of articles whose voting has closed, of a bounded number of articles
/// and even if it deletes nothing. Since the server allows DEL when memory runs out, that is a way
/// to free memory. Replicas get the drop as a command of its own, with the time used.
pub struct Del;

impl Command for Del {
    const SPEC: Spec = Spec {
        name: c"article.del",
        summary: c"Deletes articles and comments.",
        complexity: c"O(M*G*log(N)+A*log(N)) for M ids, where G is the number of groups of each, \
                      N the number of articles and comments of the site, and A the number of \
                      comments above them, each counted once",
        since: c"1.0.0",
        arity: -3,
        access: Access::Write,
        flags: &[],
        args: &[options::KEY, Arg { multiple: true, ..options::ID }],
    };

    type Request<'a> = Vec<Option<ItemId>>;

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Self::Request<'a>, Error> {
        arguments.rest(options::MAX_IDS, options::id)
    }

    fn run(context: &Context, args: Args, ids: Self::Request<'_>) -> Result<(), Error> {
        let mut key = open_to_change(context, args)?;
        let Some(stored) = key.value_mut() else {
            context.reply_integer(0);
            return Ok(());
        };
        // A replica drops what its primary dropped, not what has closed by its own clock.
        let time = now(context);
        let holds = context.is_replay() || holds_closed(context, time, false);
        let (dropped, deleted) = stored.change(|site| {
            site.hold_closed(holds);
            let dropped = site.drop_closed(time) > 0;
            (dropped, site.delete_all(ids.iter().copied().flatten().collect()))
        });
        drop(key);
        if dropped {
            replicate_drop(context, args, time);
        }
        if deleted > 0 {
            announce_and_replicate::<Self>(context, args);
        }
        context.reply_integer(deleted as i64);
        Ok(())
    }
}
