//! How the lines hang together, and what the activity on the articles is.

use std::collections::BTreeSet;

use article_site::{Settings, UnixTime};

use crate::jsonl::post::Post;
use crate::site::LateBump;

/// The threads of the lines that were read, with a few bytes per line.
///
/// A mistake must be found before the site is asked to load the line: commands that follow it in
/// the same transaction would be executed.
#[derive(Debug, Default)]
pub struct Threads {
    /// The ids in ascending order, and for each the depth and the index of its article in
    /// `articles`.
    ids: Vec<u32>,
    depths: Vec<u8>,
    roots: Vec<u32>,
    /// Ids that are not above those before, so that nothing can be below them.
    strays: BTreeSet<u32>,
    /// The articles whose lines do not have all of their activity.
    articles: Vec<CountedArticle>,
}

/// An article whose activity follows from the lines of its comments, at least in part.
#[derive(Clone, Copy, Debug)]
struct CountedArticle {
    id: u32,
    time: i64,
    bumped: i64,
    /// Whether the site has the article, but not all of its comments.
    is_behind: bool,
    lacks_comments: bool,
    lacks_bumped: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misplaced {
    /// No line before has the id of its parent.
    NoParent,
    /// It is below as many comments as there can be.
    TooDeep,
}

/// The root of what is below an article that has all of its activity, or below a deleted one.
const NOT_COUNTED: u32 = u32::MAX;

impl Threads {
    /// Adds a line. Its id must exceed the ids before. `loaded` is the last id that the site has.
    pub fn add(
        &mut self,
        id: u32,
        parent: Option<u32>,
        post: &Post,
        settings: &Settings,
        loaded: u32,
    ) -> Result<(), Misplaced> {
        let placed = self.place(id, parent, post);
        let (depth, root) = placed.unwrap_or((0, NOT_COUNTED));
        self.ids.push(id);
        self.depths.push(depth);
        self.roots.push(root);
        if let (Some(_), Some(article)) = (parent, self.articles.get_mut(root as usize)) {
            article.bump(id, post, settings, loaded);
        }
        placed.map(drop)
    }

    /// Notes an id that does not exceed those before.
    pub fn add_stray(&mut self, id: u32) {
        self.strays.insert(id);
    }

    /// Returns when something last happened on an article whose line does not have all of its
    /// activity.
    pub fn bumped(&self, id: u32) -> Option<UnixTime> {
        let index = self.articles.binary_search_by_key(&id, |article| article.id).ok()?;
        self.articles.get(index).map(CountedArticle::bumped)
    }

    /// Whether a comment is below an article whose line does not have the number of its comments.
    pub fn is_uncounted(&self, id: u32) -> bool {
        let root = self.ids.binary_search(&id).ok().and_then(|index| self.roots.get(index));
        let article = root.and_then(|root| self.articles.get(*root as usize));
        article.is_some_and(|article| article.lacks_comments)
    }

    /// Returns the articles that the site has without all of their comments.
    pub fn late_bumps(&self) -> impl Iterator<Item = LateBump> {
        let behind = self.articles.iter().filter(|article| article.is_behind);
        let behind = behind.filter(|article| article.lacks_bumped);
        behind.map(|article| LateBump { id: article.id, bumped: article.bumped() })
    }

    /// Returns the depth of a line and its article.
    fn place(
        &mut self,
        id: u32,
        parent: Option<u32>,
        post: &Post,
    ) -> Result<(u8, u32), Misplaced> {
        let Some(parent) = parent else {
            let &Post { time, lacks_comments, lacks_bumped, .. } = post;
            if !lacks_comments && !lacks_bumped {
                return Ok((0, NOT_COUNTED));
            }
            let root = u32::try_from(self.articles.len()).unwrap_or(NOT_COUNTED);
            self.articles.push(CountedArticle {
                id,
                time,
                bumped: time,
                is_behind: false,
                lacks_comments,
                lacks_bumped,
            });
            return Ok((0, root));
        };
        let index = self.ids.binary_search(&parent).ok();
        let above = index.and_then(|index| self.depths.get(index).zip(self.roots.get(index)));
        match above {
            Some((depth, root)) => Ok((depth.checked_add(1).ok_or(Misplaced::TooDeep)?, *root)),
            None if self.strays.contains(&parent) => Ok((0, NOT_COUNTED)),
            None => Err(Misplaced::NoParent),
        }
    }
}

impl CountedArticle {
    /// Is bumped by a comment, as by ARTICLE.COMMENT, even if it is hidden or deleted now.
    fn bump(&mut self, id: u32, post: &Post, settings: &Settings, loaded: u32) {
        let window = i64::from(settings.bump_window());
        if window == 0 || post.time.saturating_sub(self.time) < window {
            self.bumped = self.bumped.max(post.time);
        }
        self.is_behind |= self.id <= loaded && id > loaded;
    }

    /// Returns when something last happened on it, which follows from the lines.
    fn bumped(&self) -> UnixTime {
        UnixTime::clamped(self.bumped)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn add(threads: &mut Threads, id: u32, parent: Option<u32>) -> Result<(), Misplaced> {
        threads.add(id, parent, &Post::default(), &Settings::default(), 0)
    }

    #[test]
    fn comments_need_a_parent_within_the_depth() {
        let mut threads = Threads::default();
        assert_eq!(add(&mut threads, 1, Some(1)), Err(Misplaced::NoParent));
        add(&mut threads, 2, None).unwrap();
        for id in 3..=257 {
            add(&mut threads, id, Some(id - 1)).unwrap();
        }
        assert_eq!(add(&mut threads, 258, Some(257)), Err(Misplaced::TooDeep));
        add(&mut threads, 259, Some(256)).unwrap();
        assert_eq!(add(&mut threads, 261, Some(260)), Err(Misplaced::NoParent));
        threads.add_stray(260);
        add(&mut threads, 262, Some(260)).unwrap();
    }
}
