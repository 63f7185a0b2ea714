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
pub use options::{Action, Order, Per, Vote, kinds};
pub use replies::{Changes, Counts, Info, Page, Posted, User, Voted, Voters, Withdrawn};
pub use walk::{Continued, Walk};
