use serde::Serialize;

use crate::news::{Article, Comment, Flag};

/// The changed numbers, marks, and title of a story or comment, as the script reads them.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct ItemState {
    /// The id.
    pub id: u32,
    /// The moderators' marks.
    pub flags: Vec<&'static str>,
    /// The rest; nothing if a moderator has hidden it from the viewer.
    #[serde(flatten)]
    pub content: Option<Content>,
}

/// The part of a story or comment that hiding conceals.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Content {
    votes: i64,
    comments: u32,
    #[serde(flatten)]
    story: Option<StoryContent>,
}

/// The part that only stories have.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct StoryContent {
    title: String,
    upvotes: u32,
    downvotes: u32,
    score: i64,
}

/// The changes of one page, as the script reads them.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Update {
    /// Stories and comments that the page shows.
    pub items: Vec<ItemState>,
    /// New ones that belong on the page: the id, and the id of what it answers, or 0.
    pub new: Vec<(u32, u32)>,
    /// Deleted stories and comments, whether shown or new.
    pub deleted: Vec<u32>,
}

impl Update {
    /// Whether nothing has changed on the page.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty() && self.new.is_empty() && self.deleted.is_empty()
    }
}

impl ItemState {
    /// Returns a story, without its content if that is concealed.
    pub fn story(story: &Article, is_concealed: bool) -> Self {
        let content = || Content {
            votes: story.votes,
            comments: story.comments,
            story: Some(StoryContent {
                title: story.title.clone(),
                upvotes: story.upvotes,
                downvotes: story.downvotes,
                score: story.score,
            }),
        };
        Self { id: story.id, flags: names(&story.flags), content: (!is_concealed).then(content) }
    }

    /// Returns a comment, without its content if that is concealed.
    pub fn comment(comment: &Comment, is_concealed: bool) -> Self {
        let content = || Content { votes: comment.votes, comments: comment.comments, story: None };
        Self {
            id: comment.id,
            flags: names(&comment.flags),
            content: (!is_concealed).then(content),
        }
    }
}

fn names(flags: &[Flag]) -> Vec<&'static str> {
    flags.iter().map(|flag| flag.name()).collect()
}

#[cfg(test)]
mod tests {
    use super::{ItemState, Update};
    use crate::news::{Article, Comment, Flag};

    #[test]
    fn scripts_read_json() {
        let story = Article {
            id: 7,
            title: "\"</script>\n".to_owned(),
            votes: -1,
            flags: vec![Flag::Locked],
            ..Article::default()
        };
        let comment = Comment { id: 8, comments: 2, ..Comment::default() };
        let update = Update {
            items: vec![ItemState::story(&story, false), ItemState::comment(&comment, false)],
            new: vec![(9, 8)],
            deleted: vec![3],
        };
        assert_eq!(
            serde_json::to_string(&update).unwrap(),
            concat!(
                r#"{"items":[{"id":7,"flags":["locked"],"votes":-1,"comments":0,"#,
                r#""title":"\"</script>\n","upvotes":0,"downvotes":0,"score":0},"#,
                r#"{"id":8,"flags":[],"votes":0,"comments":2}],"new":[[9,8]],"deleted":[3]}"#
            )
        );
    }

    #[test]
    fn hiding_conceals_the_content() {
        let story = Article {
            id: 7,
            title: "Secret".to_owned(),
            flags: vec![Flag::Hidden],
            ..Article::default()
        };
        assert_eq!(
            serde_json::to_string(&ItemState::story(&story, true)).unwrap(),
            r#"{"id":7,"flags":["hidden"]}"#
        );
    }
}
