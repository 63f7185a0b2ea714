//! The keys of spread sites: creating and deleting them.

use bytes::Bytes;

use crate::cluster::{Cluster, Reply, slot_of};
use crate::link::Outcome;
use crate::proxy::Proxy;
use crate::resp::{Form, Value, encode, error, int, is_nil, number, text};
use crate::run::Job;
use crate::site::{Found, MAX_PARTS, Site, identity, unreachable_key};

pub const BUSY_KEY: &str = "BUSYKEY Target key name already exists.";

/// Runs CREATE. With PARTS, the key becomes a hash that says how many parts there are, and each
/// part is created, so that repeating it after a failure completes it.
pub async fn create(job: &Job) -> Reply {
    let cluster = &job.proxy.cluster;
    let form = Form { resp3: job.resp3, json: false };
    let key = job.line.get(1).cloned().unwrap_or_default();
    let mut options = job.line.get(2..).unwrap_or_default().to_vec();
    let find = |name: &[u8]| options.iter().position(|word| word.eq_ignore_ascii_case(name));
    let (nx, parts) = (find(b"NX"), find(b"PARTS"));
    let found = identity(cluster, &key).await?;
    let Some(at) = parts else {
        return match found {
            Found::Spread(_) if nx.is_some() => Ok(form.nil()),
            Found::Spread(_) => Err(error(BUSY_KEY)),
            _ => job.raw(0).await,
        };
    };
    let parts = options.get(at + 1).and_then(|parts| number::<usize>(parts));
    let Some(parts) = parts.filter(|parts| (1..=MAX_PARTS).contains(parts)) else {
        return Err(error("ERR PARTS must be an integer from 1 to 1024"));
    };
    options.drain(at..at + 2);
    let has_nx = nx.is_some();
    options.retain(|word| !word.eq_ignore_ascii_case(b"NX"));
    if options.iter().any(|word| word.eq_ignore_ascii_case(b"PARTS")) {
        return Err(error("ERR PARTS is given twice"));
    } else if options.iter().any(|word| word.eq_ignore_ascii_case(b"IDS")) {
        return Err(error("ERR only one of PARTS and IDS can be given"));
    } else if key.contains(&b'{') {
        return Err(error("ERR the key of a site with PARTS must be without {"));
    }
    let wanted = Bytes::from(options.join(&b' ').to_ascii_uppercase());
    let busy = || if has_nx { Ok(form.nil()) } else { Err(error(BUSY_KEY)) };
    let is_begun = match found {
        Found::Spread(found) if found.is_ready => return busy(),
        Found::Spread(found)
            if found.parts != parts
                || found.options.as_ref().is_some_and(|own| *own != wanted) =>
        {
            return Err(error(BUSY_KEY));
        }
        Found::Spread(_) => true,
        Found::Other if has_nx => {
            // Nil if it is a site.
            return job.ask(0, vec!["ARTICLE.CREATE".into(), key, "NX".into()], job.resp3).await;
        }
        Found::Other => return Err(error(BUSY_KEY)),
        Found::Nothing => false,
    };
    if !is_begun {
        // A hash of somebody else, too, is something.
        let exists = at_key(cluster, &key, &["EXISTS", ""]).await? != Some(0);
        let claim = ["HSETNX", "", "parts", &parts.to_string()];
        if exists || at_key(cluster, &key, &claim).await? != Some(1) {
            return Err(error(BUSY_KEY));
        }
    }
    let state = [&b"HSET"[..], b"", b"state", b"creating", b"options", &wanted];
    at_key(cluster, &key, &state).await?;
    let site = Site::new(&key, Some(parts));
    for (number, part) in (1..).zip(&site.parts) {
        let ids = [number.to_string().into(), parts.to_string().into()];
        let mut line = vec![Bytes::from_static(b"ARTICLE.CREATE"), part.key.clone()];
        line.push("NX".into());
        line.extend_from_slice(&options);
        line.push("IDS".into());
        line.extend(ids);
        let created = cluster.call(part.slot, &encode(&line, &part.key), false).await;
        let created = created.map_err(|_| site.is_down(cluster, number - 1))?;
        if created.starts_with(b"-")
            || is_nil(&created) && !is_own(cluster, &site, number - 1).await?
        {
            if !is_begun && number == 1 {
                at_key(cluster, &key, &["DEL", ""]).await?;
            }
            return Err(if is_nil(&created) { error(BUSY_KEY) } else { created });
        }
    }
    at_key(cluster, &key, &["HSET", "", "state", "ready"]).await?;
    job.proxy.sites.forget(&key);
    Ok(Bytes::from_static(b"+OK\r\n"))
}

