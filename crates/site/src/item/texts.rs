//! The texts of an article in one block of memory.

use crate::terms::types::{Link, Title};

/// Title and link: the length of the first in two bytes, then both texts.
#[derive(Clone, Debug)]
pub struct Texts(Box<[u8]>);

impl Texts {
    pub fn new(title: Title, link: Link) -> Self {
        let (title, link) = (title.as_bytes(), link.as_bytes());
        // The length fits into 16 bits, by the limits of the type.
        let title_len = (title.len() as u16).to_le_bytes();
        Self([&title_len, title, link].concat().into())
    }

    pub fn title(&self) -> Title<'_> {
        Title::stored(self.parts().0)
    }

    pub fn link(&self) -> Link<'_> {
        Link::stored(self.parts().1)
    }

    pub fn len(&self) -> usize {
        self.0.len().saturating_sub(2)
    }

    fn parts(&self) -> (&[u8], &[u8]) {
        let Some((len, texts)) = self.0.split_first_chunk() else { return Default::default() };
        texts.split_at_checked(u16::from_le_bytes(*len).into()).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_every_length_are_unpacked_as_they_were_packed() {
        let long = vec![b'\xff'; 65_535];
        for title in [&b"t"[..], &long] {
            for link in [&b""[..], b"l", &long] {
                let (title, link) = (Title::new(title).unwrap(), Link::new(link).unwrap());
                let texts = Texts::new(title, link);
                assert_eq!((texts.title(), texts.link()), (title, link));
            }
        }
    }
}
