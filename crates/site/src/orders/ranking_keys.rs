//! The positions of a node of a ranking.

use crate::orders::position::Position;
use crate::structures::counted_tree::Keys;
use crate::terms::types::ItemId;

/// The positions of a node. Their numbers, scores or times, are rarely 2^32 or more apart.
#[derive(Clone, Debug)]
pub enum RankingKeys {
    /// Each in 8 bytes instead of 12: a vote loads and moves fewer cache lines.
    Near(Near),
    /// As they are, where two numbers are 2^32 or more apart.
    Far(Vec<Position>),
}

/// Positions whose numbers are near each other.
#[derive(Clone, Debug, Default)]
pub struct Near {
    /// No number is less.
    base: i64,
    /// How far each number is above the base, in the upper half, and the id.
    keys: Vec<u64>,
}

impl Near {
    /// Returns these positions, which are in ascending order, if they are near each other. There
    /// is as much room for others below them as above.
    fn of(positions: &[Position]) -> Option<Self> {
        let (Some(first), Some(last)) = (positions.first(), positions.last()) else {
            return Some(Self::default());
        };
        let span = last.number().checked_sub(first.number())?;
        let room = u32::try_from(span).ok().map(|span| u32::MAX - span)?;
        let base = first.number().saturating_sub(i64::from(room / 2));
        let mut near = Self { base, keys: Vec::with_capacity(positions.len()) };
        for position in positions {
            near.keys.push(near.key(*position)?);
        }
        Some(near)
    }

    /// Returns the key of a position, unless it is too far from the base.
    fn key(&self, position: Position) -> Option<u64> {
        let above = u32::try_from(position.number().checked_sub(self.base)?).ok()?;
        Some(u64::from(above) << 32 | u64::from(position.id().get()))
    }

    fn position(&self, key: u64) -> Position {
        Position::new(self.base + (key >> 32) as i64, ItemId::new(key as u32))
    }
}

impl Default for RankingKeys {
    fn default() -> Self {
        Self::Near(Near::default())
    }
}

impl RankingKeys {
    /// Changes the positions unpacked, then packs them if they are near enough. Around a pin they
    /// are not, and stay where they are.
    fn change(&mut self, change: impl FnOnce(&mut Vec<Position>)) {
        let mut all = match self {
            Self::Near(near) => near.keys.iter().map(|key| near.position(*key)).collect(),
            Self::Far(all) => std::mem::take(all),
        };
        change(&mut all);
        *self = Near::of(&all).map_or(Self::Far(all), Self::Near);
    }
}

impl Keys for RankingKeys {
    type Key = Position;

    type Item<'a> = Position;

    fn of(positions: &[Position]) -> Self {
        Near::of(positions).map_or_else(|| Self::Far(positions.to_vec()), Self::Near)
    }

    fn len(&self) -> usize {
        match self {
            Self::Near(near) => near.keys.len(),
            Self::Far(all) => all.len(),
        }
    }

    fn get(&self, at: usize) -> Option<Position> {
        match self {
            Self::Near(near) => near.keys.get(at).map(|key| near.position(*key)),
            Self::Far(all) => all.get(at).copied(),
        }
    }

    fn key(&self, at: usize) -> Option<Position> {
        self.get(at)
    }

    fn find(&self, position: &Position) -> Result<usize, usize> {
        match self {
            Self::Near(near) => match near.key(*position) {
                Some(key) => near.keys.find(&key),
                None if position.number() < near.base => Err(0),
                None => Err(near.keys.len()),
            },
            Self::Far(all) => all.find(position),
        }
    }

    fn is_below(&self, position: &Position) -> bool {
        self.get(self.len().wrapping_sub(1)).is_none_or(|highest| highest < *position)
    }

    fn insert(&mut self, at: usize, position: Position, is_appended: bool) {
        if let Self::Near(near) = self
            && let Some(key) = near.key(position)
        {
            return Keys::insert(&mut near.keys, at, key, is_appended);
        }
        self.change(|all| all.insert(at, position));
    }

