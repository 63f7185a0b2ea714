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

/// A vote that is ready to be cast on the site whose [`Site::ballot`] returned it.
#[derive(Clone, Copy, Debug)]
pub struct Ballot<'a> {
    user: UserName<'a>,
    /// The hash of the name.
    hash: u64,
    id: ItemId,
    vote: Option<RecordedVote>,
}

impl Site {
    /// Returns a user's vote on an article or a comment or, with None, its withdrawal, to be
    /// [cast](Site::cast). Starts to load the user and the item, so that they come while the
    /// caller does something else.
    #[must_use]
    pub fn ballot<'a>(
        &self,
        user: UserName<'a>,
        id: ItemId,
        vote: Option<RecordedVote>,
    ) -> Ballot<'a> {
        self.items.prefetch(id);
        Ballot { user, hash: self.listings.users.prefetch(user, &self.hasher), id, vote }
    }

    /// Sets a user's vote on an article or a comment or, with None, withdraws it. A silent vote
    /// changes what its user sees, and nothing else.
    ///
    /// # Errors
    ///
    /// As for [`Site::cast`].
    pub fn vote(
        &mut self,
        user: UserName,
        id: ItemId,
        vote: Option<RecordedVote>,
        origin: Origin,
    ) -> Result<Voted, Error> {
        let ballot = self.ballot(user, id, vote);
        self.cast(&ballot, origin)
    }

    /// Sets or withdraws the vote of a ballot.
    ///
    /// # Errors
    ///
    /// There is no such item, it is hidden, voting has closed, the site takes no downvotes, the
    /// user is its poster and barred from voting, or one user too many.
    pub fn cast(&mut self, ballot: &Ballot, origin: Origin) -> Result<Voted, Error> {
        let Ballot { user, hash, id, vote } = *ballot;
        // What the user and the item lead to comes at the same time.
        let first = self.listings.users.prefetch_found(hash);
        let voted = self.change_item(id, |item, site| {
            item.ledger.prefetch();
            site.locate();
            item.groups().first().inspect(|group| prefetch(*group));
            // The record of the user has arrived by now.
            let known = site.users.find_first(first, user, hash);
            known.inspect(|user| site.users.prefetch_votes(*user));
            if let Origin::Client(now) = origin {
                check(item, vote.map(|vote| vote.vote), site.settings, now)?;
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
