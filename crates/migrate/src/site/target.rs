//! The site to load into, before it is known what.

use anyhow::{Result, bail, ensure};
use article_site::{Ids, Setting, Settings};
use redis_article::Site;

use crate::server::{End, Server};
use crate::site::read::{SiteReader, command};
use crate::site::sink::{Mode, SiteSink};

/// A key that a site can be loaded into.
pub struct Target {
    server: Server,
    key: String,
    /// Those of the part of a site that the key has.
    pub ids: Ids,
    mode: Mode,
    /// The last id that the site had assigned when it was opened; 0 for a new site.
    pub last_id: u32,
}

impl Target {
    /// Checks that the key holds a site or nothing, and that the server accepts writes.
    pub fn open(server: Server, key: &str, ids: Ids, mode: Mode) -> Result<Self> {
        let found = SiteReader::open(server, key, End::To)?;
        let last_id = found.as_ref().map_or(0, |reader| reader.last_id);
        let mut server = found.map_or_else(|server| server, |reader| reader.server);
        if mode == Mode::Write {
            // This is never executed, because no id is 0. But a replica, a server without memory,
            // and a user without permission refuse it with another error before.
            let probe = command("ARTICLE.LOAD", key.as_bytes()).arg("LASTID").arg(0).clone();
            let _ = server.attempt(&probe, &["ERR"])?;
        }
        Ok(Self { server, key: key.to_owned(), ids, mode, last_id })
    }

    /// Returns a sink for a site with these settings, and creates the site if there is
    /// none. A site that is there must have the same settings. Its last id is read now: while two
    /// sites are written to, it must not be from before the source was read.
    pub fn sink(self, settings: Settings) -> Result<SiteSink> {
        let Self { server, key, mode, .. } = self;
        let reader = match SiteReader::open(server, &key, End::To)? {
            Ok(reader) => {
                check_settings(&reader.settings, &settings)?;
                reader
            }
            Err(mut server) => {
                if mode == Mode::Write {
                    let mut create = command("ARTICLE.CREATE", key.as_bytes());
                    if settings.ids != Ids::default() {
                        create.arg("IDS").arg(settings.ids.first()).arg(settings.ids.step());
                    }
                    for setting in Setting::ALL {
                        let value = setting.text(settings.get(setting));
                        create.arg(setting.name()).arg(value.as_bytes());
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
        Ok(SiteSink::new(reader, mode))
    }
}

fn check_settings(site: &Settings, wanted: &Settings) -> Result<()> {
    let (own, ids) = (site.ids, wanted.ids);
    ensure!(
        own == ids,
        "--to: the key holds a site with IDS {} {} where the import has {} {}. Choose another --key",
        own.first(),
        own.step(),
        ids.first(),
        ids.step()
    );
    let differing =
        Setting::ALL.into_iter().find(|setting| site.get(*setting) != wanted.get(*setting));
    let Some(setting) = differing else { return Ok(()) };
    let text = |settings: &Settings| setting.text(settings.get(setting)).into_owned();
    bail!(
        "--to: the key holds a site with {name} {} where the import has {}. Choose another --key, \
         or make them equal with ARTICLE.ALTER",
        text(site),
        text(wanted),
        name = setting.name()
    )
}
