//! Every command, setting and limit, and everything else that involves a site on one server.
//!
//! | folder | what is tested |
//! | --- | --- |
//! | `articles` | posting, finding, reading and editing articles |
//! | `votes` | votes, their records, and which are refused |
//! | `listings` | pages of all kinds: orders, filters, page numbers, cursors, kept replies |
//! | `comments` | comments and threads |
//! | `reader` | a user's lists, answers, and what the user has seen |
//! | `moderation` | what moderators do |
//! | `sites` | sites as keys: settings, loading, copies, statistics |
//! | `protocol` | syntax, errors, rights, events, changes, and hostile input |
//! | `documents` | the documents match the server |
//! | `random` | random operations, compared with the model |
//! | `classic`, `regression` | the systems that the module replaces, and their faults |

mod articles;
mod classic;
mod comments;
mod documents;
mod listings;
mod moderation;
mod protocol;
mod random;
mod reader;
mod regression;
mod sites;
mod votes;
