//! The names of lists, each stored once.

use std::collections::BTreeMap;

use crate::structures::numbered::Numbered;
use crate::terms::types::ListName;

/// The number that stands for the name of lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NameNumber(u32);

#[derive(Clone, Debug, Default)]
pub struct Names {
    names: Numbered<Name>,
    numbers: BTreeMap<Box<[u8]>, u32>,
}

/// A name, and the number of lists that have it.
#[derive(Clone, Debug)]
struct Name {
    name: Box<[u8]>,
    lists: usize,
}

impl Names {
    pub fn number(&self, name: ListName) -> Option<NameNumber> {
        self.numbers.get(name.as_bytes()).copied().map(NameNumber)
    }

    pub fn name(&self, number: NameNumber) -> ListName<'_> {
        ListName::stored(self.names.get(number.0).map_or(&[], |name| &name.name))
    }

    /// Notes that one more list has a name. Returns the number of the name.
    pub fn add(&mut self, name: ListName) -> NameNumber {
        if let Some(number) = self.number(name) {
            self.names.get_mut(number.0).into_iter().for_each(|name| name.lists += 1);
            return number;
        }
        let name: Box<[u8]> = name.as_bytes().into();
        let number = self.names.insert(Name { name: name.clone(), lists: 1 });
        self.numbers.insert(name, number);
        NameNumber(number)
    }

    /// Notes that one list less has a name. The name goes with the last one.
    pub fn remove(&mut self, number: NameNumber) {
        let Some(name) = self.names.get_mut(number.0) else { return };
        name.lists -= 1;
        if name.lists == 0
            && let Some(name) = self.names.remove(number.0)
        {
            self.numbers.remove(&name.name);
        }
    }

    /// Checks that each name has as many lists as there are: `lists` are the names of all.
    pub fn check(&self, lists: impl Iterator<Item = NameNumber>) -> Result<(), &'static str> {
        let mut counts: BTreeMap<u32, usize> = BTreeMap::new();
        lists.for_each(|name| *counts.entry(name.0).or_default() += 1);
        let counted = self.names.iter().map(|(number, name)| (number, name.lists));
        if !counted.eq(counts) {
            return Err("the name of a list has another number of lists");
        }
        let is_found =
            |(number, name): (u32, &Name)| self.numbers.get(&name.name) == Some(&number);
        if self.numbers.len() != self.names.len() || !self.names.iter().all(is_found) {
            return Err("the name of a list is not found");
        }
        self.names.check()
    }
}
