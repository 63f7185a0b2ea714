use std::fs;
use std::net::TcpListener;
use std::process::{Command, Stdio};

use crate::site::{demo, module, url};

#[test]
fn a_signal_stops_site_and_server() {
    for name in ["INT", "TERM", "HUP"] {
        let folder = tempfile::tempdir().unwrap();
        let mut process = demo()
            .arg("--module")
            .arg(module())
            .env("TMPDIR", folder.path())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        url(&mut process);
        let server = fs::read_dir(folder.path()).unwrap().next().unwrap().unwrap().path();
        assert!(server.join("redis.conf").exists());
        let id = process.id().to_string();
        assert!(Command::new("kill").args(["-s", name, &id]).status().unwrap().success());
        let output = process.wait_with_output().unwrap();
        assert!(output.status.success(), "{name}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
        assert!(!server.exists(), "{name}");
    }
}

#[test]
fn a_port_in_use_gets_a_clear_message() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port().to_string();
    let output =
        Command::new(env!("CARGO_BIN_EXE_article-demo")).args(["--port", &port]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(message.contains(&format!("cannot use port {port}")), "{message}");
    assert!(message.contains("make demo DEMO_PORT="), "{message}");
}
