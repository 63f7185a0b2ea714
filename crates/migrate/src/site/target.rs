//! The site to load into, before it is known what.

use std::iter;

use anyhow::{Result, bail};
use article_site::{Ids, Setting, Settings};
use redis_article::Site;

use crate::server::Server;
use crate::site::read::{SiteReader, command};
use crate::site::sink::SiteSink;

/// A key that a site can be loaded into.
pub struct Target {
    server: Server,
    key: String,
    /// The ids that the site in the key gives.
    pub ids: Ids,
    is_dry: bool,
    /// The last id that the site had assigned when it was opened; 0 for a new site.
    pub last_id: u32,
}

impl Target {
    /// Checks that the key holds a site or nothing, and that the server accepts writes.
    pub fn open(server: Server, key: &str, ids: Ids, is_dry: bool) -> Result<Self> {
        let found = SiteReader::open(server, key)?;
        let last_id = found.as_ref().map_or(0, |reader| reader.last_id);
        let mut server = found.map_or_else(|server| server, |reader| reader.server);
        if !is_dry {
            // This is never executed, because no id is 0. But a replica, a server without memory,
            // and a user without permission refuse it with another error before.
            let probe = command("ARTICLE.LOAD", key.as_bytes()).arg("LASTID").arg(0).clone();
            let _ = server.attempt(&probe, &["ERR"])?;
        }
        Ok(Self { server, key: key.to_owned(), ids, is_dry, last_id })
    }

    /// Returns a sink for a site with these settings, and creates the site if there is
    /// none. A site that is there must have the same settings. Its last id is read now: while two
    /// sites are written to, it must not be from before the source was read.
    pub fn sink(self, settings: Settings) -> Result<SiteSink> {
        let Self { server, key, is_dry, .. } = self;
        let reader = match SiteReader::open(server, &key)? {
            Ok(reader) => {
                check_settings(&reader.settings, &settings)?;
                reader
            }
            Err(mut server) => {
                if !is_dry {
                    let mut create = command("ARTICLE.CREATE", key.as_bytes());
                    for (name, value) in texts(&settings) {
                        create.arg(name).arg(value.split(' ').collect::<Vec<_>>());
                    }
                    server.call::<()>(&create)?;
                }
                SiteReader {
                    server,
                    site: Site::new(key),
                    settings,
                    last_id: 0,
                    articles: 0,
                    comments: 0,
                }
            }
        };
        Ok(SiteSink::new(reader, is_dry))
    }
}

fn check_settings(site: &Settings, wanted: &Settings) -> Result<()> {
    let differing = iter::zip(texts(site), texts(wanted)).find(|(own, wanted)| own != wanted);
    let Some(((name, own), (_, wanted))) = differing else { return Ok(()) };
    let advice = match name {
        "IDS" => "",
        _ => ", or make them equal with ARTICLE.ALTER",
    };
    bail!(
        "--to: the key holds a site with {name} {own} where the import has {wanted}. Choose \
         another --key{advice}"
    )
}

/// Returns what ARTICLE.CREATE gets, by name.
fn texts(settings: &Settings) -> impl Iterator<Item = (&'static str, String)> {
    let ids = format!("{} {}", settings.ids.first(), settings.ids.step());
    let text = |setting: Setting| setting.text(settings.get(setting)).into_owned();
    iter::once(("IDS", ids)).chain(Setting::ALL.map(|setting| (setting.name(), text(setting))))
}
