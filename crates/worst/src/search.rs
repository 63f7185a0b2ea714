//! The search: lines made up, and changes of the dearest so far.

use std::time::{Duration, Instant};

use test_support::grammar::{self, Form, Line, Words, words};
use test_support::{Client, bytes, is_error};

use crate::line::{self, draw, is_read};
use crate::sites::Shape;
use crate::stopwatch::{Timed, factor, time, time_exactly};
use crate::words::Dear;

/// How many commands are sent at once.
const BATCH: usize = 8;
/// The dearest lines that are kept per form.
const KEPT: usize = 8;
/// How many of them are tried on the next site, and repeated until one is as dear as it was.
const TRIED: usize = 3;
/// How often a command is repeated. The least time counts.
const REPEATED: usize = 4;
/// Microseconds that are not worth repeating; ten times as many, once time is over.
const LITTLE: f64 = 100.0;

/// What a command can cost.
#[derive(Clone)]
pub struct Finding {
    pub name: &'static str,
    /// The command's name and what follows it, for a reader.
    pub line: String,
    pub site: &'static str,
    /// Microseconds, divided by the factor of the machine.
    pub cost: f64,
}

/// A search on one site after the other.
pub struct Search<'a> {
    pub c: &'a mut Client,
    pub forms: Vec<Form>,
    shape: &'a Shape,
    vocabulary: Dear,
    /// The dearest lines of each command, the dearest first, with their microseconds.
    dearest: Vec<Vec<(i64, Line)>>,
    /// The number of commands so far.
    number: i64,
    /// The words of commands that changed the site since it was last as it was made.
    changed: usize,
    /// When the search on this site should be over.
    end: Instant,
}

impl<'a> Search<'a> {
    pub fn new(c: &'a mut Client, shape: &'a Shape, vocabulary: Dear) -> Self {
        let forms = grammar::forms();
        let dearest = vec![Vec::new(); forms.len()];
        let (number, changed, end) = (0, 0, Instant::now());
        Self { c, forms, shape, vocabulary, dearest, number, changed, end }
    }

    /// Makes a site, and tries commands for about two thirds of the time until the end. Returns
    /// how many were accepted, and how many refused.
    pub fn climb(&mut self, shape: &'a Shape, duration: Duration) -> (usize, usize) {
        self.end = Instant::now() + duration;
        self.shape = shape;
        self.vocabulary.now = self.c.now();
        self.c.run("DEL pristine site trial other");
        shape.build(self.c, self.vocabulary.size, self.vocabulary.now);
        let mut restored = (self.restore("site"), Instant::now());
        let time_left = self.end.saturating_duration_since(Instant::now());
        let end = Instant::now() + time_left * 2 / 3;
        let (mut accepted, mut tried) = (0, 0);
        let mut lines = self.known_lines();
        // What has more options takes longer to explore.
        let turns = |(which, form): (usize, &Form)| vec![which; form.arguments.len()];
        let turns: Vec<_> = self.forms.iter().enumerate().flat_map(turns).collect();
        while !lines.is_empty() || Instant::now() < end {
            // A site that is hardly as it was made any more is made again, if that is quick.
            let is_old = self.changed > self.vocabulary.size as usize / 10;
            if is_old && restored.1.elapsed() > 5 * restored.0 {
                restored = (self.restore("site"), Instant::now());
            }
            while lines.len() < BATCH {
                let which = self.vocabulary.random.pick(&turns);
                lines.push((which, self.next_line(which)));
            }
            let rest = lines.split_off(BATCH);
            accepted += self.try_all(lines);
            tried += BATCH;
            lines = rest;
        }
        (accepted, tried - accepted)
    }

    /// Returns the dearest lines on the site before, and forgets what they cost there.
    fn known_lines(&mut self) -> Vec<(usize, Line)> {
        let lines = self.dearest.iter_mut().enumerate().flat_map(|(which, lines)| {
            let lines = std::mem::take(lines).into_iter().take(TRIED);
            lines.map(move |(_, line)| (which, line))
        });
        lines.collect()
    }

    /// Tries lines. Returns how many were accepted.
    fn try_all(&mut self, lines: Vec<(usize, Line)>) -> usize {
        let (mut timed, mut places) = (Vec::new(), Vec::new());
        for (which, line) in &lines {
            self.number += 1;
            let before = self.shape.before("site", self.vocabulary.size, self.number);
            timed.extend(before.map(|line| Timed { line, is_exact: false }));
            places.push(timed.len());
            let form = &self.forms[*which];
            timed.push(Timed { line: line::words(line, form, "site"), is_exact: !is_read(form) });
        }
        let replies = time(self.c, &timed);
        let mut accepted = 0;
        for ((which, line), place) in lines.into_iter().zip(places) {
            let ((cost, reply), form) = (&replies[place], &self.forms[which]);
            let words = std::mem::take(&mut timed[place].line);
            self.vocabulary.learn(form.name, reply);
            if !is_error(reply) {
                accepted += 1;
                self.changed += if is_read(form) { 0 } else { words.len() };
            }
            self.keep(which, line, words, *cost);
        }
        accepted
    }

