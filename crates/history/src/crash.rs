//! Crashes that lose the latest operations.
//!
//! A replica that takes over from a primary that crashed has what the primary had sent it: the
//! state after a beginning of the primary's order. That is buffered durable linearizability (J.
//! Izraelevitz, H. Mendes and M. Scott, "Linearizability of Persistent Memory Objects Under a
//! Full-System-Crash Failure Model", 2016). An operation that a replica had acknowledged before
//! its client went on is in that beginning.

use std::fmt;
use std::time::Duration;

use crate::event::Event;
use crate::specification::Specification;

/// A specification, and crashes that go back to an earlier state.
pub struct Crashing<S>(pub S);

/// An operation, or what happens to the server.
#[derive(Clone, Debug)]
pub enum Step<O> {
    Run {
        operation: O,
        /// Whether no crash may lose it.
        is_durable: bool,
    },
    /// From here on, operations are lost in the crash.
    Cut,
    Crash,
}

/// What a [`Step`] replies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome<R> {
    Reply(R),
    /// A cut or a crash has no reply.
    Happened,
}

/// A state, and the one to which the next crash goes back.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct CrashState<T> {
    live: T,
    kept: Option<T>,
}

impl<S: Specification> Specification for Crashing<S> {
    type State = CrashState<S::State>;
    type Operation = Step<S::Operation>;
    type Reply = Outcome<S::Reply>;

    fn initial(&self) -> Self::State {
        CrashState { live: self.0.initial(), kept: None }
    }

    fn apply(
        &self,
        CrashState { live, kept }: &Self::State,
        step: &Self::Operation,
    ) -> Option<(Self::State, Self::Reply)> {
        match (step, kept) {
            (Step::Run { is_durable: true, .. }, Some(_)) => None,
            (Step::Run { operation, is_durable: _ }, kept) => {
                let (live, reply) = self.0.apply(live, operation)?;
                Some((CrashState { live, kept: kept.clone() }, Outcome::Reply(reply)))
            }
            (Step::Cut, _) => {
                let state = CrashState { live: live.clone(), kept: Some(live.clone()) };
                Some((state, Outcome::Happened))
            }
            (Step::Crash, None) => None,
            (Step::Crash, Some(kept)) => {
                Some((CrashState { live: kept.clone(), kept: None }, Outcome::Happened))
            }
        }
    }
}

/// Adds crashes to a history, given the times at which the servers were known to be dead, in
/// ascending order. Every operation invoked before such a time was sent to the server that died.
pub fn with_crashes<O, R>(
    mut events: Vec<Event<Step<O>, Outcome<R>>>,
    crashes: &[Duration],
) -> Vec<Event<Step<O>, Outcome<R>>> {
    let mut begun = Duration::ZERO;
    for crash in crashes {
        let mut cut = begun;
        for event in &mut events {
            if (begun..*crash).contains(&event.invoked) {
                // A dead server runs nothing, even if its reply was read later.
                event.ended = Some(event.end().min(*crash));
                if matches!(event.operation, Step::Run { is_durable: true, .. }) {
                    cut = cut.max(event.invoked);
                }
            }
        }
        let event = |invoked, ended, operation| Event {
            client: None,
            invoked,
            ended: Some(ended),
            operation,
            reply: Some(Outcome::Happened),
        };
        begun = *crash + Duration::from_nanos(1);
        events.push(event(cut, *crash, Step::Cut));
        events.push(event(begun, begun, Step::Crash));
    }
    events
}

impl<O: fmt::Display> fmt::Display for Step<O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Run { operation, is_durable: true } => write!(f, "{operation} (replicated)"),
            Self::Run { operation, is_durable: false } => write!(f, "{operation}"),
            Self::Cut => f.write_str("from here on lost"),
            Self::Crash => f.write_str("crash"),
        }
    }
}

impl<R: fmt::Display> fmt::Display for Outcome<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Reply(reply) => write!(f, "{reply}"),
            Self::Happened => f.write_str("happened"),
        }
    }
}

impl<T: fmt::Display> fmt::Display for CrashState<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.live)?;
        match &self.kept {
            Some(kept) => write!(f, "; after the crash: {kept}"),
            None => Ok(()),
        }
    }
}
