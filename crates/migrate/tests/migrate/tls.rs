//! Encrypted connections, and certificates for servers and clients.

use std::io::Write;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::process::Command;
use std::thread;

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair};
use test_support::classic::Design;
use test_support::{
    Connect, DEADLINE, Server, Setup, await_caught_up, free_port, wait_until, with_module,
};

use crate::harness::{Address, Folder, assert_same, between, fail, of, run};
use crate::servers::{fill, plain_server};

const DEBUG: &str = "enable-debug-command yes";

#[test]
fn all_commands_use_tls_and_errors_say_what_to_do() {
    let (ours, theirs) = (Authority::new("ours"), Authority::new("theirs"));
    let plain = Setup::default().config(DEBUG);
    let (old, from) = start_with_tls(&ours.secure(plain, false));
    let (new, to) = start_with_tls(&ours.secure(with_module().config(DEBUG), true));
    let [old, new] = [old, new].map(secure_url);
    let access = ours.trust() + &ours.show_client();
    let both = |command: &str, from: &str, to: &str| {
        run(&between(&format!("{command}{access}"), from, to, "news"))
    };
    fill(&from, Design::JAVA, 20);
    both("import", &old, &new);
    both("export --prefix p:", &new, &old);
    // Without TLS, the same.
    run(&between("import --prefix p:", &from, &to, "copy"));
    assert_same(&to, "copy", &to, "news");

    let follow =
        |url: &str, options: &str| of(&format!("follow --jsonl - --once{options}"), url, "news");
    for options in [access.clone(), ours.show_client() + " --insecure"] {
        assert_eq!(run(&follow(&new, &options)).out.matches("\"poster\"").count(), 20);
    }
    let (trust, client) = (ours.trust(), ours.show_client());
    let [certificate, key] = ours.issue("client");
    let other = secure_url(server_without_tls().port());
    let untrusted = "has signed the server's: --cacert FILE";
    for (url, options, message) in [
        (&new, client.clone(), untrusted),
        (&new, theirs.trust() + &client, untrusted),
        (&new, trust.clone(), "demand a client certificate"),
        (&new, trust.clone() + &theirs.show_client(), "of a CA that it trusts: --cert FILE"),
        (
            &new.replace("127.0.0.1", "localhost"),
            access.clone(),
            "Use a host name in the URL that the server's certificate has",
        ),
        (&other, trust.clone(), "does not use TLS on this port"),
        (&new.replace("rediss", "redis"), trust, "on this port? Then write rediss://"),
        (&new, " --cacert /no/such".to_owned(), "--cacert: cannot read /no/such"),
        (&new, format!(" --cert {key} --cert-key {certificate}"), "cannot use the certificates"),
        (&new, format!(" --cert {certificate}"), "--cert-key <FILE>"),
    ] {
        fail(&follow(url, &options), message);
    }
}

#[test]
fn the_nodes_of_a_cluster_use_tls() {
    let (authority, from) = (Authority::new("authority"), plain_server());
    let setup = authority.secure(with_module(), true);
    let setup = setup.config("cluster-enabled yes").config("tls-cluster yes");
    let (ports, nodes): (Vec<u16>, Vec<Server>) = (0..3).map(|_| start_with_tls(&setup)).unzip();
    let access = authority.trust() + &authority.show_client();
    // The same options for redis-cli.
    let options = access.replace("cert-key", "key");
    let options: Vec<&str> = ["--tls"].into_iter().chain(options.split_whitespace()).collect();
    create(&nodes, &ports, &options);
    fill(&from, Design::PYTHON, 9);
    // Plain keys and a site, each through a node that does not have it all.
    let [a, b, c] = [0, 1, 2].map(|node: usize| secure_url(ports[node]));
    run(&between(&format!("import{access}"), from.url().as_str(), a.as_str(), "news"));
    run(&between(&format!("export --prefix {{p}}:{access}"), b.as_str(), c.as_str(), "news"));
}

/// Makes a cluster of some nodes, which redis-cli connects to on these ports with these options.
fn create(nodes: &[Server], ports: &[u16], options: &[&str]) {
    let binary = std::env::var_os("REDIS_CLI").unwrap_or_else(|| "redis-cli".into());
    let mut create = Command::new(binary);
    create.args(options).args(["--cluster", "create"]);
    create.args(ports.iter().map(|port| format!("127.0.0.1:{port}")));
    let created = create.arg("--cluster-yes").output().expect("redis-cli");
    assert!(created.status.success(), "{}", String::from_utf8_lossy(&created.stdout));
    let is_ok = |node: &Server| node.resp2().report("CLUSTER INFO").contains("cluster_state:ok");
    wait_until(DEADLINE, "the cluster", || nodes.iter().all(is_ok));
}

fn secure_url(port: u16) -> String {
    format!("rediss://127.0.0.1:{port}")
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
    folder: Folder,
}

impl Authority {
    fn new(name: &str) -> Self {
        let mut params = params(name, &[]);
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let issuer = CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap();
        let authority = Self { issuer, folder: Folder::new() };
        authority.folder.write("ca.pem", &authority.issuer.pem());
        authority
    }

    /// Returns the file with the authority's own certificate.
    fn certificate(&self) -> String {
        self.folder.file("ca.pem")
    }

    /// Issues a certificate for a name, and returns the files with it and its private key.
    fn issue(&self, name: &str) -> [String; 2] {
        let key = KeyPair::generate().unwrap();
        let certificate = params(name, &[name]).signed_by(&key, &self.issuer).unwrap();
        let names = [format!("{name}.pem"), format!("{name}.key")];
        self.folder.write(&names[0], &certificate.pem());
        self.folder.write(&names[1], &key.serialize_pem());
        names.map(|name| self.folder.file(&name))
    }

    /// Returns the option that trusts this authority.
    fn trust(&self) -> String {
        format!(" --cacert {}", self.certificate())
    }

    /// Returns the options that show a client's certificate.
    fn show_client(&self) -> String {
        let [certificate, key] = self.issue("client");
        format!(" --cert {certificate} --cert-key {key}")
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
