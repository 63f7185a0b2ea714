use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

/// A proxy between a site and its Redis server, which counts round trips.
pub struct Proxy {
    pub port: u16,
    connections: Arc<Mutex<Vec<Arc<Connection>>>>,
}

/// A connection of the site.
#[derive(Default)]
pub struct Connection {
    round_trips: AtomicUsize,
    /// Whether the server has spoken last, so that the next request is another round trip.
    has_reply: AtomicBool,
    /// What the site has sent.
    requests: Mutex<Vec<u8>>,
}

impl Proxy {
    /// Starts a proxy to a port of this machine. It ends with the test.
    pub fn start(server: u16) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port is free");
        let port = listener.local_addr().expect("it has an address").port();
        let connections: Arc<Mutex<Vec<Arc<Connection>>>> = Arc::default();
        let known = connections.clone();
        thread::spawn(move || {
            for site in listener.incoming().map_while(Result::ok) {
                let connection = Arc::new(Connection::default());
                connection.has_reply.store(true, Ordering::SeqCst);
                known.lock().unwrap().push(connection.clone());
                let redis = TcpStream::connect((Ipv4Addr::LOCALHOST, server)).unwrap();
                let (from_redis, to_site) =
                    (redis.try_clone().unwrap(), site.try_clone().unwrap());
                let replying = connection.clone();
                thread::spawn(move || connection.forward(site, redis, Connection::note_request));
                thread::spawn(move || {
                    replying.forward(from_redis, to_site, Connection::note_reply)
                });
            }
        });
        Self { port, connections }
    }

    /// Returns the latest connection on which the site has sent this text.
    pub fn connection(&self, text: &str) -> Arc<Connection> {
        let connections = self.connections.lock().unwrap();
        let has_sent = |connection: &&Arc<Connection>| {
            let requests = connection.requests.lock().unwrap();
            requests.windows(text.len()).any(|part| part == text.as_bytes())
        };
        connections.iter().rev().find(has_sent).expect("a connection sent the text").clone()
    }
}

impl Connection {
    pub fn round_trips(&self) -> usize {
        self.round_trips.load(Ordering::SeqCst)
    }

    fn forward(&self, mut from: TcpStream, mut to: TcpStream, note: impl Fn(&Self, &[u8])) {
        let mut buffer = vec![0; 1 << 16];
        // An error is the end of the connection, like the end of the data.
        while let Ok(size @ 1..) = from.read(&mut buffer) {
            note(self, &buffer[..size]);
            if to.write_all(&buffer[..size]).is_err() {
                return;
            }
        }
    }

    fn note_request(&self, request: &[u8]) {
        self.requests.lock().unwrap().extend(request);
        if self.has_reply.swap(false, Ordering::SeqCst) {
            self.round_trips.fetch_add(1, Ordering::SeqCst);
        }
    }

    fn note_reply(&self, _: &[u8]) {
        self.has_reply.store(true, Ordering::SeqCst);
    }
}
