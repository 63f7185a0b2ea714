//! A news site whose only state is Redis with the article module.
//!
//! [`news`] has the commands, [`pages`] the web pages on top of it, [`live`] the changes for open
//! pages, and [`search`] the index of words. `demo/README.md` maps each view to its command.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

pub mod live;
pub mod log;
pub mod news;
pub mod pages;
pub mod search;
