//! Operations of the specification as commands, and replies as it has them.

use article_history::{Operation, Refusal, Reply, Tally, View};
use redis::Cmd;
use test_support::{Fields, Protocol, Value, error_text, items, number};

/// Returns the name of a user.
fn name(user: usize) -> String {
    format!("u{user}")
}

/// Returns the command of an operation on a site. There is none for what only part of a reply
/// shows.
pub fn command(key: &str, operation: &Operation) -> Cmd {
    let mut command = Cmd::new();
    match operation {
        Operation::Vote { user, id, ballot, with_counts } => {
            command.arg("ARTICLE.VOTE").arg(key).arg(name(*user)).arg(*id);
            command.arg(match ballot.direction {
                1 => "UP",
                -1 => "DOWN",
                _ => "NONE",
            });
            command.arg(ballot.is_silent.then_some("SILENT"));
            command.arg(with_counts.then_some("WITHCOUNTS"));
        }
        Operation::Moderate { id, action } => {
            command.arg("ARTICLE.MODERATE").arg(key).arg(action.to_string()).arg(*id);
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
        Operation::ShowListed { .. } | Operation::ShowAll => panic!("no command is {operation}"),
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
        let error = error_text(value);
        let code = error.split(' ').next().unwrap_or_default();
        let refusal = Refusal::of_code(code);
        return Reply::Refused(refusal.unwrap_or_else(|| panic!("{operation}: {error}")));
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
        comments: fields.int("comments"),
        bumped: entry("bumped"),
        vote: entry("vote"),
        is_hidden: entry("hidden") == Some(1),
        is_locked: entry("locked") == Some(1),
    })
}

fn tally(fields: &Fields) -> Tally {
    let (votes, upvotes, downvotes, score) = fields.counts();
    Tally { votes, upvotes, downvotes, score }
}
