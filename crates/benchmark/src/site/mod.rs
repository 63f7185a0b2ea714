//! The site that all contenders hold, and the operations on it.

pub mod article;
pub mod dataset;
pub mod op;
pub mod plan;
mod random;
mod stories;

pub use article::Article;
pub use dataset::{Dataset, PAGE_SIZE, VOTE_SCORE, WINDOW};
pub use op::{Choice, Op, Order, Query, User};
pub use plan::{DAY, PER_DAY, Plan, Votes};
pub use random::rng;
