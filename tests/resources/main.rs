//! Memory, eviction, freeing and blocking. Where times are checked, these tests run one at a time.

mod closed_votes;
mod colliding_names;
mod defragmentation;
mod edit;
mod eviction;
mod freeing;
mod large_site;
mod leaks;
mod lists;
mod loading;
mod measure;
mod memory;
mod memory_limit;
mod payloads;
mod queries;
mod sparse_ids;
mod time;
mod users;
