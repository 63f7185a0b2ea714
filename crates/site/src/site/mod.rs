//! A site, and what it can do: one file per operation.

mod activity;
mod affinity;
mod alter;
mod changes;
mod changing;
mod check;
mod closing;
pub mod codec;
mod comment;
mod count;
mod defragment;
mod door;
mod edit;
mod export;
mod follow;
mod forget;
mod load;
mod mark;
mod marked;
mod membership;
mod moderation;
mod page;
mod post;
mod reader;
pub(crate) mod record;
mod silence;
mod state;
mod sweep;
mod thread;
mod transfer;
mod transfer_all;
mod unvote;
mod view;
mod vote;

use crate::indexes::Listings;
use crate::indexes::links::Links;
use crate::item::Item;
use crate::item::changes::Changes;
use crate::items::{Items, LoadedAnswers, Node};
use crate::query::Catalog;
use crate::structures::keyed_hash::KeyedHash;
use crate::terms::budget::Budget;
use crate::terms::kind::Kind;
use crate::terms::settings::Settings;
use crate::terms::types::{ItemId, UnixTime};
pub use activity::Bumped;
pub use affinity::Affinity;
pub use changes::Changed;
use closing::Closing;
pub use closing::DROPS_PER_COMMAND;
pub use comment::NewComment;
pub use edit::Edit;
pub use export::{MarksPart, Seen};
pub use follow::{Names, RelatedKind, RelatedNames};
pub use forget::Forgotten;
pub use load::LoadedRecord;
pub use moderation::Moderation;
pub use page::Page;
pub use post::{MAX_ID_GAP, NewArticle, Posted};
pub use reader::{AnswerFilter, OwnQuery};
pub use record::{
    GroupNames, ItemRecord, NamedVote, RecordContent, TombstoneRecord, Voters, Votes, window_until,
};
pub use state::Answerable;
use sweep::Sweep;
pub use thread::{Placeholder, ThreadEntry, ThreadNode, ThreadPage};
pub use transfer_all::Transferred;
pub use unvote::Walked;
pub use view::{Info, ItemView, SiteEntry, Submitted, UserInfo, Viewer, ViewerLists, VotersPart};
pub use vote::Voted;

/// Whether to enforce the rules about time, about voting on one's own articles and about gaps
/// between ids, or to trust whoever enforced them before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A client: enforce the rules at this time.
    Client(UnixTime),
    /// A primary, or this site before a restart: the operation was accepted there.
    Replay,
}

/// A voting site.
#[derive(Clone, Debug, Default)]
pub struct Site {
    settings: Settings,
    changes: Changes,
    last_id: u32,
    /// Number of votes in all ledgers.
    votes: u64,
    items: Items,
    listings: Listings,
    pub(crate) links: Links,
    closing: Closing,
    sweep: Sweep,
    hasher: KeyedHash,
    /// Whether vote records of what has closed are held, since the time is in doubt.
    holds_closed: bool,
}

impl Site {
    /// Returns an empty site.
    pub fn new(settings: Settings) -> Self {
        Self { settings, items: Items::new(settings.ids), ..Self::default() }
    }

    /// Returns what queries of articles or comments read.
    pub(crate) fn catalog<'a>(&'a self, kind: Kind, budget: &'a Budget) -> Catalog<'a> {
        let Self { items, listings, settings, hasher, .. } = self;
        Catalog { kind, items, listings, settings, hasher, budget }
    }

    /// Stores an article or comment and counts its id as assigned, but leaves the rest to
    /// [`Site::rank_all`].
    fn insert_unranked(&mut self, id: ItemId, item: Item) {
        let answered = Node::Item(&item).lineage();
        let item = self.count_stored(id, item);
        self.items.insert_unsummarized(id, item);
        if let Some(lineage) = answered {
            self.items.attach_unsorted(lineage.parent, id);
        }
    }

    /// Ranks and indexes all articles and comments, faster than by inserting them one by one.
    fn rank_all(&mut self, answers: &LoadedAnswers) {
        self.items.count_all(answers);
        self.items.sort_answers();
        self.items.discuss_all();
        self.items.summarize();
        self.listings.rank_all(&self.items, answers);
        self.links = Links::of(self.items.articles(), &self.hasher);
        self.closing = Closing::of(&self.items);
    }

    fn store(&mut self, id: ItemId, item: Item) {
        let item = self.count_stored(id, item);
        self.items.insert(id, item);
    }

    /// Prepares an item for being stored: its change, its id and its votes are counted.
    fn count_stored(&mut self, id: ItemId, mut item: Item) -> Item {
        self.changes.count_in(&mut item);
        self.last_id = self.last_id.max(id.get());
        self.votes += item.recorded_votes();
        item
    }
}
