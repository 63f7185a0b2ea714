//! Voting.

use crate::item::Item;
use crate::item::flags::Flags;
use crate::item::tally::Tally;
use crate::site::Origin;
use crate::site::Site;
use crate::structures::prefetch::prefetch;
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
    /// changes what its user sees, and nothing else.
    ///
    /// # Errors
    ///
    /// There is no such item, it is hidden, voting has closed, the site takes no downvotes, or the
    /// user is its poster and barred from voting.
    pub fn vote(
        &mut self,
        user: UserName,
        id: ItemId,
        vote: Option<RecordedVote>,
        origin: Origin,
    ) -> Result<Voted, Error> {
        let voted = self.change_item(id, |item, site| {
            if let Origin::Client(now) = origin {
                check(item, vote.map(|vote| vote.vote), site.settings, now)?;
                let poster = || site.listings.users.name(item.poster);
                if !site.settings.self_vote() && poster() == user {
                    return Err(Error::SelfVote);
                }
            }
            // Without the records nobody knows who voted: voting stays closed, even for a clock
            // that was set back.
            if item.ledger.is_dropped() {
                return Err(Error::VoteClosed);
            }
            if item.recorded_votes() >= u32::MAX.into() {
                return Err(Error::TooManyVotes);
            }
            // The groups come while the ledger is searched.
            prefetch(item.groups().first());
            let previous = item.vote(user, vote, site.settings.gain_rule(), site.hasher);
            let changed = previous != vote;
            Ok(Voted { changed, previous: previous.map(|vote| vote.vote), tally: item.tally })
        });
        voted.ok_or(Error::NoArticle)?
    }
}

/// Checks that an article or comment takes such a vote of a client.
fn check(
    item: &Item,
    vote: Option<Vote>,
    settings: &Settings,
    now: UnixTime,
) -> Result<(), Error> {
    let Flags { hidden, locked, pinned: _ } = item.flags();
    if hidden {
        return Err(Error::Hidden);
    }
    if locked || !item.is_open(now) {
        return Err(Error::VoteClosed);
    }
    if vote == Some(Vote::Down) && !settings.down_votes() {
        return Err(Error::NoDownVote);
    }
    Ok(())
}
