//! `results.json`: the record of all measurements, from which the documents have their figures.
//!
//! A measurement adds a run. Its figures replace those of earlier runs, so that a figure occurs
//! once, with the conditions of the run that measured it last.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use serde_json::to_string;

use crate::conditions::Conditions;
use crate::figures::{Figure, Figures, Key, Measure};

const FILE: &str = "results.json";

#[derive(Clone, Serialize, Deserialize)]
pub struct Run {
    pub conditions: Conditions,
    pub figures: Figures,
}

impl Run {
    /// Returns a run. It leaves out what compares the module with another build, because the
    /// conditions do not say which.
    pub fn new(conditions: Conditions, figures: &Figures) -> Self {
        let mut figures = figures.clone();
        figures.retain(|figure| figure.measure != Measure::Baseline);
        Self { conditions, figures }
    }
}

#[derive(Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Record(pub Vec<Run>);

impl Record {
    /// Reads the record in a folder; without the file, it is empty.
    pub fn read(folder: &Path) -> Result<Self> {
        let path = folder.join(FILE);
        if !path.exists() {
            return Ok(Self::default());
        }
        let context = || format!("cannot read {}", path.display());
        let text = fs::read_to_string(&path).with_context(context)?;
        serde_json::from_str(&text).with_context(context)
    }

    /// Adds a run. Removes an earlier run of the same command, and figures that it measured again.
    pub fn add(&mut self, run: Run) {
        self.0.retain(|earlier| earlier.conditions.command != run.conditions.command);
        for earlier in &mut self.0 {
            earlier.figures.retain(|figure| run.figures.get(figure.key()).is_none());
        }
        self.0.retain(|run| !run.figures.all().is_empty());
        self.0.push(run);
    }

    /// Writes the record into a folder, with one figure per line.
    pub fn write(&self, folder: &Path) -> Result<PathBuf> {
        let mut text = "[".to_owned();
        for (nth, Run { conditions, figures }) in self.0.iter().enumerate() {
            let comma = if nth > 0 { ",\n" } else { "" };
            write!(text, "{comma}{{\n\"conditions\": {},", to_string(conditions)?)?;
            write!(text, "\n\"figures\": {}\n}}", lines(figures.all())?)?;
        }
        fs::create_dir_all(folder)
            .with_context(|| format!("cannot create {}", folder.display()))?;
        let path = folder.join(FILE);
        fs::write(&path, text + "]\n")
            .with_context(|| format!("cannot write {}", path.display()))?;
        Ok(path)
    }

    /// Returns a figure and its run, if it was measured.
    pub fn find(&self, key: Key) -> Option<(&Figure, &Run)> {
        self.0.iter().find_map(|run| Some((run.figures.get(key)?, run)))
    }

    /// Returns the figures of all runs.
    #[cfg(test)]
    pub fn figures(&self) -> Figures {
        let mut all = Figures::default();
        self.0.iter().for_each(|run| all.extend(&run.figures));
        all
    }
}

/// Returns a JSON array with one element per line.
fn lines<T: Serialize>(elements: &[T]) -> Result<String> {
    let mut text = "[".to_owned();
    for (nth, element) in elements.iter().enumerate() {
        write!(text, "{}\n  {}", if nth > 0 { "," } else { "" }, to_string(element)?)?;
    }
    Ok(text + "\n]")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contenders::Contender;

    fn key(case: &str) -> Key<'_> {
        (case, Measure::Command, Contender::Module)
    }

    fn run(command: &str, figures: &[(&str, f64)]) -> Run {
        let mut measured = Figures::default();
        figures.iter().for_each(|&(case, value)| measured.record(key(case), value));
        let conditions = Conditions { command: command.to_owned(), ..Conditions::default() };
        Run { conditions, figures: measured }
    }

    #[test]
    fn a_figure_is_from_the_run_that_measured_it_last() {
        let mut record = Record::default();
        record.add(run("all", &[("VOTE", 1.0), ("PAGE", 2.0), ("gone", 3.0)]));
        record.add(run("some", &[("PAGE", 4.0)]));
        let of = |record: &Record, case: &str| {
            let (figure, run) = record.find(key(case))?;
            Some((figure.median(), run.conditions.command.clone()))
        };
        assert_eq!(of(&record, "VOTE"), Some((1.0, "all".to_owned())));
        assert_eq!(of(&record, "PAGE"), Some((4.0, "some".to_owned())));

        record.add(run("all", &[("VOTE", 5.0), ("PAGE", 6.0)]));
        assert_eq!(record.0.len(), 1, "a run whose figures are all replaced");
        assert_eq!(of(&record, "PAGE"), Some((6.0, "all".to_owned())));
        assert_eq!(of(&record, "gone"), None);
    }

    #[test]
    fn a_record_is_read_as_it_was_written() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut record = Record::read(folder.path()).expect("an empty record");
        record.add(run("all", &[("VOTE", 1.0), ("PAGE", 2.0)]));
        record.add(run("race", &[("race", 0.0)]));
        let written = fs::read_to_string(record.write(folder.path()).unwrap()).unwrap();
        assert!(written.contains("\n  {\"case\":\"VOTE\","), "{written}");
        let read = Record::read(folder.path()).unwrap();
        assert_eq!(read.figures().median(key("PAGE")), Some(2.0));
        let path = read.write(folder.path()).unwrap();
        assert_eq!(fs::read_to_string(path).unwrap(), written);
    }
}
