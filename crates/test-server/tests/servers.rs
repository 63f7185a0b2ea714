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
fn a_restart_keeps_what_was_saved_and_loses_the_rest() {
    let mut server = Setup::default().start();
    ask(&server, "SET saved 1");
    ask(&server, "SAVE");
    ask(&server, "SET lost 1");
    server.restart();
    assert!(ask(&server, "EXISTS saved").starts_with(":1"));
    assert!(ask(&server, "EXISTS lost").starts_with(":0"));
}

#[test]
fn a_killed_server_starts_again_on_its_port() {
    let mut server = Setup::default().start();
    let port = server.port();
    server.kill();
    assert!(!server.is_running());
    server.start_again();
    assert_eq!(server.port(), port);
    assert!(ask(&server, "PING").starts_with("+PONG"));
}

#[test]
fn a_server_that_refuses_to_run_leaves_its_log() {
    let setup = Setup::default().config("no-such-setting 1");
    assert!(setup.start_refused().contains("no-such-setting"));
    assert!(setup.try_start().expect_err("no server").to_string().contains("no-such-setting"));
    let error = Setup::default().try_start_refused().expect_err("a server that runs");
    assert!(error.to_string().contains("runs all the same"));
}

#[test]
fn a_missing_program_is_named() {
    let error = Setup::default().program("no-such-server").try_start().expect_err("no server");
    assert!(error.to_string().contains("cannot start no-such-server"), "{error}");
}

#[test]
fn the_environment_changes_with_the_next_start() {
    let mut server = Setup::default().env("TZ", "UTC").start();
    // The log has local times: "1:C 21 Nov 2026 18:59:02.116 # ...".
    let hour = |server: &Server| {
        let log = server.log();
        let time = log.split_whitespace().nth(4).expect("a time");
        time.split(':').next().expect("an hour").to_owned()
    };
    let utc = hour(&server);
    server.set_env("TZ", "elsewhere+12");
    server.restart();
    assert_ne!(hour(&server), utc);
}

#[test]
fn a_file_beyond_the_limit_is_an_error_and_does_not_end_the_server() {
    let mut server = Setup::default().start();
    server.limit_files(Some(16));
    server.restart();
    ask(&server, "SETRANGE large 100000 x");
    ask(&server, "CONFIG SET rdbcompression no");
    assert!(ask(&server, "SAVE").starts_with("-ERR"));
    assert!(ask(&server, "PING").starts_with("+PONG"));
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

#[test]
fn await_exit_returns_the_status_of_a_server_that_shuts_down() {
    let mut server = Setup::default().start();
    let mut stream = TcpStream::connect(("127.0.0.1", server.port())).expect("a connection");
    stream.write_all(b"SHUTDOWN NOSAVE\r\n").expect("a request");
    assert!(server.await_exit().success());
}
