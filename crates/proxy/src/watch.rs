//! Watching the parts of a site for all clients that wait for changes, on one connection per part.

use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

use bytes::Bytes;
use redis::{Value, from_redis_value, parse_redis_value};
use tokio::sync::watch::Sender;
use tokio::task::{AbortHandle, spawn_local};
use tokio::time::sleep;

use crate::cluster::Cluster;
use crate::link::{Link, reply};

/// How long a server waits for changes in one command, and clients for a new connection to it.
const WAIT: Duration = Duration::from_secs(10);
const PAUSE: Duration = Duration::from_millis(100);

pub struct Watch {
    pub changed: Sender<u64>,
    /// Whether a connection was lost, or a version is of another copy.
    pub is_over: Cell<bool>,
    tasks: Cell<Vec<AbortHandle>>,
}

impl Watch {
    /// Begins to watch keys, each with its slot, from versions on.
    pub fn begin(cluster: &Rc<Cluster>, keys: Vec<(u16, Bytes)>, versions: &[Bytes]) -> Rc<Self> {
        let (is_over, tasks) = (Cell::new(false), Cell::default());
        let watch = Rc::new(Self { changed: Sender::new(0), is_over, tasks });
        let follow = |((slot, key), version): ((u16, Bytes), &Bytes)| {
            let (cluster, version, of) =
                (Rc::clone(cluster), version.clone(), Rc::downgrade(&watch));
            let follow = async move {
                let changed =
                    || of.upgrade().inspect(|watch| watch.changed.send_modify(|it| *it += 1));
                follow(&cluster, slot, &key, version, || _ = changed()).await;
                sleep(PAUSE).await;
                _ = of.upgrade().inspect(|watch| watch.is_over.set(true));
                changed();
            };
            spawn_local(follow).abort_handle()
        };
        watch.tasks.set(keys.into_iter().zip(versions).map(follow).collect());
        watch
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.tasks.take().iter().for_each(AbortHandle::abort);
    }
}

/// Closes a connection that nobody else uses.
struct Closing(Rc<Link>);

impl Drop for Closing {
    fn drop(&mut self) {
        self.0.close();
    }
}

/// Follows the changes of a part until its connection is lost, or the version is wrong.
async fn follow(
    cluster: &Cluster,
    slot: u16,
    key: &[u8],
    mut version: Bytes,
    changed: impl Fn(),
) -> Option<()> {
    let link = Closing(cluster.own_link(slot, WAIT + cluster.timeout).await.ok()?);
    let wait = WAIT.as_millis().to_string();
    loop {
        let block = [b"BLOCK", wait.as_bytes(), b"COUNT", b"1000", b"RETURN", b"0"];
        let words = [&[b"ARTICLE.CHANGES", &b""[..], &version], &block[..]].concat();
        let answer = reply(link.0.send(&words, key)).await.ok()?;
        let (next, items, ids): (Bytes, Vec<Value>, Vec<u64>) =
            from_redis_value(parse_redis_value(&answer).ok()?).ok()?;
        version = next;
        if items.len() + ids.len() > 0 {
            changed();
        }
    }
}
