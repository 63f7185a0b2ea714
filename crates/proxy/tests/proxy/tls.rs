//! TLS towards the servers.

use std::fs;

use rcgen::{CertificateParams, KeyPair};
use test_support::*;

use crate::harness::*;

#[test]
fn servers_are_reached_by_tls() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    let key = KeyPair::generate().expect("a key");
    let params = CertificateParams::new(vec!["127.0.0.1".to_owned()]).expect("its name");
    let certificate = params.self_signed(&key).expect("a certificate");
    fs::write(file("cert"), certificate.pem()).expect("a file");
    fs::write(file("key"), key.serialize_pem()).expect("a file");
    let port = free_port();
    let _server = with_module()
        .config(format!("tls-port {port}"))
        .config(format!("tls-cert-file {}", file("cert")))
        .config(format!("tls-key-file {}", file("key")))
        .config(format!("tls-ca-cert-file {}", file("cert")))
        .start();
    let own = ["--cert", &file("cert"), "--cert-key", &file("key")];
    let cert = file("cert");
    for trust in [&["--cacert", &cert][..], &["--insecure"]] {
        let proxy = Proxy::at(&format!("rediss://127.0.0.1:{port}"), &[&own[..], trust].concat());
        let mut c = proxy.resp3();
        ask(&mut c, "DEL news");
        assert_eq!(ask(&mut c, "ARTICLE.CREATE news PARTS 3"), Value::Okay);
        assert!(c.int("ARTICLE.POST news alice t l") > 0);
        assert_eq!(c.ids("ARTICLE.PAGE news 1").len(), 1);
    }
}
