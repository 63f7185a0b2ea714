//! The options of commands, each a method of the commands that take it.

use crate::command::plain;
use crate::forms::{self, Words, form};
use crate::{Command, Counts};

/// Kinds of commands: a type per kind, and a trait per group of options.
pub mod kinds {
    macro_rules! kinds {
        ($($kind:ident: $($group:ident)*;)*) => {$(
            /// A kind of commands, which take the options of these groups.
            #[derive(Clone, Copy, Debug)]
            pub enum $kind {}
            $(impl $group for $kind {})*
        )*};
    }

    macro_rules! groups {
        ($($group:ident)*) => {$(
            /// A group of options, which these kinds take.
            pub trait $group {}
        )*};
    }

    groups! {
        Read View Paged Sorted Timed Without Muting Filtered Below
        Posts WithFields WithCounts Votes Sided Stepwise Whole Holding Settled
    }

    kinds! {
        Articles: Read View Paged Sorted Timed Without Muting Filtered Holding;
        Comments: Read View Paged Sorted Timed Without Muting Filtered Below Holding;
        Thread: Read View Paged Sorted Without Muting;
        Own: Read View Paged Sided;
        Answers: Read View Paged Without;
        Items: Read View;
        Feed: Read View Stepwise;
        Count: Read Timed Below Without Muting;
        Rank: Read Sorted;
        Groups: Read;
        Facts: Read;
        Affinity: Read Stepwise;
        Voters: Votes Sided Stepwise;
        Vote: Votes WithCounts;
        Post: Posts WithFields WithCounts Holding;
        Comment: Posts WithFields WithCounts Holding;
        Edit: WithFields;
        Settings: Settled;
        Creation: Settled;
        Boost:;
        Bump:;
        Steps: Stepwise;
        Transfer: Stepwise Whole;
    }
}

/// A text that is none of the words from which to choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("it must be one of the words of the command")]
pub struct UnknownWord;

macro_rules! words {
    ($($(#[$doc:meta])* $name:ident { $($variant:ident $word:literal,)* })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name { $($variant,)* }

        impl $name {
            /// Returns the word of the command.
            pub fn word(self) -> &'static str {
                match self { $(Self::$variant => $word,)* }
            }
        }

        impl AsRef<[u8]> for $name {
            fn as_ref(&self) -> &[u8] {
                self.word().as_bytes()
            }
        }

        /// Reads the word, in upper or lower case.
        impl std::str::FromStr for $name {
            type Err = UnknownWord;

            fn from_str(text: &str) -> Result<Self, UnknownWord> {
                let all = [$(Self::$variant,)*];
                let named = |one: &Self| one.word().eq_ignore_ascii_case(text);
                all.into_iter().find(named).ok_or(UnknownWord)
            }
        }
    )*};
}

words! {
    /// What to do with the vote of a user.
    Vote { Up "UP", Down "DOWN", None "NONE", }
    /// What a moderator does.
    Action {
        Hide "HIDE", Show "SHOW", Publish "PUBLISH", Lock "LOCK", Unlock "UNLOCK",
        Pin "PIN", PinLocal "PINLOCAL", Unpin "UNPIN",
    }
    /// What a user follows or mutes. Only mutes are of ids, too.
    Target { Group "GROUP", User "USER", Id "ID", }
    /// What few articles of a page shall have in common.
    Per { Group "GROUP", User "USER", Link "LINK", }
    /// What a listing is sorted by.
    Order {
        Score "SCORE", Time "TIME", Votes "VOTES", Best "BEST", Controversy "CONTROVERSY",
        Gravity "GRAVITY", Bumped "BUMPED", Comments "COMMENTS", Active "ACTIVE",
    }
}

/// Writes a method per option: its name here and there, its arguments, and its purpose.
macro_rules! options {
    ($([$($bound:tt)*] $kind:ty {
        $($name:ident $word:literal ($($arg:ident: $form:ident),*) $doc:literal;)*
    })*) => {$(
        impl<T, $($bound)*> Command<T, $kind> {$(
            #[doc = $doc]
            #[allow(unused_mut)]
            pub fn $name(mut self, $($arg: form!($form)),*) -> Self {
                let mut words = Words::new();
                $(forms::$form(&mut words, $arg);)*
                self.set($word, Some(words));
                self
            }
        )*}
    )*};
}

