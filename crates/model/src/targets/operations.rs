//! Operations on a site and its model in lockstep.

use super::input::Input;
use crate::{ListingRead, Operation, Pair, ThreadRead};

/// The most operations per input. Longer inputs find no more.
const MOST: usize = 400;
/// The operations per comparison with the model, which is slow.
const PER_COMPARISON: usize = 8;

/// The changes that the copy gets at a time in the end.
const FOLLOWED: usize = 7;

/// Applies the operations that the input encodes.
pub fn run(input: &[u8]) {
    let mut pair = Pair::new();
    for (index, operation) in decode(&mut Input::new(input), MOST).enumerate() {
        pair.apply(&operation);
        pair.site.check().unwrap();
        if index % PER_COMPARISON == 0 {
            pair.assert_same();
        }
    }
    pair.assert_same();
    pair.catch_up(FOLLOWED);
}

/// The first byte of an operation, modulo which it chooses the kind.
const KINDS: u8 = 53;

/// Decodes at most `most` operations.
pub fn decode(input: &mut Input, most: usize) -> impl Iterator<Item = Operation> {
    (0..most).map_while(|_| (!input.is_empty()).then(|| operation(input)))
}

fn operation(input: &mut Input) -> Operation {
    let byte_seconds = |input: &mut Input| i16::from(input.byte() as i8);
    let number = |input: &mut Input| i16::from_le_bytes(input.array());
    match input.byte() % KINDS {
        0..6 => Operation::Post {
            poster: input.byte(),
            link: input.option(|input| input.byte() % 8),
            groups: input.list(Input::byte),
            fields: input.list(|input| (input.byte(), input.byte())),
            id_step: input.option(|input| input.byte() as i8),
            age: number(input),
        },
        6..14 => {
            let (user, id, kind) = (input.byte(), input.byte(), input.byte());
            let vote = match kind % 4 {
                0 => None,
                1 => Some(false),
                _ => Some(true),
            };
            Operation::Vote { user, id, vote, is_silent: kind / 4 % 4 == 3 }
        }
        14 => Operation::Moderate { moderation: input.byte(), ids: input.list(Input::byte) },
        15 => Operation::Boost {
            id: input.byte(),
            seconds: number(input),
            is_increment: input.byte() & 1 == 1,
        },
        16..18 => Operation::Edit {
            id: input.byte(),
            title: input.option(Input::byte),
            link: input.option(|input| input.option(|input| input.byte() % 8)),
            text: None,
            fields: input.list(|input| (input.byte(), input.byte())),
            unset: input.list(Input::byte),
        },
        18..20 => Operation::Delete { id: input.byte() },
        20..23 => Operation::GroupAdd { id: input.byte(), groups: input.list(Input::byte) },
        23..26 => Operation::GroupRemove { id: input.byte(), groups: input.list(Input::byte) },
        26 => Operation::Alter {
            vote_score: number(input) as u16,
            window: number(input) as u16,
            self_vote: input.byte() & 1 == 0,
            is_log: input.byte() & 1 == 1,
            down_votes: input.byte() & 3 > 0,
            dedupe: u16::from(input.byte()) * u16::from(input.byte() % 3),
            bump_window: 0,
        },
        27 => Operation::Tick { seconds: number(input) },
        29 => Operation::DropClosed,
        30 => Operation::Read(ListingRead {
            group: input.option(Input::byte),
            user: input.option(Input::byte),
            of_comments: false,
            order: input.byte(),
            is_ascending: input.byte() & 3 == 3,
            since: input.option(number),
            until: input.option(number),
            min_votes: input.option(|input| input.byte() as i8),
            groups: std::array::from_fn(|_| input.option(|input| input.list(Input::byte))),
            users: std::array::from_fn(|_| input.option(|input| input.list(Input::byte))),
            unvoted: input.option(Input::byte),
            except: input.option(|input| input.list(Input::byte)),
            hidden: input.byte() & 3 == 3,
            size: input.byte(),
        }),
        31 => Operation::Bump {
            id: input.byte(),
            age: input.option(number),
            comments: match input.byte() as i8 {
                i8::MAX => i16::MAX,
                comments => comments.into(),
            },
        },
        32 => Operation::Increment {
            id: input.byte(),
            field: input.byte(),
            increment: number(input),
        },
        33 => Operation::Unvote { user: input.byte(), from: input.byte(), count: input.byte() },
        34 => {
            Operation::Transfer { user: input.byte(), new_user: input.byte(), count: input.byte() }
        }
        28 => Operation::Tick { seconds: byte_seconds(input) },
        35 => Operation::Reload,
        36..43 => comment(input),
        43 => Operation::Edit {
            id: input.byte(),
            title: None,
            link: None,
            text: Some(input.byte()),
            fields: input.list(|input| (input.byte(), input.byte())),
            unset: input.list(Input::byte),
        },
        44 => Operation::Alter {
            vote_score: u16::from(input.byte()),
            window: number(input) as u16,
            self_vote: true,
            is_log: false,
            down_votes: true,
            dedupe: 0,
            bump_window: number(input) as u16,
        },
        45..48 => Operation::Thread { read: thread_read(input), mutation: input.array() },
        48..50 => Operation::ThreadMeanwhile {
            read: thread_read(input),
            operations: input.list(change_of_thread),
        },
        52 => Operation::Follow { count: input.byte() % 32 },
        _ => Operation::Read(ListingRead {
            group: None,
            user: None,
            of_comments: true,
            order: input.byte(),
            is_ascending: input.byte() & 3 == 3,
            since: input.option(number),
            until: input.option(number),
            min_votes: input.option(|input| input.byte() as i8),
            groups: Default::default(),
            users: std::array::from_fn(|_| input.option(|input| input.list(Input::byte))),
            unvoted: input.option(Input::byte),
            except: input.option(|input| input.list(Input::byte)),
            hidden: input.byte() & 3 == 3,
            size: input.byte(),
        }),
    }
}

fn comment(input: &mut Input) -> Operation {
    Operation::Comment {
        poster: input.byte(),
        parent: input.byte() as i8,
        text: input.byte(),
        fields: input.list(|input| (input.byte(), input.byte())),
        id_step: input.option(|input| input.byte() as i8),
        age: i16::from_le_bytes(input.array()),
    }
}

fn thread_read(input: &mut Input) -> ThreadRead {
    ThreadRead {
        id: input.byte(),
        order: input.byte(),
        is_ascending: input.byte() & 3 == 3,
        depth: input.option(Input::byte),
        children: input.option(|input| input.byte() % 8),
        size: input.byte() % 16,
    }
}

/// Decodes an operation that changes a thread.
fn change_of_thread(input: &mut Input) -> Operation {
    match input.byte() % 6 {
        0 => comment(input),
        1 | 2 => Operation::Vote {
            user: input.byte(),
            id: input.byte(),
            vote: input.option(|input| input.byte() & 1 == 1),
            is_silent: false,
        },
        3 => Operation::Moderate { moderation: input.byte(), ids: input.list(Input::byte) },
        4 => Operation::Delete { id: input.byte() },
        _ => Operation::Tick { seconds: i16::from(input.byte() as i8) },
    }
}