/// Whether a part that exists is one that an earlier attempt created.
async fn is_own(cluster: &Cluster, site: &Site, at: usize) -> Result<bool, Bytes> {
    let Some(part) = site.parts.get(at) else { return Ok(false) };
    let command = encode(&["ARTICLE.INFO", "", "FORMAT", "JSON"], &part.key);
    let info = cluster.call(part.slot, &command, false).await;
    let info = info.map_err(|_| site.is_down(cluster, at))?;
    let info: serde_json::Value =
        text(&info).and_then(|info| serde_json::from_slice(&info).ok()).unwrap_or_default();
    let is = |name: &str, value: usize| info.get(name).is_some_and(|own| *own == value);
    let last = info.get("last_id").and_then(serde_json::Value::as_u64);
    Ok(is("ids_first", at + 1) && is("ids_step", site.parts.len()) && last == Some(0))
}

/// Sends a command for the site's own key. Returns the number that it replies with, if any.
async fn at_key(
    cluster: &Cluster,
    key: &Bytes,
    words: &[impl AsRef<[u8]>],
) -> Result<Option<i64>, Bytes> {
    let outcome: Outcome = cluster.call(slot_of(key), &encode(words, key), false).await;
    let answer = outcome.map_err(|_| unreachable_key(cluster))?;
    if answer.starts_with(b"-") { Err(answer) } else { Ok(int(&answer)) }
}

/// Runs DEL, UNLINK, EXISTS, and TYPE, of keys of any kind.
pub async fn keys(proxy: &Proxy, words: &[Bytes], resp3: bool) -> Reply {
    let name = words.first().map(|name| name.to_ascii_uppercase()).unwrap_or_default();
    let name = str::from_utf8(&name).unwrap_or_default();
    let keys = words.get(1..).unwrap_or_default();
    if keys.is_empty() || name == "TYPE" && keys.len() > 1 {
        let name = name.to_ascii_lowercase();
        return Err(error(format!("ERR wrong number of arguments for '{name}' command")));
    }
    let mut sum = 0;
    for key in keys {
        let found = identity(&proxy.cluster, key).await?;
        let Found::Spread(found) = found else {
            let command = encode(&[name, ""], key);
            let answer = proxy.cluster.call(slot_of(key), &command, resp3).await;
            let answer = answer.map_err(|_| unreachable_key(&proxy.cluster))?;
            let Some(count) = int(&answer) else { return Ok(answer) };
            sum += count;
            continue;
        };
        match name {
            "TYPE" => return Ok(Bytes::from_static(b"+ArticleDB\r\n")),
            "EXISTS" => {}
            _ => {
                at_key(&proxy.cluster, key, &["HSET", "", "state", "deleting"]).await?;
                let site = Site::new(key, Some(found.parts));
                proxy.sites.forget(key);
                for (at, part) in site.parts.iter().enumerate() {
                    let command = encode(&[name, ""], &part.key);
                    let answer = proxy.cluster.call(part.slot, &command, resp3).await;
                    let answer = answer.map_err(|_| site.is_down(&proxy.cluster, at))?;
                    if answer.starts_with(b"-") {
                        return Err(answer);
                    }
                }
                at_key(&proxy.cluster, key, &[name, ""]).await?;
            }
        }
        sum += 1;
    }
    Ok(Value::Int(sum).reply(Form { resp3, json: false }))
}
