//! The names of the sections.

use clap::ValueEnum;

/// The name of a section.
#[derive(Clone, Copy, PartialEq, ValueEnum)]
pub enum Name {
    /// The cost of a vote
    Vote,
    /// The cost of a vote on an article in groups
    VoteGroups,
    /// The cost of a vote by the number of earlier voters
    Ledger,
    /// The cost of posting an article
    Post,
    /// The cost of a page
    Page,
    /// The cost of a page of a group
    GroupPage,
    /// The cost of a page in every order, of several windows of time
    Listing,
    /// The cost of a page after a cursor
    Cursor,
    /// The cost of a page of hundreds of groups
    Feed,
    /// The cost of a page without some groups, and of what groups have in common
    Filter,
    /// The cost of a page of a few fields
    Return,
    /// The cost of a page of a user's articles by their number
    Users,
    /// The cost of finding an article by its link
    Links,
    /// The cost of hiding an article and of showing it again
    Moderation,
    /// The cost of the basic operations by the number of articles
    Growth,
    /// Operations per second
    Throughput,
    /// Percentiles of the time that an operation takes
    Latency,
    /// Memory per article and per vote
    Memory,
    /// Memory per news story
    News,
    /// The longest pauses while a site grows
    Pause,
    /// The longest pauses when voting on many articles closes at once
    Closing,
    /// Growth of the append-only file
    Aof,
    /// Saving and loading
    Rdb,
    /// The slowest commands that a client can send
    Worst,
}
