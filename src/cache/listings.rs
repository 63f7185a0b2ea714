//! The listings that were read last: only the ids of a page and the cursor of the next.
//!
//! A kept page is used if the site is still the same and has the same change number and, if the
//! page depends on the time, within the same second. So it is exact: any change of the site ends
//! it. Who sees the page, and which entries of the articles, is no part of it.

use std::collections::HashMap;
use std::hash::{Hash, Hasher};

use article_site::{ChangeNumber, Cursors, Page, Position, Query, Site, UnixTime};
use smallvec::SmallVec;

use crate::identity::SiteIdentity;

/// The number of pages that are kept.
const MOST: usize = 64;
/// The longest query whose page is kept, in bytes.
const LONGEST: usize = 4 << 10;

/// A query on a site, as bytes.
#[derive(Debug)]
pub struct ListingKey {
    site: SiteIdentity,
    bytes: SmallVec<[u8; 256]>,
}

impl ListingKey {
    /// Returns the key of a query whose time is not set yet.
    pub fn of(site: SiteIdentity, query: &Query) -> Self {
        let mut bytes = Bytes::default();
        // No two different queries hash the same bytes: no value of a derived hash is the
        // beginning of another. So an option that is added to queries cannot be left out here.
        (site, query).hash(&mut bytes);
        Self { site, bytes: bytes.0 }
    }
}

#[derive(Default)]
struct Bytes(SmallVec<[u8; 256]>);

impl Hasher for Bytes {
    fn write(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    fn finish(&self) -> u64 {
        0
    }
}

/// What a page depends on besides the query: the site's last change and, for some queries, the
/// time.
type State = (ChangeNumber, Option<UnixTime>);

#[derive(Debug)]
struct Place {
    site: SiteIdentity,
    state: State,
    positions: Box<[Position]>,
    /// The position after which the next page begins, unless nothing follows.
    next: Option<Position>,
    cursors: Cursors,
    /// When it was last used, as the number of look-ups before.
    used: u64,
}

/// The kept listings of all sites.
#[derive(Debug, Default)]
pub struct Listings {
    pages: HashMap<SmallVec<[u8; 256]>, Place>,
    hits: u64,
    misses: u64,
}

impl Listings {
    /// Returns the page of a query on a site, if it is kept in that state.
    pub fn look_up<'a>(
        &mut self,
        key: &ListingKey,
        state: State,
        site: &'a Site,
    ) -> Option<Page<'a>> {
        let used = self.hits + self.misses;
        let Some(kept) = self.pages.get_mut(&key.bytes[..]).filter(|kept| kept.state == state)
        else {
            self.misses += 1;
            return None;
        };
        self.hits += 1;
        kept.used = used;
        let items = site.items_of(kept.positions.iter().map(|position| position.id()));
        let Place { next, cursors, .. } = *kept;
        Some(Page { items, positions: kept.positions.to_vec(), next, cursors })
    }

    /// Keeps the page of a query in place of the one that was used least recently.
    pub fn insert(&mut self, key: ListingKey, state: State, page: &Page) {
        let ListingKey { site, bytes } = key;
        if bytes.len() > LONGEST {
            return;
        }
        if self.pages.len() >= MOST && !self.pages.contains_key(&bytes) {
            let oldest = self.pages.iter().min_by_key(|(_, kept)| kept.used);
            if let Some(oldest) = oldest.map(|(bytes, _)| bytes.clone()) {
                self.pages.remove(&oldest);
            }
        }
        let Page { positions, next, cursors, .. } = page;
        let (positions, next, cursors) = (positions.as_slice().into(), *next, *cursors);
        let used = self.hits + self.misses;
        self.pages.insert(bytes, Place { site, state, positions, next, cursors, used });
    }

    pub fn forget(&mut self, freed: &[SiteIdentity]) {
        if !freed.is_empty() {
            self.pages.retain(|_, kept| !freed.contains(&kept.site));
        }
    }

    pub fn clear(&mut self) {
        self.pages = HashMap::new();
    }

    /// Returns the numbers of look-ups that found a page, and of others.
    pub fn figures(&self) -> (u64, u64) {
        (self.hits, self.misses)
    }
}
