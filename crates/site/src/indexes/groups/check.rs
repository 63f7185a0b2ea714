//! The invariants of a site's groups.

use super::{Group, Groups};
use crate::item::numbers::GroupNumber;
use crate::structures::counted_tree::Direction;
use crate::terms::types::GroupName;

impl Groups {
    /// Checks that names, numbers, sizes and rankings agree.
    pub fn check(&self) -> Result<(), &'static str> {
        self.by_size.check()?;
        if self.groups.len() != self.numbers.len() {
            return Err("groups and their names differ in number");
        }
        if self.by_size.len() != self.iter().filter(|(_, group)| group.len() > 0).count() {
            return Err("the groups by size are not those that list an article");
        }
        self.groups.check()?;
        self.iter().try_for_each(|(number, group)| self.check_group(number, group))
    }

    fn check_group(&self, number: GroupNumber, group: &Group) -> Result<(), &'static str> {
        if GroupName::new(&group.name).is_err() {
            return Err("a group has a name that is out of its limits");
        }
        if self.number(group.name()) != Some(number) {
            return Err("a group is not found by its name");
        }
        if group.is_unused() {
            return Err("a group has no articles, and nobody follows or mutes it");
        }
        if let Some(key) = group.size_key() {
            let rank = self.by_size.rank(&key);
            if self.by_size.range(rank, 1, Direction::Ascending).next() != Some(&key) {
                return Err("a group is not found by its size");
            }
        }
        group.rankings.check()
    }
}
