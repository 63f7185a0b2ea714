//! The texts of an article in one block of memory.

use crate::types::{Link, Title, UserName};

/// Title, link and poster: the lengths of the first two (two bytes each), then the three texts.
#[derive(Clone, Debug)]
pub struct Texts(Box<[u8]>);

impl Texts {
    /// Packs the texts.
    pub fn new(title: Title, link: Link, poster: UserName) -> Self {
        let (title, link) = (title.as_bytes(), link.as_bytes());
        // Both lengths fit into 16 bits, by the limits of the types.
        let title_len = (title.len() as u16).to_le_bytes();
        let link_len = (link.len() as u16).to_le_bytes();
        Self([&title_len, &link_len, title, link, poster.as_bytes()].concat().into())
    }

    /// Returns the title.
    pub fn title(&self) -> Title<'_> {
        let [title, _, _] = self.parts();
        Title::stored(title)
    }

    /// Returns the link.
    pub fn link(&self) -> Link<'_> {
        let [_, link, _] = self.parts();
        Link::stored(link)
    }

    /// Returns the poster.
    pub fn poster(&self) -> UserName<'_> {
        let [_, _, poster] = self.parts();
        UserName::stored(poster)
    }

    fn parts(&self) -> [&[u8]; 3] {
        let Some((&[t0, t1, l0, l1], texts)) = self.0.split_first_chunk() else {
            return [&[]; 3];
        };
        let title_len = usize::from(u16::from_le_bytes([t0, t1]));
        let link_len = usize::from(u16::from_le_bytes([l0, l1]));
        let (title, rest) = texts.split_at_checked(title_len).unwrap_or_default();
        let (link, poster) = rest.split_at_checked(link_len).unwrap_or_default();
        [title, link, poster]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_every_length_are_unpacked_as_they_were_packed() {
        let long = vec![b'\xff'; 65_535];
        let user = vec![0; 255];
        for title in [&b"t"[..], &long] {
            for link in [&b""[..], b"l", &long] {
                for poster in [&b"p"[..], &user] {
                    let (title, link) = (Title::new(title).unwrap(), Link::new(link).unwrap());
                    let poster = UserName::new(poster).unwrap();
                    let texts = Texts::new(title, link, poster);
                    assert_eq!(
                        (texts.title(), texts.link(), texts.poster()),
                        (title, link, poster)
                    );
                }
            }
        }
    }
}
