//! What commands do with their site: open it, change it, and announce the change.

use article_site::{FieldName, ItemId, Kind, Origin, Settings, Site, UnixTime};

use crate::clock;
use crate::commands::command::Command;
use crate::commands::error::Error;
use crate::config::default_settings;
use crate::datatype::StoredSite;
use crate::datatype::rewrite::with_settings;
use crate::ffi::{Args, CommandBuilder, Context, Key, KeyMut, OpenError};

pub type SiteKey<'a> = Key<'a, StoredSite>;
pub type SiteKeyMut<'a> = KeyMut<'a, StoredSite>;

impl From<OpenError> for Error {
    fn from(error: OpenError) -> Self {
        match error {
            OpenError::WrongType => Self::WrongType,
            OpenError::InUse => Self::Internal,
        }
    }
}

/// Opens the command's site to read it.
pub fn open<'a>(context: &Context<'a>, args: Args<'a>) -> Result<SiteKey<'a>, Error> {
    Ok(SiteKey::open(context, args, 1)?)
}

/// Opens the command's site to change it, unless it is damaged.
pub fn open_to_change<'a>(context: &Context<'a>, args: Args<'a>) -> Result<SiteKeyMut<'a>, Error> {
    let key = SiteKeyMut::open(context, args, 1)?;
    let is_damaged = key.value().is_some_and(StoredSite::is_damaged);
    if is_damaged { Err(Error::Damaged) } else { Ok(key) }
}

/// Changes the command's site. If there is none, creates one, whose creation is replicated first.
pub fn change_or_create<R>(
    context: &Context,
    args: Args,
    change: impl FnOnce(&mut Site) -> Result<R, article_site::Error>,
) -> Result<R, Error> {
    let mut key = open_to_change(context, args)?;
    if let Some(stored) = key.value_mut() {
        return Ok(stored.change(change)?);
    }
    let settings = default_settings();
    let mut stored = StoredSite::new(settings);
    let result = stored.change(change)?;
    key.set(stored);
    // The command that follows emits the only event, on replicas as here.
    creation(context, args, &settings).with(NO_EVENT.as_bytes()).send();
    Ok(result)
}

/// The option with which a replayed CREATE emits no event.
pub const NO_EVENT: &str = "NOEVENT";

/// Composes the command that creates the site on replicas.
pub fn creation<'a>(
    context: &'a Context,
    args: Args<'a>,
    settings: &Settings,
) -> CommandBuilder<'a> {
    with_settings(context.replicate(c"ARTICLE.CREATE").with_key(args), settings)
}

/// Returns the time at which a command runs.
pub fn now(context: &Context) -> UnixTime {
    UnixTime::clamped(context.now())
}

/// The option of a replayed command that holds vote records of what has closed, as its primary did.
pub const HOLD: &str = "HOLD";

/// Returns whether a command holds the vote records of what has closed, because the clock is ahead.
/// A replayed one does what its primary did, which the option says.
pub fn holds_closed(context: &Context, now: UnixTime, is_told: bool) -> bool {
    is_told || clock::observe(context, now.get()) && !context.is_replay()
}

/// Applies an operation under the rules for clients. If they refuse it but it was accepted before,
/// by a primary, applies it without them.
pub fn apply_with_replay<R>(
    context: &Context,
    now: UnixTime,
    mut operation: impl FnMut(Origin) -> Result<R, article_site::Error>,
) -> Result<R, article_site::Error> {
    use article_site::Error::{Hidden, Locked, NoDownVote, SelfVote, TimeInFuture, VoteClosed};
    match operation(Origin::Client(now)) {
        Err(VoteClosed | SelfVote | Hidden | Locked | NoDownVote | TimeInFuture)
            if context.is_replay() =>
        {
            operation(Origin::Replay)
        }
        result => result,
    }
}

/// Returns whether an id is of an article or a comment. Of no other id, it matters.
pub fn kind_of(key: &SiteKey, id: Option<ItemId>) -> Kind {
    let item = key.value().zip(id).and_then(|(stored, id)| stored.site().item(id));
    item.map_or(Kind::Article, |item| item.kind())
}

/// Refuses names of custom fields that are reserved for articles or for comments.
pub fn refuse_reserved<'n>(
    kind: Kind,
    names: impl IntoIterator<Item = FieldName<'n>>,
) -> Result<(), Error> {
    Ok(names.into_iter().try_for_each(|name| name.check(kind))?)
}

/// Announces a change to those who watch or cache the key, and as the command's keyspace event.
pub fn announce<C: Command>(context: &Context, args: Args) {
    context.signal_modified(args);
    context.notify(C::SPEC.name, args);
}

/// Announces a change, and replicates the command as it is.
pub fn announce_and_replicate<C: Command>(context: &Context, args: Args) {
    context.replicate_verbatim();
    announce::<C>(context, args);
}
