//! A naive model of a site, written from the contract alone; operations that are applied to it and
//! to a [`Site`](article_site::Site) in lockstep; and the fuzz targets, which also run as tests.

mod model;
mod pair;
pub mod targets;

pub use model::{Model, ModelArticle, ModelPost};
pub use pair::{Operation, Pair};
