//! Operations on a site and its model in lockstep.

use crate::Pair;
use crate::decode::{EVERYTHING, operations};
use crate::input::Input;

/// The most operations per input. Longer inputs find no more.
const MOST: usize = 400;
/// The operations per comparison with the model, which is slow.
const PER_COMPARISON: usize = 20;
/// The changes that the copy gets at a time in the end.
const FOLLOWED: usize = 7;

/// Applies the operations that the input encodes.
pub fn run(input: &[u8]) {
    let mut pair = Pair::new();
    for (index, operation) in operations(&mut Input::new(input), EVERYTHING, MOST).enumerate() {
        pair.apply(&operation);
        if index % PER_COMPARISON == 0 {
            pair.assert_same();
        }
    }
    pair.assert_same();
    pair.catch_up(FOLLOWED);
}
