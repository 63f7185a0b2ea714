//! The commands, one file each, and what they share.

mod affinity;
mod alter;
mod boost;
mod bump;
mod changes;
mod comment;
mod contract;
mod count;
mod create;
mod debug;
mod del;
mod edit;
mod export;
mod find;
mod follow;
mod followers;
mod follows;
mod forget;
mod get;
mod group_members;
mod groups;
mod incrby;
mod info;
mod lists;
mod load;
mod mark;
mod moderate;
mod own_pages;
mod pages;
mod post;
mod rank;
mod reply;
mod run;
mod seen;
mod thread;
mod transfer;
mod unvote;
mod user;
mod vote;
mod voters;
mod votes;
mod words;

use crate::ffi::{Context, Refusal, add_category};
pub use changes::look_again;
#[cfg(feature = "fuzzing")]
pub use contract::stream::run as run_stream;
pub use reply::item_reply::prepare as prepare_replies;
use run::registration::Registration;

const ALL: &[Registration] = &[
    Registration::of_write::<create::Create>(),
    Registration::of_write::<alter::Alter>(),
    Registration::of::<info::Info>(),
    Registration::of_write::<post::Post>(),
    Registration::of_write::<edit::Edit>(),
    Registration::of_write::<del::Del>(),
    Registration::of::<get::Get>(),
    Registration::of_write::<vote::Vote>(),
    Registration::of::<pages::Page>(),
    Registration::of_write::<group_members::GroupAdd>(),
    Registration::of_write::<group_members::GroupRem>(),
    Registration::of::<pages::GroupPage>(),
    Registration::of::<groups::Groups>(),
    Registration::of::<count::Count>(),
    Registration::of::<get::MGet>(),
    Registration::of::<rank::Rank>(),
    Registration::of::<votes::Votes>(),
    Registration::of::<voters::Voters>(),
    Registration::of::<export::Export>(),
    Registration::of::<affinity::Affinity>(),
    Registration::of::<own_pages::Voted>(),
    Registration::of::<own_pages::Answers>(),
    Registration::of_write::<seen::Seen>(),
    Registration::of_write::<mark::Mark>(),
    Registration::of_write::<mark::Unmark>(),
    Registration::of::<own_pages::Marked>(),
    Registration::of::<lists::Lists>(),
    Registration::of_write::<follow::Follow>(),
    Registration::of_write::<follow::Unfollow>(),
    Registration::of_write::<follow::Mute>(),
    Registration::of_write::<follow::Unmute>(),
    Registration::of::<follows::Follows>(),
    Registration::of::<followers::Followers>(),
    Registration::of_write::<forget::Forget>(),
    Registration::of_write::<unvote::Unvote>(),
    Registration::of_write::<unvote::Silence>(),
    Registration::of_write::<transfer::Transfer>(),
    Registration::of::<pages::UserPage>(),
    Registration::of::<user::User>(),
    Registration::of::<find::Find>(),
    Registration::of_write::<moderate::Moderate>(),
    Registration::of_write::<boost::Boost>(),
    Registration::of_write::<bump::Bump>(),
    Registration::of_write::<incrby::IncrBy>(),
    Registration::of_write::<comment::Comment>(),
    Registration::of::<thread::Thread>(),
    Registration::of::<get::Path>(),
    Registration::of::<pages::Comments>(),
    Registration::of::<changes::Changes>(),
    Registration::of_write::<load::Load>(),
    Registration::of::<debug::Debug>(),
];

/// Registers every command.
///
/// # Errors
///
/// A line for the log that names the command that the server refused.
pub fn register(context: &Context) -> Result<(), String> {
    let category = add_category(context, c"article").then_some("article");
    for command in ALL {
        let name = command.spec.name.to_string_lossy();
        match (command.register)(context, category) {
            Ok(()) => {}
            Err(Refusal::NameTaken) => {
                return Err(format!(
                    "another module has the command {name}: load only one of the two modules"
                ));
            }
            Err(Refusal::Description) => {
                return Err(format!("the server refused the command {name}"));
            }
        }
    }
    Ok(())
}
