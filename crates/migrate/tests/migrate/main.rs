//! The program article-migrate with real servers.

mod cluster;
mod comments;
mod compare;
mod copies;
mod counts;
mod dialects;
mod dry_run;
mod errors;
mod export;
mod follow;
mod help;
mod jsonl;
mod jsonl_files;
mod kept;
mod large;
mod map_ids;
mod passwords;
mod problems;
mod program;
mod readers;
mod recipe;
mod resume;
mod sites;
mod tls;
mod user;
mod verify;
