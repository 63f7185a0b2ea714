//! The client code that such sites use over plain Redis structures, compared with the module: the
//! same pages from the same story, and each known fault of the client code, which the module does
//! not have.
//!
//! | file | faults |
//! | --- | --- |
//! | `concurrency` | 1: two clients between check and update, a client that dies; 2: the second in which the voters expire |
//! | `votes` | 3: articles that do not exist; 4: two votes of one user |
//! | `pages` | 5: order of equal scores; 6: intersections; 8: replicas; 9: clusters |
//! | `slips` | 7: slips of single designs |

mod client;
mod concurrency;
mod pages;
mod reading;
mod slips;
mod story;
mod votes;

use client::Cast;
use reading::{Slice, members};
use test_support::classic::{Ballot, Choice, Classic, Design, Outcome, WEEK};

/// The module's site. Its articles have the same ids as on the classic site.
const SITE: &str = "news";
