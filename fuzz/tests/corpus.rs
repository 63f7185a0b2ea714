//! The corpus, run by `scripts/soundness` under AddressSanitizer and Miri.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use article_model::targets;

/// The longest input for Miri, which is slow.
const SHORT: usize = 256;

#[test]
fn every_input_of_the_corpus_passes() {
    for (name, run) in targets::ALL {
        for path in files(&format!("corpus/{name}")) {
            let input = fs::read(&path).unwrap();
            if !cfg!(miri) || input.len() <= SHORT {
                println!("{}", path.display());
                run(&input);
            }
        }
    }
}

#[test]
fn every_target_has_a_fuzzer_and_a_corpus() {
    // The tests of the module and of article-proxy run these.
    let names = targets::ALL.iter().map(|(name, _)| *name).chain(["requests", "stream"]);
    let names: BTreeSet<_> = names.map(str::to_owned).collect();
    for folder in ["fuzz_targets", "corpus"] {
        let stem = |path: PathBuf| path.file_stem().unwrap().to_str().unwrap().to_owned();
        assert_eq!(files(folder).into_iter().map(stem).collect::<BTreeSet<_>>(), names);
    }
}

fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let files = fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    files.map(|file| file.unwrap().path()).collect()
}
