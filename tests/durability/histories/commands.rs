//! Operations of the specification as commands, and replies as it has them.

use article_history::{Operation, Reply, View};
use article_site::{Error, Tally, Vote};
use redis::Cmd;
use test_support::{Fields, Protocol, Value, error_text, items, number};

fn name(user: usize) -> String {
    format!("u{user}")
}

/// Returns the command of an operation on a site. There is none for what only part of a reply
/// shows.
pub fn command(key: &str, operation: &Operation) -> Cmd {
    let mut command = Cmd::new();
    match operation {
        Operation::Vote { user, id, vote, with_counts } => {
            command.arg("ARTICLE.VOTE").arg(key).arg(name(*user)).arg(*id);
            command.arg(match vote.map(|vote| vote.vote) {
                Some(Vote::Up) => "UP",
                Some(Vote::Down) => "DOWN",
                None => "NONE",
            });
            command.arg(vote.filter(|vote| vote.is_silent).map(|_| "SILENT"));
            command.arg(with_counts.then_some("WITHCOUNTS"));
        }
        Operation::Moderate { id, moderation } => {
            command.arg("ARTICLE.MODERATE").arg(key).arg(moderation.name()).arg(*id);
        }
        Operation::Comment { user, parent, time } => {
            command.arg("ARTICLE.COMMENT").arg(key).arg(name(*user)).arg(*parent).arg("text");
            command.arg("TIME").arg(*time);
        }
        Operation::Show { ids, viewer } => {
            match ids[..] {
                [id] => command.arg("ARTICLE.GET").arg(key).arg(id),
                _ => command.arg("ARTICLE.MGET").arg(key).arg(ids.len()).arg(ids),
            };
            viewed_by(&mut command, *viewer);
        }
        Operation::Page { viewer } => {
            command.arg("ARTICLE.PAGE").arg(key).arg(1);
            viewed_by(&mut command, *viewer);
        }
        other => panic!("no command is {other:?}"),
    }
    command
}

fn viewed_by(command: &mut Cmd, viewer: Option<usize>) {
    if let Some(user) = viewer {
        command.arg("VIEWER").arg(name(user));
    }
}

/// Reads the reply of an operation.
pub fn reply(operation: &Operation, value: &Value) -> Reply {
    if let Value::ServerError(_) = value {
        let text = error_text(value);
        let errors = [Error::NoArticle, Error::Hidden, Error::VoteClosed, Error::Locked];
        let error = errors.into_iter().find(|error| error.to_string() == text);
        return Reply::Refused(error.unwrap_or_else(|| panic!("{operation:?}: {text}")));
    }
    match operation {
        Operation::Vote { with_counts: true, .. } => {
            let fields = Fields::read(value, Protocol::Resp3);
            let (changed, previous) = (fields.int("changed") == 1, fields.int("previous"));
            Reply::Counted { changed, tally: tally(&fields), previous }
        }
        Operation::Vote { .. } | Operation::Moderate { .. } => Reply::Changed(number(value) == 1),
        Operation::Comment { .. } => Reply::Id(number(value) as u32),
        Operation::Show { ids, .. } if ids.len() == 1 => Reply::Shown(vec![view(value)]),
        _ => Reply::Shown(items(value).iter().map(view).collect()),
    }
}

/// Reads an article or a comment; None if there is none.
pub fn view(value: &Value) -> Option<View> {
    if *value == Value::Nil {
        return None;
    }
    let fields = Fields::read(value, Protocol::Resp3);
    let entry = |name| fields.has(name).then(|| fields.int(name));
    Some(View {
        id: fields.int("id") as u32,
        parent: entry("parent").map(|id| id as u32),
        tally: tally(&fields),
        comments: fields.int("comments") as u32,
        bumped: entry("bumped"),
        vote: entry("vote"),
        is_hidden: entry("hidden") == Some(1),
        is_locked: entry("locked") == Some(1),
    })
}

fn tally(fields: &Fields) -> Tally {
    let (votes, upvotes, downvotes, score) = fields.counts();
    let tally = Tally { upvotes: upvotes as u32, downvotes: downvotes as u32, score };
    assert_eq!(tally.votes(), votes);
    tally
}
