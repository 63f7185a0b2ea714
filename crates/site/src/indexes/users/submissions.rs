//! The articles and comments that users have posted.

use super::Users;
use super::prolific::Prolific;
use crate::item::Item;
use crate::item::numbers::UserNumber;
use crate::items::Items;
use crate::orders::StoredOrder;
use crate::orders::position::Position;
use crate::orders::ranking_set::Positions;
use crate::structures::counted_tree::Direction;
use crate::structures::table::Table;
use crate::terms::kind::Kind;
use crate::terms::types::ItemId;

/// The articles or the comments of a user.
#[derive(Clone, Copy, Debug)]
pub enum Submissions<'a> {
    /// All by id, whether they are listed or not.
    Few(&'a [ItemId]),
    Many(&'a Prolific),
}

impl Submissions<'_> {
    /// Returns the number of them, whether they are listed or not.
    pub fn len(self) -> usize {
        match self {
            Self::Few(ids) => ids.len(),
            Self::Many(prolific) => prolific.len(),
        }
    }

    /// Returns how many of them are listed, how many are hidden, and the sum of the votes on all.
    /// They are in that table.
    pub fn sums(self, table: &Table<Item>) -> (usize, usize, i64) {
        match self {
            Self::Few(ids) => {
                let items = ids.iter().filter_map(|id| table.get(id.get()));
                items.fold((0, 0, 0), |(listed, hidden, votes), item| {
                    let is_listed = item.is_listed();
                    let votes = votes + item.tally.votes();
                    (listed + usize::from(is_listed), hidden + usize::from(!is_listed), votes)
                })
            }
            Self::Many(prolific) => {
                (prolific.rankings().len(), prolific.hidden().len(), prolific.karma())
            }
        }
    }
}

impl Users {
    /// Returns the articles or comments of the user of a number.
    pub fn submissions(&self, number: UserNumber, kind: Kind) -> Option<Submissions<'_>> {
        if let Some(prolific) = self.prolific(kind).get(number) {
            return Some(Submissions::Many(prolific));
        }
        self.users.get(number.0)?;
        Some(Submissions::Few(
            self.accounts.get(number.0).map_or(&[], |account| account.list(kind)),
        ))
    }

    /// Returns at most `count` articles or comments of a user, the latest first.
    pub fn newest(
        &self,
        number: UserNumber,
        kind: Kind,
        count: usize,
        items: &Items,
    ) -> Vec<ItemId> {
        let (by, table) = (StoredOrder::Time, items.of(kind));
        let mut positions: Vec<Position> = match self.submissions(number, kind) {
            None => Vec::new(),
            Some(Submissions::Few(ids)) => {
                let found = ids.iter().filter_map(|id| Some((*id, table.get(id.get())?)));
                found.map(|(id, item)| Positions::of(id, item).by(by)).collect()
            }
            Some(Submissions::Many(prolific)) => {
                let all = [prolific.rankings(), prolific.hidden()].into_iter();
                all.flat_map(|set| set.by(by).range(0, count, Direction::Descending)).collect()
            }
        };
        positions.sort_unstable_by(|position, other| other.cmp(position));
        positions.truncate(count);
        positions.into_iter().map(Position::id).collect()
    }
}
