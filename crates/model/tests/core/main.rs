//! Tests of the core that need no server: against a naive model, the fuzz targets over their
//! corpus, threads, lists, and large listings.

mod fuzz_corpus;
mod listings;
mod lists;
mod model;
mod relations;
mod threads;
