//! `article-migrate export`.

use anyhow::Result;

use crate::classic::ClassicSink;
use crate::lines::{Lines, is_standard};
use crate::options::Export as Options;
use crate::report::Report;
use crate::site::Export;
use crate::text::Text;
use crate::words::{Command, is_entry, name, options};

/// Exports, and prints the report: to standard error if the JSON lines go to standard output.
pub fn run(options: &Options) -> Result<()> {
    let mut report = Report::new(0);
    let key = &options.ends.key;
    let has_standard_output = options.jsonl.as_deref().is_some_and(is_standard);
    // A file that must not be replaced is an error before the site is read.
    let lines = options.jsonl.as_deref().map(|file| Lines::create(file, options.force));
    let lines = lines.transpose()?;
    let mut site = Export::open(options.ends.from()?, key)?;
    report.progress.step("writing articles");
    if let Some(mut lines) = lines {
        site.each(&mut report, |command, report| {
            let written = match &options.user {
                Some(user) => of_user(command, user.as_bytes()),
                None => vec![command],
            };
            written.iter().try_for_each(|command| {
                report.count(command);
                lines.add(command)
            })
        })?;
        lines.finish()?;
    } else {
        let create = site.create()?;
        let to = options.ends.to()?;
        let mut sink = ClassicSink::open(to, &options.prefix, key, create, &mut report)?;
        site.each(&mut report, |command, report| sink.add(command, report))?;
        sink.finish()?;
    }
    report.conclude("Exported", key, has_standard_output)
}

/// Returns what of a command is a user's: what the user posted without its voters, the user's vote
/// as VOTERS has it, and what is kept for the user. No other user is named but those followed and
/// muted.
fn of_user(command: Command, user: &[u8]) -> Vec<Command> {
    let is_user = |word: &Text| word.as_slice() == user;
    match name(&command) {
        b"CREATE" | b"LASTID" | b"PLACE" => return Vec::new(),
        b"ARTICLE" | b"COMMENT" | b"VOTERS" => {}
        _ if command.get(1).is_some_and(is_user) => return vec![command],
        _ => return Vec::new(),
    }
    let votes = options(&command).filter(|option| option.voters.is_some());
    let vote = votes.filter(|option| option.values.iter().any(is_user)).map(|option| {
        let [voters, option] = [b"VOTERS", option.name].map(|word| Text(word.to_vec()));
        let id = command.get(1).cloned().unwrap_or_default();
        vec![voters, id, option, Text::integer(1), Text(user.to_vec())]
    });
    let is_posted = is_entry(&command) && command.get(2).is_some_and(is_user);
    let posted = is_posted.then(|| without_voters(&command));
    posted.into_iter().chain(vote).collect()
}

fn without_voters(command: &[Text]) -> Command {
    let voters: Vec<_> = options(command)
        .filter(|option| option.voters.is_some())
        .map(|option| option.words)
        .collect();
    let is_kept = |index: &usize| !voters.iter().any(|words| words.contains(index));
    let kept = command.iter().enumerate().filter(|(index, _)| is_kept(index));
    kept.map(|(_, word)| word.clone()).collect()
}
