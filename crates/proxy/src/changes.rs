//! CHANGES of all parts, and waiting for them on one connection per part, which all clients share
//! that wait for the same site.

use std::rc::Rc;
use std::time::Duration;

use bytes::Bytes;
use futures_util::future::try_join_all;
use redis::Value;
use tokio::sync::watch::{Receiver, Sender};
use tokio::task::spawn_local;
use tokio::time::{Instant, sleep, sleep_until};

use crate::cluster::Cluster;
use crate::form::{Form, read};
use crate::job::{Job, MAX_SIZE, Reply};
use crate::link::{Link, reply};
use crate::resp::{number, unexpected};
use crate::words::Words;

const DEFAULT_COUNT: usize = 100;
/// How long a server waits for changes in one command, and clients for a new connection to it.
const WAIT: Duration = Duration::from_secs(10);
const PAUSE: Duration = Duration::from_millis(100);
const FOREVER: Duration = Duration::from_secs(86_400 * 365);

/// Changes of all parts.
struct Changes {
    versions: Vec<Bytes>,
    items: Vec<Bytes>,
    ids: Vec<Bytes>,
}

/// Returns what has changed since a version, which holds a version of each part.
pub async fn changes(job: &Job, words: &Words) -> Reply {
    let (form, parts) = (job.form(words), job.site.parts.len());
    let mut versions: Vec<_> = match words.arg(2) {
        b"0" => vec![Bytes::from_static(b"0"); parts],
        version => version.split(|it| *it == b',').map(Bytes::copy_from_slice).collect(),
    };
    if versions.len() != parts {
        return job.ask(0, words.with_arg(2, "?").line(), job.resp3).await;
    }
    let count = words.number("COUNT", DEFAULT_COUNT, MAX_SIZE);
    let block = words.first("BLOCK").map_or(Some(None), |block| number(block).map(Some));
    let (count, block) = job.valid(count.zip(block)).await?;
    let block = block.map(|wait| if wait > 0 { Duration::from_millis(wait) } else { FOREVER });
    let deadline = Instant::now() + block.unwrap_or_default().min(FOREVER);
    let words = words.without(&["BLOCK"]);
    let mut stopped = job.proxy.stopped.subscribe();
    let mut waiting: Option<Receiver<()>> = None;
    loop {
        let found = collect(job, &words, &versions, count, form).await?;
        if block.is_none() || found.items.len() + found.ids.len() > 0 {
            return Ok(found.reply(form));
        }
        versions.clone_from(&found.versions);
        match &mut waiting {
            Some(changed) => tokio::select! {
                woken = changed.changed() => if woken.is_err() {
                    waiting = None;
                },
                () = sleep_until(deadline) => return Ok(found.reply(form)),
                _ = stopped.wait_for(|stopped| *stopped) => return Ok(found.reply(form)),
            },
            // Reads again once it watches, so that it misses nothing.
            None => waiting = Some(watch(job, &versions)),
        }
    }
}

/// Watches the parts of a site, from these versions on if nobody did so far. It ends when a
/// connection is lost, or a version is of another copy, and when nobody waits.
fn watch(job: &Job, versions: &[Bytes]) -> Receiver<()> {
    if let Some(changed) = job.site.changed.borrow().upgrade() {
        return changed.subscribe();
    }
    let (changed, receiver) = tokio::sync::watch::channel(());
    let changed = Rc::new(changed);
    job.site.changed.replace(Rc::downgrade(&changed));
    let (proxy, mut parts) = (Rc::clone(&job.proxy), Vec::new());
    for (part, version) in job.site.parts.iter().zip(versions) {
        parts.push((part.slot, part.key.clone(), version.clone()));
    }
    spawn_local(async move {
        let follow = |(slot, key, version)| follow(&proxy.cluster, slot, key, version, &changed);
        tokio::select! {
            _ = try_join_all(parts.into_iter().map(follow)) => sleep(PAUSE).await,
            () = changed.closed() => {}
        }
    });
    receiver
}

/// Closes a connection that nobody else uses.
struct Closing(Rc<Link>);

impl Drop for Closing {
    fn drop(&mut self) {
        self.0.close();
    }
}

/// Follows the changes of a part.
async fn follow(
    cluster: &Cluster,
    slot: u16,
    key: Bytes,
    mut version: Bytes,
    changed: &Sender<()>,
) -> Result<(), Bytes> {
    let lost = |_| unexpected();
    let link = Closing(cluster.own_link(slot, WAIT + cluster.timeout).await.map_err(lost)?);
    let wait = WAIT.as_millis().to_string();
    loop {
        let block = [b"BLOCK", wait.as_bytes(), b"COUNT", b"1000", b"RETURN", b"0"];
        let words = [&[b"ARTICLE.CHANGES", &b""[..], &version], &block[..]].concat();
        let answer = reply(link.0.send(&words, &key)).await.map_err(lost)?;
        let (next, items, ids): (Bytes, Vec<Value>, Vec<u64>) = read(&answer)?;
        version = next;
        if items.len() + ids.len() > 0 {
            changed.send_replace(());
        }
    }
}

/// Reads changes part after part, up to the limit for all of them together.
async fn collect(
    job: &Job,
    words: &Words,
    versions: &[Bytes],
    count: usize,
    form: Form,
) -> Result<Changes, Bytes> {
    let mut found = Changes { versions: versions.to_vec(), items: Vec::new(), ids: Vec::new() };
    for (part, own) in found.versions.iter_mut().enumerate() {
        let left = count.saturating_sub(found.items.len() + found.ids.len());
        if left == 0 {
            break;
        }
        let words = words.with_arg(2, &*own).with("COUNT", &[left.to_string()]);
        let answer = job.ask(part, words.line(), form.resp3).await?;
        let (version, items, ids) = form.changed(&answer).ok_or_else(unexpected)?;
        *own = version;
        found.items.extend(items);
        found.ids.extend(ids);
    }
    Ok(found)
}

impl Changes {
    fn reply(&self, form: Form) -> Bytes {
        let version = form.text(&self.versions.join(&b','));
        form.reply(form.array(&[version, form.array(&self.items), form.array(&self.ids)]))
    }
}
