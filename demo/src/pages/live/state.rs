use serde::Serialize;

use crate::news::Item;

/// The numbers, marks, and texts of a story or comment, as the script reads them. What has not
/// changed, or is not shown, is missing.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct ItemState {
    pub id: u32,
    /// The moderators' marks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flags: Option<Vec<&'static str>>,
    /// Whether a moderator has hidden it from the viewer. Then the rest is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub concealed: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    votes: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    comments: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    /// What only the page of a story shows.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub facts: Option<Facts>,
    /// When its text was last changed. The script needs only the text.
    #[serde(skip)]
    pub edited: Option<i64>,
    /// The text as HTML, after a change of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// The part of a story that only its own page shows.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Facts {
    upvotes: u32,
    downvotes: u32,
    /// Not shown. When it changes, the place may have changed, too.
    #[serde(skip)]
    score: i64,
    /// The place by score among all stories, such as `14th of 2,003`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rank: Option<String>,
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
    /// Returns an item, without its content if that is concealed.
    pub fn new(item: &Item, is_concealed: bool) -> Self {
        let flags = Some(item.flags.iter().map(|flag| flag.name()).collect());
        let state = Self { id: item.id, flags, concealed: Some(is_concealed), ..Self::default() };
        if is_concealed {
            return state;
        }
        Self {
            votes: Some(item.votes),
            comments: Some(item.comments),
            title: (!item.is_comment()).then(|| item.title.clone()),
            edited: item.edited,
            ..state
        }
    }

    /// Adds what only the story's own page shows.
    pub fn with_facts(self, story: &Item) -> Self {
        let Item { upvotes, downvotes, score, .. } = *story;
        let facts = Facts { upvotes, downvotes, score, rank: None };
        Self { facts: self.votes.map(|_| facts), ..self }
    }

    /// Returns what has changed since an earlier state, if anything.
    pub fn since(&self, before: &Self) -> Option<Self> {
        let change = Self {
            id: self.id,
            flags: changed(&self.flags, &before.flags),
            concealed: changed(&self.concealed, &before.concealed),
            votes: changed(&self.votes, &before.votes),
            comments: changed(&self.comments, &before.comments),
            title: changed(&self.title, &before.title),
            facts: changed(&self.facts, &before.facts),
            edited: changed(&self.edited, &before.edited),
            text: None,
        };
        (change != Self { id: self.id, ..Self::default() }).then_some(change)
    }
}

fn changed<T: Clone + PartialEq>(now: &Option<T>, before: &Option<T>) -> Option<T> {
    if now == before { None } else { now.clone() }
}

#[cfg(test)]
mod tests {
    use super::{ItemState, Update};
    use crate::news::{Flag, Item};

    #[test]
    fn scripts_read_json() {
        let story = Item {
            id: 7,
            title: "\"</script>\n".to_owned(),
            votes: -1,
            flags: vec![Flag::Locked],
            ..Item::default()
        };
        let comment = Item { id: 8, parent: Some(7), comments: 2, ..Item::default() };
        let update = Update {
            items: vec![
                ItemState::new(&story, false).with_facts(&story),
                ItemState::new(&comment, false),
            ],
            new: vec![(9, 8)],
            deleted: vec![3],
        };
        assert_eq!(
            serde_json::to_string(&update).unwrap(),
            concat!(
                r#"{"items":[{"id":7,"flags":["locked"],"concealed":false,"votes":-1,"#,
                r#""comments":0,"title":"\"</script>\n","upvotes":0,"downvotes":0},"#,
                r#"{"id":8,"flags":[],"concealed":false,"votes":0,"comments":2}],"#,
                r#""new":[[9,8]],"deleted":[3]}"#
            )
        );
    }

    #[test]
    fn hiding_conceals_the_content() {
        let story = Item {
            id: 7,
            title: "Secret".to_owned(),
            flags: vec![Flag::Hidden],
            ..Item::default()
        };
        assert_eq!(
            serde_json::to_string(&ItemState::new(&story, true)).unwrap(),
            r#"{"id":7,"flags":["hidden"],"concealed":true}"#
        );
    }
}
