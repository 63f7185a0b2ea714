//! Operations on a site, held against the model, every invariant checked after each.

use super::input::Input;
use crate::{Operation, Pair};

/// A longer input says nothing that a shorter one does not.
const MOST: usize = 400;
/// The comparison with the model is slow, so it is made after so many operations.
const COMPARED: usize = 8;

/// Applies the operations that the input stands for.
pub fn run(input: &[u8]) {
    let pair = applied(&mut Input::new(input), MOST, COMPARED);
    pair.assert_same();
}

/// A site and its model after at most `most` operations, which have been compared each time that
/// `compared` operations were done.
pub fn applied(input: &mut Input, most: usize, compared: usize) -> Pair {
    let mut pair = Pair::new();
    for done in 1..=most {
        if input.is_empty() {
            break;
        }
        let operation = operation(input);
        pair.apply(&operation);
        pair.site.check().unwrap();
        if done % compared == 0 {
            pair.assert_same();
        }
    }
    pair
}

fn operation(input: &mut Input) -> Operation {
    let small = |input: &mut Input| i16::from(input.byte() as i8);
    let number = |input: &mut Input| i16::from_le_bytes(input.array());
    match input.byte() % 32 {
        0..6 => Operation::Post {
            poster: input.byte(),
            groups: input.list(Input::byte),
            fields: input.list(|input| (input.byte(), input.byte())),
            id_step: input.option(|input| input.byte() as i8),
            age: number(input),
        },
        6..16 => {
            let (user, id) = (input.byte(), input.byte());
            let vote = match input.byte() % 4 {
                0 => None,
                1 => Some(false),
                _ => Some(true),
            };
            Operation::Vote { user, id, vote }
        }
        16..18 => Operation::Edit {
            id: input.byte(),
            title: input.option(Input::byte),
            fields: input.list(|input| (input.byte(), input.byte())),
            unset: input.list(Input::byte),
        },
        18..20 => Operation::Delete { id: input.byte() },
        20..23 => Operation::GroupAdd { id: input.byte(), groups: input.list(Input::byte) },
        23..26 => Operation::GroupRemove { id: input.byte(), groups: input.list(Input::byte) },
        26..28 => Operation::Alter {
            vote_score: number(input) as u16,
            window: number(input) as u16,
            self_vote: input.byte() & 1 == 0,
        },
        28 => Operation::Tick { seconds: number(input) },
        29..31 => Operation::Tick { seconds: small(input) },
        _ => Operation::Reload,
    }
}
