//! The site over HTTP and, where it takes one, in headless Chromium.
//!
//! Each test has a Redis server and a site of its own. The tests need Chromium and the built
//! module; `make demo-test` provides both.

mod browser;
mod checks;
mod forms;
mod hidden;
mod live;
mod looks;
mod moderation;
mod pages;
mod process;
mod visitor;
mod world;
