//! Snapshots of servers, to compare a server with a replica or with itself after a restart.

use super::{Client, SiteSnapshot, Value, items, text};

/// Every key of a database with its digest and, if it is a site, its snapshot.
#[derive(Debug)]
pub struct ServerSnapshot(Vec<(String, Value, SiteSnapshot)>);

impl ServerSnapshot {
    /// Takes a snapshot. Panics if a site breaks an invariant.
    pub fn of(c: &mut Client) -> Self {
        let keys = c.run("KEYS *");
        let mut keys: Vec<_> = items(&keys).iter().map(text).collect();
        keys.sort();
        let mut sites = Vec::new();
        for key in keys {
            let digest = c.run(&format!("DEBUG DIGEST-VALUE {key}"));
            let is_site = c.run(&format!("TYPE {key}"));
            let site = if is_site == Value::SimpleString("ArticleDB".to_owned()) {
                c.check(&key);
                SiteSnapshot::of(c, &key)
            } else {
                SiteSnapshot::default()
            };
            sites.push((key, digest, site));
        }
        Self(sites)
    }

    /// Removes what depends on the server's clock.
    pub fn without_clock(self) -> Self {
        let keys = self.0.into_iter();
        Self(keys.map(|(key, digest, site)| (key, digest, site.without_clock())).collect())
    }

    /// Returns the number of digests.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    #[track_caller]
    pub fn assert_same(&self, other: &Self) {
        let keys =
            |server: &Self| server.0.iter().map(|(key, ..)| key.clone()).collect::<Vec<_>>();
        assert_eq!(keys(self), keys(other));
        for ((key, digest, site), (_, other_digest, other_site)) in self.0.iter().zip(&other.0) {
            site.assert_same(other_site);
            assert_eq!(digest, other_digest, "the digest of {key}");
        }
    }
}
