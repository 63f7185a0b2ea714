//! Links between documents lead somewhere: to a file of the repository, and to a heading in it.

use std::collections::BTreeSet;
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

/// Returns the anchor of the first heading with a title, as GitHub forms it.
pub fn anchor(title: &str) -> String {
    let title = title.trim().to_lowercase();
    let kept = title.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.collect::<String>().replace(' ', "-")
}

/// Returns the anchors of a document's headings.
fn anchors(document: &str) -> BTreeSet<String> {
    let mut anchors = BTreeSet::new();
    for line in prose(document).filter(|line| line.starts_with('#')) {
        let anchor = anchor(line.trim_start_matches('#'));
        let repeated = (1..).map(|number| format!("{anchor}-{number}"));
        let mut names = std::iter::once(anchor.clone()).chain(repeated);
        anchors.insert(names.find(|name| !anchors.contains(name)).expect("a name"));
    }
    anchors
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

/// Returns why a link of a document leads nowhere, if it does not lead anywhere.
fn fault(document: &Path, target: &str) -> Option<String> {
    if ["https://", "http://", "mailto:"].iter().any(|scheme| target.starts_with(scheme)) {
        return None;
    }
    let (file, anchor) = match target.split_once('#') {
        Some((file, anchor)) => (file, Some(anchor)),
        None => (target, None),
    };
    let path = match file {
        "" => document.to_owned(),
        file => document.parent().expect("its folder").join(file),
    };
    if !path.exists() {
        return Some("no such file".to_owned());
    }
    let anchor = anchor?;
    let headings = anchors(&fs::read_to_string(&path).expect("a text"));
    (!headings.contains(anchor)).then(|| "no such heading".to_owned())
}

#[test]
fn every_link_between_documents_leads_somewhere() {
    let documents = documents(&super::root());
    assert!(documents.iter().any(|path| path.ends_with("README.md")));
    let mut faults = Vec::new();
    for path in &documents {
        let document = fs::read_to_string(path).expect("a text");
        for target in targets(&document) {
            if let Some(fault) = fault(path, target) {
                faults.push(format!("{}: {target}: {fault}", path.display()));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
