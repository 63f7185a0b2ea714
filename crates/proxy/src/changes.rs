//! CHANGES of all parts, and waiting for them.

use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

use bytes::Bytes;
use serde_json::value::RawValue;
use tokio::sync::watch::{Receiver, Sender};
use tokio::task::{AbortHandle, spawn_local};
use tokio::time::{Instant, sleep, sleep_until};

use crate::cluster::Reply;
use crate::link::{Link, reply};
use crate::proxy::Proxy;
use crate::resp::{self, Form, bulk, encode, error, items, number, text};
use crate::run::{Job, json_list, read};
use crate::site::Site;
use crate::table::Words;

const DEFAULT_COUNT: usize = 100;
const MAX_COUNT: usize = 1_000;
/// How long a server waits for changes in one command, and clients for a new connection to it.
const WAIT: Duration = Duration::from_secs(10);
const PAUSE: Duration = Duration::from_millis(100);

/// Changes of some parts.
struct Found {
    versions: Vec<Bytes>,
    items: Vec<Bytes>,
    gone: Vec<Bytes>,
}

/// Returns what has changed since a version, which holds a version of each part.
pub async fn changes(job: &Job, words: &Words) -> Reply {
    let form = job.form(words);
    let Some(mut versions) = versions(words.arg(2), job.site.parts.len()) else {
        return job.ask(0, words.with_arg(2, "?").line(), job.resp3).await;
    };
    let count = words.first("COUNT").map_or(Some(DEFAULT_COUNT), |count| number(count));
    let block = words.first("BLOCK").map(|block| number::<u64>(block));
    let Some(count) = count.filter(|count| (1..=MAX_COUNT).contains(count) && block != Some(None))
    else {
        return job.raw(0).await;
    };
    let deadline = block.flatten().filter(|block| *block > 0);
    let deadline = deadline.and_then(|it| Instant::now().checked_add(Duration::from_millis(it)));
    let words = words.without(&["BLOCK", "COUNT"]);
    let mut stopped = job.proxy.stopped.subscribe();
    let mut waiting: Option<(Rc<Watch>, Receiver<u64>)> = None;
    loop {
        if let Some((_, changed)) = &mut waiting {
            changed.borrow_and_update();
        }
        let found = collect(job, &words, &versions, count, form).await?;
        versions.clone_from(&found.versions);
        if block.is_none() || found.items.len() + found.gone.len() > 0 {
            return Ok(found.reply(form));
        }
        // Not before it watches: then what changes after the read is seen.
        if waiting.as_ref().is_none_or(|(watch, _)| watch.is_over.get()) {
            let watch = Watch::of(&job.proxy, &job.site, &versions);
            let changed = watch.changed.subscribe();
            waiting = Some((watch, changed));
            continue;
        }
        let Some((_, changed)) = &mut waiting else { continue };
        let until = deadline.unwrap_or_else(|| Instant::now() + Duration::from_secs(86_400 * 365));
        tokio::select! {
            _ = changed.changed() => {}
            () = sleep_until(until) => return Ok(found.reply(form)),
            _ = stopped.wait_for(|stopped| *stopped) => return Ok(found.reply(form)),
        }
    }
}

/// Splits a version into those of the parts.
fn versions(version: &[u8], parts: usize) -> Option<Vec<Bytes>> {
    if version == b"0" {
        return Some(vec![Bytes::from_static(b"0"); parts]);
    }
    let versions = version.split(|byte| *byte == b',').map(Bytes::copy_from_slice);
    Some(versions.collect()).filter(|versions: &Vec<_>| versions.len() == parts)
}

/// Reads changes, up to the limit for all parts together.
async fn collect(
    job: &Job,
    words: &Words,
    versions: &[Bytes],
    count: usize,
    form: Form,
) -> Result<Found, Bytes> {
    let mut found = Found { versions: versions.to_vec(), items: Vec::new(), gone: Vec::new() };
    let share = count / versions.len();
    let ask = |(part, version): (usize, &Bytes), count: usize| {
        let words = words.with_arg(2, version).with("COUNT", &[count.to_string()]);
        job.ask(part, words.line(), form.resp3)
    };
    let mut asked = Vec::new();
    if share > 0 {
        asked.extend(versions.iter().enumerate().map(|one| ask(one, share)));
    }
    let mut asked = asked.into_iter();
    for one in versions.iter().enumerate() {
        let left = count - (found.items.len() + found.gone.len()).min(count);
        let answer = match asked.next() {
            Some(answer) => answer,
            // Fewer are wanted than there are parts.
            None if left == 0 => break,
            None => ask(one, left),
        };
        let (version, items, gone) =
            parse(&answer.await?, form).ok_or_else(|| error("ERR internal error"))?;
        if let Some(own) = found.versions.get_mut(one.0) {
            *own = version;
        }
        found.items.extend(items);
        found.gone.extend(gone);
    }
    Ok(found)
}

