use askama::Template;
use serde::Deserialize;

use super::tree::{Node, Rest, tree};
use crate::news::{Item, Order, Sent, Thread, ThreadPage};
use crate::pages::address::encoded;
use crate::pages::{ItemView, Layout, PageError, address, extract};

/// The comments of a page of a thread, without the page around them.
#[derive(Template)]
#[template(path = "thread.html")]
pub struct ThreadPart<'a> {
    root: u32,
    comments: Vec<ThreadComment<'a>>,
    more: Option<String>,
    is_first: bool,
    first: String,
}

pub struct Discussion<'a> {
    pub part: ThreadPart<'a>,
    pub orders: Vec<(&'static str, String, bool)>,
    pub parent: u32,
    pub story_is_open: bool,
    pub is_open: bool,
    pub sent: Sent,
}

/// Returns the address of a page of a thread, by its path without the order.
fn address_of(path: &str, order: Order, after: Option<&str>) -> String {
    let order = if order == Order::Best { "" } else { &format!("/{}", order.name()) };
    let after = after.map(|after| format!("?after={}", encoded(after))).unwrap_or_default();
    format!("{path}{order}{after}")
}

pub type Visit = extract::Visit<Address, Selection>;

#[derive(Deserialize)]
pub struct Address {
    pub id: u32,
    order: Option<String>,
}

#[derive(Deserialize)]
pub struct Selection {
    after: Option<String>,
    /// Whether the viewer has posted a link that the story already has.
    pub merged: Option<String>,
}

impl Visit {
    fn order(&self) -> Result<Order, PageError> {
        match &self.address.order {
            Some(name) => Order::named(&Order::OF_THREADS, name).ok_or(PageError::NotFound),
            None => Ok(Order::Best),
        }
    }

    pub fn layout(&self, path: &str) -> Result<Layout, PageError> {
        let here = address_of(path, self.order()?, self.selection.after.as_deref());
        Ok(Layout::new(&self.session, here))
    }

    pub fn thread(&self) -> Result<Thread, PageError> {
        Ok(Thread {
            root: self.address.id,
            order: self.order()?,
            viewer: self.session.user.clone(),
            after: self.selection.after.clone(),
        })
    }

    /// Prepares the thread on a story for the templates. Its root may take no answers.
    pub fn discussion<'a>(
        &self,
        layout: &'a Layout,
        path: &str,
        page: ThreadPage,
        story: Option<&Item>,
        is_open: bool,
    ) -> Result<Discussion<'a>, PageError> {
        let (order, root, since) = (self.order()?, self.address.id, page.since);
        let nodes = tree(page.comments, page.next.is_some());
        let comment = |node| ThreadComment::below(root, node, layout, since, story);
        let mut comments: Vec<_> = nodes.into_iter().map(comment).collect();
        ThreadComment::connect(&mut comments, root, None);
        let part = ThreadPart {
            root,
            comments,
            more: page.next.map(|next| address_of(path, order, Some(&next))),
            is_first: self.selection.after.is_none(),
            first: address_of(path, order, None),
        };
        let link = |o: Order| (o.label(), address_of(path, o, None), o == order);
        Ok(Discussion {
            part,
            orders: Order::OF_THREADS.map(link).into(),
            parent: root,
            story_is_open: story.is_some_and(Item::is_open),
            is_open,
            sent: page.sent,
        })
    }
}

#[derive(Template)]
#[template(path = "comment.html")]
pub struct ThreadComment<'a> {
    layout: &'a Layout,
    view: ItemView,
    story_is_open: bool,
    by_story_poster: bool,
    parent: Option<String>,
    /// Where the outermost comment above it is, unless that is what it answers.
    outermost: Option<String>,
    next: Option<u32>,
    rest: Rest,
    /// The answers; none where they are elsewhere on the page.
    answers: Option<Vec<Self>>,
}

impl<'a> ThreadComment<'a> {
    /// Prepares a comment on a story for the templates, which is below what it answers. What came
    /// after `since` is new to the viewer.
    pub fn new(node: Node, layout: &'a Layout, since: Option<i64>, story: Option<&Item>) -> Self {
        let Node { comment, answers, rest } = node;
        let answers = answers.into_iter().map(|node| Self::new(node, layout, since, story));
        let parent = comment.parent.filter(|parent| *parent != comment.article);
        Self {
            layout,
            story_is_open: story.is_some_and(Item::is_open),
            by_story_poster: story
                .is_some_and(|story| !comment.deleted && story.poster == comment.poster),
            parent: parent.map(|parent| format!("#comment-{parent}")),
            outermost: None,
            next: None,
            rest,
            answers: Some(answers.collect()),
            view: ItemView::new(comment, layout, since),
        }
    }

    /// Prepares one of the outermost comments of a page. If it does not answer the root of the
    /// thread, what it answers is on an earlier page.
    pub fn below(
        root: u32,
        node: Node,
        layout: &'a Layout,
        since: Option<i64>,
        story: Option<&Item>,
    ) -> Self {
        let parent = node.comment.parent.filter(|parent| *parent != root);
        let comment = Self::new(node, layout, since, story);
        let parent = parent.map(address::comment);
        Self { parent: parent.or(comment.parent), ..comment }
    }

    pub fn connect(comments: &mut [Self], root: u32, outermost: Option<u32>) {
        let mut following: Option<(u32, Option<u32>)> = None;
        for comment in comments.iter_mut().rev() {
            let (id, parent) = (comment.view.item.id, comment.view.item.parent);
            comment.next = following.filter(|(_, other)| *other == parent).map(|(next, _)| next);
            let above = outermost.filter(|outermost| Some(*outermost) != parent);
            comment.outermost = above.map(|id| format!("#comment-{id}"));
            following = Some((id, parent));
            let outermost = outermost.or((parent == Some(root)).then_some(id));
            Self::connect(comment.answers.as_deref_mut().unwrap_or_default(), root, outermost);
        }
    }

    pub fn alone(comment: Item, outermost: Option<u32>, layout: &'a Layout) -> Self {
        let (id, parent) = (comment.id, comment.parent);
        let is_above = |other: &u32| ![0, id, comment.article].contains(other);
        let outermost = outermost.filter(|other| is_above(other) && Some(*other) != parent);
        Self {
            parent: parent.filter(is_above).map(address::comment),
            outermost: outermost.map(address::comment),
            answers: None,
            ..Self::new(comment.into(), layout, None, None)
        }
    }
}
