#![cfg_attr(feature = "aio", doc = include_str!("../README.md"))]
#![cfg_attr(not(feature = "aio"), doc = "Typed commands for redis-article. See the README.")]
#![deny(unsafe_code, clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![deny(clippy::indexing_slicing)]

mod codes;
mod command;
mod commands;
mod error;
mod forms;
mod items;
mod options;
mod replies;
mod walk;

pub use codes::Code;
pub use command::Command;
pub use commands::Site;
pub use error::{Error, Result};
pub use items::{Article, Comment, Item, Node, Placeholder, View, nest};
pub use options::{Action, Order, Per, Target, UnknownWord, Vote, kinds};
pub use replies::{
    Affinity, Changes, Counts, Export, Follows, Info, Page, Posted, Step, User, Voted, Voters,
};
pub use walk::Continued;
