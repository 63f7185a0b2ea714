//! The ids of lists in a form that is searched fast.

use std::borrow::Cow;

use roaring::RoaringBitmap;

/// The ids of a list, or of several together, to be searched many times.
#[derive(Clone, Debug)]
pub enum Members<'a> {
    /// In ascending order.
    Sorted(Vec<u32>),
    Bitmap(Cow<'a, RoaringBitmap>),
}

impl<'a> Members<'a> {
    pub fn of_bitmap(bitmap: &'a RoaringBitmap) -> Self {
        Self::Bitmap(Cow::Borrowed(bitmap))
    }

    /// Returns the ids that are in at least one of some.
    pub fn of_any(all: impl Iterator<Item = Self>) -> Self {
        all.reduce(Self::join).unwrap_or(Self::Sorted(Vec::new()))
    }

    fn join(self, other: Self) -> Self {
        let mut all = match self {
            Self::Sorted(ids) => ids.into_iter().collect(),
            Self::Bitmap(bitmap) => bitmap.into_owned(),
        };
        match other {
            Self::Sorted(ids) => all.extend(ids),
            Self::Bitmap(bitmap) => all |= &*bitmap,
        }
        Self::Bitmap(Cow::Owned(all))
    }

    pub fn len(&self) -> usize {
        match self {
            Self::Sorted(ids) => ids.len(),
            Self::Bitmap(bitmap) => bitmap.len() as usize,
        }
    }

    /// Passes each id to `use_id`, in ascending order.
    pub fn for_each(&self, use_id: impl FnMut(u32)) {
        match self {
            Self::Sorted(ids) => ids.iter().copied().for_each(use_id),
            Self::Bitmap(bitmap) => bitmap.iter().for_each(use_id),
        }
    }

    pub fn contains(&self, id: u32) -> bool {
        match self {
            Self::Sorted(ids) => ids.binary_search(&id).is_ok(),
            Self::Bitmap(bitmap) => bitmap.contains(id),
        }
    }
}
