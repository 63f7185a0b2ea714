//! The keys of spread sites: creating and deleting them.

use bytes::Bytes;
use redis::Value;

use crate::cluster::{Cluster, slot_of};
use crate::form::Form;
use crate::job::Reply;
use crate::proxy::Proxy;
use crate::resp::{error, int, is_nil, number, wrong_number};
use crate::site::{Found, MAX_PARTS, NOT_COMPLETE, Site, unreachable_key};

/// How often the parts are created again if a DEL at the same time takes some away.
const ATTEMPTS: usize = 3;
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
        let is_spread = matches!(found, Found::Spread { .. });
        return match at_key(cluster, key, line, resp3).await {
            // To its server, it is a hash.
            Err(error) if is_spread && error.starts_with(b"-BUSYKEY") => busy(),
            reply => reply,
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
    let site = Site::new(key, Some(parts));
    let is_new = match found {
        Found::Spread { is_ready: true, .. } => {
            // A server says what is wrong with options.
            create_part(cluster, &site, 0, &options).await?;
            return busy();
        }
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
    let parts = parts.to_string();
    let claim = ["HSETNX", "", "parts", &parts];
    if is_new && int(&at_key(cluster, key, &claim, true).await?) != Some(1) {
        return Err(error(BUSY_KEY));
    }
    for _ in 0..ATTEMPTS {
        at_key(cluster, key, &["HSET", "", "parts", &parts, "state", "creating"], true).await?;
        if let Err(error) = create_parts(cluster, &site, &options).await {
            if is_new && !error.starts_with(b"-PARTDOWN") {
                at_key(cluster, key, &["DEL", ""], true).await?;
            }
            return Err(error);
        }
        at_key(cluster, key, &["HSET", "", "parts", &parts, "state", "ready"], true).await?;
        proxy.sites.forget(key);
        // A DEL at the same time may have taken parts away.
        if site.infos(cluster).await.is_ok() {
            return Ok(Bytes::from_static(b"+OK\r\n"));
        }
    }
    Err(error(NOT_COMPLETE))
}

/// Creates the parts that do not exist. Those that do must be parts of this site with these
/// options, as an earlier attempt left them; else those that were made just now are deleted.
async fn create_parts(cluster: &Cluster, site: &Site, options: &[Bytes]) -> Result<(), Bytes> {
    let (mut made, mut first) = (Vec::new(), None);
    for at in 0..site.parts.len() {
        let created = match create_part(cluster, site, at, options).await {
            Ok(true) => {
                made.push(at);
                continue;
            }
            Ok(false) => check_part(cluster, site, at, options, &mut first).await,
            Err(error) => Err(error),
        };
        if let Err(error) = created {
            if !error.starts_with(b"-PARTDOWN") {
                for at in made {
                    let _ = site.call(cluster, at, &["UNLINK", ""]).await;
                }
            }
            return Err(error);
        }
    }
    Ok(())
}

/// Creates a part unless its key exists. Returns whether it did not.
async fn create_part(
    cluster: &Cluster,
    site: &Site,
    at: usize,
    options: &[Bytes],
) -> Result<bool, Bytes> {
    let ids = ["NX", "IDS", &(at + 1).to_string(), &site.parts.len().to_string()]
        .map(|word| Bytes::copy_from_slice(word.as_bytes()));
    let line = [&["ARTICLE.CREATE".into(), Bytes::new()], options, &ids].concat();
    Ok(!is_nil(&site.call(cluster, at, &line).await?))
}

/// Checks that a part that exists has these options, and the settings of the first one, which are
/// read for the first part that is checked.
async fn check_part(
    cluster: &Cluster,
    site: &Site,
    at: usize,
    options: &[Bytes],
    first: &mut Option<Vec<Bytes>>,
) -> Result<(), Bytes> {
    let own = async {
        site.info_of(cluster, at).await?;
        site.words_of(cluster, at).await
    };
    let own = own.await.map_err(|found| match found.starts_with(b"-PARTDOWN") {
        true => found,
        false => error(BUSY_KEY),
    })?;
    let first = match first {
        Some(first) => first,
        None => first.insert(site.words_of(cluster, 0).await?),
    };
    let has = |option: &[Bytes]| own.chunks(2).any(|own| is_same(own, option));
    match own == *first && options.chunks(2).all(has) {
        true => Ok(()),
        false => Err(error(BUSY_KEY)),
    }
}

fn is_same(one: &[Bytes], other: &[Bytes]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(a, b)| a.eq_ignore_ascii_case(b))
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
                for at in 0..parts {
                    site.call(cluster, at, &[name, ""]).await?;
                }
                at_key(cluster, key, &[name, ""], true).await?;
            }
        }
        sum += 1;
    }
    Ok(Form { resp3, json: false }.value(&Value::Int(sum)))
}
