//! The site in headless Chromium.
//!
//! Each test has a Redis server, a site, and browsers of its own. The tests need `chromedriver`
//! and the built module; `make demo-test` provides both.

mod accessibility;
mod answers;
mod browser;
mod comment_errors;
mod comment_lists;
mod comment_moderation;
mod devtools;
mod faults;
mod feeds;
mod flags;
mod forms;
mod hostile;
mod keyboard;
mod large_thread;
mod layout;
mod limits;
mod links;
mod listings;
mod live;
mod live_lists;
mod live_outage;
mod live_threads;
mod looks;
mod moderation;
mod outage;
mod own_story;
mod process;
mod proxy;
mod readers;
mod requests;
mod round_trips;
mod screenshots;
mod search;
mod sessions;
mod simulation;
mod site;
mod stories;
mod talk;
mod thread;
mod votes;
mod without_scripts;
mod world;
