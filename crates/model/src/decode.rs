//! Bytes decoded into operations, for fuzzers and for tests with random bytes.

use article_site::{Kind, Moderation, Relation, Setting, Vote};

use crate::condition;
use crate::input::Input;
use crate::operation::{
    CommentArgs, EditArgs, ListingRead, Operation, PostArgs, ReadSource, ThreadRead,
};
use crate::values::{
    age, few, fields, groups, id, id_step, keeper, link, list, positive, poster, voter,
};

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
    (1, |_| Operation::DropClosed),
    (1, |_| Operation::Reload),
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
    (1, transfer),
    (1, alter),
    (2, tick),
    (4, answers),
    (2, see),
    (2, relate),
    (8, thread),
    (4, thread_meanwhile),
    (1, |_| Operation::DropClosed),
    (2, |_| Operation::Reload),
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
    (2, |_| Operation::Reload),
    (2, follow),
];

/// Operations that change a thread while it is read.
const MEANWHILE: &Mix = &[(1, comment), (2, vote), (1, moderate), (1, delete), (1, tick)];

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

pub fn post(input: &mut Input) -> Operation {
    Operation::Post(PostArgs {
        poster: poster(input),
        link: link(input),
        groups: groups(input),
        fields: fields(input),
        id_step: id_step(input),
        age: age(input),
    })
}

/// Decodes a comment, most often on one of the latest items, so that threads become deep.
pub fn comment(input: &mut Input) -> Operation {
    Operation::Comment(CommentArgs {
        poster: poster(input),
        parent: if input.chance(50) { input.within(-4..0) } else { input.within(0..30) },
        text: input.below(9),
        fields: fields(input),
        id_step: id_step(input),
        age: age(input),
    })
}

pub fn edit(input: &mut Input) -> Operation {
    Operation::Edit(EditArgs {
        id: id(input),
        title: input.option(30, Input::byte),
        link: input.option(30, link),
        text: input.option(30, Input::byte),
        fields: fields(input),
        unset: input.list(|input| input.below(6)),
    })
}

pub fn delete(input: &mut Input) -> Operation {
    Operation::Delete { id: id(input) }
}

pub fn vote(input: &mut Input) -> Operation {
    Operation::Vote {
        user: voter(input),
        id: id(input),
        vote: input.pick(&[None, Some(Vote::Down), Some(Vote::Up), Some(Vote::Up)]),
        is_silent: input.chance(20),
    }
}

pub fn voted(input: &mut Input) -> Operation {
    Operation::Voted {
        user: voter(input),
        vote: input.pick(&[None, None, Some(Vote::Up), Some(Vote::Down)]),
        kind: input.pick(&[None, None, Some(Kind::Article), Some(Kind::Comment)]),
        size: input.below(9),
    }
}

pub fn answers(input: &mut Input) -> Operation {
    Operation::Answers {
        user: poster(input),
        is_unseen: input.chance(40),
        not_from: input.option(40, |input| input.list(poster)).unwrap_or_default(),
        size: input.below(9),
    }
}

/// Decodes a last answer seen, of a user who need not post.
pub fn see(input: &mut Input) -> Operation {
    Operation::See { user: input.below(14), id: id(input) }
}

pub fn mark(input: &mut Input) -> Operation {
    Operation::Mark { user: keeper(input), list: list(input), ids: input.list(id) }
}

pub fn unmark(input: &mut Input) -> Operation {
    let ids = input.option(70, |input| input.list(id));
    Operation::Unmark { user: keeper(input), list: list(input), ids }
}

pub fn marked(input: &mut Input) -> Operation {
    Operation::Marked {
        user: keeper(input),
        list: list(input),
        kind: input.pick(&[None, None, Some(Kind::Article), Some(Kind::Comment)]),
        size: input.below(9),
    }
}

/// Decodes a change of what a user follows or has muted, who is often one of those who post.
pub fn relate(input: &mut Input) -> Operation {
    let of_groups = input.chance(50);
    Operation::Relate {
        user: keeper(input),
        relation: if input.chance(60) { Relation::Follows } else { Relation::Mutes },
        ends: input.chance(25),
        of_groups,
        names: if of_groups { groups(input) } else { input.list(|input| input.below(14)) },
    }
}

pub fn forget(input: &mut Input) -> Operation {
    Operation::Forget { user: if input.chance(50) { keeper(input) } else { voter(input) } }
}

pub fn unvote(input: &mut Input) -> Operation {
    Operation::Unvote { user: voter(input), from: id(input), count: input.below(40) }
}

