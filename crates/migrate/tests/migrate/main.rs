//! The program article-migrate with real servers.

mod cluster;
mod copies;
mod counts;
mod dialects;
mod dry_run;
mod errors;
mod export;
mod follow;
mod guide;
mod harness;
mod jsonl;
mod jsonl_files;
mod kept;
mod large;
mod map_ids;
mod permissions;
mod problems;
mod readers;
mod recipe;
mod resume;
mod servers;
mod spread;
mod tls;
mod user;
mod verify;
