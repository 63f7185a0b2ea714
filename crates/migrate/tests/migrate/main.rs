//! The program article-migrate with real servers.

mod certificates;
mod classic_site;
mod cluster;
mod comments;
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
mod recipe;
mod resume;
mod sites;
mod tls;
mod tls_server;
mod user;
mod verify;
