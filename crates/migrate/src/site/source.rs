//! A site as a source of articles.

use anyhow::{Result, bail};
use article_site::Settings;

use crate::article::Article;
use crate::report::Report;
use crate::server::{End, Server};
use crate::site::read::SiteReader;
use crate::transfer::Source;

/// The number of ids that are read at once.
const BATCH: u32 = 500;

/// A site. Its articles are found by trying all ids, because no listing has the hidden ones.
pub struct SiteSource {
    reader: SiteReader,
    /// The last id that was tried.
    tried: u32,
    found: u64,
}

impl SiteSource {
    /// Opens a site, which must exist.
    pub fn open(server: Server, key: &str) -> Result<Self> {
        match SiteReader::open(server, key, End::From)? {
            Ok(reader) => Ok(Self { reader, tried: 0, found: 0 }),
            Err(_) => {
                bail!("--from: there is no key {key:?}. Check --key and the database number")
            }
        }
    }
}

impl Source for SiteSource {
    fn settings(&self) -> Settings {
        self.reader.settings
    }

    fn last_id(&self) -> u32 {
        self.reader.last_id
    }

    fn len(&self) -> Option<u64> {
        Some(self.reader.articles)
    }

    fn next(&mut self, _report: &mut Report) -> Result<Option<Vec<Article>>> {
        let last = self.reader.last_id;
        // Ids after that were deleted, unless articles are deleted meanwhile.
        if self.tried >= last || self.found >= self.reader.articles {
            return Ok(None);
        }
        let end = last.min(self.tried.saturating_add(BATCH));
        let ids: Vec<u32> = (self.tried + 1..=end).collect();
        self.tried = end;
        let articles = self.reader.read(&ids)?;
        self.found += articles.len() as u64;
        Ok(Some(articles))
    }
}
