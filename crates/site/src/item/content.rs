//! What articles and comments have each of their own.

use super::answers::Answers;
use super::texts::Texts;
use crate::terms::kind::Kind;
use crate::terms::types::{CommentText, ItemId, Link};

/// What makes an item an article or a comment.
#[derive(Clone, Debug)]
pub enum Content {
    Article(Texts),
    Comment(Box<Comment>),
}

/// What only a comment has: 32 bytes, and the text.
#[derive(Clone, Debug)]
pub struct Comment {
    /// The depth in one byte, then the text.
    body: Box<[u8]>,
    parent: ItemId,
    article: ItemId,
    pub answers: Answers,
}

/// Where a comment is in its thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lineage {
    /// What it answers: an article, a comment, or the tombstone of a deleted one.
    pub parent: ItemId,
    /// The article of the thread, which may be deleted.
    pub article: ItemId,
    /// 1 for an answer to the article, 2 for an answer to this, and so on.
    pub depth: u8,
}

impl Comment {
    pub fn new(text: CommentText, lineage: Lineage) -> Self {
        let Lineage { parent, article, depth } = lineage;
        Self { body: body(depth, text), parent, article, answers: Answers::default() }
    }

    pub fn text(&self) -> CommentText<'_> {
        CommentText::stored(self.body.get(1..).unwrap_or_default())
    }

    pub fn set_text(&mut self, text: CommentText) {
        self.body = body(self.lineage().depth, text);
    }

    pub fn article(&self) -> ItemId {
        self.article
    }

    pub fn set_lineage(&mut self, lineage: Lineage) {
        let Lineage { parent, article, depth } = lineage;
        (self.parent, self.article) = (parent, article);
        self.body.first_mut().into_iter().for_each(|first| *first = depth);
    }

    pub fn lineage(&self) -> Lineage {
        let depth = self.body.first().copied().unwrap_or(0);
        Lineage { parent: self.parent, article: self.article, depth }
    }
}

fn body(depth: u8, text: CommentText) -> Box<[u8]> {
    [&[depth], text.as_bytes()].concat().into()
}

impl Content {
    pub fn kind(&self) -> Kind {
        match self {
            Self::Article(_) => Kind::Article,
            Self::Comment(_) => Kind::Comment,
        }
    }

    pub fn text_len(&self) -> usize {
        match self {
            Self::Article(texts) => texts.len(),
            Self::Comment(comment) => comment.text().as_bytes().len(),
        }
    }

    pub fn link(&self) -> Link<'_> {
        match self {
            Self::Article(texts) => texts.link(),
            Self::Comment(_) => Link::stored(b""),
        }
    }

    pub fn comment(&self) -> Option<&Comment> {
        match self {
            Self::Article(_) => None,
            Self::Comment(comment) => Some(comment),
        }
    }

    pub fn comment_mut(&mut self) -> Option<&mut Comment> {
        match self {
            Self::Article(_) => None,
            Self::Comment(comment) => Some(comment),
        }
    }
}
