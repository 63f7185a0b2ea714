//! The options of commands, each a method of the commands that take it.

use crate::command::plain;
use crate::{Command, Counts};

/// Kinds of commands: a type per kind, and a trait per group of options.
pub mod kinds {
    macro_rules! kinds {
        ($($(#[$doc:meta])* $kind:ident: $($group:ident)*;)*) => {$(
            $(#[$doc])*
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
        /// A page of articles.
        Articles: Read View Paged Sorted Timed Without Muting Filtered Holding;
        /// A page of comments.
        Comments: Read View Paged Sorted Timed Without Muting Filtered Below Holding;
        /// What is below an article or comment.
        Thread: Read View Paged Sorted Without Muting;
        /// A page of what a user has voted on, or of a list.
        Own: Read View Paged Sided;
        /// A page of answers to a user.
        Answers: Read View Paged Without;
        /// Articles and comments by id.
        Items: Read View;
        /// What has changed.
        Feed: Read View Stepwise;
        /// A number of articles or comments.
        Count: Read Timed Below Without Muting;
        /// The rank of an article.
        Rank: Read Sorted;
        /// Groups.
        Groups: Read;
        /// A read without options.
        Facts: Read;
        /// Who votes for whom.
        Affinity: Read Stepwise;
        /// Who has voted.
        Voters: Votes Sided Stepwise;
        /// A vote.
        Vote: Votes WithCounts;
        /// A new article.
        Post: Posts WithFields WithCounts Holding;
        /// A new comment.
        Comment: Posts WithFields WithCounts Holding;
        /// Changes of an article or comment.
        Edit: WithFields;
        /// Settings of a site.
        Settings: Settled;
        /// Settings of a new site.
        Creation: Settled;
        /// What moderators add to a score.
        Boost:;
        /// What was elsewhere: an article, a comment, its place, or its voters.
        Loaded: WithFields Holding;
        /// What happened elsewhere.
        Bump:;
        /// Work on all that a user has.
        Steps: Stepwise;
        /// What a user has, to be given to another.
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
        #[allow(missing_docs)]
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

/// Writes a method per option: its name here and there, the form of its argument, and its purpose.
macro_rules! options {
    ($([$($bound:tt)*] $kind:ty {
        $($name:ident $word:literal $form:ident $doc:literal;)*
    })*) => {$(
        impl<T, $($bound)*> Command<T, $kind> {
            $(options!(#[doc = $doc] $name $word $form);)*
        }
    )*};
    (#[$doc:meta] $name:ident $word:literal flag) => {
        #[$doc]
        pub fn $name(self) -> Self {
            self.option($word)
        }
    };
    (#[$doc:meta] $name:ident $word:literal number) => {
        #[$doc]
        pub fn $name(self, $name: impl Into<i64>) -> Self {
            self.option($word).word($name.into().to_string())
        }
    };
    (#[$doc:meta] $name:ident $word:literal yes_or_no) => {
        #[$doc]
        pub fn $name(self, yes: bool) -> Self {
            self.option($word).word(if yes { "yes" } else { "no" })
        }
    };
    (#[$doc:meta] $name:ident $word:literal text) => {
        #[$doc]
        pub fn $name(self, $name: impl AsRef<[u8]>) -> Self {
            self.option($word).word($name)
        }
    };
    (#[$doc:meta] $name:ident $word:literal list) => {
        #[$doc]
        pub fn $name(self, $name: impl IntoIterator<Item: AsRef<[u8]>>) -> Self {
            self.option($word).list($name)
        }
    };
    (#[$doc:meta] $name:ident $word:literal pair) => {
        #[$doc]
        pub fn $name(self, first: u32, second: u32) -> Self {
            self.option($word).words([first, second].map(|number| number.to_string()))
        }
    };
    (#[$doc:meta] $name:ident $word:literal share) => {
        #[$doc]
        pub fn $name(self, of: impl AsRef<[u8]>, most: impl Into<i64>) -> Self {
            self.option($word).word(of.as_ref().to_ascii_uppercase()).word(most.into().to_string())
        }
    };
    (#[$doc:meta] $name:ident $word:literal lists) => {
        #[$doc]
        pub fn $name(
            self,
            user: impl AsRef<[u8]>,
            lists: impl IntoIterator<Item: AsRef<[u8]>>,
        ) -> Self {
            self.option($word).word(user).list(lists)
        }
    };
}

options! {
    [K: kinds::View] K {
        viewer "VIEWER" text "Adds the vote of this user to each item.";
        marks "MARKS" list "Adds to each item which of these lists of the viewer hold it.";
        returning "RETURN" list "Returns only these entries. See [`of`](Self::of).";
    }
    [K: kinds::Paged] K {
        withpositions "WITHPOSITIONS" flag
            "For whoever merges pages: the positions of the entries, and the cursor.";
        size "SIZE" number "The number of items per page, up to 1,000.";
    }
    [K: kinds::Sorted] K {
        by "BY" text
            "The order: for ranks SCORE or TIME, for comments none that only articles have.";
        asc "ASC" flag "From the lowest on, which SCORE and TIME can be.";
    }
    [K: kinds::Timed] K {
        since "SINCE" number "Posted at this time or later. A negative time counts back from now.";
        until "UNTIL" number "Posted before this time.";
    }
    [K: kinds::Without] K {
        notfrom "NOTFROM" list "Posted by none of these users.";
    }
    [K: kinds::Muting] K {
        unmuted "UNMUTED" text "Without what this user has muted.";
    }
    [K: kinds::Filtered] K {
        from "FROM" list "Posted by one of these users.";
        minvotes "MINVOTES" number "With at least so many votes.";
        unvoted "UNVOTED" text "On which this user has no vote.";
        marked "MARKED" lists "On at least one of these lists of a user.";
        unmarked "UNMARKED" lists "On none of these lists of a user.";
        hidden "HIDDEN" flag "Hidden ones instead of listed ones, for moderators.";
    }
    [K: kinds::Filtered] K {
        per "PER" share "At most so many of each group, by each user, or with each link.";
        at "AT" number "Computed as of this time instead of now.";
    }
    [] kinds::Articles {
        feed "FEED" text "In what this user follows, without what is muted.";
        anyof "ANYOF" list "In at least one of these groups.";
        allof "ALLOF" list "In all of these groups.";
        noneof "NONEOF" list "In none of these groups.";
    }
    [K: kinds::Below] K {
        below "BELOW" number "Only comments below this article or comment.";
    }
    [] kinds::Thread {
        depth "DEPTH" number "At most so deep; 1 is only direct answers.";
        children "CHILDREN" number "At most so many answers to each comment.";
    }
    [] kinds::Own {
        articles "ARTICLES" flag "Only articles.";
        comments "COMMENTS" flag "Only comments.";
    }
    [] kinds::Answers {
        unseen "UNSEEN" flag "Only those that the user has not seen.";
    }
    [K: kinds::Whole] K {
        all "ALL" flag "Has the user become the other, with everything else there is of it.";
    }
    [] kinds::Affinity {
        of_users "OF" list "Only these voters, in this order.";
    }
    [K: kinds::Stepwise] K {
        count "COUNT" number "At most so many at a time.";
    }
    [] kinds::Groups {
        limit "LIMIT" pair "From an offset on, at most so many, up to 10,000.";
    }
    [K: kinds::Sided] K {
        up "UP" flag "Only upvotes.";
        down "DOWN" flag "Only downvotes.";
    }
    [K: kinds::Votes] K {
        silent "SILENT" flag "A vote that its voter sees, and that does not count.";
    }
    [] kinds::Post {
        groups "GROUPS" list "The groups that the article joins.";
        xx "XX" flag "Only if the site exists.";
    }
    [K: kinds::Posts] K {
        id "ID" number
            "The id, above all that were assigned. With it, a retry posts only once.";
        time "TIME" number "The time of posting, in UNIX seconds.";
    }
    [K: kinds::Holding] K {
        held "HELD" flag "Held back until a moderator publishes it; of a page, only what is held.";
    }
    [] kinds::Edit {
        title "TITLE" text "The new title of an article.";
        link "LINK" text "The new link of an article.";
        text "TEXT" text "The new text of a comment.";
        unset "UNSET" list "Removes custom fields.";
    }
    [] kinds::Bump {
        time "TIME" number "When it happened, in UNIX seconds.";
        comments "COMMENTS" number "Adds to the number of comments.";
    }
    [] kinds::Boost {
        incr "INCR" flag "Adds to the seconds.";
    }
    [] kinds::Creation {
        nx "NX" flag "Leaves a site that exists as it is.";
        ids "IDS" pair "The first id, and the step from each id to the next.";
    }
    [] kinds::Loaded {
        time "TIME" number "The time of posting, in UNIX seconds. Required, but for voters.";
        closes "CLOSES" number "When voting closes, in UNIX seconds. Required with a title or text.";
        score "SCORE" number "Its score.";
        boost "BOOST" number "The seconds that moderators added to its score.";
        hidden "HIDDEN" flag "It is hidden.";
        locked "LOCKED" flag "It is locked.";
        pinned "PINNED" flag "It is pinned.";
        pinnedlocal "PINNEDLOCAL" flag "It is pinned in its groups.";
        comments "COMMENTS" number "The number of comments kept elsewhere.";
        bumped "BUMPED" number "When something last happened on it.";
        bumptime "BUMPTIME" number "The time of the last BUMP.";
        counts "COUNTS" pair "Upvotes and downvotes, if the voters are not known.";
        up "UP" list "Who voted up.";
        down "DOWN" list "Who voted down.";
        silentup "SILENTUP" list "Whose vote up does not count.";
        silentdown "SILENTDOWN" list "Whose vote down does not count.";
        keptup "KEPTUP" list "Whose vote up is kept.";
        keptdown "KEPTDOWN" list "Whose vote down is kept.";
        groups "GROUPS" list "Its groups.";
    }
    [K: kinds::Settled] K {
        votescore "VOTESCORE" number
            "Seconds of gain per vote, or with the formula `log` per tenfold.";
        window "WINDOW" number "Seconds for which voting is open.";
        pagesize "PAGESIZE" number "Items per page.";
        selfvote "SELFVOTE" yes_or_no "Whether posters vote for what they post.";
        formula "FORMULA" text "`linear` or `log`.";
        downvotes "DOWNVOTES" yes_or_no "Whether users can vote down.";
        dedupe "DEDUPE" number "Seconds within which a post of the same link becomes a vote.";
        bumpwindow "BUMPWINDOW" number "Seconds within which comments bump an article.";
        keepvotes "KEEPVOTES" yes_or_no "Whether the votes of users outlive the window.";
    }
}

impl<T, K: kinds::Paged> Command<T, K> {
    /// Begins after this cursor, which an earlier page returned.
    pub fn after(mut self, cursor: impl Into<String>) -> Self {
        self.words.after = Some(cursor.into());
        self
    }

    /// Returns the cursor of the page. [`walk`](Self::walk) does so by itself.
    pub fn withcursor(mut self) -> Self {
        self.words.has_cursor = true;
        self
    }
}

impl<T> Command<T, kinds::Feed> {
    /// Waits at most so many milliseconds for a change, 0 for ever. See the README.
    pub fn block(mut self, milliseconds: impl Into<i64>) -> Self {
        self.words.block = Some(milliseconds.into().to_string());
        self
    }
}

impl<T> Command<T, kinds::Rank> {
    /// Among the articles of this group.
    pub fn group(self, group: impl AsRef<[u8]>) -> Self {
        self.option("GROUP").word(group)
    }
}

impl<T> Command<T, kinds::Count> {
    /// Of the articles of this group.
    pub fn group(mut self, group: impl AsRef<[u8]>) -> Self {
        self.words.args.push(group.as_ref().into());
        self
    }
}

impl<T, K: kinds::Filtered> Command<T, K> {
    /// Without these ids.
    pub fn except(self, ids: &[u32]) -> Self {
        self.option("EXCEPT").list(ids.iter().map(u32::to_string))
    }
}

impl<T, K: kinds::WithFields> Command<T, K> {
    /// Sets custom fields, each a name and a value.
    pub fn fields<F: AsRef<[u8]>, V: AsRef<[u8]>>(
        self,
        fields: impl IntoIterator<Item = (F, V)>,
    ) -> Self {
        let fields: Vec<_> = fields.into_iter().collect();
        let command = self.option("FIELDS").word(fields.len().to_string());
        fields.iter().fold(command, |command, (name, value)| command.word(name).word(value))
    }
}

impl<T, K: kinds::WithCounts> Command<T, K> {
    /// Returns the counts after the command: [`Posted`](crate::Posted) or [`Voted`](crate::Voted).
    pub fn withcounts(self) -> Command<T::With, K>
    where
        T: Counts,
    {
        self.option("WITHCOUNTS").reading(plain)
    }
}