options! {
    [K: kinds::View] K {
        viewer "VIEWER" (viewer: text) "Adds the vote of this user to each item.";
        marks "MARKS" (marks: list)
            "Adds to each item which of these lists of the viewer hold it.";
        returning "RETURN" (returning: list) "Returns only these entries. See [`of`](Self::of).";
    }
    [K: kinds::Paged] K {
        after "AFTER" (cursor: text) "Begins after this cursor, which an earlier page returned.";
        withcursor "WITHCURSOR" ()
            "Returns the cursor of the page. [`walk`](Self::walk) does so by itself.";
        withpositions "WITHPOSITIONS" ()
            "For whoever merges pages: the positions of the entries, and the cursor.";
        size "SIZE" (size: number) "The number of items per page, up to 1,000.";
    }
    [K: kinds::Sorted] K {
        by "BY" (by: text)
            "The order: for ranks SCORE or TIME, for comments none that only articles have.";
        asc "ASC" () "From the lowest on, which SCORE and TIME can be.";
    }
    [K: kinds::Timed] K {
        since "SINCE" (since: number)
            "Posted at this time or later. A negative time counts back from now.";
        until "UNTIL" (until: number) "Posted before this time.";
    }
    [K: kinds::Without] K {
        notfrom "NOTFROM" (notfrom: list) "Posted by none of these users.";
    }
    [K: kinds::Muting] K {
        unmuted "UNMUTED" (unmuted: text) "Without what this user has muted.";
    }
    [K: kinds::Filtered] K {
        except "EXCEPT" (ids: counted) "Without these ids.";
        from "FROM" (from: list) "Posted by one of these users.";
        minvotes "MINVOTES" (minvotes: number) "With at least so many votes.";
        unvoted "UNVOTED" (unvoted: text) "On which this user has no vote.";
        marked "MARKED" (user: text, lists: list) "On at least one of these lists of a user.";
        unmarked "UNMARKED" (user: text, lists: list) "On none of these lists of a user.";
        hidden "HIDDEN" () "Hidden ones instead of listed ones, for moderators.";
        per "PER" (of: text, most: number)
            "At most so many of each group, by each user, or with each link.";
        at "AT" (at: number) "Computed as of this time instead of now.";
    }
    [] kinds::Articles {
        feed "FEED" (feed: text) "In what this user follows, without what is muted.";
        anyof "ANYOF" (anyof: list) "In at least one of these groups.";
        allof "ALLOF" (allof: list) "In all of these groups.";
        noneof "NONEOF" (noneof: list) "In none of these groups.";
    }
    [K: kinds::Below] K {
        below "BELOW" (below: number) "Only comments below this article or comment.";
    }
    [] kinds::Thread {
        depth "DEPTH" (depth: number) "At most so deep; 1 is only direct answers.";
        children "CHILDREN" (children: number) "At most so many answers to each comment.";
    }
    [] kinds::Own {
        articles "ARTICLES" () "Only articles.";
        comments "COMMENTS" () "Only comments.";
    }
    [] kinds::Answers {
        unseen "UNSEEN" () "Only those that the user has not seen.";
    }
    [K: kinds::Whole] K {
        all "ALL" () "Has the user become the other, with everything else there is of it.";
    }
    [] kinds::Affinity {
        of_users "OF" (of_users: list) "Only these voters, in this order.";
    }
    [] kinds::Rank {
        group "GROUP" (group: text) "Among the articles of this group.";
    }
    [] kinds::Feed {
        block "BLOCK" (milliseconds: number)
            "Waits at most so many milliseconds for a change, 0 for ever. See the README.";
    }
    [K: kinds::WithFields] K {
        fields "FIELDS" (fields: fields) "Sets custom fields, each a name and a value.";
    }
    [K: kinds::Stepwise] K {
        count "COUNT" (count: number) "At most so many at a time.";
    }
    [] kinds::Groups {
        limit "LIMIT" (first: id, second: id) "From an offset on, at most so many, up to 10,000.";
    }
    [K: kinds::Sided] K {
        up "UP" () "Only upvotes.";
        down "DOWN" () "Only downvotes.";
    }
    [K: kinds::Votes] K {
        silent "SILENT" () "A vote that its voter sees, and that does not count.";
    }
    [] kinds::Post {
        groups "GROUPS" (groups: list) "The groups that the article joins.";
        xx "XX" () "Only if the site exists.";
    }
    [K: kinds::Posts] K {
        id "ID" (id: number)
            "The id, above all that were assigned. With it, a retry posts only once.";
        time "TIME" (time: number) "The time of posting, in UNIX seconds.";
    }
    [K: kinds::Holding] K {
        held "HELD" () "Held back until a moderator publishes it; of a page, only what is held.";
    }
    [] kinds::Edit {
        title "TITLE" (title: text) "The new title of an article.";
        link "LINK" (link: text) "The new link of an article.";
        text "TEXT" (text: text) "The new text of a comment.";
        unset "UNSET" (unset: list) "Removes custom fields.";
    }
    [] kinds::Bump {
        time "TIME" (time: number) "When it happened, in UNIX seconds.";
        comments "COMMENTS" (comments: number) "Adds to the number of comments.";
    }
    [] kinds::Boost {
        incr "INCR" () "Adds to the seconds.";
    }
    [] kinds::Creation {
        nx "NX" () "Leaves a site that exists as it is.";
        ids "IDS" (first: id, second: id) "The first id, and the step from each id to the next.";
    }
    [K: kinds::Settled] K {
        votescore "VOTESCORE" (votescore: number)
            "Seconds of gain per vote, or with the formula `log` per tenfold.";
        window "WINDOW" (window: number) "Seconds for which voting is open.";
        pagesize "PAGESIZE" (pagesize: number) "Items per page.";
        selfvote "SELFVOTE" (is_so: yes) "Whether posters vote for what they post.";
        formula "FORMULA" (formula: text) "`linear` or `log`.";
        downvotes "DOWNVOTES" (is_so: yes) "Whether users can vote down.";
        dedupe "DEDUPE" (dedupe: number)
            "Seconds within which a post of the same link becomes a vote.";
        bumpwindow "BUMPWINDOW" (bumpwindow: number)
            "Seconds within which comments bump an article.";
        keepvotes "KEEPVOTES" (is_so: yes) "Whether the votes of users outlive the window.";
    }
}

impl<T> Command<T, kinds::Count> {
    /// Of the articles of this group.
    pub fn group(mut self, group: impl AsRef<[u8]>) -> Self {
        forms::text(&mut self.args, group);
        self
    }
}

impl<T, K: kinds::WithCounts> Command<T, K> {
    /// Returns the counts after the command: [`Posted`](crate::Posted) or [`Voted`](crate::Voted).
    pub fn withcounts(mut self) -> Command<T::With, K>
    where
        T: Counts,
    {
        self.set("WITHCOUNTS", Some(Words::new()));
        self.reading(plain)
    }
}
