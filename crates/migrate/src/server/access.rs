//! Where a server is, and how to get access to it.

use std::fs;
use std::time::Duration;

use anyhow::{Context, Result};
use clap::builder::NonEmptyStringValueParser;
use clap::{Arg, Args};

use crate::server::Server;

/// Defines the options about one end of the migration.
macro_rules! access_options {
    ($name:ident, $end:literal, $option:literal, $heading:literal) => {
        #[derive(Clone, Debug, Args)]
        #[command(next_help_heading = $heading)]
        pub struct $name {
            /// The server, or any node of its cluster
            #[arg(long = $option, id = $option, value_name = "URL")]
            url: Option<String>,

            /// The file with the password [default: in the URL, or in the variable REDISCLI_AUTH]
            #[arg(long = concat!($option, "-password-file"), id = concat!($option, "_password"),
                                value_name = "FILE")]
            password_file: Option<String>,

            /// The file with the certificates of the CAs to trust [default: the system's]
            #[arg(long = concat!($option, "-cacert"), id = concat!($option, "_cacert"),
                                value_name = "FILE")]
            cacert: Option<String>,

            /// The file with the client certificate, if the server demands one
            #[arg(long = concat!($option, "-cert"), id = concat!($option, "_cert"),
                                value_name = "FILE", requires = concat!($option, "_cert_key"))]
            cert: Option<String>,

            /// The file with the private key of the client certificate
            #[arg(long = concat!($option, "-cert-key"), id = concat!($option, "_cert_key"),
                                value_name = "FILE", requires = concat!($option, "_cert"))]
            cert_key: Option<String>,

            /// Accept any certificate, also one of an attacker
            #[arg(long = concat!($option, "-insecure"), id = concat!($option, "_insecure"),
                                conflicts_with = concat!($option, "_cacert"))]
            insecure: bool,
        }

        impl $name {
            pub fn open(&self) -> Result<Server> {
                self.open_for(None)
            }

            /// Connects. Without a reply for so long, the connection counts as lost.
            pub fn open_for(&self, timeout: Option<Duration>) -> Result<Server> {
                let Self { url, password_file, cacert, cert, cert_key, insecure } = self.clone();
                let (end, url, client) = ($end, url.unwrap_or_default(), cert.zip(cert_key));
                let access = Access { end, url, password_file, cacert, client, insecure };
                Server::open(&access, timeout)
            }
        }
    };
}

access_options!(From, "--from", "from", "Source");
access_options!(To, "--to", "to", "Target");

/// The source, the target, and the key of the site of the module.
#[derive(Debug, Args)]
pub struct Ends {
    /// The key of the site
    #[arg(long, value_name = "KEY", value_parser = NonEmptyStringValueParser::new())]
    pub key: String,

    #[command(flatten)]
    pub from: From,

    #[command(flatten)]
    pub to: To,
}

/// Makes both ends required.
pub fn required(arg: Arg) -> Arg {
    let is_end = ["from", "to"].contains(&arg.get_id().as_str());
    if is_end { arg.required(true) } else { arg }
}

/// Where a server is, and how to get access to it.
pub struct Access {
    /// The option with the URL.
    pub end: &'static str,
    pub url: String,
    password_file: Option<String>,
    pub cacert: Option<String>,
    /// The files with the client certificate and its private key.
    pub client: Option<(String, String)>,
    pub insecure: bool,
}

impl Access {
    /// Reads the password from its file, if there is one.
    pub fn password(&self) -> Result<Option<String>> {
        let Some(file) = &self.password_file else { return Ok(None) };
        let text = fs::read_to_string(file)
            .with_context(|| format!("{}-password-file: cannot read {file}", self.end))?;
        let password = text.strip_suffix('\n').unwrap_or(&text);
        Ok(Some(password.strip_suffix('\r').unwrap_or(password).to_owned()))
    }
}
