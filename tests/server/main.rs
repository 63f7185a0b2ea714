//! Every command, setting and limit, and everything else that involves a site on one server.
//!
//! | folder | what is tested |
//! | --- | --- |
//! | `stories` | what the commands do, told in texts |
//! | `votes` | records of many votes, what is withdrawn or silent, and who votes for whom |
//! | `listings` | pages of all kinds: orders, filters, page numbers, cursors, kept replies |
//! | `reader` | lists of many articles, and the lists that a viewer sees |
//! | `moderation` | what moderators do |
//! | `sites` | sites as keys: settings of new ones, copies, statistics |
//! | `protocol` | syntax, errors, rights, events, changes, and hostile input |
//! | `documents` | the documents match the server |
//! | `random` | random operations, compared with the model |
//! | `classic`, `regression` | the systems that the module replaces, and their faults |

mod classic;
mod documents;
mod listings;
mod moderation;
mod protocol;
mod random;
mod reader;
mod regression;
mod sites;
mod stories;
mod votes;
