//! Where servers are, and how to get access to them.

use std::fs;
use std::time::Duration;

use anyhow::{Context, Result};
use clap::builder::NonEmptyStringValueParser;
use clap::{Arg, Args};

use crate::server::Server;

/// Defines the options of one end of the migration.
macro_rules! end_options {
    ($name:ident, $url:literal, $password:literal) => {
        #[derive(Clone, Debug, Args)]
        pub struct $name {
            /// The server, or any node of its cluster
            #[arg(long = $url, id = $url, value_name = "URL")]
            url: Option<String>,

            /// The file with the password [default: in the URL, or in the variable REDISCLI_AUTH]
            #[arg(long = $password, id = $password, value_name = "FILE")]
            password_file: Option<String>,
        }

        impl $name {
            /// Connects. With a timeout, a connection without a reply for so long counts as lost.
            pub fn open(&self, tls: &Tls, timeout: Option<Duration>) -> Result<Server> {
                let (end, url) = (concat!("--", $url), self.url.clone().unwrap_or_default());
                let password_file = self.password_file.clone();
                Server::open(&Access { end, url, password_file, tls: tls.clone() }, timeout)
            }
        }
    };
}

end_options!(From, "from", "from-password-file");
end_options!(To, "to", "to-password-file");

/// What encrypted connections need, to both servers.
#[derive(Clone, Debug, Args)]
pub struct Tls {
    /// The file with the certificates of the CAs to trust [default: the system's]
    #[arg(long, value_name = "FILE")]
    pub cacert: Option<String>,

    /// The file with the client certificate, if a server demands one
    #[arg(long, value_name = "FILE", requires = "cert_key")]
    cert: Option<String>,

    /// The file with the private key of the client certificate
    #[arg(long, value_name = "FILE", requires = "cert")]
    cert_key: Option<String>,

    /// Accept any certificate, also one of an attacker
    #[arg(long, conflicts_with = "cacert")]
    pub insecure: bool,
}

impl Tls {
    /// Returns the files with the client certificate and its private key.
    pub fn client(&self) -> Option<(&str, &str)> {
        self.cert.as_deref().zip(self.cert_key.as_deref())
    }
}

/// The source, the target, and the key of the site of the module.
#[derive(Debug, Args)]
pub struct Ends {
    /// The key of the site
    #[arg(long, value_name = "KEY", value_parser = NonEmptyStringValueParser::new())]
    pub key: String,

    #[command(flatten, next_help_heading = "Servers")]
    from: From,

    #[command(flatten)]
    to: To,

    #[command(flatten)]
    tls: Tls,
}

impl Ends {
    /// Connects to the source.
    pub fn from(&self) -> Result<Server> {
        self.from.open(&self.tls, None)
    }

    /// Connects to the target.
    pub fn to(&self) -> Result<Server> {
        self.to.open(&self.tls, None)
    }
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
    pub tls: Tls,
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
