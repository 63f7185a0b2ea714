//! Servers without a module: starting, failing to start, and coming back.

use std::io::{Read, Write};
use std::net::TcpStream;

use test_server::{Server, Setup};

/// Sends inline commands and returns what the server sent until it closed the connection.
fn ask(server: &Server, command: &str) -> String {
    let mut stream = TcpStream::connect(("127.0.0.1", server.port())).expect("a connection");
    write!(stream, "{command}\r\nQUIT\r\n").expect("a request");
    let mut reply = String::new();
    stream.read_to_string(&mut reply).expect("a reply");
    reply
}

#[test]
fn a_server_has_its_configuration_and_process_id() {
    let setup = Setup::default().config("maxclients 77").config("timeout 5");
    let server = setup.argument("--timeout").argument("9").start();
    assert!(ask(&server, "CONFIG GET maxclients").contains("\r\n77\r\n"));
    assert!(ask(&server, "CONFIG GET timeout").contains("\r\n9\r\n"));
    let process = format!("process_id:{}\r\n", server.process_id());
    assert!(ask(&server, "INFO server").contains(&process));
}

#[test]
fn a_server_that_demands_a_password_has_started() {
    let mut server = Setup::default().config("requirepass secret").start();
    assert!(ask(&server, "PING").starts_with("-NOAUTH"));
    server.restart();
    assert!(ask(&server, "AUTH secret").starts_with("+OK"));
}

#[test]
fn a_server_that_refuses_to_run_leaves_its_log() {
    let setup = Setup::default().config("no-such-setting 1");
    assert!(setup.start_refused().contains("no-such-setting"));
    assert!(setup.try_start().expect_err("no server").to_string().contains("no-such-setting"));
}

#[test]
fn a_missing_program_is_named() {
    let error = Setup::default().program("no-such-server").try_start().expect_err("no server");
    assert!(error.to_string().contains("cannot start no-such-server"), "{error}");
}

#[test]
fn dropping_a_server_ends_its_process_and_removes_its_folder() {
    let server = Setup::default().start();
    let (path, port) = (server.path().to_owned(), server.port());
    assert!(path.join("redis.conf").exists());
    drop(server);
    assert!(!path.exists());
    assert!(TcpStream::connect(("127.0.0.1", port)).is_err());
}
