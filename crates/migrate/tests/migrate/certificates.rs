//! Certificates for servers and clients.

use std::fs;
use std::path::Path;

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair};
use tempfile::TempDir;
use test_support::{Connect, Server, Setup, Value};

/// A certificate authority, and a folder with what it issues.
pub struct Authority {
    issuer: CertifiedIssuer<'static, KeyPair>,
    folder: TempDir,
}

impl Authority {
    pub fn new(name: &str) -> Self {
        let mut params = params(name, &[]);
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let issuer = CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap();
        let authority = Self { issuer, folder: tempfile::tempdir().unwrap() };
        fs::write(authority.certificate(), authority.issuer.pem()).unwrap();
        authority
    }

    /// Returns the file with the authority's own certificate.
    pub fn certificate(&self) -> String {
        self.file("ca.pem")
    }

    /// Issues a certificate for a name, and returns the files with it and its private key.
    pub fn issue(&self, name: &str) -> [String; 2] {
        let key = KeyPair::generate().unwrap();
        let certificate = params(name, &[name]).signed_by(&key, &self.issuer).unwrap();
        let files = [self.file(&format!("{name}.pem")), self.file(&format!("{name}.key"))];
        fs::write(&files[0], certificate.pem()).unwrap();
        fs::write(&files[1], key.serialize_pem()).unwrap();
        files
    }

    /// Lets a server use TLS. Says whether clients need a certificate of this authority, too.
    pub fn secure(&self, setup: Setup, demands_certificates: bool) -> Setup {
        let [certificate, key] = self.issue("127.0.0.1");
        let demands = if demands_certificates { "yes" } else { "no" };
        setup
            .config(format!("tls-cert-file {certificate}"))
            .config(format!("tls-key-file {key}"))
            .config(format!("tls-ca-cert-file {}", self.certificate()))
            .config(format!("tls-auth-clients {demands}"))
    }

    fn file(&self, name: &str) -> String {
        Path::join(self.folder.path(), name).to_str().unwrap().to_owned()
    }
}

/// Starts a server with a port for TLS, which the nodes of a cluster must have from the start.
pub fn start_with_tls(setup: &Setup) -> (u16, Server) {
    for port in some_ports() {
        if let Ok(server) = setup.clone().config(format!("tls-port {port}")).try_start() {
            return (port, server);
        }
    }
    panic!("no server with TLS starts");
}

/// Returns the parameters of a certificate for some hosts.
fn params(subject: &str, hosts: &[&str]) -> CertificateParams {
    let hosts: Vec<String> = hosts.iter().map(|host| (*host).to_owned()).collect();
    let mut params = CertificateParams::new(hosts).unwrap();
    // The default is the same for all, so that a certificate seems to have signed itself.
    params.distinguished_name.push(DnType::CommonName, subject);
    params
}

pub fn open_tls_port(server: &Server) -> u16 {
    let mut c = server.resp2();
    let is_open = |port: &u16| c.run(&format!("CONFIG SET tls-port {port}")) == Value::Okay;
    some_ports().find(is_open).expect("the server opens a port with TLS")
}

/// Returns ports of which some may be in use.
fn some_ports() -> impl Iterator<Item = u16> {
    (0..20).map(|_| fastrand::u16(10_000..30_000))
}
