//! The site as a type of the server's keys.

use once_cell::sync::Lazy;
use std::ffi::CStr;

use crate::ffi::{AofWriter, Digest, NativeValue, RdbReader, RdbWriter, TypeHandle, bytes_held};
use crate::rewrite;
use crate::site::{Seconds, Settings, Site, decode, encode};

/// A site, and the memory that it holds.
#[derive(Debug)]
pub struct StoredSite {
    site: Site,
    bytes: isize,
}

impl StoredSite {
    /// A new site.
    pub fn new(settings: Settings) -> Self {
        Self::account(|| Site::new(settings))
    }

    /// The site.
    pub fn site(&self) -> &Site {
        &self.site
    }

    /// Changes the site, and takes account of the memory that this takes or gives back. All
    /// changes of a site go through here.
    pub fn change<R>(&mut self, change: impl FnOnce(&mut Site) -> R) -> R {
        let before = bytes_held();
        let result = change(&mut self.site);
        self.bytes += bytes_held().wrapping_sub(before);
        result
    }

    fn account(make: impl FnOnce() -> Site) -> Self {
        let before = bytes_held();
        let site = make();
        Self { site, bytes: bytes_held().wrapping_sub(before) }
    }
}

static HANDLE: Lazy<TypeHandle> = Lazy::new(TypeHandle::default);

impl NativeValue for StoredSite {
    const NAME: &'static CStr = c"ArticleDB";
    const ENCODING: i32 = 1;

    fn handle() -> &'static TypeHandle {
        &HANDLE
    }

    fn load(reader: &mut RdbReader, encoding: i32) -> Result<Self, String> {
        if encoding != Self::ENCODING {
            return Err(format!(
                "a site of encoding {encoding} cannot be read by this version of the module, \
                 which knows {}",
                Self::ENCODING
            ));
        }
        let before = bytes_held();
        let site = decode(|buffer| reader.read(buffer))
            .map_err(|error| format!("a site was refused: {error}"))?;
        Ok(Self { site, bytes: bytes_held().wrapping_sub(before) })
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
        self.site.len() + 1
    }

    fn copy(&self) -> Self {
        Self::account(|| self.site.clone())
    }

    fn digest(&self, digest: &mut Digest) {
        let info = self.site.info(Seconds::clamped(0));
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
