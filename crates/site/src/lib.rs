//! A voting site: articles, the votes on them, their groups, and the order that votes give them.
//!
//! Everything that a site can do is a method of [`Site`], which keeps every invariant;
//! [`Site::check`] states them all. The crate has no clock and knows nothing of Redis: the caller
//! passes the time, and an [`Origin`] that says whether to enforce the voting rules. A refused
//! operation has changed nothing.
//!
//! ```
//! use article_site::{
//!     Budget, Error, Link, NewArticle, Order, Origin, Query, Settings, Site, Title, UnixTime,
//!     UserName, Vote,
//! };
//!
//! # fn main() -> Result<(), Error> {
//! let mut site = Site::new(Settings::default());
//! let now = UnixTime::clamped(1_700_000_000);
//! let (alice, bob) = (UserName::new(b"alice")?, UserName::new(b"bob")?);
//!
//! let new = NewArticle {
//!     poster: alice,
//!     title: Title::new(b"Hello")?,
//!     link: Link::new(b"https://example.com")?,
//!     groups: &[],
//!     fields: &[],
//!     id: None,
//!     time: now,
//!     is_held: false,
//! };
//! let id = site.post(&new, Origin::Client(now))?.id();
//! let voted = site.vote(bob, id, Some(Vote::Up.counted()), Origin::Client(now))?;
//! // The poster's own vote counts, too.
//! assert_eq!(voted.tally.votes(), 2);
//!
//! let query = Query { order: Order::Gravity, now, ..Query::default() };
//! let page = site.query(&query, &Budget::unlimited())?;
//! assert_eq!(page.items[0].id(), id);
//! assert_eq!(site.check(), Ok(()));
//! # Ok(())
//! # }
//! ```
//!
//! The folders are layers; each uses only those above it in this list:
//!
//! | folder | contents |
//! | --- | --- |
//! | `terms/` | the terms of the contract: names, times, settings, formulas, errors |
//! | `structures/` | trees, tables, and texts that know nothing of articles |
//! | `item/` | an article or a comment as it is stored, and who voted how on it |
//! | `orders/` | the orders of articles, rankings, and the summaries that searches use |
//! | `items/` | the articles and comments of a site, and how comments hang together |
//! | `indexes/` | the articles of the site, of its groups and users, and by link; the users |
//! | `query/` | listings |
//! | `thread/` | the comments below an article or comment |
//! | `feed/` | what has changed since a version |
//! | `site/` | the site: one file per operation, and its encoding |
#![warn(missing_docs)]
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod feed;
mod indexes;
mod item;
mod items;
mod orders;
mod query;
mod site;
mod structures;
mod terms;
mod thread;

pub use feed::Version;
pub use indexes::users::lists::{LATEST_MARKS, MAX_LISTS, MAX_MARKS, Mark};
pub use indexes::users::relations::{MAX_RELATED, Relation};
pub use item::activity::Activity;
pub use item::attributes::Moderated;
pub use item::changes::{ChangeNumber, MAX_DELETIONS};
pub use item::content::Lineage;
pub use item::fields::{Field, FieldPair, MAX_FIELDS};
pub use item::flags::{Flags, Pin, Visibility};
pub use item::tally::Tally;
pub use item::{MAX_GROUPS, formula_score, is_within_limit};
pub use orders::cursor::{Cursor, Cursors, Sequence};
pub use orders::inbox_position::InboxPosition;
pub use orders::position::Position;
pub use orders::{Order, StoredOrder};
pub use query::{Condition, Filters, Per, PerKind, Query, Source, UserLists};
pub use site::codec::{DecodeError, ENCODING, decode, encode};
pub use site::{
    Affinity, AnswerFilter, Answerable, Bumped, Changed, DROPS_PER_COMMAND, Edit, Forgotten,
    GroupNames, Info, ItemRecord, ItemView, LoadedRecord, MAX_ID_GAP, MarksPart, Moderation,
    NamedVote, Names, NewArticle, NewComment, Origin, OwnQuery, Page, Placeholder, Posted,
    RecordContent, RelatedKind, RelatedNames, Seen, Site, SiteEntry, Submitted, ThreadEntry,
    ThreadNode, ThreadPage, TombstoneRecord, Transferred, UserInfo, Viewer, ViewerLists, Voted,
    Voters, VotersPart, Votes, Walked, window_until,
};
pub use structures::counted_tree::{CountedTree, Direction, Keys};
pub use structures::json_string::{escaped_len, push_string};
pub use structures::linear_hash::LinearHash;
pub use structures::prefetch::prefetch;
pub use terms::budget::Budget;
pub use terms::entry::Entry;
pub use terms::error::Error;
pub use terms::formula;
pub use terms::ids::Ids;
pub use terms::integer::parse_integer;
pub use terms::kind::Kind;
pub use terms::settings::{Setting, SettingKind, Settings, SettingsChange};
pub use terms::types::{
    Boost, CommentText, FieldName, FieldValue, GroupName, ItemId, Link, ListName, RecordedVote,
    Title, UnixTime, UserName, Vote,
};
pub use thread::{ThreadCursor, ThreadQuery};
