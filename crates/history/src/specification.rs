use std::fmt::Display;
use std::hash::Hash;

/// What operations do and reply when one client sends them one after the other.
pub trait Specification {
    /// Everything that decides later replies.
    type State: Clone + Eq + Hash + Display;
    type Operation: Clone + Display;
    type Reply: Clone + Eq + Display;

    /// Returns the state before the first operation.
    fn initial(&self) -> Self::State;

    /// Returns the state after an operation, and its reply. None if the operation cannot come
    /// next.
    fn apply(
        &self,
        state: &Self::State,
        operation: &Self::Operation,
    ) -> Option<(Self::State, Self::Reply)>;
}
