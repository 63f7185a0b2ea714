//! Commands as clients and servers see them: syntax, errors, rights, events, and hostile input.

pub mod acl;
mod binary;
mod changes;
mod docs;
mod events;
pub mod hostile;
mod json;
mod missing;
mod propagation;
mod refusals;
mod reserved_names;
mod syntax;
mod tracking;
mod transactions;
mod wrong_type;
