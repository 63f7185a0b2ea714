//! What replicas and the append-only file get: one command per change.

use std::ffi::CStr;

use crate::commands::run::outcome::{Change, Form};
use crate::commands::words::additions::Additions;
use crate::datatype::rewrite::with_settings;
use crate::ffi::{Args, Context, KeptWord};

static ID: KeptWord = KeptWord::new();
static TIME: KeptWord = KeptWord::new();
/// Many commands run in the same second.
static SECOND: KeptWord = KeptWord::new();

impl Change {
    pub fn replicate(&self, context: &Context, args: Args) {
        let on_key = |command| context.replicate(command).with_client_arg(args, 1);
        let mut command = match self.form {
            Form::AsItCame if self.additions == Additions::default() => {
                return context.replicate_verbatim();
            }
            Form::AsItCame => context.replicate(args.name()).with_client_args(args),
            Form::OnKey => on_key(args.name()),
            Form::Vote(id) => {
                let vote = on_key(c"ARTICLE.VOTE").with_client_arg(args, 2);
                vote.with_integer(id.get().into()).with(b"UP")
            }
            Form::Drop => on_key(c"ARTICLE.DEL").with_integer(0),
        };
        let Additions { id, last, time, holds, settings } = self.additions;
        if let Some(id) = id {
            command = command.with_kept(&ID, b"ID").with_integer(id.get().into());
        }
        if let Some(last) = last {
            command = command.with(b"LAST").with_integer(last.get().into());
        }
        if let Some(time) = time {
            command = command
                .with_kept(&TIME, b"TIME")
                .with_kept(&SECOND, itoa::Buffer::new().format(time.get()).as_bytes());
        }
        if holds {
            command = command.with(b"HOLD");
        }
        if let Some(settings) = settings {
            command = with_settings(command, &settings);
        }
        command.send();
    }

    /// Returns the keyspace event of the change by a command whose own event is `own`.
    pub fn event(&self, own: &'static CStr) -> Option<&'static CStr> {
        let event = if let Form::Vote(_) = self.form { c"article.vote" } else { own };
        self.is_noticed.then_some(event)
    }
}
