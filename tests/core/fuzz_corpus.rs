//! The fuzz targets as tests: over the committed corpus, which includes every input that once
//! broke something, and over random changes of it. `make fuzz` goes on from here.
//!
//! `FUZZ_CORPUS_INPUTS` is the number of changed inputs per target.

use article_model::targets::{self, mutation::damage};
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;
use test_support::{Random, number_from_env, report, seed};

/// The number of changed inputs per target unless the environment says otherwise.
const INPUTS: u64 = 1_000;
/// Inputs do not grow beyond this.
const LONGEST: usize = 16_384;

#[test]
fn the_decoder_refuses_bytes_or_makes_a_sound_site() {
    run_all("decoder", targets::decoder::run);
}

#[test]
fn the_decoder_refuses_a_damaged_site_or_makes_a_sound_one() {
    run_all("decoder_mutated", targets::decoder_mutated::run);
}

#[test]
fn a_site_does_what_its_model_does() {
    run_all("operations", targets::operations::run);
}

#[test]
fn a_tree_is_an_ordered_set_with_ranks() {
    run_all("tree", targets::tree::run);
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

/// Returns a position in the bytes, or their end.
fn position(random: &mut Random, bytes: &[u8]) -> usize {
    random.below(bytes.len() as i64 + 1) as usize
}

/// Runs a target, and keeps the input if the target panics.
fn run(what: &str, target: fn(&[u8]), input: &[u8]) {
    if let Err(panic) = catch_unwind(AssertUnwindSafe(|| target(input))) {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("found");
        fs::write(&path, input).expect("a file for the input");
        println!("{what} breaks the target; the input is in {}", path.display());
        resume_unwind(panic);
    }
}

/// Returns the names and the contents of a target's inputs.
fn corpus(name: &str) -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(name);
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
