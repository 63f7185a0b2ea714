//! Damage to bytes.

/// Numbers next to a limit or an overflow.
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

/// Damages bytes in one of nine ways. The five bytes of `by` choose the way, the position and the
/// value.
pub fn damage(bytes: &mut Vec<u8>, by: [u8; 5]) {
    let [way, a, b, c, value] = by;
    let at = u32::from_le_bytes([a, b, c, 0]) as usize % (bytes.len() + 1);
    let end = (at + usize::from(value % 32) + 1).min(bytes.len());
    let edge = || number(EDGES[usize::from(value) % EDGES.len()]);
    match way % 9 {
        0 => bytes[at..].iter_mut().take(1).for_each(|byte| *byte = value),
        1 => bytes[at..].iter_mut().take(1).for_each(|byte| *byte ^= 1 << (value % 8)),
        2 => bytes.insert(at, value),
        3 => drop(bytes.drain(at..end)),
        4 => {
            let repeated = bytes[at..end].to_vec();
            bytes.splice(at..at, repeated);
        }
        5 => bytes.truncate(at),
        6 => drop(bytes.splice(at..at, edge())),
        7 => drop(bytes.splice(at..(at + 1).min(end), edge())),
        _ => bytes[at..end].reverse(),
    }
}

/// Encodes a number as LEB128, as in an encoded site.
pub fn number(mut number: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
    bytes
}
