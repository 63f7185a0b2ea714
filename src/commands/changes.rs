//! `ARTICLE.CHANGES`.

use std::time::Duration;

use article_site::{Changed, Error as SiteError};

use crate::commands::arguments::Arguments;
use crate::commands::command::{Command, Runner, parse_and_run, reply_error};
use crate::commands::copy_version::CopyVersion;
use crate::commands::error::Error;
use crate::commands::options;
use crate::commands::show::ShowOptions;
use crate::commands::site_key::{now, open};
use crate::commands::spec::{Access, Arg, ArgType, Flag, Spec};
use crate::datatype::SiteIdentity;
use crate::datatype::followers::{self, Has};
use crate::ffi::{Args, Context, Resumption, WaitId, WaitingCommand};

/// Returns what has changed since a version.
pub struct Changes;

/// The number of changes that are returned unless COUNT says otherwise.
const DEFAULT_COUNT: usize = 100;
/// The most changes that COUNT takes.
const MAX_COUNT: i64 = 1_000;
/// The longest time that BLOCK takes, in milliseconds: 285,000 years. Servers add the time of their
/// clock to it.
const MAX_BLOCK: i64 = (1 << 53) - 1;

/// A version, and what is returned of the changes since then.
pub struct Request<'a> {
    since: &'a [u8],
    count: usize,
    /// How long to wait for a change; zero for ever.
    block: Option<Duration>,
    show: ShowOptions<'a>,
}

/// How a command ended.
enum Outcome {
    /// With a reply.
    Replied,
    /// Without, because nothing has changed at the site, if there is one, for which to wait.
    Unchanged(Option<(SiteIdentity, Has)>),
}

impl Command for Changes {
    const SPEC: Spec = Spec {
        name: c"article.changes",
        summary:
            c"Returns the articles and comments that were changed or deleted since a version.",
        complexity:
            c"O(M*log(N)) where N is the number of articles and comments and M the number \
                      of changes returned",
        since: c"0.3.0",
        arity: -3,
        access: Access::Read,
        flags: &[Flag::Blocking],
        args: &[
            options::KEY,
            Arg::new("version", ArgType::String),
            Arg::option("COUNT", ArgType::Integer),
            Arg::new("milliseconds", ArgType::Integer).after("BLOCK").optional(),
            options::VIEWER,
            options::RETURN,
        ],
    };

    type Request<'a> = Request<'a>;

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Request<'a>, Error> {
        let since = arguments.text()?;
        let (mut count, mut block) = (DEFAULT_COUNT, None);
        let mut show = ShowOptions::default();
        while let Some(option) = arguments.option()? {
            match option {
                "COUNT" => count = arguments.integer(1..=MAX_COUNT)? as usize,
                "BLOCK" => {
                    let milliseconds = arguments.integer(0..=MAX_BLOCK)?;
                    block = Some(Duration::from_millis(milliseconds.unsigned_abs()));
                }
                _ if show.read(option, arguments)? => {}
                _ => return Err(Error::Syntax),
            }
        }
        Ok(Request { since, count, block, show })
    }

    fn run(context: &Context, args: Args, request: Request<'_>) -> Result<(), Error> {
        let block = request.block.filter(|_| context.can_wait());
        if let Outcome::Unchanged(site) = reply(context, args, request, block.is_some())?
            && let Some(time) = block
            && let Some(id) = context.wait::<Runner<Self>>(args, time)
        {
            followers::wait(id, site);
        }
        Ok(())
    }
}

impl WaitingCommand for Runner<Changes> {
    fn resume(context: &Context, args: Args, id: WaitId, resumption: Resumption) -> bool {
        let may_wait = resumption == Resumption::KeyTouched;
        let outcome = parse_and_run::<Changes, _>(context, args, |context, args, request| {
            reply(context, args, request, may_wait)
        });
        match outcome {
            Ok(Outcome::Replied) => true,
            Ok(Outcome::Unchanged(site)) => {
                followers::wait(id, site);
                false
            }
            Err(error) => {
                reply_error(context, error);
                true
            }
        }
    }

    fn ended(id: WaitId) {
        followers::forget(id);
    }
}

/// Replies with the changes, unless there are none and the client may wait.
fn reply(
    context: &Context,
    args: Args,
    Request { since, count, block: _, show }: Request<'_>,
    may_wait: bool,
) -> Result<Outcome, Error> {
    let since = CopyVersion::parse(since)?;
    let key = open(context, args)?;
    let stored = key.value();
    let (site, changed) = match (stored, since) {
        (Some(stored), _) => {
            let site = stored.identity();
            (Some(site), stored.site().changes(since.in_history_of(site)?, count)?)
        }
        (None, CopyVersion::Beginning) => (None, Changed::default()),
        // The copy was deleted.
        (None, CopyVersion::Of(..)) => return Err(SiteError::Resync.into()),
    };
    if changed.is_empty() && may_wait {
        if let Some(stored) = stored {
            stored.note_kept();
        }
        let has = if since == CopyVersion::Beginning { Has::Nothing } else { Has::Site };
        return Ok(Outcome::Unchanged(site.map(|site| (site, has))));
    }
    let next = match site {
        Some(site) if !changed.is_empty() => CopyVersion::Of(site, changed.version),
        _ => since,
    };
    context.reply_array(3);
    context.reply_bulk(next.to_string().as_bytes());
    show.at(now(context), stored).changed(context, &changed.items);
    context.reply_array(changed.deleted.len());
    changed.deleted.iter().for_each(|id| context.reply_integer(id.get().into()));
    Ok(Outcome::Replied)
}
