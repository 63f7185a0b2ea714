//! Values in an input: numbers that mostly stand for something that exists.

use std::ops::Range;

use crate::input::Input;

/// Decodes an id: half of them are among the latest.
pub fn id(input: &mut Input) -> i16 {
    if input.chance(50) { input.within(-20..0) } else { input.within(0..40) }
}

/// Decodes a user who posts. There are few of them, but more who vote.
pub fn poster(input: &mut Input) -> u8 {
    input.below(10)
}

pub fn voter(input: &mut Input) -> u8 {
    input.below(60)
}

/// Decodes a link, of which there are few.
pub fn link(input: &mut Input) -> Option<u8> {
    input.option(80, |input| input.below(6))
}

pub fn groups(input: &mut Input) -> Vec<u8> {
    input.list(|input| input.below(12))
}

pub fn fields(input: &mut Input) -> Vec<(u8, u8)> {
    input.list(|input| (input.below(6), input.below(40)))
}

pub fn id_step(input: &mut Input) -> Option<i8> {
    input.option(15, |input| input.within(-2..9) as i8)
}

/// Decodes an age, which is seldom in the future.
pub fn age(input: &mut Input) -> i16 {
    input.within(-2..238)
}

/// Decodes a number that is rarely 0.
pub fn few(input: &mut Input) -> i16 {
    input.within(-3..4)
}

/// Decodes a user who keeps lists: mostly the first ones.
pub fn keeper(input: &mut Input) -> u8 {
    if input.chance(60) { input.below(3) } else { input.below(14) }
}

/// Decodes a list, of which there are more than a user can have.
pub fn list(input: &mut Input) -> u8 {
    input.below(20)
}

/// Decodes a number that is mostly in a range, and not negative.
pub fn positive(input: &mut Input, range: Range<i16>) -> i64 {
    i64::from(input.within(range) as u16)
}
