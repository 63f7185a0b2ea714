//! Kept replies and listings: replies are the bytes that the server would send without them, take
//! bounded memory, and leave no trace elsewhere.

mod bounds;
mod invisible;
mod listings;
mod same_replies;
