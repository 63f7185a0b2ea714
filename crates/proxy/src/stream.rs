//! Connections to servers and of clients: TCP, Unix sockets, and TLS.

use std::pin::Pin;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use redis::ConnectionAddr;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, ring};
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

pub async fn connect(address: &ConnectionAddr, tls: Option<&Arc<ClientConfig>>) -> Result<Stream> {
    let (host, port) = match address {
        ConnectionAddr::Unix(path) => return Ok(Box::pin(UnixStream::connect(path).await?)),
        ConnectionAddr::Tcp(host, port) | ConnectionAddr::TcpTls { host, port, .. } => {
            (host, port)
        }
        _ => bail!("the URL must begin with redis://, rediss:// or unix://"),
    };
    let stream = TcpStream::connect((host.as_str(), *port)).await?;
    stream.set_nodelay(true)?;
    match (address, tls) {
        (ConnectionAddr::TcpTls { .. }, Some(config)) => {
            let connector = TlsConnector::from(Arc::clone(config));
            Ok(Box::pin(connector.connect(ServerName::try_from(host.clone())?, stream).await?))
        }
        _ => Ok(Box::pin(stream)),
    }
}

/// Returns the address of a node as another node gives it, which does not name a host that is its
/// own.
pub fn near(asked: &ConnectionAddr, host: &str, port: u16) -> ConnectionAddr {
    let mut address = asked.clone();
    match &mut address {
        ConnectionAddr::Tcp(own, own_port)
        | ConnectionAddr::TcpTls { host: own, port: own_port, .. } => {
            *own_port = port;
            if !matches!(host, "" | "?") {
                host.clone_into(own);
            }
        }
        _ => address = ConnectionAddr::Tcp(host.to_owned(), port),
    }
    address
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
    let found = CertificateDer::pem_file_iter(file).and_then(|found| found.collect());
    let found: Vec<_> = found.with_context(|| format!("{option}: cannot read {file}"))?;
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
        _: &[u8],
        _: &CertificateDer,
        _: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        Ok(HandshakeSignatureValid::assertion())
    }

    fn verify_tls13_signature(
        &self,
        _: &[u8],
        _: &CertificateDer,
        _: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        Ok(HandshakeSignatureValid::assertion())
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.signature_verification_algorithms.supported_schemes()
    }
}