    /// Keeps a line if it is among the dearest. Times it again, exactly, if it only reads.
    fn keep(&mut self, which: usize, line: Line, words: Words, mut cost: i64) {
        let dearest = &mut self.dearest[which];
        let is_dear = dearest.get(KEPT - 1).is_none_or(|(least, _)| cost > *least);
        if !is_dear || dearest.iter().any(|(_, known)| *known == line) {
            return;
        }
        if is_read(&self.forms[which]) {
            cost = cost.min(time_exactly(self.c, words));
        }
        dearest.push((cost, line));
        dearest.sort_by_key(|(cost, _)| -cost);
        dearest.truncate(KEPT);
    }

    fn next_line(&mut self, which: usize) -> Line {
        let (form, dearest) = (&self.forms[which], &self.dearest[which]);
        let random = &mut self.vocabulary.random;
        if dearest.is_empty() || random.percent(30) {
            return draw(form, &mut self.vocabulary);
        }
        let mut pick = || &dearest[random.below(dearest.len() as i64) as usize].1;
        let (line, other) = (pick(), pick());
        line::changed(line, other, form, &mut self.vocabulary)
    }

    /// Makes a key a copy of the site as it was made. Returns how long that took.
    fn restore(&mut self, key: &str) -> Duration {
        let start = Instant::now();
        self.c.int(&format!("COPY pristine {key} REPLACE"));
        (self.changed, self.vocabulary.last_id) = (0, self.vocabulary.size);
        start.elapsed()
    }

    /// Repeats the dearest lines of a command, on the site as it was made, if they may be dearer
    /// than what is known.
    pub fn confirm(&mut self, which: usize, known: Option<f64>) -> Option<Finding> {
        let mut best: Option<(f64, Line)> = None;
        let is_late = Instant::now() > self.end;
        let little = if is_late { 10.0 * LITTLE } else { LITTLE };
        // Each command has a row, also one that takes little.
        let least = known.map_or(f64::MIN, |known| known.max(little) * 1.1);
        for (cost, line) in self.dearest[which].clone().into_iter().take(TRIED) {
            if (cost as f64) < best.as_ref().map_or(least, |(cost, _)| *cost) {
                break;
            }
            let repeated = self.repeat(which, &line);
            if best.as_ref().is_none_or(|(cost, _)| repeated > *cost) {
                best = Some((repeated, line));
            }
        }
        let (cost, line) = best.filter(|(cost, _)| *cost > least)?;
        let line = self.shortened(which, cost, line);
        let form = &self.forms[which];
        Some(Finding {
            name: form.name,
            line: line::shown(&line, form),
            site: self.shape.name,
            cost,
        })
    }

    /// Times what the server or an operator does with a whole site. RESTORE can have the bytes of
    /// somebody else.
    pub fn confirm_whole(&mut self) -> [Finding; 5] {
        let payload = bytes(&self.c.run("DUMP pristine"));
        let restore = [words("RESTORE trial 0"), vec![payload, b"REPLACE".into()]].concat();
        [
            ("RESTORE", "RESTORE site 0 ... REPLACE", restore),
            ("DUMP", "DUMP site", words("DUMP trial")),
            ("COPY", "COPY site other", words("COPY trial other REPLACE")),
            ("ARTICLE.DEBUG", "ARTICLE.DEBUG CHECK site", words("ARTICLE.DEBUG CHECK trial")),
            ("UNLINK", "UNLINK site", words("UNLINK trial")),
        ]
        .map(|(name, shown, line)| {
            let cost = time_exactly(self.c, line) as f64 / factor(self.c, REPEATED);
            Finding { name, line: shown.to_owned(), site: self.shape.name, cost }
        })
    }

    /// Leaves out the options of a line without which it takes about as long.
    fn shortened(&mut self, which: usize, cost: f64, mut line: Line) -> Line {
        let mut at = 0;
        while let Some(shorter) = line::without(&line, at, &self.forms[which])
            && Instant::now() < self.end
        {
            if self.repeat(which, &shorter) >= 0.9 * cost { line = shorter } else { at += 1 }
        }
        line
    }

    /// Returns the least time that a line takes on the site as it was made, divided by the factor
    /// of the machine at that time.
    fn repeat(&mut self, which: usize, line: &Line) -> f64 {
        let form = &self.forms[which];
        let (words, is_read) = (line::words(line, form, "trial"), is_read(form));
        let mut least = i64::MAX;
        for number in 0..REPEATED {
            if number == 0 || !is_read {
                self.restore("trial");
            }
            let before = self.shape.before("trial", self.vocabulary.size, number as i64);
            before.map(|line| time_exactly(self.c, line));
            least = least.min(time_exactly(self.c, words.clone()));
        }
        least as f64 / factor(self.c, REPEATED)
    }
}
