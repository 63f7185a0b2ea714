//! All that a server holds, for tests that say: that one holds the same.

use super::{Client, Picture, Value, int, items, text};

/// What can be seen of every key: its digest and, if it is a site, every page.
#[derive(Debug)]
pub struct Sites(Vec<(String, Value, Picture)>);

impl Sites {
    /// Takes the digests and pictures of all keys; each site must also be in order.
    pub fn of(c: &mut Client) -> Self {
        let keys = c.run("KEYS *");
        let mut keys: Vec<_> = items(&keys).iter().map(text).collect();
        keys.sort();
        let mut sites = Vec::new();
        for key in keys {
            let digest = c.run(&format!("DEBUG DIGEST-VALUE {key}"));
            let is_site = c.run(&format!("TYPE {key}"));
            let picture = if is_site == Value::SimpleString("ArticleDB".to_owned()) {
                assert_eq!(c.run(&format!("ARTICLE.DEBUG CHECK {key}")), Value::Okay, "{key}");
                Picture::of(c, &key)
            } else {
                Picture::default()
            };
            sites.push((key, digest, picture));
        }
        Self(sites)
    }

    /// The same without what a server answers by its own clock.
    pub fn without_clock(self) -> Self {
        let sites = self.0.into_iter();
        Self(sites.map(|(key, digest, picture)| (key, digest, picture.without_clock())).collect())
    }

    /// How many digests there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    #[track_caller]
    pub fn assert_same(&self, other: &Self) {
        let keys = |sites: &Self| sites.0.iter().map(|(key, ..)| key.clone()).collect::<Vec<_>>();
        assert_eq!(keys(self), keys(other));
        for ((key, digest, picture), (_, other_digest, other_picture)) in
            self.0.iter().zip(&other.0)
        {
            picture.assert_same(other_picture);
            assert_eq!(digest, other_digest, "the digest of {key}");
        }
    }
}
