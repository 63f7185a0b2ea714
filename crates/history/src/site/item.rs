use std::fmt;

use article_model::ModelItem;
use article_model::names::user;
use article_site::{RecordedVote, Tally, Vote};

/// What is shown of an article or a comment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    pub id: u32,
    pub parent: Option<u32>,
    pub tally: Tally,
    pub comments: u32,
    /// When something last happened on an article. None of a comment.
    pub bumped: Option<i64>,
    /// The viewer's vote, if there is a viewer: 1 for up, -1 for down, 0 for none.
    pub vote: Option<i64>,
    pub is_hidden: bool,
    pub is_locked: bool,
}

impl View {
    pub(crate) fn of(item: &ModelItem, viewer: Option<usize>) -> Self {
        let (article, comment) = (item.article(), item.comment());
        let of_article = article.map(|article| article.comments);
        let of_comment = comment.map(|comment| comment.comments);
        let vote = |user| vote_of(item, user).map_or(0, |vote| vote.vote.weight());
        Self {
            id: item.id,
            parent: comment.map(|comment| comment.parent),
            tally: tally_of(item),
            comments: of_article.or(of_comment).unwrap_or(0),
            bumped: article.map(|article| article.bumped),
            vote: viewer.map(vote),
            is_hidden: item.flags.hidden,
            is_locked: item.flags.locked,
        }
    }
}

pub(crate) fn tally_of(item: &ModelItem) -> Tally {
    Tally { upvotes: item.upvotes, downvotes: item.downvotes, score: item.score }
}

pub(crate) fn vote_of(item: &ModelItem, number: usize) -> Option<RecordedVote> {
    item.votes.as_ref()?.get(user(number as u8).as_bytes()).copied()
}

/// Returns a vote as words of a command.
pub fn vote_words(vote: Option<RecordedVote>) -> &'static str {
    match vote.map(|vote| (vote.vote, vote.is_silent)) {
        Some((Vote::Up, false)) => "UP",
        Some((Vote::Down, false)) => "DOWN",
        Some((Vote::Up, true)) => "UP SILENT",
        Some((Vote::Down, true)) => "DOWN SILENT",
        None => "NONE",
    }
}

/// Counts as they are printed.
pub(crate) struct Counts(pub Tally);

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { upvotes, downvotes, score } = self.0;
        write!(f, "votes {} up {upvotes} down {downvotes} score {score}", self.0.votes())
    }
}

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { id, parent, tally, comments, bumped, vote, is_hidden, is_locked } = self;
        write!(f, "{{id {id}")?;
        parent.map_or(Ok(()), |parent| write!(f, " parent {parent}"))?;
        write!(f, " {} comments {comments}", Counts(*tally))?;
        bumped.map_or(Ok(()), |bumped| write!(f, " bumped {bumped}"))?;
        vote.map_or(Ok(()), |vote| write!(f, " vote {vote}"))?;
        f.write_str(if *is_hidden { " hidden" } else { "" })?;
        f.write_str(if *is_locked { " locked" } else { "" })?;
        f.write_str("}")
    }
}
