//! The names of the sections.

use clap::ValueEnum;

/// The name of a section.
#[derive(Clone, Copy, PartialEq, ValueEnum)]
pub enum Name {
    /// What a vote costs
    Vote,
    /// What a vote on an article in groups costs
    VoteGroups,
    /// What a vote costs by how many have voted before
    Ledger,
    /// What posting an article costs
    Post,
    /// What a page costs
    Page,
    /// What a page of a group costs
    GroupPage,
    /// All of it by the number of articles
    Growth,
    /// How many operations go through in a second
    Throughput,
    /// How long operations take, at worst too
    Latency,
    /// The memory that articles and votes take
    Memory,
    /// The longest pauses while a site grows
    Pause,
    /// The longest pauses when many votings close at once
    Closing,
    /// The size of the append-only file
    Aof,
    /// Saving and loading
    Rdb,
}
