//! The numbers of a set in a form that is searched fast.

use std::borrow::Cow;

use roaring::RoaringBitmap;

/// The numbers of a set, to be searched many times.
#[derive(Clone, Debug)]
pub enum Members<'a> {
    /// In ascending order.
    Sorted(Vec<u32>),
    Bitmap(Cow<'a, RoaringBitmap>),
}

impl Members<'_> {
    /// Returns the numbers of both.
    pub fn join(self, other: Self) -> Self {
        let mut all = match self {
            Self::Sorted(numbers) => numbers.into_iter().collect(),
            Self::Bitmap(bitmap) => bitmap.into_owned(),
        };
        match other {
            Self::Sorted(numbers) => all.extend(numbers),
            Self::Bitmap(bitmap) => all |= &*bitmap,
        }
        Self::Bitmap(Cow::Owned(all))
    }

    /// Returns how many numbers there are.
    pub fn len(&self) -> usize {
        match self {
            Self::Sorted(numbers) => numbers.len(),
            Self::Bitmap(bitmap) => bitmap.len() as usize,
        }
    }

    /// Passes each number to `use_number`, in ascending order.
    pub fn for_each(&self, use_number: impl FnMut(u32)) {
        match self {
            Self::Sorted(numbers) => numbers.iter().copied().for_each(use_number),
            Self::Bitmap(bitmap) => bitmap.iter().for_each(use_number),
        }
    }

    /// Returns whether a number is in the set.
    pub fn contains(&self, number: u32) -> bool {
        match self {
            Self::Sorted(numbers) => numbers.binary_search(&number).is_ok(),
            Self::Bitmap(bitmap) => bitmap.contains(number),
        }
    }
}
