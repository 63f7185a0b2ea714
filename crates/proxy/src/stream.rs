//! Connections to servers and of clients: TCP, Unix sockets, and TLS.

use std::fmt;
use std::io;
use std::pin::Pin;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName, UnixTime};
use rustls::{ClientConfig, DigitallySignedStruct, Error, RootCertStore, SignatureScheme};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpStream, UnixStream};
use tokio_rustls::TlsConnector;

use crate::options::Options;

pub trait ReadWrite: AsyncRead + AsyncWrite {}
impl<T: AsyncRead + AsyncWrite> ReadWrite for T {}

/// A connection of any kind.
pub type Stream = Pin<Box<dyn ReadWrite>>;

/// Where a server listens.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Address {
    Tcp(String, u16),
    Unix(String),
}

impl Address {
    /// Parses `host:port`, as MOVED and ASK have it. A node that does not know its own host has
    /// that of the node that was asked.
    pub fn parse(text: &str, asked: &Self) -> Option<Self> {
        let (host, port) = text.rsplit_once(':')?;
        Some(Self::near(host, port.parse().ok()?, asked))
    }

    pub fn near(host: &str, port: u16, asked: &Self) -> Self {
        let own = match asked {
            Self::Tcp(own, _) => own,
            Self::Unix(_) => "127.0.0.1",
        };
        Self::Tcp(if matches!(host, "" | "?") { own } else { host }.to_owned(), port)
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tcp(host, port) => write!(f, "{host}:{port}"),
            Self::Unix(path) => f.write_str(path),
        }
    }
}

pub async fn connect(address: &Address, tls: Option<&Arc<ClientConfig>>) -> io::Result<Stream> {
    match (address, tls) {
        (Address::Unix(path), _) => Ok(Box::pin(UnixStream::connect(path).await?)),
        (Address::Tcp(host, port), tls) => {
            let stream = TcpStream::connect((host.as_str(), *port)).await?;
            stream.set_nodelay(true)?;
            let Some(config) = tls else { return Ok(Box::pin(stream)) };
            let name = ServerName::try_from(host.clone()).map_err(io::Error::other)?;
            let connector = TlsConnector::from(Arc::clone(config));
            Ok(Box::pin(connector.connect(name, stream).await?))
        }
    }
}

/// Returns how to use TLS.
pub fn tls(options: &Options) -> Result<Arc<ClientConfig>> {
    let provider = Arc::new(ring::default_provider());
    let builder = ClientConfig::builder_with_provider(Arc::clone(&provider))
        .with_safe_default_protocol_versions()?;
    let builder = if options.insecure {
        let any = Arc::new(AnyCertificate(provider));
        builder.dangerous().with_custom_certificate_verifier(any)
    } else {
        let mut roots = RootCertStore::empty();
        match &options.cacert {
            Some(file) => roots.add_parsable_certificates(certificates("--cacert", file)?),
            None => {
                roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs)
            }
        };
        builder.with_root_certificates(roots)
    };
    Ok(Arc::new(match (&options.cert, &options.cert_key) {
        (Some(file), Some(key)) => {
            let own = certificates("--cert", file)?;
            let key = PrivateKeyDer::from_pem_file(key)
                .with_context(|| format!("--cert-key: cannot read a key from {key}"))?;
            builder.with_client_auth_cert(own, key).context("--cert")?
        }
        _ => builder.with_no_client_auth(),
    }))
}

fn certificates(option: &str, file: &str) -> Result<Vec<CertificateDer<'static>>> {
    let found = CertificateDer::pem_file_iter(file)
        .with_context(|| format!("{option}: cannot read {file}"))?
        .collect::<Result<Vec<_>, _>>()
        .with_context(|| format!("{option}: cannot read {file}"))?;
    if found.is_empty() {
        bail!("{option}: {file} has no certificate in the PEM format");
    }
    Ok(found)
}

/// Accepts any certificate, for `--insecure`.
#[derive(Debug)]
struct AnyCertificate(Arc<CryptoProvider>);

impl ServerCertVerifier for AnyCertificate {
    fn verify_server_cert(
        &self,
        _: &CertificateDer,
        _: &[CertificateDer],
        _: &ServerName,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let algorithms = &self.0.signature_verification_algorithms;
        verify_tls12_signature(message, certificate, signed, algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let algorithms = &self.0.signature_verification_algorithms;
        verify_tls13_signature(message, certificate, signed, algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.signature_verification_algorithms.supported_schemes()
    }
}
