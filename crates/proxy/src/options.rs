//! The command line.

use std::fs;

use anyhow::{Context, Result};
use clap::Parser;

const AFTER: &str = "\
Examples:
  In front of a cluster, of which any node leads to all:
    article-proxy --servers redis://node1:6379,redis://node2:6379

  For applications on this machine only, by a Unix socket:
    article-proxy --servers redis://node1:6379 --listen unix:/run/article-proxy/proxy.sock

  Spread a site, and use it with any client:
    redis-cli -p 6390 ARTICLE.CREATE news PARTS 16

URLs are those of article-migrate: redis://[user:password@]host[:port], rediss:// with TLS,
unix:///path. Signals: SIGTERM and SIGINT end it once all that runs is finished.

More: docs/scale.md";

/// Shows sites that are spread over parts at one address, to clients of RESP2 and RESP3
///
/// The parts are on a cluster, or on single servers, all with the module redis-article. The proxy
/// keeps no data, and any number of it can run.
#[derive(Clone, Debug, Parser)]
#[command(name = "article-proxy", version, after_help = AFTER, max_term_width = 100)]
pub struct Options {
    /// The servers: nodes of a cluster, or all single servers, always in the same order
    ///
    /// Of single servers, each has an equal range of the slots.
    #[arg(long, value_name = "URL", value_delimiter = ',', required = true)]
    pub servers: Vec<String>,

    /// Where to listen: host:port, or unix:/path
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:6390")]
    pub listen: String,

    /// Where to serve /metrics for Prometheus, and /ready [default: nowhere]
    #[arg(long, value_name = "HOST:PORT")]
    pub metrics: Option<String>,

    /// The file with the password that clients must send [default: none is needed]
    #[arg(long, value_name = "FILE")]
    password_file: Option<String>,

    /// The file with the password for the servers [default: in the URL, or in REDISCLI_AUTH]
    #[arg(long, value_name = "FILE")]
    server_password_file: Option<String>,

    /// The file with the certificates of the CAs to trust [default: the system's]
    #[arg(long, value_name = "FILE", conflicts_with = "insecure")]
    pub cacert: Option<String>,

    /// The file with the client certificate, if the servers demand one
    #[arg(long, value_name = "FILE", requires = "cert_key")]
    pub cert: Option<String>,

    /// The file with the private key of the client certificate
    #[arg(long, value_name = "FILE", requires = "cert")]
    pub cert_key: Option<String>,

    /// Accept any certificate, also one of an attacker
    #[arg(long)]
    pub insecure: bool,

    /// The most clients at a time
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    pub max_clients: u64,

    /// The most bytes of a command
    #[arg(long, value_name = "BYTES", default_value_t = 64 << 20)]
    pub max_command: usize,

    /// The most bytes of commands that a client sends ahead of their replies
    #[arg(long, value_name = "BYTES", default_value_t = 64 << 20)]
    pub max_pipeline: usize,

    /// Seconds without a reply after which a server cannot be reached
    #[arg(long, value_name = "SECONDS", default_value_t = 5,
          value_parser = clap::value_parser!(u64).range(1..=3_600))]
    pub timeout: u64,
}

impl Options {
    /// Returns the password that clients must send.
    pub fn password(&self) -> Result<Option<String>> {
        self.password_file.as_deref().map(|file| read("--password-file", file)).transpose()
    }

    /// Returns the password for the servers, unless it is in their URLs.
    pub fn server_password(&self) -> Result<Option<String>> {
        let file = self.server_password_file.as_deref();
        let of_file = file.map(|file| read("--server-password-file", file)).transpose()?;
        let variable = || std::env::var("REDISCLI_AUTH").ok().filter(|text| !text.is_empty());
        Ok(of_file.or_else(variable))
    }
}

fn read(option: &str, file: &str) -> Result<String> {
    let text =
        fs::read_to_string(file).with_context(|| format!("{option}: cannot read {file}"))?;
    let text = text.strip_suffix('\n').unwrap_or(&text);
    Ok(text.strip_suffix('\r').unwrap_or(text).to_owned())
}
