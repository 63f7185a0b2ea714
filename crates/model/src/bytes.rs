//! Sites as bytes.

use article_site::{DecodeError, ENCODING, Site, decode, encode};

pub fn encoded(site: &Site) -> Vec<Vec<u8>> {
    let mut chunks = Vec::new();
    encode(site, |chunk| chunks.push(chunk.to_vec()));
    chunks
}

pub fn decoded<C: AsRef<[u8]>>(chunks: &mut impl Iterator<Item = C>) -> Result<Site, DecodeError> {
    let mut is_over = false;
    decode(ENCODING, |buffer| {
        assert!(!is_over, "the decoder asks for a chunk after the last");
        let chunk = chunks.next();
        is_over = chunk.is_none();
        buffer.extend_from_slice(chunk.as_ref().map_or(&[], AsRef::as_ref));
        !is_over
    })
}
