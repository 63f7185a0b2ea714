//! A copy that follows the changes of a site, and how it is compared with the model.

use std::collections::BTreeMap;

use article_site::{Budget, ChangeNumber, Site, Version};

use crate::{Model, ModelItem};

/// A copy of a site's articles and comments that is made of its changes alone.
#[derive(Debug, Default)]
pub struct Follower {
    version: Version,
    /// The articles and comments without their votes, each with its last change that was applied.
    items: BTreeMap<u32, (ChangeNumber, ModelItem)>,
}

impl Follower {
    /// Applies at most `count` changes. Returns whether there were any; if not, the copy must
    /// equal the model.
    pub fn follow(&mut self, site: &Site, model: &Model, count: usize) -> bool {
        let changed = site.changes(self.version, count, &Budget::unlimited()).unwrap();
        assert!(changed.items.len() + changed.deleted.len() <= count);
        assert_eq!(changed.is_empty(), changed.version == self.version);
        // Clients keep versions as texts.
        self.version = Version::parse(changed.version.to_string().as_bytes()).unwrap();
        assert_eq!(self.version, changed.version);
        for view in &changed.items {
            let (number, id) = (view.changed(), view.id().get());
            let item = ModelItem::of(view).as_shown();
            let before = self.items.insert(id, (number, item));
            assert!(before.is_none_or(|(before, _)| before < number), "item {id} came twice");
        }
        for id in changed.deleted.iter().map(|id| id.get()) {
            assert!(model.get(id).is_none(), "item {id} exists");
            self.items.remove(&id);
        }
        if changed.is_empty() {
            self.assert_same(model);
        }
        !changed.is_empty()
    }

    /// Applies all changes, and compares the copy with the model.
    pub fn catch_up(&mut self, site: &Site, model: &Model, count: usize) {
        while self.follow(site, model, count) {}
        self.assert_same(model);
    }

    fn assert_same(&self, model: &Model) {
        assert!(self.items.keys().copied().eq(model.items.iter().map(|item| item.id)));
        for (item, (_, copied)) in model.items.iter().zip(self.items.values()) {
            // Who voted is no entry of a map.
            assert_eq!(*copied, ModelItem::clone(item).as_shown());
        }
    }
}
