//! Runs every fuzz target over the committed corpus, which includes every input that once broke
//! something, and over random changes of it. `make fuzz` searches further.
//!
//! `FUZZ_CORPUS_INPUTS` sets the number of changed inputs per target.

use article_model::targets::{self, mutation::damage};
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;
use test_support::{Random, number_from_env, report, seed};

/// The default number of changed inputs per target.
const INPUTS: u64 = 1_000;
/// The longest input, in bytes.
const LONGEST: usize = 16_384;

#[test]
fn every_fuzz_target_passes_over_its_corpus_and_random_changes_of_it() {
    for (name, target) in targets::ALL {
        run_all(name, target);
    }
}

/// Runs a target over its corpus, and then over random changes of it.
fn run_all(name: &str, target: fn(&[u8])) {
    let corpus = corpus(name);
    assert!(!corpus.is_empty(), "{name} has no corpus");
    for (file, input) in &corpus {
        run(&format!("fuzz/corpus/{name}/{file}"), target, input);
    }
    let inputs = number_from_env("FUZZ_CORPUS_INPUTS").unwrap_or(INPUTS);
    let mut random = Random::new(seed(name));
    let corpus: Vec<_> = corpus.iter().collect();
    for _ in 0..inputs {
        let (file, input) = random.pick(&corpus);
        let mut input = input.clone();
        if random.percent(25) {
            let (_, other) = random.pick(&corpus);
            input.truncate(position(&mut random, &input));
            input.extend_from_slice(&other[position(&mut random, other)..]);
        }
        for _ in 0..=random.below(6) {
            damage(&mut input, random.array());
        }
        input.truncate(LONGEST);
        run(&format!("a change of fuzz/corpus/{name}/{file}"), target, &input);
    }
    report(format!("{name}: {} inputs of the corpus, {inputs} changes of them", corpus.len()));
}

/// Returns a random position in the bytes, or their end.
fn position(random: &mut Random, bytes: &[u8]) -> usize {
    random.below(bytes.len() as i64 + 1) as usize
}

/// Runs a target, and saves the input if the target panics.
fn run(what: &str, target: fn(&[u8]), input: &[u8]) {
    if let Err(panic) = catch_unwind(AssertUnwindSafe(|| target(input))) {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("found");
        fs::write(&path, input).expect("a file for the input");
        println!("{what} makes the target panic; the input is in {}", path.display());
        resume_unwind(panic);
    }
}

/// Returns the names and the contents of a target's inputs.
fn corpus(name: &str) -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(name);
    let files = fs::read_dir(&folder).expect("the corpus").map(|file| file.expect("a file"));
    let mut corpus: Vec<_> = files
        .map(|file| {
            let input = fs::read(file.path()).expect("an input");
            (file.file_name().to_string_lossy().into_owned(), input)
        })
        .collect();
    corpus.sort();
    corpus
}
