//! How the lines hang together, and what the activity on the articles is.

use std::collections::BTreeSet;

use article_site::{Settings, UnixTime};

use crate::jsonl::post::Post;
use crate::report::Problem;
use crate::site::LateBump;

/// The threads of the lines that were read, with a few bytes per line.
///
/// A mistake must be found before the site is asked to load the line: commands that follow it in
/// the same transaction would be executed.
#[derive(Debug, Default)]
pub struct Threads {
    /// The ids in ascending order, each with its depth and the index of its article in `articles`.
    places: Vec<(u32, u8, u32)>,
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
    /// The comment of that time, if it is one.
    latest: Option<u32>,
    /// Whether the site has the article, but not all of its comments.
    is_behind: bool,
    lacks_comments: bool,
    lacks_bumped: bool,
}

/// The root of what is below an article that has all of its activity, or below a deleted one.
const NOT_COUNTED: u32 = u32::MAX;

impl Threads {
    /// Adds a line. Its id must exceed the ids before. `loaded` is the last id that the site has.
    ///
    /// # Errors
    ///
    /// No line before has the id of its parent, or it is below as many comments as there can be.
    pub fn add(
        &mut self,
        id: u32,
        parent: Option<u32>,
        post: &Post,
        settings: &Settings,
        loaded: u32,
    ) -> Result<(), Problem> {
        let placed = self.place(id, parent, post);
        let (depth, root) = placed.unwrap_or((0, NOT_COUNTED));
        self.places.push((id, depth, root));
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
        let article = self.find(id).and_then(|(_, root)| self.articles.get(root as usize));
        article.is_some_and(|article| article.lacks_comments)
    }

    /// Returns the articles that the site has without all of their comments.
    pub fn late_bumps(&self) -> impl Iterator<Item = LateBump> {
        let behind = self.articles.iter().filter(|article| article.is_behind);
        let behind = behind.filter(|article| article.lacks_bumped);
        behind.filter_map(|article| {
            let (id, comment) = (article.id, article.latest?);
            Some(LateBump { id, comment, bumped: article.bumped() })
        })
    }

    /// Returns the depth and the article of an id that was added.
    fn find(&self, id: u32) -> Option<(u8, u32)> {
        let index = self.places.binary_search_by_key(&id, |(id, ..)| *id).ok()?;
        self.places.get(index).map(|(_, depth, root)| (*depth, *root))
    }

    /// Returns the depth of a line and its article.
    fn place(&mut self, id: u32, parent: Option<u32>, post: &Post) -> Result<(u8, u32), Problem> {
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
                latest: None,
                is_behind: false,
                lacks_comments,
                lacks_bumped,
            });
            return Ok((0, root));
        };
        match self.find(parent) {
            Some((depth, root)) => Ok((depth.checked_add(1).ok_or(Problem::TooDeep)?, root)),
            None if self.strays.contains(&parent) => Ok((0, NOT_COUNTED)),
            None => Err(Problem::UnknownParent),
        }
    }
}

impl CountedArticle {
    /// Is bumped by a comment, as by ARTICLE.COMMENT, if it is listed.
    fn bump(&mut self, id: u32, post: &Post, settings: &Settings, loaded: u32) {
        let window = i64::from(settings.bump_window());
        let is_late = window != 0 && post.time.saturating_sub(self.time) >= window;
        if post.is_listed && !is_late && post.time > self.bumped {
            (self.bumped, self.latest) = (post.time, Some(id));
        }
        self.is_behind |= self.id <= loaded && id > loaded;
    }

    /// Returns when something last happened on it, which follows from the lines.
    fn bumped(&self) -> UnixTime {
        UnixTime::clamped(self.bumped)
    }
}
