//! Encrypted connections.

use std::io::Write;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::thread;

use test_support::classic::Design;
use test_support::{Connect, Server, Setup, with_module};

use crate::certificates::{Authority, open_tls_port, start_with_tls};
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
