//! What a list is called, where it is, and what it says if nothing is in it.

use axum::http::StatusCode;

use super::address::{self, encoded};
use crate::news::Shelf::{Hidden, Saved};
use crate::news::{List, Order, Source, Topic, host_of};

/// The button of each story of a list.
pub struct Row {
    pub form: &'static str,
    pub action: &'static str,
    pub field: &'static str,
    pub label: &'static str,
}

impl Source {
    /// Returns the title, the address without the order, and the order where the address has none.
    pub fn page(&self) -> (String, String, Order) {
        let (title, path, default) = match self {
            Self::Site => ("Stories", String::new(), Order::Hot),
            Self::Group(name) => match host_of(name) {
                Some(host) => (host, address::host(host), Order::New),
                None => (name.as_str(), format!("/g/{}", encoded(name)), Order::Hot),
            },
            Self::User(name) => (name.as_str(), format!("/u/{}", encoded(name)), Order::New),
            Self::Feed => ("Your feed", "/feed".to_owned(), Order::Hot),
            Self::Hidden => ("Hidden stories", "/hidden".to_owned(), Order::New),
            Self::Comments => ("Comments", "/comments".to_owned(), Order::New),
            Self::CommentsOf(name) => {
                let path = format!("/u/{}/comments", encoded(name));
                return (format!("Comments of {name}"), path, Order::New);
            }
            Self::HiddenComments => ("Hidden comments", "/comments/hidden".to_owned(), Order::New),
            Self::AnswersTo(_) => ("Answers to you", "/answers".to_owned(), Order::New),
            Self::VotesOf(_) => ("What you voted for", "/voted".to_owned(), Order::New),
            Self::Marked(Saved) => ("Saved stories", "/saved".to_owned(), Order::New),
            Self::Marked(Hidden) => ("Hidden stories", "/settings/hidden".to_owned(), Order::New),
            Self::Below { story, title, since } => {
                let since = since.map(|since| format!("?since={since}")).unwrap_or_default();
                (title.as_str(), format!("/a/{story}/flat{since}"), Order::New)
            }
        };
        (title.to_owned(), path, default)
    }

    /// Returns the address of the list in an order, for all stories or only those that the viewer
    /// has not voted on.
    pub fn address(&self, order: Order, unvoted: bool) -> String {
        let (_, path, default) = self.page();
        let path = match order == default {
            true if path.is_empty() => "/".to_owned(),
            true => path,
            false => format!("{path}/{}", order.name()),
        };
        if unvoted { format!("{path}?unvoted=1") } else { path }
    }

    pub fn is_public(&self) -> bool {
        !matches!(
            self,
            Self::Feed
                | Self::Hidden
                | Self::HiddenComments
                | Self::AnswersTo(_)
                | Self::VotesOf(_)
                | Self::Marked(_)
                | Self::Below { .. }
        )
    }

    pub fn row(&self) -> Option<Row> {
        let (form, action, field, label) = match self {
            Self::Site | Self::Feed | Self::Group(_) => ("hide", "/hide", "id", "Hide"),
            Self::Marked(Saved) => ("shelf", "/save", "undo", "Remove"),
            Self::Marked(Hidden) => ("shelf", "/hide", "undo", "Show again"),
            _ => return None,
        };
        Some(Row { form, action, field, label })
    }

    /// Returns what the list says if there is nothing in it.
    pub fn empty(&self) -> &'static str {
        match self {
            Self::Site => "There are no stories from this time.",
            Self::Group(_) => {
                "There are no stories in this group, or you have hidden all of them."
            }
            Self::User(_) => "This user has posted no stories.",
            Self::Feed => {
                "Nothing yet. Follow groups, or users on their pages, and what they post \
                           comes here."
            }
            Self::Hidden | Self::HiddenComments => "Nothing is hidden.",
            Self::Comments => "Nobody has commented yet.",
            Self::CommentsOf(_) => "This user has written no comments.",
            Self::AnswersTo(_) => {
                "Nobody has answered you yet. Answers to your stories and \
                                   comments come here."
            }
            Self::VotesOf(_) => "You have voted for nothing that is still open for voting.",
            Self::Marked(Saved) => "Nothing is saved. The page of a story has the button.",
            Self::Marked(Hidden) => "You have hidden no stories.",
            Self::Below { .. } => "There are no comments here, or none that are new.",
        }
    }

    pub fn status(&self, list: &List, is_first: bool, reader: Option<&str>) -> StatusCode {
        let is_there = match self {
            Self::Group(name) => Topic::Group(name).is_followed(&list.preferences.follows),
            Self::User(name) => {
                list.summary.is_some_and(|user| user.is_known) || reader == Some(name)
            }
            _ => true,
        };
        match is_there || !list.items.is_empty() || !is_first {
            true => StatusCode::OK,
            false => StatusCode::NOT_FOUND,
        }
    }
}
