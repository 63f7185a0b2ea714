//! Voting.

use crate::article::Article;
use crate::article::flags::Flags;
use crate::article::tally::Tally;
use crate::site::Origin;
use crate::site::Site;
use crate::terms::error::Error;
use crate::terms::settings::Settings;
use crate::terms::types::{ArticleId, RecordedVote, UnixTime, UserName, Vote};

/// The result of a vote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Voted {
    /// Whether the user's vote has changed, or whether it counts.
    pub changed: bool,
    /// The user's vote before, counted or silent.
    pub previous: Option<Vote>,
    /// The article's counts and score after the vote.
    pub tally: Tally,
}

impl Site {
    /// Sets a user's vote on an article or, with None, withdraws it. A silent vote changes what its
    /// user sees, and nothing else.
    ///
    /// # Errors
    ///
    /// There is no such article, it is hidden, voting has closed, the site takes no votes against
    /// articles, or the user is its poster and barred from voting.
    pub fn vote(
        &mut self,
        user: UserName,
        id: ArticleId,
        vote: Option<RecordedVote>,
        origin: Origin,
    ) -> Result<Voted, Error> {
        let Self { articles, listings, settings, changes, votes, hasher, .. } = self;
        let voted = articles.update(id.get(), |article| {
            if let Origin::Client(now) = origin {
                check(article, vote.map(|vote| vote.vote), settings, now)?;
                if !settings.self_vote() && listings.users.name(article.poster) == user {
                    return Err(Error::SelfVote);
                }
            }
            // Without the records nobody knows who voted: voting stays closed, even for a clock that
            // was set back.
            if article.ledger.is_dropped() {
                return Err(Error::VoteClosed);
            }
            if article.recorded_votes() >= u32::MAX.into() {
                return Err(Error::TooManyVotes);
            }
            // Fetches the groups while the ledger is searched.
            std::hint::black_box(article.groups().first());
            let previous = article.record_vote(user, vote, hasher);
            let changed = previous != vote;
            if changed {
                *votes = *votes + u64::from(vote.is_some()) - u64::from(previous.is_some());
                let from = previous.and_then(RecordedVote::if_counted);
                let to = vote.and_then(RecordedVote::if_counted);
                if from != to {
                    listings.update(id, article, |article| {
                        article.tally.count_change(from, to);
                        article.tally.score = article.formula_score(settings.gain_rule());
                    });
                    changes.count_in(article);
                }
            }
            Ok(Voted { changed, previous: previous.map(|vote| vote.vote), tally: article.tally })
        });
        voted.ok_or(Error::NoArticle)?
    }
}

/// Checks that an article takes such a vote of a client.
fn check(
    article: &Article,
    vote: Option<Vote>,
    settings: &Settings,
    now: UnixTime,
) -> Result<(), Error> {
    let Flags { hidden, locked, pinned: _ } = article.flags();
    if hidden {
        return Err(Error::Hidden);
    }
    if locked || !article.is_open(now) {
        return Err(Error::VoteClosed);
    }
    if vote == Some(Vote::Down) && !settings.down_votes() {
        return Err(Error::NoDownVote);
    }
    Ok(())
}
