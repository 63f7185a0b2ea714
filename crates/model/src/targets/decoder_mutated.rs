//! A site that was made by operations, written, damaged here and there, and read again.

use super::input::Input;
use super::mutation::damage;
use super::{decoder, operations};

/// Operations that make the site, at most.
const OPERATIONS: usize = 100;
/// Places that are damaged, at most.
const DAMAGED: u8 = 8;

/// The first bytes of the input are the damage, the others the operations.
pub fn run(input: &[u8]) {
    let mut input = Input::new(input);
    let cut = input.byte();
    let damages: Vec<[u8; 5]> = (0..input.byte() % (DAMAGED + 1)).map(|_| input.array()).collect();
    let pair = operations::applied(&mut input, OPERATIONS, usize::MAX);
    let mut bytes = decoder::bytes_of(&pair.site);
    damages.iter().for_each(|by| damage(&mut bytes, *by));
    decoder::read(&bytes, cut);
}
