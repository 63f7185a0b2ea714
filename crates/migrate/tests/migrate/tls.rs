//! Encrypted connections, and certificates for servers and clients.

use std::fs;
use std::io::Write;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::Path;
use std::process::Command;
use std::thread;

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair};
use tempfile::TempDir;
use test_support::classic::Design;
use test_support::{Connect, Server, Setup, Value, await_caught_up, with_module};

use crate::cluster::create;
use crate::program::{digest, fail, import, run, run_any, url, words};
use crate::sites::{fill, module_server, plain_server};

const DEBUG: &str = "enable-debug-command yes";

#[test]
fn all_commands_use_tls_and_show_certificates() {
    let (ours, theirs) = (Authority::new("ours"), Authority::new("theirs"));
    let from = ours.secure(Setup::default().config(DEBUG), false).start();
    let to = theirs.secure(with_module().config(DEBUG), true).start();
    let tls = |port: u16| format!("rediss://127.0.0.1:{port}");
    let (from_url, to_url) = (tls(open_tls_port(&from)), tls(open_tls_port(&to)));
    let [certificate, key] = theirs.issue("client");
    let (ours, theirs) = (ours.certificate(), theirs.certificate());
    let classic = |end: &str| words(&[end, &from_url, &format!("{end}-cacert"), &ours]);
    let site = |end: &str| {
        let options = ["-cacert", "-cert", "-cert-key"].map(|name| format!("{end}{name}"));
        let [cacert, cert, cert_key] = options.each_ref().map(String::as_str);
        let files = [cacert, &theirs, cert, &certificate, cert_key, &key];
        words(&[&[end, &to_url, "--key", "news"], &files[..]].concat())
    };
    let with = |command: &[&str], ends: [Vec<String>; 2]| [words(command), ends.concat()].concat();

    fill(&from, Design::JAVA, 20);
    run(&with(&["import"], [classic("--from"), site("--to")]));
    assert!(run(&with(&["verify"], [classic("--from"), site("--to")])).out.is_empty());
    run(&with(&["export", "--prefix", "p:"], [site("--from"), classic("--to")]));
    let followed = run(&with(&["follow", "--jsonl", "-", "--once"], [site("--from"), Vec::new()]));
    assert_eq!(followed.out.matches("\"poster\"").count(), 20);
    // Without TLS, the same.
    let copy = ["import", "--from", &url(&from), "--to", &url(&to), "--key", "copy"];
    run(&words(&[&copy[..], &["--prefix", "p:"]].concat()));
    assert_eq!(digest(&to, "copy"), digest(&to, "news"));
}

#[test]
fn the_nodes_of_a_cluster_use_tls() {
    let (authority, from) = (Authority::new("authority"), plain_server());
    let setup = authority.secure(with_module(), true);
    let setup = setup.config("cluster-enabled yes").config("tls-cluster yes");
    let (ports, nodes): (Vec<u16>, Vec<Server>) = (0..3).map(|_| start_with_tls(&setup)).unzip();
    let [certificate, key] = authority.issue("client");
    let ca = authority.certificate();
    let files = ["--cacert", &ca, "--cert", &certificate, "--key", &key];
    create(&nodes, &ports, &[&["--tls"], &files[..]].concat());
    fill(&from, Design::PYTHON, 9);
    let access = ["cacert", "cert", "cert-key"].into_iter().zip([ca, certificate, key]);
    let access = |end: &str| -> Vec<String> {
        access.clone().flat_map(|(name, file)| [format!("{end}-{name}"), file]).collect()
    };
    // Plain keys and a site, each through a node that does not have it all.
    let tls = |node: usize| format!("rediss://127.0.0.1:{}", ports[node]);
    let import = ["import", "--from", &url(&from), "--to", &tls(0), "--key", "a"];
    run(&[words(&import), access("--to")].concat());
    let export = ["export", "--from", &tls(1), "--key", "a", "--to", &tls(2)];
    run(&[words(&export), access("--from"), access("--to")].concat());
    let verify = ["verify", "--from", &tls(1), "--to", &tls(0), "--key", "a"];
    let verified = run(&[words(&verify), access("--from"), access("--to")].concat());
    assert!(verified.err.contains("Compared 9 articles"), "{verified:?}");
}

