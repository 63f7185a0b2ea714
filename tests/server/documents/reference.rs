//! The command reference, `docs/commands.md`: what is written by hand, completed by what the
//! server says.
//!
//! A section `### ARTICLE.X` begins with the generated facts of the command, and the section
//! `## Commands` with the table of all commands in the order of their sections. A comment ends
//! what is generated. The replies in transcripts are generated, too. The first transcript makes
//! the site on which every other section starts.

use test_support::*;

use super::facts::Facts;
use super::{links, transcripts};

pub const PATH: &str = "docs/commands.md";
/// The last line of what is generated.
const END: &str = "<!-- end of generated text -->";

/// A heading of the second or third level, and the text up to the next.
pub struct Section<'a> {
    pub heading: &'a str,
    pub body: &'a str,
}

/// Returns the text before the first section, and the sections.
pub fn sections(document: &str) -> (&str, Vec<Section<'_>>) {
    let is_start = |index: usize| {
        let rest = &document[index..];
        rest.starts_with("\n## ") || rest.starts_with("\n### ")
    };
    let mut starts: Vec<usize> =
        document.match_indices('\n').map(|(index, _)| index).filter(|i| is_start(*i)).collect();
    starts.push(document.len() - 1);
    let sections = starts.windows(2).map(|range| {
        let section = &document[range[0] + 1..=range[1]];
        let (heading, body) = section.split_once('\n').expect("a line");
        Section { heading, body }
    });
    (&document[..=starts[0]], sections.collect())
}

impl Section<'_> {
    /// Returns the name of the section's command, if it describes one.
    pub fn command(&self) -> Option<&str> {
        self.heading.strip_prefix("### ").filter(|title| title.starts_with("ARTICLE."))
    }

    /// Returns the part that is written by hand.
    fn by_hand(&self) -> &str {
        self.body.split_once(END).map_or(self.body, |(_, by_hand)| by_hand).trim_start()
    }
}

/// Returns the commands that make the site on which every section starts.
fn setup<'a>(sections: &[Section<'a>]) -> Vec<&'a str> {
    let mut commands =
        sections.iter().map(|section| transcripts::commands(section.body).collect::<Vec<_>>());
    commands.find(|commands| !commands.is_empty()).expect("a transcript")
}

/// Empties the server, and makes the site on which every section starts.
pub fn prepare(c: &mut Client, sections: &[Section]) {
    c.ok("FLUSHALL");
    for command in setup(sections) {
        let words = transcripts::words(command);
        c.call(&words[0], &words[1..]);
    }
}

/// Returns the table of all commands, grouped as their sections are.
fn table(c: &mut Client, sections: &[Section]) -> String {
    let mut table = "| command | summary |\n| --- | --- |\n".to_owned();
    let mut group = None;
    for section in sections {
        match section.command() {
            Some(name) => {
                if let Some(title) = group.take() {
                    table += &format!("| **[{title}](#{})** | |\n", links::anchor(title));
                }
                let (anchor, summary) = (links::anchor(name), Facts::of(c, name).summary);
                table += &format!("| [{name}](#{anchor}) | {summary} |\n");
            }
            None => group = section.heading.strip_prefix("## ").or(group),
        }
    }
    table
}

/// Returns the reference as the server would have it.
fn regenerated(written: &str, server: &Server) -> String {
    let mut c = server.client(Protocol::Resp3);
    let (beginning, sections) = sections(written);
    let mut document = beginning.to_owned();
    let mut is_prepared = false;
    for section in &sections {
        let generated = match section.command() {
            Some(name) => Some(Facts::of(&mut c, name).markdown()),
            None => (section.heading == "## Commands").then(|| table(&mut c, &sections)),
        };
        document += &format!("{}\n\n", section.heading);
        if let Some(generated) = generated {
            document += &format!("{generated}\n{END}\n\n");
        }
        let by_hand = section.by_hand();
        if is_prepared {
            prepare(&mut c, &sections);
        }
        is_prepared |= transcripts::commands(by_hand).next().is_some();
        document += &transcripts::replayed(by_hand, server);
    }
    document
}

#[test]
fn the_reference_is_what_the_server_documents_and_replies() {
    let server = with_module().start();
    let written = super::read(PATH);
    super::compare_or_update(PATH, &written, &regenerated(&written, &server));
}

#[test]
fn the_reference_has_a_section_per_command_with_reply_errors_and_example() {
    let written = super::read(PATH);
    let (_, sections) = sections(&written);
    let mut documented: Vec<_> = sections.iter().filter_map(Section::command).collect();
    documented.sort_unstable();
    let mut commands: Vec<_> = commands::all().map(|command| command.name).collect();
    commands.sort_unstable();
    assert_eq!(documented, commands);
    for section in &sections {
        let Some(name) = section.command() else { continue };
        for part in ["**Reply:** ", "**Errors:**"] {
            assert!(section.body.contains(part), "{name} lacks {part}");
        }
        let mut examples = transcripts::commands(section.body);
        assert!(examples.any(|line| line.split(' ').next() == Some(name)), "{name}: no example");
    }
}
