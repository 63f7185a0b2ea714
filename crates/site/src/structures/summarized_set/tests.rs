//! The set compared with the standard library's.

use std::collections::BTreeMap;

use super::*;
use crate::structures::summary::{Children, Part, Replaced};

/// A rank, and a value of which the largest is known, with the largest number that has it.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Facts {
    rank: i64,
    value: (u32, u32),
}

impl Ranked for Facts {
    fn rank(&self) -> i64 {
        self.rank
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
struct Largest(Option<(u32, u32)>);

impl Summary for Largest {
    type Facts = Facts;
    type Outdated = ();

    const ALL: () = ();

    fn replace(&mut self, Facts { value, .. }: Facts) -> Replaced<()> {
        match self.0 {
            Some(largest) if largest.1 == value.1 && value < largest => Replaced::Outdated(()),
            largest if Some(value) > largest => {
                self.0 = Some(value);
                Replaced::Changed
            }
            _ => Replaced::Unchanged,
        }
    }

    fn combine(&mut self, other: &Self) {
        self.0 = self.0.max(other.0);
    }
}

fn assert_same(set: &SummarizedSet<Largest>, model: &BTreeMap<u32, Facts>) {
    let facts_of = |number| model.get(&number).copied();
    set.check(&facts_of).unwrap();
    let mut keys: Vec<Key> = model.iter().map(|(number, it)| (it.rank, *number)).collect();
    keys.sort_unstable();
    let mut found = Vec::new();
    set.for_each(&mut |number| found.push(number));
    assert!(found.into_iter().eq(keys.iter().map(|(_, number)| *number)));
    assert_eq!(set.len(), model.len());
    let built: Vec<u32> = keys.into_iter().map(|(_, number)| number).collect();
    SummarizedSet::<Largest>::from_sorted(&built, &facts_of).check(&facts_of).unwrap();
}

#[test]
fn agrees_with_a_map_however_numbers_are_ordered() {
    let mut random = fastrand::Rng::with_seed(35);
    // In the order of numbers, nearly in that order, at random, and all of one rank.
    for spread in [1, 100, 1_000_000, 0] {
        let (mut set, mut model) =
            (SummarizedSet::<Largest>::default(), BTreeMap::<u32, Facts>::new());
        for step in 0..12_000_u32 {
            let near = model.range(random.u32(0..=step)..).next();
            let known = near.map(|(number, facts)| (*number, *facts));
            match (random.u8(0..4), known) {
                (0, Some((number, facts))) if step > 6_000 => {
                    model.remove(&number);
                    let facts_of = |number| model.get(&number).copied();
                    assert!(set.remove((facts.rank, number), &facts_of));
                    assert!(!set.remove((facts.rank, number), &facts_of));
                }
                (1, Some((number, facts))) => {
                    let value = (random.u32(0..1_000), number);
                    let facts = Facts { value, ..facts };
                    model.insert(number, facts);
                    set.update(number, facts, &|number| model.get(&number).copied());
                }
                _ => {
                    let rank = i64::from(step) * spread.min(1) + random.i64(0..spread.max(1));
                    model.insert(step, Facts { rank, value: (random.u32(0..1_000), step) });
                    let facts_of = |number| model.get(&number).copied();
                    assert!(set.insert(step, &facts_of));
                    assert!(!set.insert(step, &facts_of));
                }
            }
            if step % 1_000 == 0 {
                assert_same(&set, &model);
            }
        }
        while let Some((number, facts)) = model.pop_last() {
            assert!(set.remove((facts.rank, number), &|number| model.get(&number).copied()));
            if number % 500 == 0 {
                assert_same(&set, &model);
            }
        }
        assert_eq!(set.parts().count(), 0);
    }
}

#[test]
fn small_neighbours_are_merged() {
    fn leaves<'a>(parts: impl Iterator<Item = Branch<'a, Largest>>) -> usize {
        let below = |part: Branch<'a, Largest>| match part.children() {
            Children::Values(_) => 1,
            Children::Parts(parts) => leaves(parts),
        };
        parts.map(below).sum()
    }
    let facts_of = |number| Some(Facts { rank: 0, value: (0, number) });
    let numbers: Vec<u32> = (0..20_000).collect();
    let mut set = SummarizedSet::<Largest>::from_sorted(&numbers, &facts_of);
    for number in numbers.iter().filter(|number| *number % 100 > 0) {
        assert!(set.remove((0, *number), &facts_of));
    }
    set.check(&facts_of).unwrap();
    assert_eq!(set.len(), 200);
    assert!(leaves(set.parts()) <= 8, "{}", leaves(set.parts()));
    assert!(set.root.0.capacity() <= 16);
}
