//! A set of numbers of 32 bits, in one or two bytes each where they are close to each other.

mod members;

use std::borrow::Cow;
use std::ops::{Range, RangeInclusive};

pub use members::Members;
use roaring::RoaringBitmap;
use smallvec::SmallVec;

/// The most numbers that are packed. A change packs them all again.
const MOST_PACKED: usize = 256;
/// The bytes of which blocks of packed numbers are multiples, as those of the server's allocator.
const BLOCK: usize = 16;

/// Distinct numbers.
///
/// There is a set for each list of each user, so its size counts: 16 bytes, and one to three bytes
/// per number. A set of many numbers is a compressed bitmap, which is searched in no time.
#[derive(Clone, Debug)]
pub struct IdSet(Shape);

#[derive(Clone, Debug)]
enum Shape {
    Packed(Packed),
    Bitmap(Box<RoaringBitmap>),
}

impl Default for IdSet {
    fn default() -> Self {
        Self(Shape::Packed(Packed::default()))
    }
}

impl IdSet {
    /// Returns a set of numbers that are in ascending order, each once.
    pub fn from_sorted(numbers: &[u32]) -> Self {
        Self(match numbers.len() {
            ..=MOST_PACKED => Shape::Packed(Packed::of(numbers)),
            _ => Shape::Bitmap(Box::new(numbers.iter().copied().collect())),
        })
    }

    /// Returns how many numbers there are.
    pub fn len(&self) -> usize {
        match &self.0 {
            Shape::Packed(packed) => packed.len(),
            Shape::Bitmap(bitmap) => bitmap.len() as usize,
        }
    }

    /// Returns whether there is no number.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns whether a number is in the set. For many numbers, ask [`IdSet::members`].
    pub fn contains(&self, number: u32) -> bool {
        match &self.0 {
            Shape::Packed(packed) => packed.find(number).number == Some(number),
            Shape::Bitmap(bitmap) => bitmap.contains(number),
        }
    }

    /// Returns the numbers in a form that is searched fast.
    pub fn members(&self) -> Members<'_> {
        match &self.0 {
            Shape::Packed(packed) => Members::Sorted(packed.iter().collect()),
            Shape::Bitmap(bitmap) => Members::Bitmap(Cow::Borrowed(bitmap)),
        }
    }

    /// Returns the numbers that are in at least one of some sets.
    pub fn members_of_any<'a>(sets: impl Iterator<Item = &'a Self>) -> Members<'a> {
        sets.map(Self::members).reduce(Members::join).unwrap_or(Members::Sorted(Vec::new()))
    }

    /// Adds a number. Returns false if it is there already.
    pub fn insert(&mut self, number: u32) -> bool {
        match &mut self.0 {
            Shape::Packed(packed) if !packed.is_full() => packed.insert(number),
            Shape::Packed(packed) => {
                let mut bitmap: RoaringBitmap = packed.iter().collect();
                let is_new = bitmap.insert(number);
                if is_new {
                    self.0 = Shape::Bitmap(Box::new(bitmap));
                }
                is_new
            }
            Shape::Bitmap(bitmap) => bitmap.insert(number),
        }
    }

    /// Removes a number. Returns false if it is not there.
    pub fn remove(&mut self, number: u32) -> bool {
        match &mut self.0 {
            Shape::Packed(packed) => packed.remove(number),
            Shape::Bitmap(bitmap) => {
                let is_removed = bitmap.remove(number);
                self.pack_if_few();
                is_removed
            }
        }
    }

    /// Removes all numbers for which `is_removed` is true of those from one number to another.
    /// Returns how many these are.
    pub fn remove_in(
        &mut self,
        range: RangeInclusive<u32>,
        is_removed: impl Fn(u32) -> bool,
    ) -> usize {
        let before = self.len();
        match &mut self.0 {
            Shape::Packed(packed) => {
                let is_left = |number: &u32| !range.contains(number) || !is_removed(*number);
                *packed = Packed::of(&packed.iter().filter(is_left).collect::<Vec<_>>());
            }
            Shape::Bitmap(bitmap) => {
                let removed: Vec<u32> =
                    bitmap.range(range).filter(|number| is_removed(*number)).collect();
                removed.into_iter().for_each(|number| _ = bitmap.remove(number));
                self.pack_if_few();
            }
        }
        before - self.len()
    }

    /// Returns how many of the numbers are in a bitmap.
    pub fn common(&self, bitmap: &RoaringBitmap) -> usize {
        match &self.0 {
            Shape::Packed(_) if bitmap.is_empty() => 0,
            Shape::Packed(packed) => packed.iter().filter(|id| bitmap.contains(*id)).count(),
            Shape::Bitmap(numbers) => numbers.intersection_len(bitmap) as usize,
        }
    }

    /// Returns the numbers as a bitmap.
    pub fn into_bitmap(self) -> RoaringBitmap {
        match self.0 {
            Shape::Packed(packed) => packed.iter().collect(),
            Shape::Bitmap(bitmap) => *bitmap,
        }
    }

    /// Packs numbers that have become few: far fewer than need a bitmap, so that a set does not go
    /// to and fro.
    fn pack_if_few(&mut self) {
        if let Shape::Bitmap(bitmap) = &self.0
            && bitmap.len() <= MOST_PACKED as u64 / 2
        {
            *self = Self::from_sorted(&bitmap.iter().collect::<Vec<_>>());
        }
    }

    /// Returns the numbers up to this one, in descending order.
    pub fn down_from(&self, number: u32) -> impl Iterator<Item = u32> {
        let (mut packed, mut bitmap) = (None, None);
        match &self.0 {
            Shape::Packed(numbers) => {
                let numbers = numbers.iter().take_while(|other| *other <= number);
                let numbers: SmallVec<[u32; 64]> = numbers.collect();
                packed = Some(numbers.into_iter().rev());
            }
            Shape::Bitmap(numbers) => bitmap = Some(numbers.range(..=number).rev()),
        }
        packed.into_iter().flatten().chain(bitmap.into_iter().flatten())
    }

    /// Returns all numbers in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = u32> + Clone {
        self.up_from(0)
    }

    /// Returns the numbers from this one on, in ascending order.
    pub fn up_from(&self, number: u32) -> impl Iterator<Item = u32> + Clone {
        let (mut packed, mut bitmap) = (None, None);
        match &self.0 {
            Shape::Packed(numbers) => {
                packed = Some(numbers.iter().skip_while(move |other| *other < number));
            }
            Shape::Bitmap(numbers) => bitmap = Some(numbers.range(number..)),
        }
        packed.into_iter().flatten().chain(bitmap.into_iter().flatten())
    }
}

