//! The corpus under whatever the tests run with: AddressSanitizer, or Miri, which is so slow that
//! it gets the short inputs only.

use article_model::targets::{decoder, decoder_mutated, operations, tree};
use std::path::Path;

/// Bytes of an input for Miri, at most.
const SHORT: usize = 200;

fn run_all(name: &str, target: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(name);
    for file in std::fs::read_dir(folder).expect("the corpus") {
        let path = file.expect("a file").path();
        let input = std::fs::read(&path).expect("an input");
        if !cfg!(miri) || input.len() <= SHORT {
            println!("{}", path.display());
            target(&input);
        }
    }
}

#[test]
fn decoder_runs() {
    run_all("decoder", decoder::run);
}

#[test]
fn decoder_mutated_runs() {
    run_all("decoder_mutated", decoder_mutated::run);
}

#[test]
fn operations_run() {
    run_all("operations", operations::run);
}

#[test]
fn tree_runs() {
    run_all("tree", tree::run);
}