    fn remove(&mut self, at: usize) {
        match self {
            Self::Near(near) => _ = near.keys.remove(at),
            Self::Far(_) => self.change(|all| _ = all.remove(at)),
        }
    }

    fn replace(&mut self, from: usize, to: usize, position: Position) {
        if let Self::Near(near) = self
            && let Some(key) = near.key(position)
        {
            return near.keys.replace(from, to, key);
        }
        self.change(|all| all.replace(from, to, position));
    }

    fn split_off(&mut self, at: usize) -> Self {
        match self {
            Self::Near(near) => {
                let keys = Keys::split_off(&mut near.keys, at);
                Self::Near(Near { base: near.base, keys })
            }
            Self::Far(_) => {
                let mut right = Vec::new();
                self.change(|all| right = all.split_off(at));
                Self::of(&right)
            }
        }
    }

    fn append(&mut self, other: Self) {
        match (self, other) {
            (Self::Near(near), Self::Near(mut other)) if near.base == other.base => {
                near.keys.append(&mut other.keys);
            }
            (this, other) => {
                let others = (0..other.len()).filter_map(|at| other.get(at));
                this.change(|all| all.extend(others));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::structures::counted_tree::{CountedTree, Direction};
    use std::collections::BTreeSet;

    #[test]
    fn a_move_around_a_pin_copies_no_other_position() {
        let position = |number| Position::new(number, ItemId::new(1));
        let mut keys = RankingKeys::of(&[1, 2, 3, 1 << 40].map(position));
        let block = |keys: &RankingKeys| match keys {
            RankingKeys::Near(_) => None,
            RankingKeys::Far(all) => Some(all.as_ptr()),
        };
        let before = block(&keys);
        keys.replace(0, 3, position(9));
        keys.remove(0);
        keys.insert(1, position(5), false);
        assert_eq!(
            (0..4).map(|at| keys.get(at)).collect::<Vec<_>>(),
            [3, 5, 9, 1 << 40].map(|n| Some(position(n)))
        );
        assert!(before.is_some() && block(&keys) == before);
        keys.remove(3);
        assert!(block(&keys).is_none(), "near each other without the pin");
    }

    /// Rankings of numbers that are near each other, or up to this far apart.
    #[test]
    fn rankings_agree_with_a_set_however_far_numbers_are_apart() {
        for distance in [1, 1 << 20, 1 << 31, 1 << 33, i64::MAX / 2] {
            let mut random = fastrand::Rng::with_seed(distance as u64);
            let mut tree: CountedTree<RankingKeys> = CountedTree::default();
            let mut model = BTreeSet::new();
            let steps = distance.min(50);
            let mut next = || {
                let number = random.i64(-steps..=steps) * (distance / steps);
                let number = if random.u8(..50) == 0 { i64::MIN + number.abs() } else { number };
                (Position::new(number, ItemId::new(random.u32(..40))), random.u8(..4))
            };
            for step in 0..20_000 {
                let ((one, choice), (other, _)) = (next(), next());
                match choice {
                    0 => assert_eq!(tree.remove(&one), model.remove(&one)),
                    1 => {
                        let moves = model.contains(&one) && !model.contains(&other);
                        assert_eq!(tree.replace(&one, other), moves);
                        if moves {
                            model.remove(&one);
                            model.insert(other);
                        }
                    }
                    _ => assert_eq!(tree.insert(one), model.insert(one)),
                }
                if step % 1_000 == 0 {
                    tree.check().unwrap();
                    let all = tree.range(0, usize::MAX, Direction::Ascending);
                    assert!(all.eq(model.iter().copied()));
                    assert_eq!(tree.rank(&one), model.range(..one).count());
                }
            }
            for position in &model {
                assert!(tree.remove(position));
            }
            assert!(tree.is_empty());
        }
    }
}
