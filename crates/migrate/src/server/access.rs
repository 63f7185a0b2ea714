//! How to get access to a server: what is not in its URL.

use std::fs;

use anyhow::{Context, Result};
use clap::Args;

use crate::server::End;

/// The options about access to the server of `--from`.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Access to the source")]
pub struct FromAccess {
    /// The file with the password [default: in the URL, or in the variable REDISCLI_AUTH]
    #[arg(long, value_name = "FILE")]
    from_password_file: Option<String>,

    /// The file with the certificates of the CAs to trust [default: the system's]
    #[arg(long, value_name = "FILE")]
    from_cacert: Option<String>,

    /// The file with the client certificate, if the server demands one
    #[arg(long, value_name = "FILE", requires = "from_cert_key")]
    from_cert: Option<String>,

    /// The file with the private key of the client certificate
    #[arg(long, value_name = "FILE", requires = "from_cert")]
    from_cert_key: Option<String>,

    /// Accept any certificate, also one of an attacker
    #[arg(long, conflicts_with = "from_cacert")]
    from_insecure: bool,
}

/// The options about access to the server of `--to`.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Access to the target")]
pub struct ToAccess {
    /// The file with the password [default: in the URL, or in the variable REDISCLI_AUTH]
    #[arg(long, value_name = "FILE")]
    to_password_file: Option<String>,

    /// The file with the certificates of the CAs to trust [default: the system's]
    #[arg(long, value_name = "FILE")]
    to_cacert: Option<String>,

    /// The file with the client certificate, if the server demands one
    #[arg(long, value_name = "FILE", requires = "to_cert_key")]
    to_cert: Option<String>,

    /// The file with the private key of the client certificate
    #[arg(long, value_name = "FILE", requires = "to_cert")]
    to_cert_key: Option<String>,

    /// Accept any certificate, also one of an attacker
    #[arg(long, conflicts_with = "to_cacert")]
    to_insecure: bool,
}

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

impl From<FromAccess> for Access {
    fn from(access: FromAccess) -> Self {
        let FromAccess {
            from_password_file: password_file,
            from_cacert: cacert,
            from_cert,
            from_cert_key,
            from_insecure: insecure,
        } = access;
        let client = from_cert.zip(from_cert_key);
        Self { end: End::From, password_file, cacert, client, insecure }
    }
}

impl From<ToAccess> for Access {
    fn from(access: ToAccess) -> Self {
        let ToAccess {
            to_password_file: password_file,
            to_cacert: cacert,
            to_cert,
            to_cert_key,
            to_insecure: insecure,
        } = access;
        Self { end: End::To, password_file, cacert, client: to_cert.zip(to_cert_key), insecure }
    }
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
