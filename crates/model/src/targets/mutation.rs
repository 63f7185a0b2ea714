//! Damage to bytes.

/// Numbers at which something begins, ends or overflows.
pub const EDGES: [u64; 20] = [
    0,
    1,
    32,
    33,
    127,
    128,
    255,
    256,
    65_535,
    65_536,
    1_048_576,
    1_048_577,
    1 << 31,
    u32::MAX as u64,
    1 << 32,
    1 << 52,
    1 << 61,
    i64::MAX as u64,
    1 << 63,
    u64::MAX,
];

/// Damages bytes in one of a few ways; what of them, where and how is in the five bytes of `by`.
pub fn damage(bytes: &mut Vec<u8>, by: [u8; 5]) {
    let [kind, a, b, c, value] = by;
    let place = u32::from_le_bytes([a, b, c, 0]) as usize % (bytes.len() + 1);
    let end = (place + usize::from(value % 32) + 1).min(bytes.len());
    let edge = || number(EDGES[usize::from(value) % EDGES.len()]);
    match kind % 9 {
        0 => bytes[place..].iter_mut().take(1).for_each(|byte| *byte = value),
        1 => bytes[place..].iter_mut().take(1).for_each(|byte| *byte ^= 1 << (value % 8)),
        2 => bytes.insert(place, value),
        3 => drop(bytes.drain(place..end)),
        4 => {
            let again = bytes[place..end].to_vec();
            bytes.splice(place..place, again);
        }
        5 => bytes.truncate(place),
        6 => drop(bytes.splice(place..place, edge())),
        7 => drop(bytes.splice(place..(place + 1).min(end), edge())),
        _ => bytes[place..end].reverse(),
    }
}

/// A number in the form in which a site's bytes have numbers.
pub fn number(mut number: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
    bytes
}
