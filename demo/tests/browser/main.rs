//! The site in headless Chromium.
//!
//! Each test has a Redis server, a site, and browsers of its own. The tests need `chromedriver`
//! and the built module; `make demo-test` provides both.

mod accessibility;
mod browser;
mod comments;
mod feeds;
mod forms;
mod hostile;
mod keyboard;
mod listings;
mod live;
mod live_pages;
mod looks;
mod moderation;
mod outage;
mod process;
mod readers;
mod requests;
mod sessions;
mod stories;
mod threads;
mod votes;
mod world;
