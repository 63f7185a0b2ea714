//! Making sure that an export writes no key that another application has.
//!
//! While an export runs, the counter holds a text in place of the last id. It shows that all keys
//! of the layout belong to this export, so that a run after an interruption may remove them. It
//! also keeps classic code from posting meanwhile, and an import from taking the keys for a site.

use anyhow::{Result, anyhow, bail};
use redis::{Cmd, cmd};

use crate::classic::keys::Keys;
use crate::readable::readable;
use crate::scan;
use crate::server::Server;
use crate::text::Bytes;

/// What the counter begins with during an export; the key of the exported site follows.
const EXPORTING: &[u8] = b"exporting ";

/// Whether a counter is that of an unfinished export.
pub fn is_exporting(counter: &[u8]) -> bool {
    counter.starts_with(EXPORTING)
}

/// Claims the keys for the export of a site. Fails if there are some already, unless an
/// interrupted export of the same site left them: those are removed.
pub fn claim(server: &mut Server, keys: &Keys, site: &str) -> Result<()> {
    const ELSEWHERE: &str = "Choose another database in the URL or another --prefix";
    let counter = keys.counter();
    let claim = [EXPORTING, site.as_bytes()].concat();
    let exists =
        |key: &Bytes| anyhow!("--to: the key {} exists already. {ELSEWHERE}", readable(key));
    match server.type_of(&counter)?.as_str() {
        "none" => {
            scan::each_key(server, &keys.pattern(), |_, found| {
                let other = found.iter().find(|key| keys.contains(key));
                other.map_or(Ok(()), |key| Err(exists(key)))
            })?;
            return server.call(cmd("SET").arg(&counter).arg(&claim));
        }
        "string" => {}
        _ => return Err(exists(&counter)),
    }
    let found: Bytes = server.call(cmd("GET").arg(&counter))?;
    let Some(other) = found.strip_prefix(EXPORTING) else {
        bail!(
            "--to: there is a classic site already: the key {} exists. {ELSEWHERE}",
            readable(&counter)
        );
    };
    if found != claim {
        bail!(
            "--to: an interrupted export of \"{}\" left keys here. Complete it by running it \
             again. {ELSEWHERE}",
            readable(other)
        );
    }
    scan::each_key(server, &keys.pattern(), |server, found| {
        let is_left = |key: &&Bytes| keys.contains(key) && **key != counter;
        let unlink = |key: &Bytes| cmd("UNLINK").arg(key).clone();
        let commands: Vec<Cmd> = found.iter().filter(is_left).map(unlink).collect();
        server.call_all::<()>(&commands).map(drop)
    })
}
