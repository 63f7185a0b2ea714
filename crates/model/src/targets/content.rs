//! All that a site holds, in a form that can be compared.

use article_site::{ArticleView, Info, Settings, Site, Tally, UnixTime, Vote};

/// A site's content.
#[derive(Debug, PartialEq)]
pub struct Content {
    settings: Settings,
    info: Info,
    groups: Vec<(Vec<u8>, usize)>,
    articles: Vec<ArticleContent>,
}

#[derive(Debug, PartialEq)]
struct ArticleContent {
    id: u32,
    time: i64,
    closes: i64,
    tally: Tally,
    texts: [Vec<u8>; 3],
    groups: Vec<Vec<u8>>,
    fields: Vec<(Vec<u8>, Vec<u8>)>,
    is_ledger_dropped: bool,
    ledger: Vec<(Vec<u8>, i64)>,
}

impl Content {
    pub fn of(site: &Site) -> Self {
        Self {
            settings: *site.settings(),
            info: site.info(UnixTime::clamped(0)),
            groups: site.groups(0, usize::MAX).map(|(name, n)| (name.to_vec(), n)).collect(),
            articles: site.articles().map(|article| ArticleContent::of(&article)).collect(),
        }
    }
}

impl ArticleContent {
    fn of(article: &ArticleView) -> Self {
        let weight = |vote: Vote| vote.weight();
        let mut ledger: Vec<_> =
            article.ledger().map(|(name, vote)| (name.to_vec(), weight(vote))).collect();
        ledger.sort();
        Self {
            id: article.id().get(),
            time: article.time().get(),
            closes: article.closes(),
            tally: article.tally(),
            texts: article.texts().map(<[u8]>::to_vec),
            groups: article.groups().map(<[u8]>::to_vec).collect(),
            fields: article
                .fields()
                .iter()
                .map(|field| (field.name().to_vec(), field.value().to_vec()))
                .collect(),
            is_ledger_dropped: article.is_ledger_dropped(),
            ledger,
        }
    }
}
