//! CHANGES of all parts, and waiting for them.

use std::rc::Rc;
use std::time::Duration;

use bytes::Bytes;
use tokio::sync::watch::Receiver;
use tokio::time::{Instant, sleep_until};

use crate::call::Reply;
use crate::form::Form;
use crate::job::{Job, MAX_SIZE};
use crate::resp::{number, unexpected};
use crate::watch::Watch;
use crate::words::Words;

const DEFAULT_COUNT: usize = 100;
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
    let count = words.first("COUNT").map_or(Some(DEFAULT_COUNT), |count| number(count));
    let block = words.first("BLOCK").map(|block| number::<u64>(block));
    let Some(count) = count.filter(|it| (1..=MAX_SIZE).contains(it) && block != Some(None)) else {
        return job.raw(0).await;
    };
    let block =
        block.flatten().map(|wait| if wait > 0 { Duration::from_millis(wait) } else { FOREVER });
    let deadline = Instant::now() + block.unwrap_or_default().min(FOREVER);
    let words = words.without(&["BLOCK"]);
    let mut stopped = job.proxy.stopped.subscribe();
    let mut waiting: Option<(Rc<Watch>, Receiver<u64>)> = None;
    loop {
        let found = collect(job, &words, &versions, count, form).await?;
        if block.is_none() || found.items.len() + found.ids.len() > 0 {
            return Ok(found.reply(form));
        }
        versions.clone_from(&found.versions);
        match &mut waiting {
            Some((watch, changed)) if !watch.is_over.get() => tokio::select! {
                _ = changed.changed() => {}
                () = sleep_until(deadline) => return Ok(found.reply(form)),
                _ = stopped.wait_for(|stopped| *stopped) => return Ok(found.reply(form)),
            },
            // Reads again once it watches, so that it misses nothing.
            _ => {
                let watch = watch(job, &versions);
                let changed = watch.changed.subscribe();
                waiting = Some((watch, changed));
            }
        }
    }
}

/// Returns the watch of the site, which begins with these versions if nobody waited so far.
fn watch(job: &Job, versions: &[Bytes]) -> Rc<Watch> {
    let known = job.site.watch.borrow().upgrade();
    if let Some(watch) = known.filter(|watch| !watch.is_over.get()) {
        return watch;
    }
    let keys = job.site.parts.iter().map(|part| (part.slot, part.key.clone())).collect();
    let watch = Watch::begin(&job.proxy.cluster, keys, versions);
    job.site.watch.replace(Rc::downgrade(&watch));
    watch
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
