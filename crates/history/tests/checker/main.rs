//! The checker accepts histories that have an order and refuses those that have none.

mod brute_force;
mod crashes;
mod planted;
mod random;

use std::time::Duration;

use article_history::*;
use article_site::{Error, Moderation, RecordedVote, Tally, Vote};

/// A site with two articles.
fn site() -> Site {
    Site { articles: vec![1_000, 2_000] }
}

const UP: Option<RecordedVote> = Some(Vote::Up.counted());
const DOWN: Option<RecordedVote> = Some(Vote::Down.counted());
const NONE: Option<RecordedVote> = None;

fn vote(user: usize, id: u32, vote: Option<RecordedVote>) -> Operation {
    Operation::Vote { user, id, vote, with_counts: false }
}

fn get(id: u32) -> Operation {
    Operation::Show { ids: vec![id], viewer: None }
}

/// The entry of an article with these votes, no viewer, and no comments.
fn entry(id: u32, upvotes: u32, downvotes: u32) -> View {
    let votes = i64::from(upvotes) - i64::from(downvotes);
    let time = i64::from(id) * 1_000;
    View {
        id,
        parent: None,
        tally: Tally { upvotes, downvotes, score: time + 432 * votes },
        comments: 0,
        bumped: Some(time),
        vote: None,
        is_hidden: false,
        is_locked: false,
    }
}

fn shows(entries: impl IntoIterator<Item = View>) -> Reply {
    Reply::Shown(entries.into_iter().map(Some).collect())
}

/// An event that begins and ends at these times, in milliseconds.
fn event(client: usize, from: u64, to: u64, operation: Operation, reply: Reply) -> Event {
    Event {
        client: Some(client),
        invoked: Duration::from_millis(from),
        ended: Some(Duration::from_millis(to)),
        operation,
        is_durable: false,
        reply: Some(reply),
    }
}

/// The same, but the reply was lost when the connection was closed.
fn unanswered(client: usize, from: u64, to: u64, operation: Operation) -> Event {
    Event { reply: None, ..event(client, from, to, operation, Reply::Changed(true)) }
}

#[track_caller]
fn accept(events: &[Event]) -> Checked {
    check_site(&site(), events).unwrap_or_else(|error| panic!("{error}"))
}

#[track_caller]
fn refuse(events: &[Event]) -> String {
    check_site(&site(), events).expect_err("no order explains these replies")
}
