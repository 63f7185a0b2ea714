//! Memory, eviction and freeing. These tests measure, so they run one at a time.

mod eviction;
mod freeing;
mod hostile_names;
mod large_site;
mod leaks;
mod measure;
mod memory;
mod memory_limit;
