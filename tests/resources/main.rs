//! Memory, eviction and freeing. These tests measure, so they run one at a time.

mod colliding_names;
mod eviction;
mod freeing;
mod large_site;
mod leaks;
mod measure;
mod memory;
mod memory_limit;
mod time;
