//! Every command, setting and limit, and everything else that involves a site on one server: keys,
//! documentation, access control, transactions, events, and statistics.

mod acl;
mod binary;
mod concurrency;
mod config;
mod del_get;
mod docs;
mod edit;
mod events;
mod format;
mod groups;
mod hostile;
mod keys;
mod limits;
mod listings;
mod load;
mod load_everything;
mod load_refusals;
mod log;
mod observability;
mod page;
mod post;
mod propagation;
mod readme;
mod regression;
mod restore;
mod site;
mod syntax;
mod tracking;
mod transactions;
mod vote;
mod wrong_type;
