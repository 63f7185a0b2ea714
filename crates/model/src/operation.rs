//! The operations that tests and fuzzers generate, each with how it is decoded from bytes.

use article_site::{Condition, Kind, Moderation, Relation, Setting, Visibility, Vote};

use crate::condition;
use crate::decode::{MEANWHILE, operation};
use crate::input::Input;
use crate::values::{
    age, few, fields, groups, id, id_step, keeper, kind, link, list, moderation, parent, poster,
    settings, thread_id, users, visibility, voter,
};

/// Declares the operations. Each has the name of the function that decodes it, and each field
/// the function that decodes the field. Fields are decoded in their order.
macro_rules! operations {
    ($($(#[$doc:meta])* $decode:ident => $name:ident
        $({ $($(#[$about:meta])* $field:ident: $type:ty = $read:expr,)* })?
        $(($content:ty) = $read_content:expr)?;)*) => {
        /// An operation on a site and its model.
        ///
        /// Small numbers name users, groups, fields and texts, so that operations often meet. An
        /// id below 0 counts back from the last id, which is -1. An age is the number of seconds
        /// before now, and negative in the future.
        #[derive(Clone, Debug)]
        pub enum Operation {
            $($(#[$doc])* $name $({ $($(#[$about])* $field: $type,)* })? $(($content))?,)*
        }

        $(#[allow(unused_variables)]
        pub fn $decode(input: &mut Input) -> Operation {
            Operation::$name
                $({ $($field: read(input, $read),)* })?
                $((read(input, $read_content)))?
        })*
    };
}

/// Declares arguments of operations, likewise.
macro_rules! arguments {
    ($($(#[$doc:meta])* $name:ident
        { $($(#[$about:meta])* $field:ident: $type:ty = $read:expr,)* })*) => {
        $($(#[$doc])*
        #[derive(Clone, Debug, Default)]
        pub struct $name { $($(#[$about])* pub $field: $type,)* }

        impl $name {
            pub fn decode(input: &mut Input) -> Self {
                Self { $($field: read(input, $read),)* }
            }
        })*
    };
}

fn read<T>(input: &mut Input, by: impl FnOnce(&mut Input) -> T) -> T {
    by(input)
}

operations! {
    post => Post(PostArgs) = PostArgs::decode;
    comment => Comment(CommentArgs) = CommentArgs::decode;
    edit => Edit(EditArgs) = EditArgs::decode;
    delete => Delete { id: i16 = id, };
    /// Sets or withdraws a user's vote.
    vote => Vote {
        user: u8 = voter,
        id: i16 = id,
        vote: Option<Vote> =
            |it| it.pick(&[None, Some(Vote::Down), Some(Vote::Up), Some(Vote::Up)]),
        is_silent: bool = |it| it.chance(20),
    };
    /// Withdraws the votes of a user.
    unvote => Unvote {
        user: u8 = voter,
        /// The first id to visit.
        from: i16 = id,
        /// One less than the number of articles and comments to visit.
        count: u8 = |it| it.below(40),
    };
    /// Has votes of a user not count, or count again. There are few such users, so that most votes
    /// count.
    silence => Silence {
        user: u8 = |it| it.below(24),
        is_silenced: bool = |it| it.chance(50),
        /// The first id to visit; 0 decides about votes to come.
        from: i16 = |it| if it.chance(70) { 0 } else { id(it) },
        /// One less than the number of articles and comments to visit.
        count: u8 = |it| it.below(40),
    };
    /// Reads who votes for a user.
    affinity => Affinity {
        poster: u8 = poster,
        /// One less than the number of voters.
        count: u8 = |it| it.below(20),
    };
    /// Gives articles and comments of a user to another.
    transfer => Transfer {
        user: u8 = poster,
        new_user: u8 = poster,
        /// Whether the user becomes the other.
        all: bool = |it| it.chance(50),
        /// One less than the number of things to transfer.
        count: u8 = |it| it.below(30),
    };
    group_add => GroupAdd { id: i16 = id, groups: Vec<u8> = groups, };
    group_remove => GroupRemove { id: i16 = id, groups: Vec<u8> = groups, };
    /// Drops the vote records of articles and comments whose voting has closed.
    drop_closed => DropClosed;
    /// Sets settings, whose times are in seconds of an operation.
    alter => Alter(Vec<(Setting, i64)>) = settings;
    moderate => Moderate {
        moderation: Moderation = moderation,
        ids: Vec<i16> = |it| it.list(id),
    };
    boost => Boost {
        id: i16 = id,
        /// The boost in units of 10,000 seconds: the largest are beyond the limit.
        seconds: i16 = few,
        /// Whether to add to the boost before.
        is_increment: bool = |it| it.chance(50),
    };
    /// Sets when something last happened on an article, and adds to its number of comments.
    bump => Bump {
        id: i16 = id,
        /// The age of what happened, or None for now.
        age: Option<i16> = |it| it.option(70, age),
        /// The increment: in units of 100,000,000, of which the largest are beyond the limit, if
        /// its distance from zero is 10 or more, and what is missing to the limit if it is the
        /// maximum.
        comments: i16 = |it| if it.chance(15) { i16::MAX } else { few(it) },
    };
    /// Adds to the integer in a custom field.
    increment => Increment {
        id: i16 = id,
        field: u8 = |it| it.below(9),
        /// The increment in units of 2^50: the largest are beyond the limit.
        increment: i16 = few,
    };
    /// Reads a listing, page by page.
    listing => Read(ListingRead) = ListingRead::decode;
    /// Reads what a user has voted on, page by page.
    voted => Voted {
        user: u8 = voter,
        /// Only such votes.
        vote: Option<Vote> = |it| it.pick(&[None, None, Some(Vote::Up), Some(Vote::Down)]),
        /// Only articles or only comments.
        kind: Option<Kind> = kind,
        /// One less than the number of articles and comments per page.
        size: u8 = |it| it.below(9),
    };
    /// Reads the answers to a user, page by page.
    answers => Answers {
        user: u8 = poster,
        /// Only answers that are not seen.
        is_unseen: bool = |it| it.chance(40),
        /// No answers by these users.
        not_from: Vec<u8> = |it| users(it, 40),
        /// One less than the number of comments per page.
        size: u8 = |it| it.below(9),
    };
    /// Moves the mark of what a user has seen, who need not post.
    see => See {
        user: u8 = |it| it.below(14),
        /// How long ago the position is.
        age: i16 = age,
        id: i16 = id,
    };
    /// Puts articles and comments on a list of a user.
    mark => Mark { user: u8 = keeper, list: u8 = list, ids: Vec<i16> = |it| it.list(id), };
    /// Takes articles and comments off a list of a user.
    unmark => Unmark {
        /// The ids, or None for all.
        ids: Option<Vec<i16>> = |it| it.option(70, |it| it.list(id)),
        user: u8 = keeper,
        list: u8 = list,
    };
    /// Reads a list of a user, page by page.
    marked => Marked {
        user: u8 = keeper,
        list: u8 = list,
        /// Only articles or only comments.
        kind: Option<Kind> = kind,
        /// One less than the number of articles and comments per page.
        size: u8 = |it| it.below(9),
    };
    /// Has a user follow or mute groups, users or items, or no longer. It is often one of those
    /// who post.
    relate => Relate {
        /// The relation, and the kind of the names.
        relation: (Relation, NameKind) = relation,
        user: u8 = keeper,
        ends: bool = |it| it.chance(25),
        /// Names or ids.
        names: Vec<i16> = |it| it.list(|it| it.within(-10..14)),
    };
    /// Removes what the site keeps for a user to read.
    forget => Forget { user: u8 = |it| if it.chance(50) { keeper(it) } else { voter(it) }, };
    /// Reads a thread, page by page.
    thread => Thread {
        read: ThreadRead = ThreadRead::decode,
        /// How the cursors are damaged that must do no harm.
        mutation: [u8; 5] = |it| it.array(),
    };
    /// Reads a thread, page by page, while it changes.
    thread_meanwhile => ThreadMeanwhile {
        read: ThreadRead = ThreadRead::decode,
        /// The operations, of which each follows a page.
        operations: Vec<Operation> = |it| it.list(|it| operation(it, MEANWHILE)),
    };
    /// Moves the clock.
    tick => Tick {
        /// Seconds forwards; negative backwards.
        seconds: i16 = |it| it.within(-20..120),
    };
    /// Encodes the site and goes on with the decoded one.
    reload => Reload;
    /// Has the copy follow the site's changes by one step.
    follow => Follow {
        /// One less than the number of changes.
        count: u8 = |it| it.below(9),
    };
}

arguments! {
    /// An article. Its title follows from the poster.
    PostArgs {
        poster: u8 = poster,
        /// The link, or None for an empty one.
        link: Option<u8> = link,
        groups: Vec<u8> = groups,
        /// The names and values of custom fields.
        fields: Vec<(u8, u8)> = fields,
        /// The id's distance from the last id, or None for the next id. 126 and 127 stand for the
        /// largest distance and one more.
        id_step: Option<i8> = id_step,
        age: i16 = age,
        is_held: bool = |it| it.chance(10),
    }

    CommentArgs {
        poster: u8 = poster,
        parent: i16 = parent,
        text: u8 = |it| it.below(9),
        /// The names and values of custom fields.
        fields: Vec<(u8, u8)> = fields,
        /// As for an article.
        id_step: Option<i8> = id_step,
        age: i16 = age,
        is_held: bool = |it| it.chance(10),
    }

    /// Changes of the texts and custom fields of an article or comment.
    EditArgs {
        id: i16 = id,
        title: Option<u8> = |it| it.option(30, |it| it.byte()),
        /// The new link, or None within for an empty one.
        link: Option<Option<u8>> = |it| it.option(30, link),
        text: Option<u8> = |it| it.option(30, |it| it.byte()),
        /// The names and values of custom fields to set.
        fields: Vec<(u8, u8)> = fields,
        /// The names of custom fields to remove first.
        unset: Vec<u8> = |it| it.list(|it| it.below(6)),
    }

    ListingRead {
        source: ReadSource = source,
        /// The order, modulo their number.
        order: u8 = |it| it.byte(),
        is_ascending: bool = |it| it.chance(20),
        /// The age of the oldest.
        since: Option<i16> = |it| it.option(30, age),
        /// The age that all others exceed.
        until: Option<i16> = |it| it.option(30, age),
        min_votes: Option<i8> = |it| it.option(30, |it| few(it) as i8),
        /// Conditions on articles alone do not count for comments. Ids are as in an operation.
        conditions: Vec<Condition<'static>> = condition::decode,
        visibility: Visibility = visibility,
        /// PER: what, modulo three, and one less than the most of each.
        per: Option<(u8, u8)> = |it| it.option(25, |it| (it.byte(), it.below(3))),
        /// The age of AT.
        at: Option<i16> = |it| it.option(20, age),
        /// One less than the number of articles per page.
        size: u8 = |it| it.below(9),
    }

    ThreadRead {
        id: i16 = thread_id,
        /// The order, modulo their number.
        order: u8 = |it| it.byte(),
        is_ascending: bool = |it| it.chance(20),
        /// NOTFROM.
        not_from: Vec<u8> = |it| users(it, 20),
        unmuted: Option<u8> = |it| it.option(20, keeper),
        /// One less than the number of levels.
        depth: Option<u8> = |it| it.option(30, |it| it.below(4)),
        /// The number of answers to each comment that is returned.
        children: Option<u8> = |it| it.option(30, |it| it.below(4)),
        /// One less than the number of comments per page.
        size: u8 = |it| it.below(9),
    }
}

/// What an operation that follows or mutes names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameKind {
    Groups,
    Users,
    /// Ids, of which those from 0 down count back from the last id.
    Ids,
}

fn relation(input: &mut Input) -> (Relation, NameKind) {
    use NameKind::{Groups, Ids, Users};
    use Relation::{Follows, Mutes};
    input.pick(&[
        (Follows, Groups),
        (Follows, Users),
        (Follows, Users),
        (Mutes, Groups),
        (Mutes, Users),
        (Mutes, Ids),
    ])
}

/// The articles or comments from which a listing is taken.
#[derive(Clone, Copy, Debug, Default)]
pub enum ReadSource {
    #[default]
    Site,
    Group(u8),
    User(u8),
    Comments,
    Below(i16),
}

fn source(input: &mut Input) -> ReadSource {
    match input.byte() % 8 {
        0..3 => ReadSource::Group(input.below(12)),
        3 => ReadSource::User(poster(input)),
        4 => ReadSource::Comments,
        5 => ReadSource::Below(id(input)),
        _ => ReadSource::Site,
    }
}

/// Returns the number of comments that [`Operation::Bump`] adds to those before.
pub(crate) fn added_comments(comments: i16, before: u32) -> i64 {
    match comments {
        few @ -9..10 => few.into(),
        i16::MAX => i64::from(u32::MAX - before),
        many => 100_000_000 * i64::from(many),
    }
}
