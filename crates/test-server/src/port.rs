use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::io::{self, BufRead, BufReader, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::time::Duration;

/// Returns a port that nobody listens on.
///
/// It is below the ports that systems give to outgoing connections, and low enough that a
/// cluster's bus port, 10,000 above it, exists.
pub fn free_port() -> u16 {
    loop {
        let random = RandomState::new().build_hasher().finish();
        let port = 10_000 + (random % 20_000) as u16;
        if TcpListener::bind((Ipv4Addr::LOCALHOST, port)).is_ok() {
            return port;
        }
    }
}

/// Whether this process answers on the port, and has loaded its data.
///
/// Another server may listen there and do anything, including nothing.
pub(crate) fn is_up(port: u16, process_id: u32) -> bool {
    let own_line = format!("process_id:{process_id}\r\n");
    ask(port).is_ok_and(|text| text.starts_with("+PONG\r\n") && text.contains(&own_line))
}

/// Whether a server answers on the port that demands a password, and so does not say who it is.
pub(crate) fn is_closed(port: u16) -> bool {
    ask(port).is_ok_and(|text| text.starts_with("-NOAUTH"))
}

/// Returns the replies to PING and INFO, up to the line with the process id.
///
/// A server that demands a password replies with nothing but errors.
fn ask(port: u16) -> io::Result<String> {
    let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port))?;
    stream.set_read_timeout(Some(Duration::from_secs(5)))?;
    stream.write_all(b"PING\r\nINFO server\r\n")?;
    let mut lines = BufReader::new(stream).lines();
    let mut text = String::new();
    while !text.contains("process_id:") && !text.contains("-NOAUTH") {
        match lines.next() {
            Some(line) => text.extend([&line?, "\r\n"]),
            None => break,
        }
    }
    Ok(text)
}
