//! What replicas and the append-only file get: the words of each step.

use std::ffi::CStr;

use article_site::Settings;

use crate::commands::call::HOLD;
use crate::commands::outcome::{Additions, Step};
use crate::datatype::rewrite::with_settings;
use crate::ffi::{Args, CommandBuilder, Context, KeptInteger, KeptString};

/// The option with which a replayed CREATE emits no event.
pub const NO_EVENT: &str = "NOEVENT";

static ID: KeptString = KeptString::new("ID");
static TIME: KeptString = KeptString::new("TIME");
/// Many commands run in the same second.
static SECOND: KeptInteger = KeptInteger::new();

impl Step {
    /// Sends the step, after those already sent. A creation is of a site with some settings.
    pub fn replicate(&self, context: &Context, args: Args, settings: Option<&Settings>) {
        let on_key = |command| context.replicate(command).with_client_arg(args, 1);
        match *self {
            Self::AsItCame => return context.replicate_verbatim(),
            Self::With(additions) | Self::Unnoticed(additions) => {
                with_additions(context.replicate(args.name()).with_client_args(args), additions)
            }
            Self::Create(is_event) => {
                let creation = on_key(c"ARTICLE.CREATE");
                let creation = match settings {
                    Some(settings) => with_settings(creation, settings),
                    None => creation,
                };
                if is_event { creation } else { creation.with(NO_EVENT.as_bytes()) }
            }
            Self::Drop(time) => {
                let additions = Additions { time: Some(time), ..Additions::default() };
                with_additions(on_key(c"ARTICLE.ALTER"), additions)
            }
            Self::Vote(id) => {
                let vote = on_key(c"ARTICLE.VOTE").with_client_arg(args, 2);
                vote.with_integer(id.get().into()).with(b"UP")
            }
        }
        .send();
    }

    /// Returns the keyspace event of the step in a command whose own event is `own`.
    pub fn event(&self, own: &'static CStr) -> Option<&'static CStr> {
        match self {
            Self::AsItCame | Self::With(_) | Self::Create(true) => Some(own),
            Self::Unnoticed(_) | Self::Create(false) | Self::Drop(_) => None,
            Self::Vote(_) => Some(c"article.vote"),
        }
    }
}

fn with_additions(mut command: CommandBuilder, additions: Additions) -> CommandBuilder {
    let Additions { id, last, time, holds } = additions;
    if let Some(id) = id {
        command = command.with_kept(&ID).with_integer(id.get().into());
    }
    if let Some(last) = last {
        command = command.with(b"LAST").with_integer(last.get().into());
    }
    if let Some(time) = time {
        command = command.with_kept(&TIME).with_kept_integer(&SECOND, time.get());
    }
    if holds { command.with(HOLD.as_bytes()) } else { command }
}
