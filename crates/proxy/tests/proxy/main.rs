//! The program article-proxy with real servers.

mod cluster;
mod harness;
mod identity;
mod pages;
mod protocol;
mod samples;