/// Decodes a decision about few users, so that most votes count, or a step of a walk.
pub fn silence(input: &mut Input) -> Operation {
    Operation::Silence {
        user: input.below(24),
        is_silenced: input.chance(50),
        from: if input.chance(70) { 0 } else { id(input) },
        count: input.below(40),
    }
}

pub fn affinity(input: &mut Input) -> Operation {
    Operation::Affinity { poster: poster(input), count: input.below(20) }
}

pub fn transfer(input: &mut Input) -> Operation {
    let (user, new_user) = (poster(input), poster(input));
    Operation::Transfer { user, new_user, all: input.chance(50), count: input.below(9) }
}

pub fn group_add(input: &mut Input) -> Operation {
    Operation::GroupAdd { id: id(input), groups: groups(input) }
}

pub fn group_remove(input: &mut Input) -> Operation {
    Operation::GroupRemove { id: id(input), groups: groups(input) }
}

pub fn alter(input: &mut Input) -> Operation {
    let settings = Setting::ALL.into_iter().map(|setting| {
        let value = match setting {
            Setting::VoteScore => 1 + positive(input, 0..3),
            Setting::Window => 1 + positive(input, 100..340),
            Setting::PageSize => 1 + i64::from(input.below(50)),
            Setting::SelfVote => input.chance(70).into(),
            Setting::Formula => input.chance(50).into(),
            Setting::DownVotes => input.chance(80).into(),
            Setting::Dedupe => input.option(50, |input| positive(input, 1..240)).unwrap_or(0),
            Setting::BumpWindow => input.option(50, |input| positive(input, 1..200)).unwrap_or(0),
            Setting::KeepVotes => input.chance(60).into(),
        };
        (setting, value)
    });
    Operation::Alter(settings.collect())
}

/// Decodes a change of flags. Most articles are listed and open.
pub fn moderate(input: &mut Input) -> Operation {
    use Moderation::{Hide, Lock, Pin, PinLocal, Publish, Show, Unlock, Unpin};
    let common = [Hide, Hide, Show, Show, Publish, Lock, Unlock, Unlock, Pin, PinLocal, Unpin];
    let moderation = input.pick(&common);
    Operation::Moderate { moderation, ids: input.list(id) }
}

pub fn boost(input: &mut Input) -> Operation {
    Operation::Boost { id: id(input), seconds: few(input), is_increment: input.chance(50) }
}

pub fn bump(input: &mut Input) -> Operation {
    Operation::Bump {
        id: id(input),
        age: input.option(70, age),
        comments: if input.chance(15) { i16::MAX } else { few(input) },
    }
}

pub fn increment(input: &mut Input) -> Operation {
    Operation::Increment { id: id(input), field: input.below(9), increment: few(input) }
}

pub fn listing(input: &mut Input) -> Operation {
    let source = match input.byte() % 8 {
        0..3 => ReadSource::Group(input.below(12)),
        3 => ReadSource::User(poster(input)),
        4 => ReadSource::Comments,
        5 => ReadSource::Below(id(input)),
        _ => ReadSource::Site,
    };
    Operation::Read(ListingRead {
        source,
        order: input.byte(),
        is_ascending: input.chance(20),
        since: input.option(30, age),
        until: input.option(30, age),
        min_votes: input.option(30, |input| few(input) as i8),
        conditions: condition::decode(input),
        hidden: input.chance(20),
        per: input.option(25, |input| (input.byte(), input.below(3))),
        at: input.option(20, age),
        size: input.below(9),
    })
}

/// Decodes a thread, mostly the thread of one of the first articles.
fn thread_read(input: &mut Input) -> ThreadRead {
    ThreadRead {
        id: if input.chance(60) { input.within(1..4) } else { id(input) },
        order: input.byte(),
        is_ascending: input.chance(20),
        not_from: input.option(20, |input| input.list(poster)).unwrap_or_default(),
        unmuted: input.option(20, keeper),
        depth: input.option(30, |input| input.below(4)),
        children: input.option(30, |input| input.below(4)),
        size: input.below(9),
    }
}

pub fn thread(input: &mut Input) -> Operation {
    Operation::Thread { read: thread_read(input), mutation: input.array() }
}

fn thread_meanwhile(input: &mut Input) -> Operation {
    let read = thread_read(input);
    Operation::ThreadMeanwhile { read, operations: input.list(|it| operation(it, MEANWHILE)) }
}

fn tick(input: &mut Input) -> Operation {
    Operation::Tick { seconds: input.within(-20..120) }
}

fn follow(input: &mut Input) -> Operation {
    Operation::Follow { count: input.below(9) }
}
