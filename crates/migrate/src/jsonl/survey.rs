//! Reading all lines before the first of them is loaded.
//!
//! A problem in the last line is then known while nothing is loaded yet.

use anyhow::{Error, Result};
use article_site::Settings;

use crate::item::{Item, Line, Reader};
use crate::jsonl::entries::{Entries, Entry, Post, renumber};
use crate::jsonl::header::Header;
use crate::jsonl::ids::{MapFile, Numbering};
use crate::jsonl::input::{Input, Position};
use crate::report::{Problem, Report};

/// What is known after all lines were read.
#[derive(Default)]
pub struct Survey {
    header: Header,
    pub settings: Settings,
    pub has_header: bool,
    pub entries: Entries,
    /// The lines of readers without problems.
    pub readers: Vec<Position>,
    has_reader: bool,
    /// The new ids, if the lines get any.
    pub numbering: Option<Numbering>,
    /// Whether some of these are not in their file yet.
    pub has_new_ids: bool,
    last_id: u32,
}

impl Survey {
    /// Reads all lines. `loaded` is the last id that the site has. With a map, the lines get new
    /// ids.
    pub fn read(
        input: &mut Input,
        map: Option<&MapFile>,
        loaded: u32,
        report: &mut Report,
    ) -> Result<Self> {
        let mut line = Vec::new();
        input.read(&mut line)?;
        let read = Header::parse(&line);
        let has_header = read.is_ok();
        let (header, settings) = read.unwrap_or_else(|error| {
            report.refuse(Problem::InvalidLine, format!("line 1: {error:#}"));
            Default::default()
        });
        let mut survey = Self {
            header,
            settings,
            has_header,
            numbering: map.map(|_| Numbering::default()),
            ..Self::default()
        };
        while let Some(position) = input.read(&mut line)? {
            if !line.is_empty() {
                survey.add(&line, &mut Notes { position, is_refused: false, report });
            }
        }
        if let Some(map) = map {
            survey.number(map, loaded, report)?;
        }
        Ok(survey)
    }

    /// Adds a line.
    fn add(&mut self, json: &[u8], notes: &mut Notes) {
        let post = match Line::parse(json) {
            Ok(Line::Reader(reader)) => return self.add_reader(reader, notes),
            Ok(Line::Item(item)) => Some(self.check(item, notes)),
            Err(error) => {
                // To the parser, each line is line 1.
                let text = error.to_string().replace(" at line 1 column ", " at column ");
                notes.refuse(Problem::InvalidLine, &text);
                serde_json::from_slice(json).ok()
            }
        };
        if let Some(post) = post {
            self.place(&post, notes);
        }
    }

    /// Adds the line of a reader.
    fn add_reader(&mut self, mut reader: Reader, notes: &mut Notes) {
        self.has_reader = true;
        if self.numbering.is_some() {
            // What has no new id is left out.
            reader.renumber(|_, _| None);
        }
        if !reader.comment_lists.is_empty() {
            notes.refuse(
                Problem::InvalidLine,
                "\"comment_lists\" needs --map-ids: without it, \"lists\" has articles and \
                 comments",
            );
        } else if let Err(error) = reader.words(|_| {}) {
            notes.refuse_content(Problem::OutsideLimits, &error);
        } else {
            self.readers.push(notes.position);
        }
    }

    /// Gives the lines new ids, and checks their places among the others.
    fn number(&mut self, map: &MapFile, loaded: u32, report: &mut Report) -> Result<()> {
        let Some(numbering) = &mut self.numbering else { return Ok(()) };
        self.has_new_ids = numbering.assign(map, loaded, report)?;
        for (old, entry) in numbering.entries() {
            self.last_id = self.last_id.max(entry.id);
            // What answers nothing is reported already.
            if self.entries.add(entry) == Err(Problem::TooDeep) {
                let text = format!("line {}: {old}", entry.position.number);
                report.refuse(Problem::TooDeep, text);
            }
        }
        Ok(())
    }

    /// Returns the last id that the site assigned.
    pub fn last_id(&self) -> u32 {
        // With a map, the id in the header is an old one.
        let header = if self.numbering.is_some() { 0 } else { self.header.last_id };
        header.max(self.last_id)
    }

    /// Checks an entry by itself. Returns what it says about its place among the others.
    fn check(&self, mut line: Item, notes: &mut Notes) -> Post {
        let post = Post::from(&line);
        if self.numbering.is_some() {
            // The ids are checked together, once they are new.
            renumber(&mut line, 1, post.is_answer().then_some(1));
        }
        if let Err(error) = line.complete(&self.settings) {
            notes.refuse_content(Problem::InvalidLine, &error);
        } else if let Err(error) = line.check(&self.settings) {
            notes.refuse_content(Problem::OutsideLimits, &error);
        }
        post
    }

    /// Checks the place of a line among the others.
    fn place(&mut self, post: &Post, notes: &mut Notes) {
        let entry = Entry {
            position: notes.position,
            activity: post.activity,
            is_refused: notes.is_refused,
            ..Entry::default()
        };
        if let Some(numbering) = &mut self.numbering {
            if !numbering.add(post, entry) {
                notes.refuse(Problem::InvalidLine, "an id must be at most 9223372036854775807");
            }
            return;
        }
        if self.has_reader {
            notes.refuse(Problem::AfterUser, "it must be before the first line of a user");
        }
        let Ok(id) = u32::try_from(post.id) else { return };
        if id <= self.last_id {
            let text = format!("the id {id} follows {}", self.last_id);
            notes.refuse(Problem::UnsortedLine, &text);
            self.entries.strays.insert(id);
            return;
        }
        self.last_id = id;
        if self.settings.ids.index(id).is_none() {
            notes.refuse(Problem::OutsideLimits, "the id is not one of the \"ids\" of the part");
        }
        // No line has an id beyond the range.
        let parent = post.parent.map(|parent| u32::try_from(parent).unwrap_or_default());
        let entry = Entry { id, parent, is_refused: notes.is_refused, ..entry };
        if let Err(problem) = self.entries.add(entry) {
            let parent = post.parent.unwrap_or_default();
            let text = match problem {
                Problem::TooDeep => format!("comment {id}"),
                _ => format!("no line before has the id {parent} of the \"parent\""),
            };
            notes.refuse(problem, &text);
        }
    }
}

/// What is wrong with a line.
struct Notes<'a> {
    position: Position,
    is_refused: bool,
    report: &'a mut Report,
}

impl Notes<'_> {
    fn refuse(&mut self, problem: Problem, text: &str) {
        self.is_refused = true;
        self.report.refuse(problem, format!("line {}: {text}", self.position.number));
    }

    /// Notes an error about the content. The module's own errors are about its limits.
    fn refuse_content(&mut self, problem: Problem, error: &Error) {
        let problem = match error.downcast_ref() {
            Some(article_site::Error::ReservedField(_)) => Problem::ReservedName,
            Some(_) => Problem::OutsideLimits,
            None => problem,
        };
        self.refuse(problem, &format!("{error:#}"));
    }
}
