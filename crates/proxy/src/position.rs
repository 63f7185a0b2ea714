//! Positions in listings: the cursors after entries, compared without knowing their order.

use bytes::Bytes;

use crate::resp::number;

/// Where an entry is in the whole listing: the greatest is the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place([i128; 3]);

impl Place {
    /// Reads `order:value-id`, in GRAVITY and ACTIVE with a time after it, or `id:17`. The value
    /// of what is pinned begins with `p`.
    pub fn read(position: &[u8], ascends: bool) -> Option<Self> {
        let position = str::from_utf8(position).ok()?;
        let (order, place) = position.split_once(':')?;
        let place = match order {
            "gravity" | "active" => place.rsplit_once('-')?.0,
            _ => place,
        };
        let (value, id) = if order == "id" { ("0", place) } else { place.rsplit_once('-')? };
        let pinned = value.strip_prefix('p');
        let value = number(pinned.unwrap_or(value).as_bytes())?;
        let place = [i128::from(pinned.is_some()), value, number(id.as_bytes())?];
        Some(Self(place.map(|number| if ascends { -number } else { number })))
    }

    /// Returns the place of the n-th entry of a part, of parts that take turns.
    pub fn in_turn(index: usize, part: usize) -> Self {
        Self([0, -(index as i128), -(part as i128)])
    }
}

/// Where to continue in each part.
#[derive(Clone, Debug)]
pub enum After {
    /// One cursor is good for all parts, if there is any.
    Same(Option<Bytes>),
    /// Parts take turns, and each has a cursor of its own, or has ended, or not begun.
    Own(Vec<Option<Bytes>>),
}

const MARKED: &str = "marked:";

impl After {
    /// Reads the cursor of a listing in which parts take turns: that of each part without its
    /// name, with commas between them.
    pub fn own(cursor: Option<&Bytes>, parts: usize) -> Option<Self> {
        let Some(cursor) = cursor else { return Some(Self::Own(vec![None; parts])) };
        let rest = str::from_utf8(cursor).ok()?.strip_prefix(MARKED)?;
        let own = |text: &str| (!text.is_empty()).then(|| Bytes::from(format!("{MARKED}{text}")));
        let cursors: Vec<_> = rest.split(',').map(own).collect();
        (cursors.len() == parts).then_some(Self::Own(cursors))
    }

    pub fn of_part(&self, part: usize) -> Option<Bytes> {
        match self {
            Self::Same(cursor) => cursor.clone(),
            Self::Own(cursors) => cursors.get(part).cloned().flatten(),
        }
    }

    /// Returns the cursor after an entry of a part, and continues there.
    pub fn pass(&mut self, part: usize, position: &Bytes) -> Bytes {
        match self {
            Self::Same(cursor) => *cursor = Some(position.clone()),
            Self::Own(cursors) => {
                if let Some(own) = cursors.get_mut(part) {
                    *own = Some(position.clone());
                }
                let text = |cursor: &Option<Bytes>| {
                    let cursor = cursor.as_deref().unwrap_or_default();
                    String::from_utf8_lossy(
                        cursor.strip_prefix(MARKED.as_bytes()).unwrap_or(cursor),
                    )
                    .into_owned()
                };
                let texts: Vec<_> = cursors.iter().map(text).collect();
                return format!("{MARKED}{}", texts.join(",")).into();
            }
        }
        position.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_in_the_order_of_their_listing() {
        let descending = ["score:p5-1", "score:9-3", "score:9-2", "score:-4-8"];
        let read = |ascends| descending.map(|text| Place::read(text.as_bytes(), ascends).unwrap());
        assert!(read(false).is_sorted_by(|one, other| one > other));
        assert!(read(true).is_sorted_by(|one, other| one < other));
        let gravity = ["gravity:p3-7-1700000000", "gravity:-2-9-1700000000"];
        let [one, other] = gravity.map(|text| Place::read(text.as_bytes(), false).unwrap());
        assert!(one > other);
        assert!(Place::read(b"id:17", false) > Place::read(b"id:9", false));
        for wrong in ["", "17", "score:", "score:x-1", "gravity:3-7"] {
            assert_eq!(Place::read(wrong.as_bytes(), false), None, "{wrong}");
        }
    }
}
