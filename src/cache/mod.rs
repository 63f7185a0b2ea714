//! What the module keeps to reply sooner. It belongs to the server, not to a site, and only its main
//! thread uses it.

mod hasher;
mod marks;
mod replies;

pub use replies::{ArticleVersion, Figures, KeptArticle, Lookup, figures, insert, look_up, tend};
