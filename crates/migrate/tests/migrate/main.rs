//! The program article-migrate with real servers.

mod cluster;
mod dialects;
mod errors;
mod export;
mod follow;
mod guide;
mod harness;
mod jsonl_files;
mod kinds;
mod large;
mod lines;
mod map_ids;
mod problems;
mod servers;
mod spread;
mod tls;
