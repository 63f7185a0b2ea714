//! Memory, eviction and freeing.

mod closed_votes;
mod defragmentation;
mod edit;
mod eviction;
mod freeing;
mod large_site;
mod leaks;
mod lists;
mod measure;
mod memory;
mod memory_limit;
mod payloads;
mod queries;
mod sparse_ids;
mod users;
