//! Voting.

use crate::item::Item;
use crate::item::flags::Flags;
use crate::item::tally::Tally;
use crate::site::Origin;
use crate::site::Site;
use crate::terms::error::Error;
use crate::terms::settings::Settings;
use crate::terms::types::{ItemId, RecordedVote, UnixTime, UserName, Vote};

/// The result of a vote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Voted {
    /// Whether the user's vote has changed, or whether it counts.
    pub changed: bool,
    /// The user's vote before, counted or silent.
    pub previous: Option<Vote>,
    /// The counts and the score after the vote.
    pub tally: Tally,
}

impl Site {
    /// Sets a user's vote on an article or a comment or, with None, withdraws it. A silent vote
    /// changes what its user sees, and nothing else. Votes of silenced users on what others posted
    /// are silent.
    ///
    /// # Errors
    ///
    /// There is no such item, it is hidden, voting has closed, the site takes no downvotes, the
    /// user is its poster and barred from voting, or one user too many.
    pub fn vote(
        &mut self,
        user: UserName,
        id: ItemId,
        vote: Option<RecordedVote>,
        origin: Origin,
    ) -> Result<Voted, Error> {
        // What the user and the item lead to comes at the same time.
        let users = &self.listings.users;
        let hash = users.prefetch(user, &self.hasher);
        self.items.prefetch(id);
        users.prefetch_found(hash);
        let thread = match origin {
            Origin::Client(_) => self.check_thread(id),
            Origin::Replay => Ok(()),
        };
        let voted = self.change_item(id, |item, site| {
            item.ledger.prefetch();
            let known = site.users.find(user, hash);
            known.and_then(|user| site.users.votes(user)).inspect(|votes| votes.prefetch());
            if let Origin::Client(now) = origin {
                check(item, thread, vote.map(|vote| vote.vote), site.settings, now)?;
                if !site.settings.self_vote() && known == Some(item.poster) {
                    return Err(Error::SelfVote);
                }
            }
            // Without the records nobody knows who voted: voting stays closed, even for a clock
            // that was set back.
            if item.ledger.is_closed() {
                return Err(Error::VoteClosed);
            }
            if item.recorded_votes() >= u32::MAX.into() {
                return Err(Error::TooManyVotes);
            }
            let vote = match known {
                // Posters' votes on what they posted are left alone.
                Some(user) if site.users.is_silenced(user) && user != item.poster => {
                    vote.map(|vote| vote.vote.silent())
                }
                _ => vote,
            };
            let user = match (known, vote) {
                (None, Some(_)) => Some(site.users.insert(user, hash)?),
                _ => known,
            };
            let rule = site.settings.gain_rule();
            let previous = user.and_then(|user| item.vote(user, vote, rule));
            let changed = previous != vote;
            Ok(Voted { changed, previous: previous.map(|vote| vote.vote), tally: item.tally })
        });
        voted.ok_or(Error::NoArticle)?
    }

    /// Checks that an item is an article, or a comment whose article is not hidden or deleted.
    pub(super) fn check_thread(&self, id: ItemId) -> Result<(), Error> {
        let Some(comment) = self.items.comments().get(id.get()) else { return Ok(()) };
        match self.items.article_of(comment) {
            None => Err(Error::VoteClosed),
            Some(article) if !article.is_listed() => Err(Error::Hidden),
            Some(_) => Ok(()),
        }
    }
}

/// Checks that an article or comment takes such a vote of a client. `thread` says whether its
/// article does.
pub(super) fn check(
    item: &Item,
    thread: Result<(), Error>,
    vote: Option<Vote>,
    settings: &Settings,
    now: UnixTime,
) -> Result<(), Error> {
    let Flags { visibility: _, locked, pin: _ } = item.flags();
    if !item.is_listed() {
        return Err(Error::Hidden);
    }
    thread?;
    if locked || !item.is_open(now) {
        return Err(Error::VoteClosed);
    }
    if vote == Some(Vote::Down) && !settings.down_votes() {
        return Err(Error::NoDownVote);
    }
    Ok(())
}
