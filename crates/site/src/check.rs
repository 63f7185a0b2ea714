//! What always holds in a site, stated in one place. Tests, fuzzers and the decoder ask for it.

use crate::Site;
use crate::article::Article;
use crate::types::{ArticleId, GroupName, Order, Vote};
use crate::{MAX_FIELDS, MAX_GROUPS};

impl Site {
    /// Checks every invariant, in O(n log n).
    ///
    /// # Errors
    ///
    /// The first that does not hold.
    pub fn check(&self) -> Result<(), &'static str> {
        self.by_score.check()?;
        self.by_time.check()?;
        self.closing.check()?;
        self.groups.check()?;
        let articles = self.articles.iter().count();
        if articles != self.articles.len() {
            return Err("the number of articles is wrong");
        }
        if self.by_score.len() != articles || self.by_time.len() != articles {
            return Err("a ranking does not hold all articles");
        }
        let (mut votes, mut held, mut memberships) = (0, 0, 0);
        for (number, article) in self.articles.iter() {
            if number == 0 || number > self.last_id {
                return Err("an article has an id that was never given");
            }
            self.check_article(ArticleId::new(number), article)?;
            votes += article.recorded_votes();
            held += usize::from(!article.ledger.is_dropped());
            memberships += article.groups().len();
        }
        if votes != self.votes {
            return Err("the number of votes is wrong");
        }
        if held != self.closing.len() {
            return Err("the articles that hold vote records are not those that will drop them");
        }
        if memberships != self.groups.iter().map(|(_, group)| group.len()).sum::<usize>() {
            return Err("groups hold articles that are not in them");
        }
        Ok(())
    }

    fn check_article(&self, id: ArticleId, article: &Article) -> Result<(), &'static str> {
        if !self.by_score.contains(article.score, id) {
            return Err("an article is not ranked at its score");
        }
        if !self.by_time.contains(article.time.get(), id) {
            return Err("an article is not ranked at its time");
        }
        if !article.ledger.is_dropped() {
            if !self.closing.contains(article.closes(), id) {
                return Err("an article's vote records would never be dropped");
            }
            let (mut up, mut down) = (0, 0);
            for (_, vote) in article.ledger.iter() {
                match vote {
                    Vote::Up => up += 1,
                    Vote::Down => down += 1,
                }
            }
            if (up, down) != (article.upvotes, article.downvotes) {
                return Err("an article's votes are not those in its ledger");
            }
        }
        if article.groups().len() > MAX_GROUPS || article.fields().len() > MAX_FIELDS {
            return Err("an article has too many groups or fields");
        }
        if !article.groups().is_sorted_by(|a, b| self.groups.name(*a) < self.groups.name(*b)) {
            return Err("an article's groups are not in the order of their names");
        }
        for number in article.groups() {
            let group = self.groups.get(*number).ok_or("an article is in no such group")?;
            if GroupName::new(group.name()).is_err() {
                return Err("a group has a name that is none");
            }
            if !group.ranking(Order::Score).contains(article.score, id)
                || !group.ranking(Order::Time).contains(article.time.get(), id)
            {
                return Err("a group does not hold an article that is in it");
            }
        }
        Ok(())
    }
}
