//! Articles: what is posted, found, read and edited, and its limits.

mod activity;
mod dedupe;
mod del_get;
mod edit;
mod find;
mod groups;
mod incrby;
mod limits;
mod mget;
mod post;
mod returned;
