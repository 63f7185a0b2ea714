//! The site over HTTP and, where it takes one, in headless Chromium.
//!
//! Each test has a Redis server and a site of its own. The tests need `chromedriver` and the built
//! module; `make demo-test` provides both.

mod accessibility;
mod browser;
mod comments;
mod feeds;
mod forms;
mod hidden;
mod lists;
mod live;
mod live_pages;
mod looks;
mod moderation;
mod outage;
mod process;
mod readers;
mod requests;
mod scripts;
mod sessions;
mod stories;
mod threads;
mod visitor;
mod world;
