//! Users as readers: their lists, the answers to them, and what they have seen.

mod answers;
mod followers;
mod follows;
mod forget;
mod mark_limits;
mod marked;
mod marked_filters;
mod marks;
mod mute_ids;
mod shown_marks;
mod user;
