//! How to get access to a server: what is not in its URL.

use std::fs;

use anyhow::{Context, Result};
use clap::Args;

use crate::server::{End, Server};

/// Defines the options about access to one end of the migration.
macro_rules! access_options {
    ($name:ident, $end:expr, $option:literal, $heading:literal) => {
        #[derive(Clone, Debug, Args)]
        #[command(next_help_heading = $heading)]
        pub struct $name {
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
            /// Connects to the server of a URL.
            pub fn open(&self, url: &str) -> Result<Server> {
                Server::open(url, &self.access(), None)
            }

            pub fn access(&self) -> Access {
                let Self { password_file, cacert, cert, cert_key, insecure } = self.clone();
                let client = cert.zip(cert_key);
                Access { end: $end, password_file, cacert, client, insecure }
            }
        }
    };
}

access_options!(FromAccess, End::From, "from", "Access to the source");
access_options!(ToAccess, End::To, "to", "Access to the target");

/// How to get access to a server.
#[derive(Clone, Debug)]
pub struct Access {
    pub end: End,
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
