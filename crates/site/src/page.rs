//! Pages: slices of a ranking.

use crate::ranking::Ranking;
use crate::rankings::Order;
use crate::types::GroupName;
use crate::view::ArticleView;
use crate::{Direction, Site};

/// A request for a page.
#[derive(Clone, Copy, Debug)]
pub struct PageQuery {
    /// The order of the articles.
    pub order: Order,
    /// The direction of the order.
    pub direction: Direction,
    /// The number of the page, from 1. 0 counts as 1.
    pub page: u64,
    /// The number of articles per page; None for the site's page size.
    pub size: Option<u32>,
}

impl Site {
    /// Returns a page of all articles. Past the end it is empty.
    pub fn page(&self, query: &PageQuery) -> Vec<ArticleView<'_>> {
        self.page_of(self.listings.all.by(query.order), query)
    }

    /// Returns a page of a group's articles. Past the end, or if there is no such group, it is
    /// empty.
    pub fn group_page(&self, name: GroupName, query: &PageQuery) -> Vec<ArticleView<'_>> {
        let group = self.listings.groups.find(name);
        group.map_or(Vec::new(), |group| self.page_of(group.rankings().by(query.order), query))
    }

    fn page_of(&self, ranking: &Ranking, query: &PageQuery) -> Vec<ArticleView<'_>> {
        let size = query.size.unwrap_or(self.settings.page_size());
        let skip = query.page.saturating_sub(1).saturating_mul(u64::from(size));
        let skip = usize::try_from(skip).unwrap_or(usize::MAX);
        let ids = ranking.range(skip, size as usize, query.direction);
        ids.filter_map(|id| self.article(id)).collect()
    }
}
