//! The documents, and the links in them. `scripts/links` follows these.

use std::fs;
use std::path::{Path, PathBuf};

/// Folders without documents of the repository.
const SKIPPED: [&str; 4] = ["target", "node_modules", "vendor", "data"];

/// Returns the Markdown files in a folder and below.
pub fn documents(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let entry = entry.expect("an entry");
        let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
        if entry.file_type().expect("its type").is_dir() {
            if !name.starts_with('.') && !SKIPPED.contains(&name.as_str()) {
                found.extend(documents(&path));
            }
        } else if path.extension().is_some_and(|extension| extension == "md") {
            found.push(path);
        }
    }
    found
}

/// Returns the lines outside fenced blocks.
pub fn prose(document: &str) -> impl Iterator<Item = &str> {
    let mut in_fence = false;
    document.lines().filter(move |line| {
        let is_fence = line.trim_start().starts_with("```");
        in_fence ^= is_fence;
        !in_fence && !is_fence
    })
}

/// Returns the targets of a document's links and images, in Markdown and in HTML.
pub fn targets(document: &str) -> Vec<&str> {
    let mut targets = Vec::new();
    for line in prose(document) {
        for (start, end) in [("](", ')'), ("src=\"", '"'), ("href=\"", '"')] {
            let rests = line.match_indices(start).map(|(index, _)| &line[index + start.len()..]);
            targets.extend(rests.filter_map(|rest| rest.split(end).next()));
        }
    }
    targets
}
