//! The change numbers of a site: those that must change do, and no others.

use std::collections::{BTreeMap, BTreeSet};

use article_site::{ChangeNumber, Settings, Site};

use crate::ModelItem;

/// A site's change numbers, each with what it stands for.
pub struct ChangeNumbers {
    site: ChangeNumber,
    settings: Settings,
    items: BTreeMap<u32, (ChangeNumber, ModelItem)>,
}

impl ChangeNumbers {
    pub fn of(site: &Site) -> Self {
        let items = site.items().map(|view| {
            let entries = ModelItem::of(&view).as_shown();
            (view.id().get(), (view.changed(), entries))
        });
        Self { site: site.changed(), settings: *site.settings(), items: items.collect() }
    }

    /// Checks the numbers after an operation.
    pub fn assert_follow(&self, before: &Self) {
        let distinct: BTreeSet<_> = self.items.values().map(|(number, _)| number).collect();
        assert_eq!(distinct.len(), self.items.len());
        assert!(distinct.last().is_none_or(|last| **last <= self.site));
        for (id, (number, entries)) in &self.items {
            match before.items.get(id) {
                Some((old, same)) if same == entries => assert_eq!(number, old, "item {id}"),
                _ => assert!(*number > before.site, "item {id} changed"),
            }
        }
        let of_items = |numbers: &Self| -> Vec<_> {
            numbers.items.iter().map(|(id, (number, _))| (*id, *number)).collect()
        };
        let is_same = self.settings == before.settings && of_items(self) == of_items(before);
        assert_eq!(self.site == before.site, is_same, "the site");
        assert!(self.site >= before.site);
    }
}
