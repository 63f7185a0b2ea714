//! `ARTICLE.GET`.

use article_site::{ArticleId, UserName};

use crate::commands::command::Command;
use crate::commands::cursor::{Cursor, once};
use crate::commands::error::Error;
use crate::commands::options;
use crate::commands::reply::{self, Viewer};
use crate::commands::site_key::{now, open};
use crate::commands::spec::{Access, Flag, Spec};
use crate::ffi::{Args, Context};

/// Returns an article.
pub struct Get;

/// The article, and the user whose vote it shows.
pub struct Request<'a> {
    id: Option<ArticleId>,
    viewer: Option<UserName<'a>>,
}

impl Command for Get {
    const SPEC: Spec = Spec {
        name: c"article.get",
        summary: c"Returns an article.",
        complexity: c"O(1)",
        since: c"0.1.0",
        arity: -3,
        access: Access::Read,
        flags: &[Flag::Fast],
        args: &[options::KEY, options::ID, options::VIEWER],
    };

    type Request<'a> = Request<'a>;

    fn parse<'a>(cursor: &mut Cursor<'a>) -> Result<Request<'a>, Error> {
        let id = options::article_id(cursor)?;
        let mut viewer = None;
        while let Some(option) = cursor.option() {
            match option.as_bytes() {
                b"VIEWER" => once(&mut viewer, options::viewer(cursor)?)?,
                _ => return Err(Error::Syntax),
            }
        }
        Ok(Request { id, viewer: viewer.flatten() })
    }

    fn run(context: &Context, args: Args, request: Request<'_>) -> Result<(), Error> {
        let key = open(context, args)?;
        let found = key.value().zip(request.id);
        match found.and_then(|(stored, id)| stored.site().article(id)) {
            Some(article) => {
                let viewer = request.viewer.map(|user| Viewer { user, now: now(context) });
                reply::article(context, &article, viewer);
            }
            None => context.reply_null(),
        }
        Ok(())
    }
}
