//! The site over HTTP and, where it takes one, in headless Chromium.
//!
//! Each test has a Redis server and a site of its own. The tests need Chromium and the built
//! module; `make demo-test` provides both.

mod accessibility;
mod browser;
mod feeds;
mod forms;
mod hidden;
mod links;
mod live;
mod live_pages;
mod looks;
mod process;
mod requests;
mod scene;
mod scripts;
mod visitor;
mod world;
