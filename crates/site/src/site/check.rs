//! The invariants of a site, in one place. Tests, fuzzers and debug builds of the decoder check
//! them.

use crate::article::Article;
use crate::article::MAX_GROUPS;
use crate::article::fields::MAX_FIELDS;
use crate::article::is_within_limit;
use crate::orders::ranking_set::Place;
use crate::site::Site;
use crate::site::closing;
use crate::terms::types::{ArticleId, Boost, FieldName, Vote};

impl Site {
    /// Checks every invariant, in O(n log n).
    ///
    /// # Errors
    ///
    /// The first that does not hold.
    pub fn check(&self) -> Result<(), &'static str> {
        self.listings.all.check()?;
        self.listings.hidden.check()?;
        self.listings.groups.check()?;
        self.listings.users.check(&self.articles, &self.hasher)?;
        self.links.check(&self.articles, &self.hasher)?;
        self.closing.check()?;
        self.articles.check()?;
        let articles = self.articles.iter().count();
        if articles != self.articles.len() {
            return Err("the number of articles is wrong");
        }
        let (mut votes, mut ledgers, mut memberships) = (0, 0, 0);
        let mut listed = 0;
        for (number, article) in self.articles.iter() {
            if number == 0 || number > self.last_id {
                return Err("an article has an id that was never assigned");
            }
            self.check_article(ArticleId::new(number), article)?;
            votes += article.recorded_votes();
            ledgers += usize::from(!article.ledger.is_dropped());
            memberships += article.groups().len();
            listed += usize::from(article.is_listed());
        }
        if votes != self.votes {
            return Err("the number of votes is wrong");
        }
        if ledgers != self.closing.len() {
            return Err("the articles that have a ledger are not those that will drop it");
        }
        if (listed, articles - listed) != (self.listings.all.len(), self.listings.hidden.len()) {
            return Err("the rankings do not hold the articles that are listed or hidden");
        }
        let members = self.listings.groups.iter().map(|(_, group)| group.members());
        if memberships != members.sum::<usize>() {
            return Err("groups hold articles that are not in them");
        }
        Ok(())
    }

    fn check_article(&self, id: ArticleId, article: &Article) -> Result<(), &'static str> {
        let place = Place::of(id, article);
        let is_ranked = match &place {
            Place::Listed(keys) => self.listings.all.contain(keys),
            Place::Hidden(keys) => self.listings.hidden.contain(keys),
        };
        if !is_ranked {
            return Err("an article is not ranked where it must be");
        }
        if Boost::new(article.boost().get()).is_err() {
            return Err("an article has a boost that is out of its limits");
        }
        if !is_within_limit(article.tally.score, article.boost()) {
            return Err("an article has a score that is out of its limits");
        }
        if !article.ledger.is_dropped() {
            if !self.closing.contains(closing::key(id, article)) {
                return Err("an article's vote records would never be dropped");
            }
            let votes = || article.ledger.iter().map(|(_, vote)| vote);
            let count = |kind| votes().filter(|vote| vote.if_counted() == Some(kind)).count();
            let (up, down) = (article.tally.upvotes, article.tally.downvotes);
            if (count(Vote::Up), count(Vote::Down)) != (up as usize, down as usize) {
                return Err("an article's counts differ from its ledger");
            }
            let silent = votes().filter(|vote| vote.is_silent).count();
            if silent != article.silent_votes() as usize {
                return Err("an article's number of silent votes is wrong");
            }
        } else if article.silent_votes() > 0 {
            return Err("an article has silent votes without vote records");
        }
        if article.groups().len() > MAX_GROUPS || article.fields().len() > MAX_FIELDS {
            return Err("an article has too many groups or fields");
        }
        if article
            .fields()
            .iter()
            .any(|field| FieldName::replayed(field.name().as_bytes()).is_err())
        {
            return Err("an article has a custom field of a reserved name");
        }
        let groups = &self.listings.groups;
        if !article.groups().is_sorted_by(|a, b| groups.name(*a) < groups.name(*b)) {
            return Err("an article's groups are not sorted by name");
        }
        for number in article.groups() {
            let group =
                groups.get(*number).ok_or("an article is in a group that does not exist")?;
            if place.listed().is_some_and(|keys| !group.rankings().contain(keys)) {
                return Err("a group does not hold an article that is in it");
            }
        }
        Ok(())
    }
}
