//! The name of a user or of a list as stored.

use thin_vec::ThinVec;

/// The longest name that takes no memory of its own.
const SHORT: usize = 14;

/// A name: 16 bytes, since most users have little else.
#[derive(Clone, Debug)]
pub struct Name(Bytes);

#[derive(Clone, Debug)]
enum Bytes {
    /// The length, and the bytes, followed by zeros.
    Short(u8, [u8; SHORT]),
    Long(ThinVec<u8>),
}

impl Name {
    pub fn new(bytes: &[u8]) -> Self {
        let mut short = [0; SHORT];
        Self(match short.get_mut(..bytes.len()) {
            Some(start) => {
                start.copy_from_slice(bytes);
                Bytes::Short(bytes.len() as u8, short)
            }
            None => {
                let mut long = ThinVec::new();
                long.reserve_exact(bytes.len());
                long.extend_from_slice(bytes);
                Bytes::Long(long)
            }
        })
    }

    pub fn as_bytes(&self) -> &[u8] {
        match &self.0 {
            Bytes::Short(len, bytes) => bytes.get(..usize::from(*len)).unwrap_or_default(),
            Bytes::Long(bytes) => bytes,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_every_length_are_kept() {
        for len in 1..=255 {
            let name = vec![b'x'; len];
            assert_eq!(Name::new(&name).as_bytes(), name);
        }
    }

    #[test]
    fn a_name_takes_16_bytes() {
        assert_eq!(size_of::<Name>(), 16);
    }
}
