//! Voting.

use crate::error::Error;
use crate::types::{ArticleId, UserName, Vote};
use crate::view::Tally;
use crate::{Origin, Site, rescore};

/// What a vote did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Voted {
    /// Whether the user's vote is another now than it was.
    pub changed: bool,
    /// How the article stands now.
    pub tally: Tally,
}

impl Site {
    /// Sets or, with None, withdraws a user's vote on an article.
    ///
    /// # Errors
    ///
    /// No such article, voting has closed, or the poster is barred from voting.
    pub fn vote(
        &mut self,
        user: UserName,
        id: ArticleId,
        vote: Option<Vote>,
        origin: Origin,
    ) -> Result<Voted, Error> {
        let article = self.articles.get_mut(id.get()).ok_or(Error::NoArticle)?;
        // Once the records have gone, it cannot be known who voted: voting stays closed, even
        // for a clock that was set back.
        if article.ledger.is_dropped() {
            return Err(Error::VoteClosed);
        }
        if let Origin::Client(now) = origin {
            if now.get() >= article.closes() {
                return Err(Error::VoteClosed);
            }
            if !self.settings.self_vote() && article.texts.poster() == user.as_bytes() {
                return Err(Error::SelfVote);
            }
        }
        if article.upvotes.checked_add(article.downvotes) == Some(u32::MAX) {
            return Err(Error::TooManyVotes);
        }
        // Read here, its groups are at hand when the ledger has been changed.
        std::hint::black_box(article.groups().first());
        let previous = article.ledger.set(user, vote, &self.hasher);
        let changed = previous != vote;
        if changed {
            let count = |vote: Option<Vote>, kind| u32::from(vote == Some(kind));
            article.upvotes = article.upvotes + count(vote, Vote::Up) - count(previous, Vote::Up);
            article.downvotes =
                article.downvotes + count(vote, Vote::Down) - count(previous, Vote::Down);
            self.votes = self.votes + u64::from(vote.is_some()) - u64::from(previous.is_some());
            let score = article.score_at(self.settings.vote_score());
            rescore(article, id, score, &mut self.by_score, &mut self.groups);
        }
        let tally = Tally::of(article);
        Ok(Voted { changed, tally })
    }
}
