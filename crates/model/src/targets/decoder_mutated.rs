//! A site that was made by operations, encoded, damaged and decoded again.

use super::decoder;
use super::mutation::damage;
use crate::Pair;
use crate::decode::{EVERYTHING, operations};
use crate::input::Input;

/// The most operations that make the site.
const OPERATIONS: usize = 100;
/// The most places that are damaged.
const DAMAGED: u8 = 8;

/// Makes, damages and decodes a site. The input starts with the damage; operations follow.
pub fn run(input: &[u8]) {
    let mut input = Input::new(input);
    let cut = input.byte();
    let damages: Vec<[u8; 5]> = (0..input.byte() % (DAMAGED + 1)).map(|_| input.array()).collect();
    let mut pair = Pair::new();
    operations(&mut input, EVERYTHING, OPERATIONS).for_each(|operation| pair.apply(&operation));
    let mut bytes = decoder::bytes_of(&pair.site);
    damages.iter().for_each(|by| damage(&mut bytes, *by));
    decoder::check(&bytes, cut);
}
