//! Any bytes, decoded. A site that is accepted must be valid, survive every way to store it, and
//! work.

use article_site::{DecodeError, Info, ItemId, Site, UnixTime};

use super::mutation::damage;
use super::rebuilt::rebuilt;
use crate::bytes::{decoded, encoded};
use crate::decode::{EVERYTHING, operations};
use crate::input::Input;
use crate::{Model, Pair};

/// The most operations that are tried on a site.
const TRIED: usize = 64;

/// The most operations that make the site.
const OPERATIONS: usize = 100;
/// The most places that are damaged.
const DAMAGED: u8 = 8;

/// Decodes the input after its first byte, which says how the bytes are cut into chunks.
pub fn run(input: &[u8]) {
    let mut input = Input::new(input);
    let cut = input.byte();
    check(input.rest(), cut);
}

/// Makes a site by operations, encodes, damages and decodes it. The input starts with the damage;
/// operations follow.
pub fn run_mutated(input: &[u8]) {
    let mut input = Input::new(input);
    let cut = input.byte();
    let damages: Vec<[u8; 5]> = (0..input.byte() % (DAMAGED + 1)).map(|_| input.array()).collect();
    let mut pair = Pair::new();
    operations(&mut input, EVERYTHING, OPERATIONS).for_each(|operation| pair.apply(&operation));
    let mut bytes = bytes_of(&pair.site);
    damages.iter().for_each(|by| damage(&mut bytes, *by));
    check(&bytes, cut);
}

/// Decodes bytes, cut into chunks as `cut` says, and checks the site.
pub fn check(bytes: &[u8], cut: u8) {
    let site = decode_cut(bytes, cut);
    let uncut = decode_cut(bytes, 0);
    // Trailing bytes are found only in the chunk that ends the site; the server finds the others.
    if !matches!(uncut, Err(DecodeError::Trailing)) {
        assert_eq!(site.as_ref().map(content), uncut.as_ref().map(content));
    }
    if let Ok(site) = site {
        assert_sound(&site);
        try_out(site, bytes);
    }
}

pub fn bytes_of(site: &Site) -> Vec<u8> {
    encoded(site).concat()
}

/// Decodes bytes in chunks of varying lengths up to `cut`, some of them empty; 0 for one chunk.
fn decode_cut(bytes: &[u8], cut: u8) -> Result<Site, DecodeError> {
    let (mut rest, mut mixed) = (bytes, cut);
    let mut chunks = std::iter::from_fn(|| {
        mixed = mixed.wrapping_mul(37).wrapping_add(11);
        let len = if cut == 0 { rest.len() } else { mixed.min(cut).into() };
        let (chunk, others) = rest.split_at(len.min(rest.len()));
        let is_over = rest.is_empty();
        rest = others;
        (!is_over).then_some(chunk)
    });
    decoded(&mut chunks)
}

/// Returns everything in a site.
fn content(site: &Site) -> (Model, Info) {
    (Model::of(site), site.info(UnixTime::clamped(0)))
}

/// Checks a site's invariants, and that it is the same once it is stored and loaded.
pub fn assert_sound(site: &Site) {
    site.check().unwrap();
    let decoded = decode_cut(&bytes_of(site), 0).unwrap();
    decoded.check().unwrap();
    assert_eq!(content(&decoded), content(site));
    assert_eq!(content(&rebuilt(site)), content(site));
}

/// Applies operations, of any bytes, to a site and its model in lockstep.
fn try_out(site: Site, bytes: &[u8]) {
    let mut pair = Pair::of(site);
    for operation in operations(&mut Input::new(bytes), EVERYTHING, TRIED) {
        pair.apply(&operation);
        pair.site.check().unwrap();
    }
    pair.assert_same();
    assert_sound(&pair.site);
    // What was answered goes first.
    for item in pair.model.items {
        assert!(pair.site.delete(ItemId::new(item.id)));
    }
    assert_sound(&pair.site);
}
