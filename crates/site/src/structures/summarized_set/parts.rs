//! The parts of a set, as searches see them.

use std::iter::Copied;
use std::slice;

use super::{Child, Node};
use crate::structures::summary::{Children, Part, Summary};

/// A part of a set: a node below the root.
pub struct Branch<'a, S>(&'a Child<S>);

impl<S> Copy for Branch<'_, S> {}

impl<S> Clone for Branch<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

/// An iterator over the numbers of a leaf.
pub type LeafNumbers<'a> = Copied<slice::Iter<'a, u32>>;

/// An iterator over the parts of a set, or of a part.
pub struct Branches<'a, S>(pub(super) slice::Iter<'a, Child<S>>);

impl<'a, S> Iterator for Branches<'a, S> {
    type Item = Branch<'a, S>;

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next().map(Branch)
    }
}

impl<'a, S: Summary> Part for Branch<'a, S> {
    type Summary = S;
    type Values = LeafNumbers<'a>;
    type Parts = Branches<'a, S>;

    fn summary(&self) -> &S {
        &self.0.summary
    }

    fn children(&self) -> Children<Self::Values, Self::Parts> {
        match &self.0.node {
            Node::Leaf(numbers) => Children::Values(numbers.iter().copied()),
            Node::Inner(inner) => Children::Parts(Branches(inner.0.iter())),
        }
    }
}
