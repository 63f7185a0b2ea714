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
use test_support::{Connect, Server, Setup, Value, await_caught_up, free_port, with_module};

use crate::cluster::create;
use crate::harness::{Address, assert_same, between, fail, of, run};
use crate::servers::{fill, module_server, plain_server};

const DEBUG: &str = "enable-debug-command yes";

/// A URL and the options for it, with END for from or to.
struct End(String, String);

fn line(command: &str, from: &End, to: &End) -> String {
    let options = from.1.replace("END", "from") + &to.1.replace("END", "to");
    between(&(command.to_owned() + &options), from.0.as_str(), to.0.as_str(), "news")
}

#[test]
fn all_commands_use_tls_and_show_certificates() {
    let (ours, theirs) = (Authority::new("ours"), Authority::new("theirs"));
    let from = ours.secure(Setup::default().config(DEBUG), false).start();
    let to = theirs.secure(with_module().config(DEBUG), true).start();
    let old = End(tls("127.0.0.1", open_tls_port(&from)), ours.trust());
    let new = End(tls("127.0.0.1", open_tls_port(&to)), theirs.trust() + &theirs.show_client());
    fill(&from, Design::JAVA, 20);
    run(&line("import", &old, &new));
    assert!(run(&line("verify", &old, &new)).out.is_empty());
    run(&line("export --prefix p:", &new, &old));
    let follow = format!("follow --jsonl - --once{}", new.1.replace("END", "from"));
    let followed = run(&of(&follow, new.0.as_str(), "news"));
    assert_eq!(followed.out.matches("\"poster\"").count(), 20);
    // Without TLS, the same.
    run(&between("import --prefix p:", &from, &to, "copy"));
    assert_same(&to, "copy", &to, "news");
}

#[test]
fn the_nodes_of_a_cluster_use_tls() {
    let (authority, from) = (Authority::new("authority"), plain_server());
    let setup = authority.secure(with_module(), true);
    let setup = setup.config("cluster-enabled yes").config("tls-cluster yes");
    let (ports, nodes): (Vec<u16>, Vec<Server>) = (0..3).map(|_| start_with_tls(&setup)).unzip();
    let access = authority.trust() + &authority.show_client();
    // Those of redis-cli.
    let options = access.replace("END-", "").replace("cert-key", "key");
    let options: Vec<&str> = ["--tls"].into_iter().chain(options.split_whitespace()).collect();
    create(&nodes, &ports, &options);
    fill(&from, Design::PYTHON, 9);
    // Plain keys and a site, each through a node that does not have it all.
    let [a, b, c] =
        [0, 1, 2].map(|node: usize| End(tls("127.0.0.1", ports[node]), access.clone()));
    run(&line("import", &End(from.url(), String::new()), &a));
    run(&line("export", &b, &c));
    assert!(run(&line("verify", &b, &a)).err.contains("Compared 9 articles"));
}

#[test]
fn errors_of_tls_say_what_to_do() {
    let (authority, other) = (Authority::new("authority"), Authority::new("other"));
    let from = authority.secure(Setup::default(), true).start();
    let (plain, to, without_tls) = (plain_server(), module_server(), server_without_tls());
    fill(&from, Design::PYTHON, 3);
    let port = open_tls_port(&from);
    let (host, wrong_host) = (tls("127.0.0.1", port), tls("localhost", port));
    let with = |url: &str, options: &str| {
        let from = End(url.to_owned(), options.to_owned());
        line("import", &from, &End(to.url(), String::new()))
    };
    let (trust, client) = (authority.trust(), authority.show_client());
    let [certificate, key] = authority.issue("client");
    let untrusted = "has signed the server's: --from-cacert FILE";
    for (url, options, message) in [
        (&host, client.clone(), untrusted),
        (&host, client.clone() + &other.trust(), untrusted),
        (
            &host,
            trust.clone(),
            "demands a client certificate: --from-cert FILE --from-cert-key FILE",
        ),
        (
            &host,
            trust.clone() + &other.show_client(),
            "does not trust the CA of the certificate in --from-cert",
        ),
        (
            &wrong_host,
            trust.clone() + &client,
            "Use a host name in the URL that the server's certificate has",
        ),
        (&format!("rediss://{without_tls}"), trust.clone(), "does not use TLS on this port"),
        (
            &format!("redis://127.0.0.1:{port}"),
            String::new(),
            "Does the server use TLS on this port? Then write rediss://",
        ),
        (&plain.url(), trust.clone(), "--from: certificates are for TLS only"),
        (&host, " --END-cacert /no/such".to_owned(), "--from-cacert: cannot read /no/such"),
        (&host, format!(" --END-cacert {key}"), "has no certificate in the PEM format"),
        (
            &host,
            format!(" --END-cert {certificate} --END-cert-key {}", authority.certificate()),
            "--from: cannot use the certificates",
        ),
        (&host, format!(" --END-cert {certificate}"), "--from-cert-key <FILE>"),
    ] {
        fail(&with(url, &options), message);
    }
    // The same options work once they are right, or if nobody checks.
    run(&with(&host, &(trust + &client)));
    run(&with(&host, &(client + " --END-insecure")));
    run(&between("import", &from, &to, "copy"));
    assert_same(&to, "copy", &to, "news");
}

fn tls(host: &str, port: u16) -> String {
    format!("rediss://{host}:{port}")
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

    /// Returns the option that trusts this authority, for the END of a command.
    fn trust(&self) -> String {
        format!(" --END-cacert {}", self.certificate())
    }

    /// Returns the options that show a client's certificate.
    fn show_client(&self) -> String {
        let [certificate, key] = self.issue("client");
        format!(" --END-cert {certificate} --END-cert-key {key}")
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
    let start = |port| setup.clone().config(format!("tls-port {port}")).try_start();
    // Somebody else can be faster to take a port.
    let mut ports = (0..20).map(|_| free_port());
    ports.find_map(|port| Some((port, start(port).ok()?))).expect("a server with TLS")
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
    (0..20).map(|_| free_port()).find(is_open).expect("the server opens a port with TLS")
}
