//! `ARTICLE.CHANGES`.

use std::time::Duration;

use article_site::Changed;

use crate::commands::reply::show::ShowOptions;
use crate::commands::reply::shown_items::most_bytes;
use crate::commands::run::command::*;
use crate::commands::run::site_key::{now, open};
use crate::commands::words::copy_version::CopyVersion;
use crate::commands::words::spec::Format;
use crate::config::read_budget;
use crate::datatype::StoredSite;
use crate::ffi::{Args, Context, WaitId, WaitingCommand, waiting_clients, with_value};
use crate::followers::{self, Has};

/// Returns what has changed since a version.
pub struct Changes;

/// The number of changes that are returned unless COUNT says otherwise.
const DEFAULT_COUNT: usize = 100;
const MAX_COUNT: i64 = 1_000;
/// The longest time that BLOCK takes, in milliseconds: 285,000 years. Servers add the time of
/// their clock to it.
const MAX_BLOCK: i64 = (1 << 53) - 1;

/// A version, and how to return the changes since then.
pub struct Request<'a> {
    since: &'a [u8],
    count: usize,
    /// How long to wait for a change; zero for ever.
    block: Option<Duration>,
    show: ShowOptions<'a>,
    format: Format,
}

impl Command for Changes {
    const SPEC: Spec = Spec {
        name: c"article.changes",
        summary:
            c"Returns the articles and comments that were changed or deleted since a version.",
        complexity:
            c"O(M*log(N)) where N is the number of articles and comments and M the number \
                      of changes returned",
        arity: -3,
        flags: &[Flag::Blocking],
        args: args![
            &[
                options::KEY,
                Arg::new("version", ArgType::String),
                Arg::option("COUNT", ArgType::Integer),
                Arg::new("milliseconds", ArgType::Integer).after("BLOCK").optional()
            ],
            options::SHOWN
        ],
        reply: returns::CHANGES,
        errors: &[
            Error::Site(SiteError::Resync),
            Error::Site(SiteError::InvalidVersion),
            Error::NoPermission,
        ],
        ..Spec::READ
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
        Ok(Request { since, count, block, show, format: arguments.format()? })
    }

    fn run(context: &Context, args: Args, request: Request<'_>) -> Result<(), Error> {
        let key = open(context, args)?;
        let found = Found::since(request.since, key.value(), request.count)?;
        if found.changed.is_empty()
            && let Some(time) = request.block.filter(|_| context.can_wait())
            && let Some(id) = context.wait::<Runner<Self>>(args, time)
        {
            found.await_more(id);
        } else {
            found.reply(context, request.format, request.show)?;
        }
        Ok(())
    }
}

impl WaitingCommand for Runner<Changes> {
    fn touched(context: &Context, args: Args, id: WaitId) {
        // In its turn, the client gets the error of a key of another type.
        let key = open(context, args);
        note_site(id, key.as_ref().ok().and_then(|key| key.value()));
    }

    fn resume(context: &Context, args: Args) {
        let outcome = parse_and_run::<Changes, _>(context, args, |context, args, request| {
            let key = open(context, args)?;
            let found = Found::since(request.since, key.value(), request.count)?;
            // Like XREAD, which replies to anybody that nothing has changed.
            if !found.changed.is_empty() && !context.may_run(args) {
                return Err(Error::NoPermission);
            }
            found.reply(context, request.format, request.show)
        });
        if let Err(error) = outcome {
            // Other errors would reveal what became of the key.
            let may_run = context.may_run(args);
            reply_error(context, if may_run { error } else { Error::NoPermission });
        }
    }

    fn ended(id: WaitId) {
        followers::note_ended(id);
    }
}

/// Looks at the keys of all clients that wait: they may hold other sites than before.
pub fn look_again() {
    for (id, key) in waiting_clients() {
        if with_value(&key, |stored: &mut StoredSite| note_site(id, Some(stored))).is_none() {
            note_site(id, None);
        }
    }
}

fn note_site(id: WaitId, stored: Option<&StoredSite>) {
    followers::note_site(id, stored.map(|stored| (stored.followed(), stored.is_empty())));
}

/// What has changed at a key since a version.
struct Found<'a> {
    since: CopyVersion,
    stored: Option<&'a StoredSite>,
    changed: Changed<'a>,
}

impl<'a> Found<'a> {
    /// Finds at most `count` changes of a site, if there is one.
    fn since(version: &[u8], stored: Option<&'a StoredSite>, count: usize) -> Result<Self, Error> {
        let since = CopyVersion::parse(version)?;
        let changed = match (stored, since) {
            (Some(stored), _) => {
                let version = since.in_history_of(stored.identity())?;
                stored.site().changes(version, count, &read_budget())?
            }
            (None, CopyVersion::Beginning) => Changed::default(),
            // The copy was deleted.
            (None, CopyVersion::Of(..)) => return Err(SiteError::Resync.into()),
        };
        Ok(Self { since, stored, changed })
    }

    /// Notes that a client waits until there are more changes.
    fn await_more(&self, id: WaitId) {
        let has = if self.since == CopyVersion::Beginning { Has::Nothing } else { Has::Site };
        followers::wait(id, self.stored.map(|stored| (stored.followed(), has)));
    }

    fn reply(&self, context: &Context, format: Format, show: ShowOptions) -> Result<(), Error> {
        let Self { since, stored, changed } = self;
        let next = match stored {
            Some(stored) if !changed.is_empty() => {
                CopyVersion::Of(stored.identity(), changed.version)
            }
            _ => *since,
        };
        let show = show.at(*stored, now(context), format);
        format.reply(context, |sink| {
            let most = || most_bytes(changed.items.iter());
            sink.limited(most, |sink| {
                sink.array(3, |sink| {
                    sink.text(&next);
                    show.items(sink, &changed.items);
                    sink.ids(&changed.deleted);
                });
            })
        })
    }
}
