//! The site in headless Chromium.
//!
//! Each test has a Redis server, a site, and browsers of its own. The tests need `chromedriver`
//! and the built module; `make demo-test` provides both.

mod browser;
mod comment_errors;
mod comment_lists;
mod comment_moderation;
mod comments_without_scripts;
mod endless;
mod hostile;
mod hostile_comments;
mod large_thread;
mod listings;
mod moderation;
mod outage;
mod process;
mod requests;
mod screenshots;
mod simulation;
mod site;
mod stories;
mod talk;
mod thread;
mod votes;
mod without_scripts;
mod world;
