//! Tests of the core that need no server: against a naive model, the fuzz targets over their
//! corpus, threads, and the promise of the score formula.

mod formula;
mod fuzz_corpus;
mod listings;
mod lists;
mod model;
mod relations;
mod threads;
