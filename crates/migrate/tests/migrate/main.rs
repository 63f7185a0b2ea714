//! The program article-migrate with real servers.

mod certificates;
mod classic_site;
mod cluster;
mod comments;
mod dialects;
mod errors;
mod export;
mod follow;
mod help;
mod jsonl;
mod jsonl_files;
mod large;
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
