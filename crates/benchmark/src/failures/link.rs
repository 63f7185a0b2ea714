//! The network between a primary and its replica, which can be cut: from then on, nothing arrives,
//! and neither end is told.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use anyhow::Result;

pub struct Link {
    port: u16,
    is_cut: Arc<AtomicBool>,
}

impl Link {
    /// Opens a port that leads to the one of a server.
    pub fn to(server: u16) -> Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let link = Self { port: listener.local_addr()?.port(), is_cut: Arc::default() };
        let is_cut = link.is_cut.clone();
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                // The client is told by the end of its connection.
                let Ok(server) = TcpStream::connect((Ipv4Addr::LOCALHOST, server)) else {
                    continue;
                };
                for (from, to) in [(&client, &server), (&server, &client)] {
                    if let (Ok(from), Ok(to)) = (from.try_clone(), to.try_clone()) {
                        let is_cut = is_cut.clone();
                        thread::spawn(move || pass_on(from, to, &is_cut));
                    }
                }
            }
        });
        Ok(link)
    }

    pub fn port(&self) -> u16 {
        self.port
    }

    pub fn cut(&self) {
        self.is_cut.store(true, Ordering::Relaxed);
    }
}

/// Passes on what comes until an end closes the connection, unless the link is cut.
fn pass_on(mut from: TcpStream, mut to: TcpStream, is_cut: &AtomicBool) {
    let mut buffer = [0; 1 << 16];
    while let Ok(length @ 1..) = from.read(&mut buffer) {
        if !is_cut.load(Ordering::Relaxed) && to.write_all(&buffer[..length]).is_err() {
            return;
        }
    }
}
