//! Which line gets which id.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, HashMap, hash_map};

use anyhow::{Context, Result, bail, ensure};
use article_site::Kind;

use super::OldId;
use crate::input::{Input, Position};
use crate::text::Text;
use crate::words::{Command, is_entry, name, number, option, parent, renumber};

/// The lines of articles, comments, and places by ascending new ids, and the lines of users.
#[derive(Default)]
pub struct Numbering {
    lines: Vec<Line>,
    /// The index of the line of each old id.
    by_id: HashMap<OldId, usize>,
    /// The indexes of the lines by ascending new ids.
    order: Vec<usize>,
    /// The lines that follow them.
    pub of_users: Vec<Position>,
}

struct Line {
    old: OldId,
    answers: Option<OldId>,
    time: i64,
    position: Position,
    /// The new id; 0 before there is one.
    new: u32,
}

impl Numbering {
    /// Reads the lines after the first, and gives each an id: by time, with equal times as they
    /// are in the file, but each answer after what it answers.
    pub fn read(input: &mut Input) -> Result<Self> {
        let mut numbering = Self::default();
        while let Some((position, command)) = input.next()? {
            let number = position.number;
            let added = numbering.add(&command, position);
            added.with_context(|| format!("--jsonl: line {number}"))?;
        }
        numbering.sort()?;
        Ok(numbering)
    }

    fn add(&mut self, command: &Command, position: Position) -> Result<()> {
        if !is_entry(command) {
            let is_possible = !matches!(name(command), b"CREATE" | b"VOTERS" | b"LASTID");
            ensure!(is_possible, "with --map-ids, such a line cannot be");
            self.of_users.push(position);
            return Ok(());
        }
        const TYPED: &str =
            "with --map-ids, what is answered is named as article:17 or comment:17";
        let typed = |index: usize| command.get(index).and_then(|word| OldId::parse(word));
        let own = |kind| OldId::new(kind, number(command.get(1)?)?);
        let old = match name(command) {
            b"ARTICLE" => own(Kind::Article),
            b"COMMENT" => own(Kind::Comment),
            _ => typed(1),
        };
        let old = old.context("with --map-ids, an id must be 0 to 9223372036854775807")?;
        let answers = match parent(command) {
            Some(index) if command.get(index).is_none_or(|word| word.as_slice() != b"0") => {
                Some(typed(index).context(TYPED)?)
            }
            _ => None,
        };
        let time = option(command, b"TIME").and_then(number).context("TIME is missing")?;
        match self.by_id.entry(old) {
            hash_map::Entry::Vacant(entry) => _ = entry.insert(self.lines.len()),
            hash_map::Entry::Occupied(_) => bail!("a line before has {old}, too"),
        }
        self.lines.push(Line { old, answers, time, position, new: 0 });
        Ok(())
    }

    fn sort(&mut self) -> Result<()> {
        let mut answers = BTreeMap::<usize, Vec<usize>>::new();
        let mut next = BinaryHeap::new();
        for (index, line) in self.lines.iter().enumerate() {
            let Some(answered) = line.answers else {
                next.push(Reverse((line.time, index)));
                continue;
            };
            let number = line.position.number;
            let above = self.by_id.get(&answered).with_context(|| {
                format!("--jsonl: line {number}: no line has the {answered} that it answers")
            })?;
            answers.entry(*above).or_default().push(index);
        }
        while let Some(Reverse((_, index))) = next.pop() {
            self.order.push(index);
            let new = u32::try_from(self.order.len()).context("there are more lines than ids")?;
            self.lines.get_mut(index).into_iter().for_each(|line| line.new = new);
            for answer in answers.remove(&index).unwrap_or_default() {
                next.extend(self.lines.get(answer).map(|line| Reverse((line.time, answer))));
            }
        }
        let circle = answers.into_values().flatten().next();
        match circle.and_then(|index| self.lines.get(index)) {
            Some(line) => {
                let number = line.position.number;
                bail!("--jsonl: line {number}: it answers itself, perhaps through others")
            }
            None => Ok(()),
        }
    }

    /// Returns the lines by ascending new ids, with their old and new ids.
    pub fn lines(&self) -> impl Iterator<Item = (OldId, u32, Position)> {
        let lines = self.order.iter().filter_map(|index| self.lines.get(*index));
        lines.map(|line| (line.old, line.new, line.position))
    }

    fn new_id(&self, old: OldId) -> Option<u32> {
        self.lines.get(*self.by_id.get(&old)?).map(|line| line.new)
    }

    /// Gives what is answered, muted, or on a list its new id. Returns how many ids on a list no
    /// line has: they are left out.
    pub fn renumber(&self, command: &mut Command) -> usize {
        renumber(command, |word| match OldId::parse(word) {
            Some(old) => Some(Text::integer(self.new_id(old)?)),
            None => Some(word.clone()).filter(|word| word.starts_with(b"-")),
        })
    }
}
