//! The site as a type of the server's keys.

pub mod rewrite;

use std::convert::Infallible;
use std::ffi::CStr;

use once_cell::sync::OnceCell;

use crate::ffi::{AofWriter, Digest, NativeValue, RdbReader, RdbWriter, TypeHandle, bytes_held};
use crate::stats;
use article_site::{Settings, Site, UnixTime, decode, encode};

/// A site, and the memory that it holds.
#[derive(Debug)]
pub struct StoredSite {
    site: Site,
    bytes: isize,
}

impl StoredSite {
    /// A new site.
    pub fn new(settings: Settings) -> Self {
        let Ok(site) = Self::with_tracked_memory::<Infallible>(|| Ok(Site::new(settings)));
        site
    }

    /// The site.
    pub fn site(&self) -> &Site {
        &self.site
    }

    /// Changes the site, and takes account of the memory that this takes or gives back. All
    /// changes of a site go through here. What `change` allocates or frees is taken to be the
    /// site's: it must not consume anything that was allocated before.
    pub fn change<R>(&mut self, change: impl FnOnce(&mut Site) -> R) -> R {
        let (bytes, articles) = (bytes_held(), self.site.len());
        let result = change(&mut self.site);
        self.bytes += bytes_held().wrapping_sub(bytes);
        if self.site.len() != articles {
            stats::ARTICLES.subtract(articles);
            stats::ARTICLES.add(self.site.len());
        }
        result
    }

    /// Takes a site that `make` makes, and account of its memory.
    fn with_tracked_memory<E>(make: impl FnOnce() -> Result<Site, E>) -> Result<Self, E> {
        let before = bytes_held();
        let site = make()?;
        stats::SITES.count();
        stats::ARTICLES.add(site.len());
        Ok(Self { site, bytes: bytes_held().wrapping_sub(before) })
    }
}

impl Drop for StoredSite {
    fn drop(&mut self) {
        stats::SITES.subtract(1);
        stats::ARTICLES.subtract(self.site.len());
    }
}

static HANDLE: OnceCell<TypeHandle> = OnceCell::new();

impl NativeValue for StoredSite {
    const NAME: &'static CStr = c"ArticleDB";
    const ENCODING: i32 = 1;

    fn handle() -> &'static OnceCell<TypeHandle> {
        &HANDLE
    }

    fn load(reader: &mut RdbReader, encoding: i32) -> Result<Self, String> {
        let site = if encoding == Self::ENCODING {
            Self::with_tracked_memory(|| decode(|buffer| reader.read(buffer)))
                .map_err(|error| format!("a site was refused: {error}"))
        } else {
            Err(format!(
                "a site of encoding {encoding} cannot be read by this version of the module, \
                 which knows {}",
                Self::ENCODING
            ))
        };
        site.inspect_err(|_| stats::DECODE_FAILURES.count())
    }

    fn save(&self, writer: &mut RdbWriter) {
        encode(&self.site, |chunk| writer.write(chunk));
    }

    fn rewrite(&self, writer: &AofWriter) {
        rewrite::rewrite(&self.site, writer);
    }

    fn memory(&self) -> usize {
        size_of::<Self>() + usize::try_from(self.bytes).unwrap_or(0)
    }

    fn free_effort(&self) -> usize {
        let votes = self.site.info(UnixTime::clamped(0)).votes;
        // About one block of memory an article, and one for so many votes.
        self.site.len() + votes as usize / 16 + 1
    }

    fn copy(&self) -> Self {
        let Ok(copy) = Self::with_tracked_memory::<Infallible>(|| Ok(self.site.clone()));
        copy
    }

    fn digest(&self, digest: &mut Digest) {
        let info = self.site.info(UnixTime::clamped(0));
        let settings = self.site.settings();
        digest.add_numbers(&[
            settings.vote_score().into(),
            settings.window().into(),
            settings.page_size().into(),
            settings.self_vote().into(),
            info.last_id.into(),
        ]);
        digest.end_element();
        for article in self.site.articles() {
            let (id, tally) = (i64::from(article.id().get()), article.tally());
            digest.add_numbers(&[
                id,
                article.time().get(),
                article.closes(),
                tally.upvotes.into(),
                tally.downvotes.into(),
                tally.score,
                article.is_ledger_dropped().into(),
            ]);
            article.texts().iter().for_each(|text| digest.add(text));
            article.groups().for_each(|name| digest.add(name));
            for field in article.fields() {
                digest.add(field.name());
                digest.add(field.value());
            }
            digest.end_element();
            for (user, vote) in article.ledger() {
                digest.add_numbers(&[id, vote.weight()]);
                digest.add(user);
                digest.end_element();
            }
        }
    }
}