/// Few numbers as bytes: the distance of each from the one before it, of the first from 0, seven
/// bits per byte, the lowest first. All bytes of a distance but the last have the eighth bit, too,
/// as have those after the last number: they fill the block, of which most changes need no other.
#[derive(Clone, Debug, Default)]
struct Packed(Box<[u8]>);

/// The bit of a byte that others of the same number follow.
const FOLLOWED: u8 = 0x80;

/// The bytes of a block. Most lists are short.
type Bytes = SmallVec<[u8; 256]>;

/// Where a number is among others, or belongs.
struct Place {
    /// The bytes of the first number that is not less.
    bytes: Range<usize>,
    /// That number, if there is one.
    number: Option<u32>,
    /// The number before it; 0 if there is none.
    before: u32,
}

impl Packed {
    fn of(numbers: &[u32]) -> Self {
        let (mut bytes, mut before) = (Bytes::new(), 0);
        for number in numbers {
            push(&mut bytes, number - before);
            before = *number;
        }
        let mut packed = Self::default();
        packed.set(bytes);
        packed
    }

    /// Sets the bytes of all numbers.
    fn set(&mut self, mut bytes: Bytes) {
        bytes.resize(bytes.len().next_multiple_of(BLOCK), FOLLOWED);
        if self.0.len() == bytes.len() {
            self.0.copy_from_slice(&bytes);
        } else {
            self.0 = bytes.as_slice().into();
        }
    }

    fn len(&self) -> usize {
        self.0.iter().filter(|byte| **byte & FOLLOWED == 0).count()
    }

    /// Returns whether there are as many numbers as may be packed.
    fn is_full(&self) -> bool {
        self.0.len() >= MOST_PACKED && self.len() >= MOST_PACKED
    }

    fn insert(&mut self, number: u32) -> bool {
        let place = self.find(number);
        if place.number == Some(number) {
            return false;
        }
        self.replace(place.bytes, place.before, [Some(number), place.number]);
        true
    }

    fn remove(&mut self, number: u32) -> bool {
        let place = self.find(number);
        if place.number != Some(number) {
            return false;
        }
        let next = number.checked_add(1).map(|next| self.find(next));
        match next.filter(|next| next.number.is_some()) {
            Some(next) => {
                let bytes = place.bytes.start..next.bytes.end;
                self.replace(bytes, place.before, [next.number, None]);
            }
            None => self.replace(place.bytes, place.before, [None, None]),
        }
        true
    }

    /// Puts numbers, of which `before` is the one before them, in the place of some bytes.
    fn replace(&mut self, replaced: Range<usize>, mut before: u32, numbers: [Option<u32>; 2]) {
        let mut bytes = Bytes::from(self.0.get(..replaced.start).unwrap_or_default());
        for number in numbers.into_iter().flatten() {
            push(&mut bytes, number - before);
            before = number;
        }
        let rest = self.0.get(replaced.end..).unwrap_or_default();
        let len = rest.iter().rposition(|byte| byte & FOLLOWED == 0).map_or(0, |last| last + 1);
        bytes.extend_from_slice(rest.get(..len).unwrap_or_default());
        self.set(bytes);
    }

