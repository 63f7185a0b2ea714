//! Encrypted connections.

use std::fs;

use anyhow::{Context, Result, anyhow, bail};
use redis::{
    Client, ClientTlsConfig, ConnectionAddr, ConnectionInfo, RedisError, TlsCertificates,
};
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;

use crate::server::access::Access;

/// Adds the certificates of an access to a `rediss://` URL.
pub fn with_certificates(info: ConnectionInfo, access: &Access) -> Result<ConnectionInfo> {
    let Access { end, cacert, client, insecure, .. } = access;
    let ConnectionAddr::TcpTls { host, port, insecure: insecure_url, tls_params } = info.addr()
    else {
        if cacert.is_some() || client.is_some() || *insecure {
            bail!("{end}: certificates are for TLS only. Begin the URL with rediss://");
        }
        return Ok(info);
    };
    let address = ConnectionAddr::TcpTls {
        host: host.clone(),
        port: *port,
        insecure: *insecure || *insecure_url,
        tls_params: tls_params.clone(),
    };
    let root_cert = cacert.as_deref().map(|file| read_certificates(end, "cacert", file));
    let client_tls = client.as_ref().map(|(certificate, key)| {
        anyhow::Ok(ClientTlsConfig {
            client_cert: read_certificates(end, "cert", certificate)?,
            client_key: read(end, "cert-key", key)?,
        })
    });
    let certificates =
        TlsCertificates { client_tls: client_tls.transpose()?, root_cert: root_cert.transpose()? };
    let client = Client::build_with_tls(info.clone().set_addr(address), certificates)
        .map_err(|error| anyhow!("{end}: cannot use the certificates: {error}"))?;
    Ok(client.get_connection_info().clone())
}

/// Returns what to do about an error of TLS, if it is one.
pub fn advice(end: &str, error: &RedisError) -> Option<String> {
    let error = error.to_string();
    let (_, advice) = ADVICE.into_iter().find(|(text, _)| error.contains(text))?;
    Some(advice.replace("--END", end))
}

/// Parts of error messages, and what to do.
const ADVICE: [(&str, &str); 8] = [
    (
        "UnknownIssuer",
        "Name the file with the certificate of the CA that has signed the server's: \
         --END-cacert FILE",
    ),
    ("not valid for name", "Use a host name in the URL that the server's certificate has"),
    ("certificate expired", "Renew the server's certificate, or set the clock right"),
    (
        "CertificateRequired",
        "The server demands a client certificate: --END-cert FILE --END-cert-key FILE",
    ),
    ("UnknownCA", "The server does not trust the CA of the certificate in --END-cert"),
    (
        "received fatal alert",
        "The server refuses the TLS connection. Its log has the reason. Does it demand another \
         certificate: --END-cert FILE --END-cert-key FILE?",
    ),
    ("invalid peer certificate", "The server's certificate cannot be verified"),
    (
        "received corrupt message",
        "The server does not use TLS on this port. Write redis:// in the URL, or the server's \
         tls-port",
    ),
];

fn read_certificates(end: &str, option: &str, file: &str) -> Result<Vec<u8>> {
    let text = read(end, option, file)?;
    if !CertificateDer::pem_slice_iter(&text).any(|found| found.is_ok()) {
        bail!("{end}-{option}: {file} has no certificate in the PEM format");
    }
    Ok(text)
}

fn read(end: &str, option: &str, file: &str) -> Result<Vec<u8>> {
    fs::read(file).with_context(|| format!("{end}-{option}: cannot read {file}"))
}
