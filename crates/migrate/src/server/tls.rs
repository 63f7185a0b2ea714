//! Encrypted connections.

use std::fs;

use anyhow::{Context, Result, anyhow};
use redis::{
    Client, ClientTlsConfig, ConnectionAddr, ConnectionInfo, RedisError, TlsCertificates,
};

use crate::server::access::Tls;

/// Adds certificates to what a `rediss://` URL says.
pub fn with_certificates(info: ConnectionInfo, tls: &Tls) -> Result<ConnectionInfo> {
    let mut address = info.addr().clone();
    let ConnectionAddr::TcpTls { insecure, .. } = &mut address else { return Ok(info) };
    *insecure |= tls.insecure;
    let client = tls.client().map(|(certificate, key)| {
        let (client_cert, client_key) = (read("cert", certificate)?, read("cert-key", key)?);
        anyhow::Ok(ClientTlsConfig { client_cert, client_key })
    });
    let root_cert = tls.cacert.as_deref().map(|file| read("cacert", file)).transpose()?;
    let certificates = TlsCertificates { client_tls: client.transpose()?, root_cert };
    let client = Client::build_with_tls(info.set_addr(address), certificates)
        .map_err(|error| anyhow!("cannot use the certificates: {error}"))?;
    Ok(client.get_connection_info().clone())
}

/// Returns what to do about an error of TLS, if it is one.
pub fn advice(error: &RedisError) -> Option<&'static str> {
    let error = error.to_string();
    let (_, advice) = ADVICE.into_iter().find(|(text, _)| error.contains(text))?;
    Some(advice)
}

/// Parts of error messages, and what to do.
const ADVICE: [(&str, &str); 5] = [
    (
        "UnknownIssuer",
        "Name the file with the certificate of the CA that has signed the server's: --cacert FILE",
    ),
    ("not valid for name", "Use a host name in the URL that the server's certificate has"),
    ("invalid peer certificate", "The server's certificate cannot be verified"),
    (
        "received fatal alert",
        "The server refuses the TLS connection. Its log has the reason. Does it demand a client \
         certificate of a CA that it trusts: --cert FILE --cert-key FILE?",
    ),
    (
        "received corrupt message",
        "The server does not use TLS on this port. Write redis:// in the URL, or the server's \
         tls-port",
    ),
];

fn read(option: &str, file: &str) -> Result<Vec<u8>> {
    fs::read(file).with_context(|| format!("--{option}: cannot read {file}"))
}
