//! The command reference, `docs/commands/`: what is written by hand, completed by what the server
//! says.
//!
//! The page of a command, such as `article.vote.md`, begins with the generated facts of the
//! command. A comment ends what is generated. The replies in transcripts are generated, too. The
//! page of conventions has the transcript that makes the site on which every page starts.

use test_support::*;

use super::facts::Facts;
use super::{links, replies, transcripts};

const INDEX: &str = "docs/commands.md";
const FOLDER: &str = "docs/commands";
const CONVENTIONS: &str = "docs/commands/conventions.md";
/// The last line of what is generated.
const END: &str = "<!-- end -->";
/// The line before the generated table of the entries of articles and comments.
const ENTRIES: &str = "<!-- entries -->";

/// A page of the reference.
pub struct Page {
    /// Its path in the repository.
    pub path: String,
    pub text: String,
}

/// Returns all pages.
pub fn pages() -> Vec<Page> {
    let root = super::root();
    let mut paths = links::documents(&root.join(FOLDER));
    paths.sort();
    let pages = paths.iter().map(|path| {
        let path = path.strip_prefix(&root).expect("a path in the repository");
        let path = path.to_str().expect("UTF-8").to_owned();
        Page { text: super::read(&path), path }
    });
    pages.collect()
}

impl Page {
    /// Returns the name of the page's command, if it describes one.
    pub fn command(&self) -> Option<String> {
        let name = self.path.strip_prefix(FOLDER)?.trim_start_matches('/').strip_suffix(".md")?;
        name.starts_with("article.").then(|| name.to_uppercase())
    }

    /// Returns the part that is written by hand.
    fn by_hand(&self) -> &str {
        if self.command().is_none() {
            return &self.text;
        }
        self.text.split_once(END).map_or(self.text.as_str(), |(_, by_hand)| by_hand).trim_start()
    }

    /// Returns the page as the server would have it.
    fn regenerated(&self, c: &mut Client, server: &Server) -> String {
        let mut page = match self.command() {
            Some(name) => format!("{}\n{END}\n\n", Facts::of(c, &name).markdown()),
            None => String::new(),
        };
        if self.path == CONVENTIONS {
            c.ok("FLUSHALL");
        } else {
            prepare(c);
        }
        page += &transcripts::replayed(self.by_hand(), server);
        let Some((before, rest)) = page.split_once(&format!("{ENTRIES}\n")) else { return page };
        let (_, after) = rest.split_once(END).expect("the end of the table");
        format!("{before}{ENTRIES}\n\n{}\n{END}{after}", replies::entries())
    }
}

/// Empties the server, and makes the site on which every page starts.
pub fn prepare(c: &mut Client) {
    c.ok("FLUSHALL");
    let conventions = super::read(CONVENTIONS);
    let (_, setup) = conventions.split_once("\n```console\n").expect("a transcript");
    let (setup, _) = setup.split_once("\n```\n").expect("its end");
    for command in transcripts::commands(setup) {
        let words = transcripts::words(command);
        c.call(&words[0], &words[1..]);
    }
}

#[test]
fn the_reference_is_what_the_server_documents_and_replies() {
    let server = with_module().start();
    let mut c = server.client(Protocol::Resp3);
    for page in pages() {
        let expected = page.regenerated(&mut c, &server);
        super::compare_or_update(&page.path, &page.text, &expected);
    }
}

#[test]
fn the_reference_has_a_page_per_command_with_an_example_and_a_line_in_the_index() {
    let pages = pages();
    let index = super::read(INDEX);
    let mut documented: Vec<_> = pages.iter().filter_map(Page::command).collect();
    documented.sort_unstable();
    let mut commands: Vec<_> = commands::all().map(|command| command.name).collect();
    commands.sort_unstable();
    assert_eq!(documented, commands);
    for page in &pages {
        let name = page.path.trim_start_matches("docs/");
        assert!(index.contains(&format!("({name}")), "{INDEX} has no link to {name}");
        let Some(command) = page.command() else { continue };
        let mut examples = transcripts::commands(&page.text);
        let is_of_command = |line: &str| line.split(' ').next() == Some(&command);
        assert!(examples.any(is_of_command), "{command}: no example");
    }
}
