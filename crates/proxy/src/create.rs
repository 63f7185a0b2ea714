//! The keys of spread sites: creating and deleting them.

use bytes::Bytes;
use redis::Value;

use crate::cluster::{Cluster, slot_of};
use crate::form::Form;
use crate::job::Reply;
use crate::proxy::Proxy;
use crate::resp::{error, int, is_nil, number, wrong_number};
use crate::site::{Found, MAX_PARTS, Site, settings, unreachable_key};

const BUSY_KEY: &str = "BUSYKEY Target key name already exists.";

/// Runs CREATE. With PARTS, the key becomes a hash that says how many parts there are, and each
/// part is created, so that repeating it after a failure completes it.
pub async fn create(proxy: &Proxy, key: &Bytes, line: &[Bytes], resp3: bool) -> Reply {
    let (cluster, form) = (&proxy.cluster, Form { resp3, json: false });
    let is = |word: &Bytes, name: &str| word.eq_ignore_ascii_case(name.as_bytes());
    let mut options = line.get(2..).unwrap_or_default().to_vec();
    let has_nx = options.iter().any(|word| is(word, "NX"));
    let busy = || if has_nx { Ok(form.nil()) } else { Err(error(BUSY_KEY)) };
    let found = Found::read(cluster, key).await?;
    let Some(at) = options.iter().position(|word| is(word, "PARTS")) else {
        return match found {
            Found::Spread { .. } => busy(),
            _ => at_key(cluster, key, line, resp3).await,
        };
    };
    let parts = options.get(at + 1).and_then(|parts| number::<usize>(parts));
    let Some(parts) = parts.filter(|parts| (1..=MAX_PARTS).contains(parts)) else {
        return Err(error("ERR PARTS must be an integer from 1 to 1024"));
    };
    options.drain(at..at + 2);
    options.retain(|word| !is(word, "NX"));
    if options.iter().any(|word| is(word, "PARTS")) {
        return Err(error("ERR PARTS is given twice"));
    } else if options.iter().any(|word| is(word, "IDS")) {
        return Err(error("ERR only one of PARTS and IDS can be given"));
    } else if key.contains(&b'{') {
        return Err(error("ERR the key of a site with PARTS must be without {"));
    }
    let is_new = match found {
        Found::Spread { is_ready: true, .. } => return busy(),
        Found::Spread { parts: begun, .. } if begun == parts => false,
        // Nil if it is a site.
        Found::Other if has_nx => {
            return at_key(cluster, key, &["ARTICLE.CREATE", "", "NX"], resp3).await;
        }
        // A hash of somebody else, too, is something.
        Found::Nothing if int(&at_key(cluster, key, &["EXISTS", ""], true).await?) == Some(0) => {
            true
        }
        _ => return Err(error(BUSY_KEY)),
    };
    let claim = ["HSETNX", "", "parts", &parts.to_string()];
    if is_new && int(&at_key(cluster, key, &claim, true).await?) != Some(1) {
        return Err(error(BUSY_KEY));
    }
    at_key(cluster, key, &["HSET", "", "state", "creating"], true).await?;
    let site = Site::new(key, Some(parts));
    let (mut made, mut common) = (Vec::new(), None);
    for (at, part) in site.parts.iter().enumerate() {
        let ids = ["NX", "IDS", &(at + 1).to_string(), &parts.to_string()]
            .map(|word| Bytes::copy_from_slice(word.as_bytes()));
        let line = [&["ARTICLE.CREATE".into(), Bytes::new()], &options[..], &ids].concat();
        let created = cluster.call(part.slot, &line, &part.key, true).await;
        let created = created.map_err(|_| site.is_down(at))?;
        let is_refused = created.starts_with(b"-");
        // One that exists must be of an earlier attempt, with these options, and without posts.
        let info = match site.info_of(cluster, at).await {
            Err(error) if error.starts_with(b"-PARTDOWN") => return Err(error),
            info => info.ok().filter(|_| !is_refused),
        };
        let is_used =
            info.as_ref().is_some_and(|info| info.get("last_id") != Some(&Value::Int(0)));
        let is_right = info.is_some_and(|info| {
            let first = common.get_or_insert_with(|| info.clone());
            settings(&info) == settings(first)
        });
        if !is_refused && !is_nil(&created) {
            made.push(part);
        }
        if is_right && !is_used {
            continue;
        }
        // Where one has posts, an attempt at the same time may have completed the site.
        if !is_used || made.is_empty() {
            for part in made {
                let _ = cluster.call(part.slot, &["UNLINK", ""], &part.key, true).await;
            }
            if is_new {
                at_key(cluster, key, &["DEL", ""], true).await?;
            }
        }
        return Err(if is_refused { created } else { error(BUSY_KEY) });
    }
    at_key(cluster, key, &["HSET", "", "state", "ready"], true).await?;
    proxy.sites.forget(key);
    Ok(Bytes::from_static(b"+OK\r\n"))
}

/// Sends a command for the site's own key.
async fn at_key(cluster: &Cluster, key: &Bytes, words: &[impl AsRef<[u8]>], resp3: bool) -> Reply {
    let outcome = cluster.call(slot_of(key), words, key, resp3).await;
    let answer = outcome.map_err(|_| unreachable_key())?;
    if answer.starts_with(b"-") { Err(answer) } else { Ok(answer) }
}

/// Runs DEL, UNLINK, EXISTS, and TYPE, of keys of any kind.
pub async fn keys(proxy: &Proxy, words: &[Bytes], resp3: bool) -> Reply {
    let name = words.first().map(|name| name.to_ascii_uppercase()).unwrap_or_default();
    let name = str::from_utf8(&name).unwrap_or_default();
    let keys = words.get(1..).unwrap_or_default();
    if keys.is_empty() || name == "TYPE" && keys.len() > 1 {
        return Err(wrong_number(name.as_bytes()));
    }
    let (cluster, mut sum) = (&proxy.cluster, 0);
    for key in keys {
        let Found::Spread { parts, .. } = Found::read(cluster, key).await? else {
            let answer = at_key(cluster, key, &[name, ""], resp3).await?;
            let Some(count) = int(&answer) else { return Ok(answer) };
            sum += count;
            continue;
        };
        match name {
            "TYPE" => return Ok(Bytes::from_static(b"+ArticleDB\r\n")),
            "EXISTS" => {}
            _ => {
                at_key(cluster, key, &["HSET", "", "state", "deleting"], true).await?;
                let site = Site::new(key, Some(parts));
                proxy.sites.forget(key);
                for (at, part) in site.parts.iter().enumerate() {
                    let answer = cluster.call(part.slot, &[name, ""], &part.key, resp3).await;
                    let answer = answer.map_err(|_| site.is_down(at))?;
                    if answer.starts_with(b"-") {
                        return Err(answer);
                    }
                }
                at_key(cluster, key, &[name, ""], true).await?;
            }
        }
        sum += 1;
    }
    Ok(Form { resp3, json: false }.value(&Value::Int(sum)))
}
