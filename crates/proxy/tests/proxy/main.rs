//! The program article-proxy with real servers.

mod changes;
mod cluster;
mod documents;
mod harness;
mod identity;
mod model;
mod protocol;
mod samples;
mod tls;
mod walks;
mod wrong;
