//! `ARTICLE.VOTES`.

use article_site::{ItemId, UserName};

use crate::commands::arguments::Arguments;
use crate::commands::command::{Command, ListLimit};
use crate::commands::error::Error;
use crate::commands::item_reply;
use crate::commands::options;
use crate::commands::site_key::{now, open};
use crate::commands::spec::{Access, Spec};
use crate::datatype::StoredSite;
use crate::ffi::{Args, Context};

/// Returns a user's votes on articles.
pub struct Votes;

/// The user and the articles.
pub struct Request<'a> {
    user: UserName<'a>,
    ids: Vec<Option<ItemId>>,
}

impl Command for Votes {
    const SPEC: Spec = Spec {
        name: c"article.votes",
        summary: c"Returns a user's votes on articles and comments.",
        complexity: c"O(N) where N is the number of ids",
        since: c"0.2.0",
        arity: -3,
        access: Access::Read,
        flags: &[],
        args: &[options::KEY, options::USER, options::ID.multiple().optional()],
    };

    const LIST_LIMIT: Option<ListLimit> = Some(ListLimit::OF_IDS);

    type Request<'a> = Request<'a>;

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Request<'a>, Error> {
        let user = options::user_name(arguments)?;
        Ok(Request { user, ids: arguments.rest(options::id)? })
    }

    fn run(context: &Context, args: Args, request: Request<'_>) -> Result<(), Error> {
        let key = open(context, args)?;
        let site = key.value().map(StoredSite::site);
        let viewer = site.map(|site| site.viewer(request.user)).unwrap_or_default();
        let now = now(context);
        context.reply_array(request.ids.len());
        for id in request.ids {
            match site.zip(id).and_then(|(site, id)| site.item(id)) {
                Some(view) => item_reply::vote(context, &view, viewer, now),
                None => context.reply_null(),
            }
        }
        Ok(())
    }
}