#[test]
fn errors_of_tls_say_what_to_do() {
    let (authority, other) = (Authority::new("authority"), Authority::new("other"));
    let from = authority.secure(Setup::default(), true).start();
    let (plain, to) = (plain_server(), module_server());
    let without_tls = server_without_tls();
    fill(&from, Design::PYTHON, 3);
    let port = open_tls_port(&from);
    let tls = format!("rediss://127.0.0.1:{port}");
    let (ca, other_ca) = (authority.certificate(), other.certificate());
    let ([certificate, key], [other_certificate, other_key]) =
        (authority.issue("client"), other.issue("client"));
    let with = |from: &str, more: &[&str]| {
        let to = url(&to);
        words(&[&["import", "--from", from, "--to", &to, "--key", "news"], more].concat())
    };
    let client = ["--from-cert", &certificate, "--from-cert-key", &key];
    let other_client = ["--from-cert", &other_certificate, "--from-cert-key", &other_key];
    let trust = ["--from-cacert", &ca];
    let distrusted = "does not trust the CA of the certificate in --from-cert";
    let untrusted = "has signed the server's: --from-cacert FILE";
    for (from, more, message) in [
        (&tls, &client[..], untrusted),
        (&tls, &[&client[..], &["--from-cacert", &other_ca]].concat(), untrusted),
        (&tls, &trust, "demands a client certificate: --from-cert FILE --from-cert-key FILE"),
        (&tls, &[&trust[..], &other_client].concat(), distrusted),
        (
            &format!("rediss://localhost:{port}"),
            &[&trust[..], &client].concat(),
            "Use a host name in the URL that the server's certificate has",
        ),
        (&format!("rediss://{without_tls}"), &trust, "does not use TLS on this port"),
        (
            &format!("redis://127.0.0.1:{port}"),
            &[],
            "Does the server use TLS on this port? Then write rediss://",
        ),
        (&url(&plain), &trust, "--from: certificates are for TLS only"),
        (&tls, &["--from-cacert", "/no/such"], "--from-cacert: cannot read /no/such"),
        (&tls, &["--from-cacert", &key], "has no certificate in the PEM format"),
        (
            &tls,
            &["--from-cert", &certificate, "--from-cert-key", &ca],
            "--from: cannot use the certificates",
        ),
    ] {
        fail(&with(from, more), message);
    }
    let incomplete = run_any(&with(&tls, &["--from-cert", &certificate]));
    assert!(incomplete.err.contains("--from-cert-key <FILE>"), "{incomplete:?}");
    // The same options work once they are right, or if nobody checks.
    run(&with(&tls, &[&trust[..], &client].concat()));
    run(&with(&tls, &[&["--from-insecure"], &client[..]].concat()));
    let expected = digest(&to, "news");
    to.resp2().run("DEL news");
    run(&import(&from, &to));
    assert_eq!(digest(&to, "news"), expected);
}

/// Starts a server that knows nothing of TLS and takes the first line that it gets for a mistake.
/// A real one waits for the end of that line, which may be missing in what a client with TLS
/// sends.
fn server_without_tls() -> SocketAddr {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || listener.accept().unwrap().0.write_all(b"-ERR Protocol error\r\n"));
    address
}

/// All but the ports, which the tests choose.
#[test]
fn the_lines_of_the_document_encrypt_a_server_and_its_replica() {
    let document = include_str!("../../../../docs/operations.md");
    let authority = Authority::new("authority");
    let [certificate, key] = authority.issue("127.0.0.1");
    let (_, lines) = document.split_once("```\nport 0\ntls-port 6379\n").unwrap();
    let (lines, _) = lines.split_once("```").unwrap();
    let lines = lines
        .replace("/etc/redis/tls/server.crt", &certificate)
        .replace("/etc/redis/tls/server.key", &key)
        .replace("/etc/redis/tls/ca.crt", &authority.certificate());
    let setup = with_module().config("repl-diskless-sync-delay 0");
    let setup = lines.lines().fold(setup, |setup, line| setup.config(line));
    let (port, primary) = start_with_tls(&setup);
    // The port of the primary speaks nothing else, so the replica does, too.
    let replica = setup.config(format!("replicaof 127.0.0.1 {port}")).start();
    assert_eq!(primary.resp2().int("ARTICLE.POST news alice a l"), 1);
    await_caught_up(&primary, &replica);
    assert_eq!(replica.resp2().int("ARTICLE.COUNT news"), 1);
    // A client needs no certificate of its own.
    let client = Command::new("redis-cli")
        .args(["--tls", "--cacert", &authority.certificate(), "-p", &port.to_string()])
        .args(["ARTICLE.COUNT", "news"])
        .output()
        .unwrap();
    assert_eq!(String::from_utf8_lossy(&client.stdout), "1\n", "{client:?}");
}

/// A certificate authority, and a folder with what it issues.
struct Authority {
    issuer: CertifiedIssuer<'static, KeyPair>,
    folder: TempDir,
}

impl Authority {
    fn new(name: &str) -> Self {
        let mut params = params(name, &[]);
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let issuer = CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap();
        let authority = Self { issuer, folder: tempfile::tempdir().unwrap() };
        fs::write(authority.certificate(), authority.issuer.pem()).unwrap();
        authority
    }

    /// Returns the file with the authority's own certificate.
    fn certificate(&self) -> String {
        self.file("ca.pem")
    }

    /// Issues a certificate for a name, and returns the files with it and its private key.
    fn issue(&self, name: &str) -> [String; 2] {
        let key = KeyPair::generate().unwrap();
        let certificate = params(name, &[name]).signed_by(&key, &self.issuer).unwrap();
        let files = [self.file(&format!("{name}.pem")), self.file(&format!("{name}.key"))];
        fs::write(&files[0], certificate.pem()).unwrap();
        fs::write(&files[1], key.serialize_pem()).unwrap();
        files
    }

    /// Lets a server use TLS. Says whether clients need a certificate of this authority, too.
    fn secure(&self, setup: Setup, demands_certificates: bool) -> Setup {
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
fn start_with_tls(setup: &Setup) -> (u16, Server) {
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

fn open_tls_port(server: &Server) -> u16 {
    let mut c = server.resp2();
    let is_open = |port: &u16| c.run(&format!("CONFIG SET tls-port {port}")) == Value::Okay;
    some_ports().find(is_open).expect("the server opens a port with TLS")
}

/// Returns ports of which some may be in use.
fn some_ports() -> impl Iterator<Item = u16> {
    (0..20).map(|_| fastrand::u16(10_000..30_000))
}
