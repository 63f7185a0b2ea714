//! Everything in a site, in a form that can be compared.

use article_site::{Info, Settings, Site, UnixTime};

use crate::ModelArticle;

/// The content of a site. Sites of equal content reply alike to every command.
#[derive(Debug, PartialEq)]
pub struct Content {
    settings: Settings,
    info: Info,
    groups: Vec<(Vec<u8>, usize)>,
    articles: Vec<ModelArticle>,
}

impl Content {
    /// Copies the content of a site.
    pub fn of(site: &Site) -> Self {
        Self {
            settings: *site.settings(),
            info: site.info(UnixTime::clamped(0)),
            groups: site
                .groups(0, usize::MAX)
                .map(|(name, size)| (name.as_bytes().to_vec(), size))
                .collect(),
            articles: site.articles().map(|article| ModelArticle::of(&article)).collect(),
        }
    }
}
