//! The change numbers of a site: those that must change do, and no others.

use std::collections::{BTreeMap, BTreeSet};

use article_site::{ChangeNumber, Settings, Site};

use crate::ModelArticle;

/// A site's change numbers, each with what it stands for.
pub struct ChangeNumbers {
    site: ChangeNumber,
    settings: Settings,
    articles: BTreeMap<u32, (ChangeNumber, ModelArticle)>,
}

impl ChangeNumbers {
    /// Reads the numbers of a site.
    pub fn of(site: &Site) -> Self {
        let articles = site.articles().map(|view| {
            // Who voted is no entry of an article's map.
            let entries = ModelArticle { votes: None, ..ModelArticle::of(&view) };
            (view.id().get(), (view.changed(), entries))
        });
        Self { site: site.changed(), settings: *site.settings(), articles: articles.collect() }
    }

    /// Checks the numbers after an operation.
    ///
    /// # Panics
    ///
    /// If something changed and its number did not, or the other way round, or if two articles have
    /// the same number.
    pub fn assert_follow(&self, before: &Self) {
        let distinct: BTreeSet<_> = self.articles.values().map(|(number, _)| number).collect();
        assert_eq!(distinct.len(), self.articles.len());
        assert!(distinct.last().is_none_or(|last| **last <= self.site));
        for (id, (number, entries)) in &self.articles {
            match before.articles.get(id) {
                Some((old, same)) if same == entries => assert_eq!(number, old, "article {id}"),
                _ => assert!(*number > before.site, "article {id} changed"),
            }
        }
        let of_articles = |numbers: &Self| -> Vec<_> {
            numbers.articles.iter().map(|(id, (number, _))| (*id, *number)).collect()
        };
        let is_same = self.settings == before.settings && of_articles(self) == of_articles(before);
        assert_eq!(self.site == before.site, is_same, "the site");
        assert!(self.site >= before.site);
    }
}
