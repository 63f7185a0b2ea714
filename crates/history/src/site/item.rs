use std::fmt;

/// The seconds of score per vote.
const VOTE_SCORE: i64 = 432;

/// A user's vote.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Ballot {
    /// 1 for up, -1 for down, 0 for none.
    pub direction: i64,
    /// Whether it does not count. False if there is none.
    pub is_silent: bool,
}

/// The counts of an article or a comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally {
    /// Upvotes less downvotes.
    pub votes: i64,
    /// The number of votes up.
    pub upvotes: i64,
    /// The number of votes down.
    pub downvotes: i64,
    /// The score.
    pub score: i64,
}

/// What is shown of an article or a comment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// The id.
    pub id: u32,
    /// What a comment answers.
    pub parent: Option<u32>,
    /// The counts.
    pub tally: Tally,
    /// The number of comments below it.
    pub comments: i64,
    /// When something last happened on an article. None of a comment.
    pub bumped: Option<i64>,
    /// The viewer's vote, if there is a viewer.
    pub vote: Option<i64>,
    /// Whether it is hidden.
    pub is_hidden: bool,
    /// Whether it is locked.
    pub is_locked: bool,
}

/// An article or a comment.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Item {
    /// What a comment answers.
    pub parent: Option<u32>,
    pub time: i64,
    pub bumped: i64,
    pub comments: i64,
    pub is_hidden: bool,
    pub is_locked: bool,
    /// The votes by user.
    pub ballots: Vec<Ballot>,
}

impl Item {
    /// Returns an item as it is posted: its poster votes for it.
    pub fn new(poster: usize, parent: Option<u32>, time: i64, users: usize) -> Self {
        let mut ballots = vec![Ballot::default(); users];
        ballots[poster].direction = 1;
        let (is_hidden, is_locked) = (false, false);
        Self { parent, time, bumped: time, comments: 0, is_hidden, is_locked, ballots }
    }

    pub fn tally(&self) -> Tally {
        let count = |direction| {
            let counts = |ballot: &&Ballot| ballot.direction == direction && !ballot.is_silent;
            self.ballots.iter().filter(counts).count() as i64
        };
        let (upvotes, downvotes) = (count(1), count(-1));
        let votes = upvotes - downvotes;
        Tally { votes, upvotes, downvotes, score: self.time + VOTE_SCORE * votes }
    }

    pub fn view(&self, id: u32, viewer: Option<usize>) -> View {
        View {
            id,
            parent: self.parent,
            tally: self.tally(),
            comments: self.comments,
            bumped: self.parent.is_none().then_some(self.bumped),
            vote: viewer.map(|user| self.ballots[user].direction),
            is_hidden: self.is_hidden,
            is_locked: self.is_locked,
        }
    }
}

impl fmt::Display for Ballot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match (self.direction, self.is_silent) {
            (1, false) => "UP",
            (-1, false) => "DOWN",
            (1, true) => "UP SILENT",
            (-1, true) => "DOWN SILENT",
            _ => "NONE",
        })
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { votes, upvotes, downvotes, score } = self;
        write!(f, "votes {votes} up {upvotes} down {downvotes} score {score}")
    }
}

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { id, parent, tally, comments, bumped, vote, is_hidden, is_locked } = self;
        write!(f, "{{id {id}")?;
        parent.map_or(Ok(()), |parent| write!(f, " parent {parent}"))?;
        write!(f, " {tally} comments {comments}")?;
        bumped.map_or(Ok(()), |bumped| write!(f, " bumped {bumped}"))?;
        vote.map_or(Ok(()), |vote| write!(f, " vote {vote}"))?;
        f.write_str(if *is_hidden { " hidden" } else { "" })?;
        f.write_str(if *is_locked { " locked" } else { "" })?;
        f.write_str("}")
    }
}
