//! A naive model of a site, written from the contract alone, and what it checks the core with.
//!
//! [`Pair`] applies each [`Operation`] to the [`Model`] and to a [`Site`](article_site::Site) in
//! lockstep and compares them. [`decode`] makes operations of any bytes: of random ones in tests,
//! and of a fuzzer's. [`targets`] are the fuzz targets, which also run as tests. Nothing here
//! needs a server, so all of it runs under sanitizers and Miri.
//!
//! Everything here panics where the core is wrong: it is called by tests and fuzzers only.

pub mod bytes;
pub mod command;
mod comments;
mod comparison;
mod condition;
mod context;
pub mod decode;
mod follower;
mod input;
mod item;
mod listing;
mod listing_comparison;
mod lists;
mod model;
mod moderation;
pub mod names;
mod of_site;
mod operation;
mod own_comparison;
mod pair;
mod relations;
pub mod targets;
mod thread;
mod thread_comparison;
mod transfer_all;
mod values;

pub use article_site::Ids;
pub use comparison::assert_same_lists;
pub use context::Context;
pub use follower::Follower;
pub use input::Input;
pub use item::{ModelArticle, ModelComment, ModelContent, ModelItem, ModelPlace, ModelStanding};
pub use listing::ModelEntry;
pub use listing_comparison::assert_same_listing;
pub use lists::{ModelList, ModelLists};
pub use model::Model;
pub use operation::{
    CommentArgs, EditArgs, ListingRead, NameKind, Operation, PostArgs, ReadSource, ThreadRead,
};
pub use pair::Pair;
pub use relations::assert_same_relations;
pub use thread::{ModelThreadEntry, Shown, THREAD_ORDERS};
pub use thread_comparison::assert_same_thread;
