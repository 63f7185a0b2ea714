//! Reading a site.

use std::borrow::Cow;

use roaring::RoaringBitmap;

use crate::item::Item;
use crate::item::changes::ChangeNumber;
use crate::item::fields::Field;
use crate::item::numbers::UserNumber;
use crate::item::tally::Tally;
use crate::items::Node;
use crate::site::Site;
use crate::site::record::{ItemRecord, TombstoneRecord};
use crate::terms::kind::Kind;
use crate::terms::settings::Settings;
use crate::terms::types::{
    GroupName, ItemId, Link, ListName, RecordedVote, UnixTime, UserName, Vote,
};

/// A site in numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Info {
    /// Number of articles.
    pub articles: usize,
    /// The last id assigned; 0 before the first.
    pub last_id: u32,
    /// Number of articles that are open for voting.
    pub open: usize,
    /// Number of groups that list an article.
    pub groups: usize,
    /// Number of vote records.
    pub votes: u64,
    /// Number of articles that are hidden.
    pub hidden: usize,
    /// Number of users who have articles or comments.
    pub users: usize,
    /// Number of comments.
    pub comments: usize,
    /// Number of ids in the lists of users.
    pub marks: u64,
}

/// A user in numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UserInfo {
    /// The user's articles.
    pub articles: Submitted,
    /// The user's comments.
    pub comments: Submitted,
    /// The answers to the user that are not seen, counted to 1,000.
    pub unseen: usize,
    /// Whether the user's votes on what others posted are silent.
    pub is_silenced: bool,
}

/// What a user has posted of one kind, in numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Submitted {
    /// How many are not hidden themselves.
    pub count: usize,
    /// How many are hidden themselves.
    pub hidden: usize,
    /// The votes of others on all of them: the sum of their votes (upvotes less downvotes), less
    /// the poster's own where the site counts it.
    pub karma: i64,
}

/// A user who is shown articles of a site: found once, by name, for all of them. Holds while the
/// site does not change.
#[derive(Clone, Copy, Debug, Default)]
pub struct Viewer(Option<UserNumber>);

impl Viewer {
    pub(super) fn is(self, user: UserNumber) -> bool {
        self.0 == Some(user)
    }
}

/// Lists of a viewer, by which what is shown is marked: each found once, by name.
#[derive(Clone, Debug)]
pub struct ViewerLists<'a>(Vec<(ListName<'a>, Cow<'a, RoaringBitmap>)>);

/// An article or comment of a site.
#[derive(Clone, Copy, Debug)]
pub struct ItemView<'a> {
    pub(super) id: ItemId,
    pub(super) item: &'a Item,
    pub(super) site: &'a Site,
}

/// The next cursor, and some voters with their votes.
pub type VotersPart<'a> = (u64, Vec<(UserName<'a>, RecordedVote)>);

/// What a site stores under an id.
#[derive(Clone, Copy, Debug)]
pub enum SiteEntry<'a> {
    /// An article or a comment.
    Item(ItemView<'a>),
    /// The tombstone of a deleted one below which there are comments.
    Tombstone(TombstoneRecord),
}

impl<'a> ItemView<'a> {
    /// Returns everything that is stored about it.
    pub fn record(&self) -> ItemRecord<'a> {
        let Site { listings, settings, .. } = self.site;
        ItemRecord::of(self.id, self.item, listings, settings)
    }

    /// Returns the number of the last change. While it is the same, so is every entry
    /// of its map, but for the viewer's vote.
    pub fn changed(&self) -> ChangeNumber {
        self.item.changed
    }

    /// Returns how many bytes its texts and its custom fields have.
    #[inline] // Replies ask for each item.
    pub fn text_len(&self) -> usize {
        let fields = self.item.fields().iter();
        self.item.content.text_len() + fields.map(Field::size).sum::<usize>()
    }

    /// Returns whether it is an article or a comment.
    pub fn kind(&self) -> Kind {
        self.item.content.kind()
    }

    /// Returns the id.
    pub fn id(&self) -> ItemId {
        self.id
    }

    /// Returns the counts and the score.
    pub fn tally(&self) -> Tally {
        self.item.tally
    }

    /// Returns the score that follows from the votes. An article that had closed before the vote
    /// score was altered has another.
    pub fn formula_score(&self) -> i64 {
        self.item.formula_score(self.site.settings.gain_rule())
    }

    /// Returns whether voting is open, unless a moderator closed it.
    pub fn is_open(&self, now: UnixTime) -> bool {
        self.item.is_open(now)
    }

    /// Returns the viewer's vote as the viewer is shown it, or None if nobody is shown votes any
    /// more, because voting has closed.
    pub fn shown_vote(&self, viewer: Viewer, now: UnixTime) -> Option<Option<Vote>> {
        let vote = self.item.shown_vote(viewer.0, &self.site.settings, now)?;
        Some(vote.map(|vote| vote.vote))
    }

    /// Returns those of a viewer's lists that hold it.
    pub fn marks<'l>(&self, lists: &'l ViewerLists) -> impl Iterator<Item = ListName<'l>> + Clone {
        let id = self.id.get();
        lists.0.iter().filter(move |(_, ids)| ids.contains(id)).map(|(name, _)| *name)
    }

    /// Returns the viewer's vote, counted or silent, if it is still recorded or kept.
    pub fn vote_of(&self, viewer: Viewer) -> Option<RecordedVote> {
        self.item.ledger.get(viewer.0?)
    }

    /// Returns the recorded votes from a cursor on, 0 at first: at least `count` if there are as
    /// many, and the next cursor, 0 at the end. A vote that is there from the first call to the
    /// last is returned at least once.
    pub fn voters(&self, cursor: u64, count: usize) -> VotersPart<'a> {
        let votes = self.item.ledger.open();
        let (next, votes) = votes.map_or((0, Vec::new()), |votes| votes.scan(cursor, count));
        let users = &self.site.listings.users;
        (next, votes.into_iter().map(|(user, vote)| (users.name(user), vote)).collect())
    }
}