fn parse(answer: &Bytes, form: Form) -> Option<(Bytes, Vec<Bytes>, Vec<Bytes>)> {
    if form.json {
        let text = text(answer)?;
        let (version, changed, gone): (String, Vec<&RawValue>, Vec<&RawValue>) =
            serde_json::from_slice(&text).ok()?;
        let slices = |raw: Vec<&RawValue>| {
            raw.iter().map(|raw| text.slice_ref(raw.get().as_bytes())).collect()
        };
        return Some((version.into(), slices(changed), slices(gone)));
    }
    match items(answer)?.as_slice() {
        [version, changed, gone] => Some((text(version)?, items(changed)?, items(gone)?)),
        _ => None,
    }
}

impl Found {
    fn reply(&self, form: Form) -> Bytes {
        let version = self.versions.join(&b',');
        let (mut out, mut json) = (Vec::new(), Vec::new());
        if form.json {
            json.push(b'[');
            resp::json_text(&mut json, &version);
            for list in [&self.items, &self.gone] {
                json.push(b',');
                json_list(&mut json, list);
            }
            json.push(b']');
            bulk(&mut out, &json);
        } else {
            resp::head(&mut out, b'*', 3);
            bulk(&mut out, &version);
            resp::array(&mut out, &self.items);
            resp::array(&mut out, &self.gone);
        }
        out.into()
    }
}

/// Watches a site for all clients that wait, on one connection per part.
pub struct Watch {
    changed: Sender<u64>,
    /// Whether a connection was lost, or a version is of another copy.
    is_over: Cell<bool>,
    tasks: Cell<Vec<AbortHandle>>,
}

impl Watch {
    /// Returns the watch of a site, which begins with these versions if nobody waited so far.
    fn of(proxy: &Rc<Proxy>, site: &Rc<Site>, versions: &[Bytes]) -> Rc<Self> {
        let known = site.watch.borrow().upgrade();
        if let Some(watch) = known.filter(|watch| !watch.is_over.get()) {
            return watch;
        }
        let (is_over, tasks) = (Cell::new(false), Cell::default());
        let watch = Rc::new(Self { changed: Sender::new(0), is_over, tasks });
        let mut handles = Vec::new();
        for (part, version) in versions.iter().enumerate() {
            let (proxy, site, version) = (Rc::clone(proxy), Rc::clone(site), version.clone());
            let of = Rc::downgrade(&watch);
            let follow = async move {
                let changed =
                    || of.upgrade().map(|watch| watch.changed.send_modify(|it| *it += 1));
                follow(&proxy, &site, part, version, || _ = changed()).await;
                sleep(PAUSE).await;
                if let Some(watch) = of.upgrade() {
                    watch.is_over.set(true);
                    changed();
                }
            };
            handles.push(spawn_local(follow).abort_handle());
        }
        watch.tasks.set(handles);
        site.watch.replace(Rc::downgrade(&watch));
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
async fn follow(proxy: &Proxy, site: &Site, part: usize, mut version: Bytes, changed: impl Fn()) {
    let Some(part) = site.parts.get(part) else { return };
    let silence = WAIT + proxy.cluster.timeout();
    let Ok(link) = proxy.cluster.own_link(part.slot, silence).await else { return };
    let link = Closing(link);
    let (most, wait) = (MAX_COUNT.to_string(), WAIT.as_millis().to_string());
    loop {
        let words: [&[u8]; 9] = [
            b"ARTICLE.CHANGES",
            b"",
            &version,
            b"COUNT",
            most.as_bytes(),
            b"BLOCK",
            wait.as_bytes(),
            b"RETURN",
            b"0",
        ];
        let Ok(answer) = reply(link.0.send(&encode(&words, &part.key))).await else { return };
        let Ok(answer) = read(&answer) else { return };
        let [next, found, gone] = answer.list() else { return };
        version = next.text();
        if found.list().len() + gone.list().len() > 0 {
            changed();
        }
    }
}
