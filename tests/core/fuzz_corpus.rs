//! The fuzzers' targets, run as tests: over the committed corpus, among which is whatever once
//! broke something, and for a moment over random changes of it. `make fuzz` goes on from here.

#[allow(dead_code)]
#[path = "support/random.rs"]
mod random;

use article_model::targets::{self, mutation::damage};
use random::Random;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;
use std::time::{Duration, Instant};

/// An input that takes longer is as good as one that never ends.
const SLOW: Duration = Duration::from_secs(10);
/// Inputs do not grow past this.
const LONGEST: usize = 16_384;

#[test]
fn whatever_the_decoder_reads_is_sound() {
    run_all("decoder", targets::decoder::run);
}

#[test]
fn a_damaged_site_is_refused_or_sound() {
    run_all("decoder_mutated", targets::decoder_mutated::run);
}

#[test]
fn a_site_does_what_its_model_does_whatever_it_is_told() {
    run_all("operations", targets::operations::run);
}

#[test]
fn a_tree_is_a_set_that_knows_ranks() {
    run_all("tree", targets::tree::run);
}

/// Runs a target over its corpus, and then over changes of it for `FUZZ_CORPUS_SECONDS`.
fn run_all(name: &str, target: fn(&[u8])) {
    let corpus = corpus(name);
    assert!(!corpus.is_empty(), "there is no corpus of {name}");
    for (file, input) in &corpus {
        run(&format!("fuzz/corpus/{name}/{file}"), target, input);
    }
    let seconds = random::number_from_env("FUZZ_CORPUS_SECONDS").unwrap_or(2);
    let (start, duration) = (Instant::now(), Duration::from_secs(seconds));
    let mut random = Random::new(random::seed(name));
    let mut tried = 0;
    while start.elapsed() < duration {
        let (file, input) = pick(&mut random, &corpus);
        let mut input = input.clone();
        if random.percent(25) {
            let (_, other) = pick(&mut random, &corpus);
            input.truncate(place(&mut random, &input));
            input.extend_from_slice(&other[place(&mut random, other)..]);
        }
        for _ in 0..=random.below(6) {
            damage(&mut input, std::array::from_fn(|_| random.next() as u8));
        }
        input.truncate(LONGEST);
        run(&format!("a change of fuzz/corpus/{name}/{file}"), target, &input);
        tried += 1;
    }
    let kept = corpus.len();
    random::figures(format!("{name}: {kept} inputs of the corpus, {tried} changes of them"));
}

fn pick<'a, T>(random: &mut Random, items: &'a [T]) -> &'a T {
    &items[random.below(items.len() as i64) as usize]
}

/// A place in the bytes, or their end.
fn place(random: &mut Random, bytes: &[u8]) -> usize {
    random.below(bytes.len() as i64 + 1) as usize
}

fn run(what: &str, target: fn(&[u8]), input: &[u8]) {
    let start = Instant::now();
    let result = catch_unwind(AssertUnwindSafe(|| target(input)));
    let is_slow = start.elapsed() > SLOW;
    if result.is_err() || is_slow {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("found");
        std::fs::write(&path, input).expect("the input to be kept");
        println!("{what} breaks something, or is slow; the input is in {}", path.display());
    }
    result.unwrap_or_else(|panic| resume_unwind(panic));
    assert!(!is_slow, "{what} takes {:?}", start.elapsed());
}

/// The inputs of a target with the names of their files.
fn corpus(name: &str) -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(name);
    let files = std::fs::read_dir(&folder).expect("the corpus").map(|file| file.expect("a file"));
    let mut corpus: Vec<_> = files
        .map(|file| {
            let input = std::fs::read(file.path()).expect("an input");
            (file.file_name().to_string_lossy().into_owned(), input)
        })
        .collect();
    corpus.sort();
    corpus
}