impl Site {
    /// Returns the settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Returns the site in numbers.
    pub fn info(&self, now: UnixTime) -> Info {
        Info {
            articles: self.len(),
            last_id: self.last_id,
            open: self.closing.by(Kind::Article).count_above(now.get()),
            groups: self.listings.groups.listed(),
            votes: self.votes,
            hidden: self.listings.hidden.len(),
            users: self.listings.users.posters(),
            comments: self.items.comments().len(),
            marks: self.listings.users.lists.marks(),
        }
    }

    /// Returns the number of the last change. While it is the same, so is every listing, but for
    /// the passage of time.
    pub fn changed(&self) -> ChangeNumber {
        self.changes.last()
    }

    /// Returns the number of articles.
    pub fn len(&self) -> usize {
        self.items.articles().len()
    }

    /// Returns the last id assigned; 0 before the first.
    pub fn last_id(&self) -> u32 {
        self.last_id
    }

    /// Returns the number of vote records.
    pub fn recorded_votes(&self) -> u64 {
        self.votes
    }

    /// Returns the number of lists that take memory: also those of what is deleted.
    pub fn stored_lists(&self) -> usize {
        self.listings.users.lists.len()
    }

    /// Returns whether there is no article.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number of comments.
    pub fn comments(&self) -> usize {
        self.items.comments().len()
    }

    /// Returns the article or comment of an id.
    pub fn item(&self, id: ItemId) -> Option<ItemView<'_>> {
        Some(self.view((id, self.items.get(id)?)))
    }

    /// Returns the ids of the articles with that link, the highest first. The empty link is never
    /// found.
    pub fn find<'a>(&'a self, link: Link<'a>) -> impl Iterator<Item = ItemId> + 'a {
        self.links.find(link, self.items.articles(), &self.hasher)
    }

    /// Returns the articles and comments of these ids that exist, in the same order.
    pub fn items_of(&self, ids: impl ExactSizeIterator<Item = ItemId>) -> Vec<ItemView<'_>> {
        let mut items = Vec::with_capacity(ids.len());
        items.extend(ids.filter_map(|id| self.item(id)));
        items
    }

    /// Returns all articles and comments, by id.
    pub fn items(&self) -> impl Iterator<Item = ItemView<'_>> {
        self.items.iter_from(0).map(|found| self.view(found))
    }

    /// Returns all articles and comments, and the tombstones of deleted ones, by id.
    pub fn entries(&self) -> impl Iterator<Item = SiteEntry<'_>> {
        self.entries_from(ItemId::new(0))
    }

    /// As [`Site::entries`], from an id on.
    pub fn entries_from(&self, id: ItemId) -> impl Iterator<Item = SiteEntry<'_>> {
        self.items.nodes_from(id).map(|(id, node)| match node {
            Node::Item(item) => SiteEntry::Item(self.view((id, item))),
            Node::Tombstone(tombstone) => SiteEntry::Tombstone(TombstoneRecord::of(id, tombstone)),
        })
    }

    pub(super) fn view<'a>(&'a self, (id, item): (ItemId, &'a Item)) -> ItemView<'a> {
        ItemView { id, item, site: self }
    }

    /// Returns the user of a name as a viewer.
    pub fn viewer(&self, name: UserName) -> Viewer {
        Viewer(self.listings.users.number(name, &self.hasher))
    }

    /// Returns those lists of a viewer with these names, each once, that exist, in this order.
    pub fn viewer_lists<'a>(&'a self, viewer: Viewer, names: &[ListName<'a>]) -> ViewerLists<'a> {
        let users = &self.listings.users;
        let owner = viewer.0.map(|user| users.owner(user, &self.hasher));
        let list = |name: &ListName<'a>| Some((*name, users.lists.get(owner?, *name)?.members()));
        ViewerLists(names.iter().filter_map(list).collect())
    }

    /// Returns a user in numbers: zeros for one whom the site does not know.
    pub fn user(&self, name: UserName) -> UserInfo {
        let users = &self.listings.users;
        let Some(number) = users.number(name, &self.hasher) else {
            return UserInfo::default();
        };
        let submitted = |kind| {
            let submissions = users.posted(kind).by(number);
            let sums = submissions.map(|submissions| submissions.sums(self.items.of(kind)));
            let (count, hidden, votes) = sums.unwrap_or_default();
            let own_votes = self.settings.own_votes() * (count + hidden) as i64;
            Submitted { count, hidden, karma: votes - own_votes }
        };
        let (articles, comments) = (submitted(Kind::Article), submitted(Kind::Comment));
        let unseen = self.unseen(number);
        UserInfo { articles, comments, unseen, is_silenced: users.is_silenced(number) }
    }

    /// Returns at most `limit` groups after the first `skip`, with their sizes: largest first,
    /// then by name.
    pub fn groups(
        &self,
        skip: usize,
        limit: usize,
    ) -> impl ExactSizeIterator<Item = (GroupName<'_>, usize)> {
        self.listings.groups.by_size(skip, limit)
    }
}
