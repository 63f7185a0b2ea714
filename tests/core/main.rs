//! Tests that need no server: the core against a naive model, the fuzz targets over their corpus,
//! the promise of the score formula, and the plots of the orders.

mod formula;
mod fuzz_corpus;
mod listings;
mod model;
mod ranking;
