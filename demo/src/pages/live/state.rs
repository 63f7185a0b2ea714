use std::collections::BTreeMap;

use serde::Serialize;

use crate::news::Item;
use crate::pages::parts;

/// The HTML of parts of a page, by their selectors.
type Parts = BTreeMap<&'static str, String>;

/// What an open page shows of a story or comment, as the server renders it. The script replaces
/// these parts, and knows nothing about them.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct ItemState {
    pub id: u32,
    /// Whether only its space is left: it was deleted, or a moderator has hidden it from the
    /// viewer.
    pub gone: bool,
    /// Whether moderators let it take votes.
    open: bool,
    /// What has changed of its own parts.
    pub parts: Parts,
    /// What has changed elsewhere on the page of the story.
    #[serde(skip_serializing_if = "Parts::is_empty")]
    pub page: Parts,
    /// When its text was last changed, if it has changed. Its new text is then to be added.
    #[serde(skip)]
    pub edited: Option<i64>,
    /// Whether it is a story on its own page.
    #[serde(skip)]
    pub is_of_page: bool,
    /// The score of such a story, if it has changed. Its place is then to be added.
    #[serde(skip)]
    pub score: Option<i64>,
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
        let flags = (".flags", parts::flags(&item.flags));
        let state =
            Self { id: item.id, gone: is_concealed, open: item.is_open(), ..Self::default() };
        if is_concealed {
            return Self { parts: [flags].into(), ..state };
        }
        let votes = (".votes", item.votes.to_string());
        let parts = match item.is_comment() {
            true => [flags, votes, (".folded", parts::answers(item.comments))].into(),
            false => {
                let title = (".title", parts::escaped(&item.title));
                [flags, votes, title, ("a.comments", parts::discuss(item.comments))].into()
            }
        };
        Self { parts, edited: item.edited, ..state }
    }

    /// Returns what is left of a deleted item.
    pub fn deleted(id: u32) -> Self {
        let parts = [(".flags", parts::deleted())].into();
        Self { id, gone: true, parts, ..Self::default() }
    }

    /// Adds what only the story's own page shows.
    pub fn on_its_page(self, story: &Item) -> Self {
        if self.gone {
            return self;
        }
        let page = [
            ("[data-fact=upvotes]", story.upvotes.to_string()),
            ("[data-fact=downvotes]", story.downvotes.to_string()),
            ("#comments h2", parts::heading(story.comments)),
        ];
        Self { page: page.into(), is_of_page: true, score: Some(story.score), ..self }
    }

    /// Returns what has changed since an earlier state, if anything.
    pub fn since(&self, before: &Self) -> Option<Self> {
        if self == before {
            return None;
        }
        let edited = self.edited.filter(|_| self.edited != before.edited);
        let score = self.score.filter(|_| self.score != before.score);
        let (parts, page) =
            (changed(&self.parts, &before.parts), changed(&self.page, &before.page));
        Some(Self { parts, page, edited, score, ..self.clone() })
    }
}

fn changed(now: &Parts, before: &Parts) -> Parts {
    let changed = now.iter().filter(|(name, html)| before.get(*name) != Some(*html));
    changed.map(|(name, html)| (*name, html.clone())).collect()
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
                ItemState::new(&story, false).on_its_page(&story),
                ItemState::new(&comment, false),
            ],
            new: vec![(9, 8)],
            deleted: vec![3],
        };
        assert_eq!(
            serde_json::to_string(&update).unwrap(),
            concat!(
                r#"{"items":[{"id":7,"gone":false,"open":false,"parts":{"#,
                r#"".flags":"<span class=\"flag locked\">locked</span> ","#,
                r#"".title":"&#34;&#60;/script&#62;\n",".votes":"-1","a.comments":"discuss"},"#,
                r##""page":{"#comments h2":"Comments","[data-fact=downvotes]":"0","##,
                r#""[data-fact=upvotes]":"0"}},"#,
                r#"{"id":8,"gone":false,"open":true,"parts":{".flags":"",".folded":"2 answers","#,
                r#"".votes":"0"}}],"new":[[9,8]],"deleted":[3]}"#
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
            serde_json::to_string(&ItemState::new(&story, true).on_its_page(&story)).unwrap(),
            concat!(
                r#"{"id":7,"gone":true,"open":false,"parts":{"#,
                r#"".flags":"<span class=\"flag hidden\">hidden</span> "}}"#
            )
        );
    }
}
