//! Bytes decoded into operations, for fuzzers and for tests with random bytes.

use crate::input::Input;
pub use crate::operation::*;

/// A function that decodes the arguments of one kind of operation.
pub type Decode = fn(&mut Input) -> Operation;

/// Kinds of operations, each with its weight. All weights together are at most 256.
pub type Mix = [(u8, Decode)];

/// Operations of every kind.
pub const EVERYTHING: &Mix = &[
    (6, post),
    (20, vote),
    (10, comment),
    (3, edit),
    (4, moderate),
    (2, boost),
    (3, bump),
    (2, increment),
    (3, unvote),
    (3, silence),
    (2, affinity),
    (2, transfer),
    (3, delete),
    (3, group_add),
    (3, group_remove),
    (1, alter),
    (3, tick),
    (8, listing),
    (4, thread),
    (2, thread_meanwhile),
    (4, voted),
    (4, answers),
    (3, see),
    (6, mark),
    (3, unmark),
    (3, marked),
    (6, relate),
    (1, forget),
    (1, drop_closed),
    (1, reload),
    (8, follow),
];

/// Operations on threads, and reads of them.
pub const THREADS: &Mix = &[
    (1, post),
    (12, comment),
    (6, delete),
    (8, moderate),
    (6, vote),
    (2, boost),
    (1, bump),
    (4, transfer),
    (1, alter),
    (2, tick),
    (4, answers),
    (2, see),
    (2, relate),
    (8, thread),
    (4, thread_meanwhile),
    (1, drop_closed),
    (2, reload),
    (6, follow),
];

/// Operations on lists, on what is on them and on those who keep them, and reads.
pub const LISTS: &Mix = &[
    (6, post),
    (6, comment),
    (3, delete),
    (3, moderate),
    (3, vote),
    (1, unvote),
    (1, transfer),
    (1, see),
    (30, mark),
    (5, unmark),
    (6, marked),
    (6, relate),
    (1, forget),
    (1, tick),
    (6, listing),
    (2, reload),
    (2, follow),
];

/// Operations that change a thread while it is read.
pub(crate) const MEANWHILE: &Mix =
    &[(1, comment), (2, vote), (1, moderate), (1, delete), (1, tick)];

/// Decodes at most `most` operations.
pub fn operations<'a>(
    input: &'a mut Input,
    mix: &'a Mix,
    most: usize,
) -> impl Iterator<Item = Operation> {
    (0..most).map_while(move |_| (!input.is_empty()).then(|| operation(input, mix)))
}

/// Decodes an operation, of which the first byte chooses the kind.
pub fn operation(input: &mut Input, mix: &Mix) -> Operation {
    let total: u16 = mix.iter().map(|(weight, _)| u16::from(*weight)).sum();
    let mut chosen = u16::from(input.byte()) % total;
    let decode = mix.iter().find_map(|(weight, decode)| {
        let left = chosen.checked_sub((*weight).into());
        chosen = left.unwrap_or(0);
        left.is_none().then_some(decode)
    });
    decode.unwrap()(input)
}
