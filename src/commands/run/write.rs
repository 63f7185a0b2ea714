//! The interface of commands that write, and the one way of all of them.

use std::ffi::CStr;
use std::marker::PhantomData;

use article_site::Site;

use crate::commands::run::command::Command;
use crate::commands::run::site_key::SiteKeyMut;
use crate::config::default_settings;
use crate::datatype::StoredSite;
use crate::ffi::{Args, Context};
use crate::sweeping;
// What most commands that write use.
pub use crate::commands::run::call::Call;
pub(crate) use crate::commands::run::command::args;
pub use crate::commands::run::command::{
    Arg, ArgType, Arguments, Error, Flag, SiteError, Spec, options, returns,
};
pub use crate::commands::run::outcome::{Change, Form, Outcome, Reply};
pub use crate::commands::words::additions::{self, Additions};

/// A command that writes: a function from a site, a request and the circumstances of the call to
/// an outcome. Everything that follows from the outcome is done for it, in the right order.
pub trait Write {
    const SPEC: Spec;

    /// The options that only replayed commands carry.
    const REPLAYED: &'static [Arg] = &[];

    /// The parsed arguments, all within their limits.
    type Request<'a>;

    /// Parses the arguments after the key.
    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Self::Request<'a>, Error>;

    /// Changes a site. A key that does not exist is like an empty site, which is created if the
    /// command changes it. All memory that this allocates or frees must be the site's.
    ///
    /// # Errors
    ///
    /// Any. The site is then as it was.
    fn write(
        site: &mut Site,
        request: &mut Self::Request<'_>,
        call: &Call,
    ) -> Result<Outcome, Error>;

    /// Adds to the numbers of `INFO article`.
    fn count(_result: &Result<Outcome, Error>) {}
}

/// The way of a command that writes.
pub struct Writing<W>(PhantomData<W>);

impl<W: Write> Command for Writing<W> {
    const SPEC: Spec = W::SPEC;

    const REPLAYED: &'static [Arg] = W::REPLAYED;

    type Request<'a> = (W::Request<'a>, Additions);

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Self::Request<'a>, Error> {
        let request = W::parse(arguments)?;
        Ok((request, Additions::parse(arguments)?))
    }

    fn run(
        context: &Context,
        args: Args,
        (mut request, replayed): Self::Request<'_>,
    ) -> Result<(), Error> {
        let mut key = open(context, args, &W::SPEC)?;
        let mut new = None;
        let call = Call::new(context, key.value().is_none(), replayed);
        let stored = match key.value_mut() {
            Some(stored) => stored,
            None => new.insert(StoredSite::new(default_settings())),
        };
        let result = change::<W>(stored, &mut request, call);
        if stored.site().has_to_sweep() {
            sweeping::note(context, args);
        }
        W::count(&result);
        let outcome = result?;
        if let Some(new) = new
            && outcome.change.is_some()
        {
            key.set(new);
        }
        let item = outcome.reply.item();
        let view = key.value().zip(item).and_then(|(stored, id)| stored.site().item(id));
        let poster = view.map(|view| view.record().poster.as_bytes().to_vec());
        // Others may open the key when they hear of the change.
        drop(key);
        if let Some(change) = outcome.change {
            publish(context, args, W::SPEC.name, change);
        }
        outcome.reply.send(context, poster.as_deref());
        Ok(())
    }
}

/// Opens the site of a command to change it, unless it is damaged. A command that creates its key
/// refuses any other value as it does a site.
fn open<'a>(context: &Context<'a>, args: Args<'a>, spec: &Spec) -> Result<SiteKeyMut<'a>, Error> {
    let key = SiteKeyMut::open(context, args, 1).map_err(Error::from).and_then(|key| {
        let is_damaged = key.value().is_some_and(StoredSite::is_damaged);
        if is_damaged { Err(Error::Damaged) } else { Ok(key) }
    });
    let creates = spec.flags.contains(&Flag::Creates);
    key.map_err(|error| if creates { Error::BusyKey } else { error })
}

/// Changes a site, and counts its memory. What creates a site replicates its settings; where that
/// is replayed, the site has the settings of its primary.
pub fn change<W: Write>(
    stored: &mut StoredSite,
    request: &mut W::Request<'_>,
    call: Call,
) -> Result<Outcome, Error> {
    let (is_new, settings) = (call.is_new, call.replayed.settings);
    let mut outcome = stored.change(|site| {
        if let Some(settings) = settings.filter(|_| is_new) {
            *site = Site::new(settings);
        }
        call.retry(|call| W::write(site, request, call))
    })?;
    if is_new
        && settings.is_none()
        && let Some(change) = &mut outcome.change
    {
        change.additions.settings = Some(*stored.site().settings());
    }
    Ok(outcome)
}

/// Sends a change to replicas and the append-only file, and then announces it to those who watch
/// or cache the key, and as a keyspace event.
fn publish(context: &Context, args: Args, name: &'static CStr, change: Change) {
    change.replicate(context, args);
    context.signal_modified(args);
    if let Some(event) = change.event(name) {
        context.notify(event, args);
    }
}
