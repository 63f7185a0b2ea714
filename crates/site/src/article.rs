//! One article as it is stored: 96 bytes, its texts, and the ledger of its votes.

use smallvec::SmallVec;

use crate::groups::GroupNumber;
use crate::ledger::Ledger;
use crate::types::{FieldName, FieldValue, Link, Title, UnixTime, UserName};

/// An article's record.
#[derive(Clone, Debug)]
pub struct Article {
    pub(super) time: UnixTime,
    pub(super) score: i64,
    pub(super) window: u32,
    pub(super) upvotes: u32,
    pub(super) downvotes: u32,
    pub(super) texts: Texts,
    pub(super) ledger: Ledger,
    extras: Option<Box<Extras>>,
}

/// The groups of an article. Few of them, the usual case, need no memory of their own.
pub type GroupNumbers = SmallVec<[GroupNumber; 4]>;

/// What most articles do not have.
#[derive(Clone, Debug, Default)]
struct Extras {
    groups: GroupNumbers,
    fields: Vec<Field>,
}

/// A custom field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    name: Box<[u8]>,
    value: Box<[u8]>,
}

impl Article {
    /// An article without votes, groups and custom fields.
    pub fn new(time: UnixTime, window: u32, texts: Texts) -> Self {
        Self {
            time,
            score: time.get(),
            window,
            upvotes: 0,
            downvotes: 0,
            texts,
            ledger: Ledger::default(),
            extras: None,
        }
    }

    /// When voting closes: it is open before.
    pub fn closes(&self) -> i64 {
        self.time.get() + i64::from(self.window)
    }

    /// Upvotes less downvotes.
    pub fn votes(&self) -> i64 {
        i64::from(self.upvotes) - i64::from(self.downvotes)
    }

    /// The number of votes in the ledger.
    pub fn recorded_votes(&self) -> u64 {
        if self.ledger.is_dropped() {
            0
        } else {
            u64::from(self.upvotes) + u64::from(self.downvotes)
        }
    }

    /// time + vote score x (upvotes - downvotes), in seconds: the formula of the contract.
    pub fn score_at(&self, vote_score: u32) -> i64 {
        self.time.get() + i64::from(vote_score) * self.votes()
    }

    /// The groups that the article is in, sorted by their names.
    pub fn groups(&self) -> &[GroupNumber] {
        self.extras.as_ref().map_or(&[], |extras| &extras.groups)
    }

    /// The groups, to be changed.
    pub fn groups_mut(&mut self) -> &mut GroupNumbers {
        &mut self.extras.get_or_insert_default().groups
    }

    /// The custom fields, in the order in which they were first set.
    pub fn fields(&self) -> &[Field] {
        self.extras.as_ref().map_or(&[], |extras| &extras.fields)
    }

    /// Sets a custom field.
    pub fn set_field(&mut self, name: FieldName, value: FieldValue) {
        let fields = &mut self.extras.get_or_insert_default().fields;
        match fields.iter_mut().find(|field| field.name() == name.as_bytes()) {
            Some(field) => field.value = value.as_bytes().into(),
            None => {
                fields.reserve_exact(1);
                fields
                    .push(Field { name: name.as_bytes().into(), value: value.as_bytes().into() });
            }
        }
    }

    /// Removes a custom field, if it is there.
    pub fn unset_field(&mut self, name: FieldName) {
        if let Some(extras) = &mut self.extras {
            extras.fields.retain(|field| field.name() != name.as_bytes());
        }
    }

    /// Gives back what holds neither groups nor fields.
    pub fn tidy(&mut self) {
        if self.groups().is_empty() && self.fields().is_empty() {
            self.extras = None;
        }
    }
}

impl Field {
    /// The field's name.
    pub fn name(&self) -> &[u8] {
        &self.name
    }

    /// The field's value.
    pub fn value(&self) -> &[u8] {
        &self.value
    }
}

/// Title, link and poster in one block: the lengths of the first two (two bytes each), then the
/// three texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Texts(Box<[u8]>);

impl Texts {
    /// Packs the texts.
    pub fn new(title: Title, link: Link, poster: UserName) -> Self {
        Self::pack(title.as_bytes(), link.as_bytes(), poster.as_bytes())
    }

    /// The same poster with another title and link.
    pub fn with(&self, title: Option<Title>, link: Option<Link>) -> Self {
        let [old_title, old_link, poster] = self.parts();
        let title = title.map_or(old_title, Title::as_bytes);
        let link = link.map_or(old_link, Link::as_bytes);
        Self::pack(title, link, poster)
    }

    fn pack(title: &[u8], link: &[u8], poster: &[u8]) -> Self {
        // Both lengths fit into 16 bits, by the limits of the texts' types.
        let title_len = (title.len() as u16).to_le_bytes();
        let link_len = (link.len() as u16).to_le_bytes();
        Self([&title_len, &link_len, title, link, poster].concat().into())
    }

    /// Title, link and poster.
    pub fn parts(&self) -> [&[u8]; 3] {
        let Some((&[t0, t1, l0, l1], texts)) = self.0.split_first_chunk() else {
            return [&[]; 3];
        };
        let title_len = usize::from(u16::from_le_bytes([t0, t1]));
        let link_len = usize::from(u16::from_le_bytes([l0, l1]));
        let (title, rest) = texts.split_at_checked(title_len).unwrap_or_default();
        let (link, poster) = rest.split_at_checked(link_len).unwrap_or_default();
        [title, link, poster]
    }

    /// The poster.
    pub fn poster(&self) -> &[u8] {
        let [_, _, poster] = self.parts();
        poster
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_takes_96_bytes() {
        assert_eq!(size_of::<Option<Article>>(), 96);
    }

    #[test]
    fn texts_come_back_at_every_length() {
        let long = vec![b'\xff'; 65_535];
        let user = vec![0; 255];
        for title in [&b"t"[..], &long] {
            for link in [&b""[..], b"l", &long] {
                for poster in [&b"p"[..], &user] {
                    let texts = Texts::new(
                        Title::new(title).unwrap(),
                        Link::new(link).unwrap(),
                        UserName::new(poster).unwrap(),
                    );
                    assert_eq!(texts.parts(), [title, link, poster]);
                    let other = texts.with(Some(Title::new(b"other").unwrap()), None);
                    assert_eq!(other.parts(), [b"other", link, poster]);
                }
            }
        }
    }
}
