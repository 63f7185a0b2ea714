//! What all clients share.

use std::cell::Cell;
use std::rc::Rc;

use anyhow::Result;
use tokio::sync::watch::Sender;
use tokio::time::Instant;

use crate::cluster::Cluster;
use crate::metrics::Metrics;
use crate::options::Options;
use crate::site::Sites;

pub struct Proxy {
    pub options: Options,
    /// The password that clients must send.
    pub password: Option<String>,
    pub cluster: Cluster,
    pub sites: Sites,
    pub metrics: Rc<Metrics>,
    pub started: Instant,
    /// Whether it ends: clients get the replies of what runs, and no more.
    pub stopped: Sender<bool>,
    turn: Cell<usize>,
}

impl Proxy {
    pub fn new(options: Options) -> Result<Rc<Self>> {
        let metrics = Rc::new(Metrics::default());
        Ok(Rc::new(Self {
            password: options.password()?,
            cluster: Cluster::new(&options, Rc::clone(&metrics))?,
            options,
            sites: Sites::default(),
            metrics,
            started: Instant::now(),
            stopped: Sender::new(false),
            turn: Cell::new(0),
        }))
    }

    /// Returns the next number, for what goes to parts in turn.
    pub fn turn(&self) -> usize {
        self.turn.replace(self.turn.get().wrapping_add(1))
    }
}