    fn find(&self, wanted: u32) -> Place {
        let (mut start, mut before, mut distance, mut shift) = (0, 0, 0, 0);
        for (index, byte) in self.0.iter().enumerate() {
            distance |= u32::from(byte & !FOLLOWED).unbounded_shl(shift);
            shift += 7;
            if byte & FOLLOWED != 0 {
                continue;
            }
            let number = before + distance;
            if number >= wanted {
                return Place { bytes: start..index + 1, number: Some(number), before };
            }
            (start, before, distance, shift) = (index + 1, number, 0, 0);
        }
        Place { bytes: start..start, number: None, before }
    }

    fn iter(&self) -> impl Iterator<Item = u32> + Clone {
        let (mut number, mut distance, mut shift) = (0_u32, 0_u32, 0_u32);
        self.0.iter().filter_map(move |byte| {
            distance |= u32::from(byte & !FOLLOWED).unbounded_shl(shift);
            shift += 7;
            (byte & FOLLOWED == 0).then(|| {
                number += std::mem::take(&mut distance);
                shift = 0;
                number
            })
        })
    }
}

/// Adds the bytes of a distance.
fn push(bytes: &mut Bytes, mut distance: u32) {
    while distance >= FOLLOWED.into() {
        bytes.push(distance as u8 | FOLLOWED);
        distance >>= 7;
    }
    bytes.push(distance as u8);
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Numbers that are close to each other or all over the range.
    fn numbers(random: &mut fastrand::Rng) -> u32 {
        match random.u8(0..4) {
            0 => random.u32(..),
            1 => [0, 1, 127, 128, u32::MAX - 1, u32::MAX][random.usize(0..6)],
            _ => random.u32(1_000_000..1_000_800),
        }
    }

    #[test]
    fn holds_what_a_set_holds_while_it_grows_and_shrinks() {
        let mut random = fastrand::Rng::with_seed(7);
        let (mut set, mut model) = (IdSet::default(), BTreeSet::new());
        for step in 0..20_000 {
            let number = numbers(&mut random);
            if random.u32(0..8_000) > step % 10_000 {
                assert_eq!(set.insert(number), model.insert(number));
            } else {
                let number = model.range(number..).next().copied().unwrap_or(number);
                assert_eq!(set.remove(number), model.remove(&number));
            }
            assert_eq!((set.len(), set.is_empty()), (model.len(), model.is_empty()));
            let number = numbers(&mut random);
            assert_eq!(set.contains(number), model.contains(&number));
            if step % 250 == 0 {
                assert!(set.iter().eq(model.iter().copied()));
                assert!(set.down_from(number).eq(model.range(..=number).rev().copied()));
                assert!(model.iter().all(|number| set.members().contains(*number)));
                assert_eq!(set.members().contains(number), model.contains(&number));
                let all: Vec<_> = model.iter().copied().collect();
                assert!(IdSet::from_sorted(&all).iter().eq(all.iter().copied()));
                let (few, more) = all.split_at(all.len() / 3);
                let parts = [few, more, few].map(IdSet::from_sorted);
                let mut joined = Vec::new();
                IdSet::members_of_any(parts.iter()).for_each(|number| joined.push(number));
                assert_eq!(joined, all);
            }
        }
    }

    #[test]
    fn numbers_of_a_range_are_removed_and_found_in_a_bitmap() {
        let is_odd = |number: u32| number / 7_000 % 2 == 1;
        for len in [1, 100, 256, 1_000] {
            let mut all: Vec<u32> = (0..len).map(|number| number * 7_000).collect();
            let odd: RoaringBitmap = all.iter().copied().filter(|id| is_odd(*id)).collect();
            let mut set = IdSet::from_sorted(&all);
            let (first, last) = (len * 1_000, len * 5_000);
            assert!(set.up_from(first).eq(all.iter().copied().filter(|id| *id >= first)));
            assert_eq!(set.common(&odd) as u64, odd.len());
            assert_eq!(set.common(&RoaringBitmap::new()), 0);
            let removed = set.remove_in(first..=last, is_odd);
            all.retain(|id| !(first..=last).contains(id) || !is_odd(*id));
            assert_eq!(removed, len as usize - all.len());
            assert!(set.iter().eq(all.iter().copied()));
            assert!(set.into_bitmap().iter().eq(all));
        }
    }

    #[test]
    fn a_set_takes_16_bytes() {
        assert_eq!(size_of::<IdSet>(), 16);
    }
}
