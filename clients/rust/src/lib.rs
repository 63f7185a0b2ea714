#![doc = include_str!("../README.md")]

mod command;
mod commands;
mod error;
mod items;
mod options;
mod replies;
mod walk;

pub use command::Command;
pub use commands::Site;
pub use error::{Code, Error, Result};
pub use items::{Article, Comment, Item, Placeholder};
pub use options::{Action, Order, Per, Target, Vote, kinds};
pub use replies::{
    Affinity, Changes, Counts, Follows, Info, Page, Posted, Step, User, Voted, Voters,
};
pub use walk::{Continued, Walk};
