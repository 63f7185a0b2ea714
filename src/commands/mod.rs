//! The commands, a file each, and what they share: their registration, and the way in which a
//! change is made known.

mod alter;
mod count;
mod create;
pub mod cursor;
mod debug;
mod del;
mod edit;
pub mod error;
mod get;
mod group_members;
mod group_page;
mod groups;
mod info;
mod load;
mod options;
mod page;
mod post;
pub mod reply;
pub mod spec;
mod vote;

use crate::commands::error::Error;
use crate::config::default_settings;
use crate::datatype::StoredSite;
use crate::ffi::{Args, Command, Context, Key, Mode, add_category, register_command};
use article_site::{Origin, Site, UnixTime};

/// Registers every command.
///
/// # Errors
///
/// A line for the log: the command that the server refused.
pub fn register(context: &Context) -> Result<(), String> {
    let category = add_category(context, c"article").then_some("article");
    register_one::<create::Create>(context, category)?;
    register_one::<alter::Alter>(context, category)?;
    register_one::<info::Info>(context, category)?;
    register_one::<post::Post>(context, category)?;
    register_one::<edit::Edit>(context, category)?;
    register_one::<del::Del>(context, category)?;
    register_one::<get::Get>(context, category)?;
    register_one::<vote::Vote>(context, category)?;
    register_one::<page::Page>(context, category)?;
    register_one::<group_members::GroupAdd>(context, category)?;
    register_one::<group_members::GroupRem>(context, category)?;
    register_one::<group_page::GroupPage>(context, category)?;
    register_one::<groups::Groups>(context, category)?;
    register_one::<count::Count>(context, category)?;
    register_one::<load::Load>(context, category)?;
    register_one::<debug::Debug>(context, category)
}

fn register_one<C: Command>(context: &Context, category: Option<&str>) -> Result<(), String> {
    if register_command::<C>(context, category) {
        Ok(())
    } else {
        Err(format!("the server refused the command {}", C::SPEC.name.to_string_lossy()))
    }
}

/// The key of a site.
type SiteKey<'a> = Key<'a, StoredSite>;

/// Opens the command's site to read it.
fn open<'a>(context: &Context<'a>, args: Args<'a>) -> Result<SiteKey<'a>, Error> {
    SiteKey::open(context, args, 1, Mode::Read).map_err(|_| Error::WrongType)
}

/// Opens the command's site to change it.
fn open_to_change<'a>(context: &Context<'a>, args: Args<'a>) -> Result<SiteKey<'a>, Error> {
    SiteKey::open(context, args, 1, Mode::Write).map_err(|_| Error::WrongType)
}

/// Changes the command's site or, if there is none, creates one and changes that; replicas are then
/// sent the creation first.
fn change_or_create<R>(
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
    create::replicate(context, args, &settings);
    Ok(result)
}

/// The time at which a command runs.
fn now(context: &Context) -> UnixTime {
    UnixTime::clamped(context.now())
}

/// Has a site origin an operation by the clock, unless what it refuses has been accepted before, by
/// a primary: then it is done without being apply_with_replay again.
fn apply_with_replay<R>(
    context: &Context,
    now: UnixTime,
    mut operation: impl FnMut(Origin) -> Result<R, article_site::Error>,
) -> Result<R, article_site::Error> {
    use article_site::Error::{SelfVote, TimeInFuture, VoteClosed};
    match operation(Origin::Client(now)) {
        Err(VoteClosed | SelfVote | TimeInFuture) if context.is_replay() => {
            operation(Origin::Replay)
        }
        result => result,
    }
}

/// Makes a change known to all but replicas: to those who watch or cache the key, and as a keyspace
/// event of the command's name.
fn announce<C: Command>(context: &Context, args: Args) {
    context.signal_modified(args);
    context.notify(C::SPEC.name, args);
}

/// Makes a change known to all that the command itself tells replicas.
fn announce_and_replicate<C: Command>(context: &Context, args: Args) {
    context.replicate_verbatim();
    announce::<C>(context, args);
}
