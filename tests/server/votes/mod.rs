//! Votes: what counts, who sees it, and what is kept of it.

mod affinity;
mod formula;
mod keep_votes;
mod refused_votes;
mod silence;
mod silent;
pub mod unvote;
mod user_votes;
mod vote;
mod voted;
mod voters;
