//! Voting.

use crate::article::Article;
use crate::error::Error;
use crate::tally::Tally;
use crate::types::{ArticleId, UserName, Vote};
use crate::{Origin, Settings, Site};

/// The result of a vote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Voted {
    /// Whether the user's vote has changed.
    pub changed: bool,
    /// The article's counts and score after the vote.
    pub tally: Tally,
}

impl Site {
    /// Sets a user's vote on an article or, with None, withdraws it.
    ///
    /// # Errors
    ///
    /// There is no such article, voting has closed, or the user is its poster and barred from
    /// voting.
    pub fn vote(
        &mut self,
        user: UserName,
        id: ArticleId,
        vote: Option<Vote>,
        origin: Origin,
    ) -> Result<Voted, Error> {
        let Self { articles, listings, settings, votes, hasher, .. } = self;
        let voted = articles.update(id.get(), |article| {
            check(article, user, settings, origin)?;
            // Fetches the groups while the ledger is searched.
            std::hint::black_box(article.groups().first());
            let previous = article.ledger.set(user, vote, hasher);
            let changed = previous != vote;
            if changed {
                *votes = *votes + u64::from(vote.is_some()) - u64::from(previous.is_some());
                listings.update(id, article, |article| {
                    article.tally.count_change(previous, vote);
                    article.tally.score = article.formula_score(settings.vote_score());
                });
            }
            Ok(Voted { changed, tally: article.tally })
        });
        voted.ok_or(Error::NoArticle)?
    }
}

/// Checks that a user may vote on an article.
fn check(
    article: &Article,
    user: UserName,
    settings: &Settings,
    origin: Origin,
) -> Result<(), Error> {
    // Without the records nobody knows who voted: voting stays closed, even for a clock that was
    // set back.
    if article.ledger.is_dropped() {
        return Err(Error::VoteClosed);
    }
    if let Origin::Client(now) = origin {
        if now.get() >= article.closes() {
            return Err(Error::VoteClosed);
        }
        if !settings.self_vote() && article.texts.poster() == user {
            return Err(Error::SelfVote);
        }
    }
    if article.tally.total() == Some(u32::MAX) {
        return Err(Error::TooManyVotes);
    }
    Ok(())
}
