//! The guide, docs/migrating.md, is right.

use test_support::Client;
use test_support::json_schema::Schema;

use crate::follow::{Copy, follow};
use crate::harness::{export_lines, run};
use crate::kinds;
use crate::servers::{empty_site, fill_module, load, site_of};

const GUIDE: &str = include_str!("../../../../docs/migrating.md");
const SCHEMA: &str = include_str!("../../../../docs/lines.schema.json");

/// Returns the fenced blocks of a language in a section, which ends at the next heading.
pub fn blocks(heading: &str, language: &str) -> Vec<String> {
    let (_, section) = GUIDE.split_once(&format!("\n{heading}\n")).expect("the section");
    let mut lines = section.lines().take_while(|line| !line.starts_with('#'));
    let mut blocks = Vec::new();
    while let Some(line) = lines.next() {
        let Some((indent, found)) = line.split_once("```") else { continue };
        let block = lines.by_ref().take_while(|line| line.trim() != "```");
        let block = block.map(|line| format!("{}\n", line.get(indent.len()..).unwrap_or("")));
        let block = block.collect();
        if found == language {
            blocks.push(block);
        }
    }
    blocks
}

#[test]
fn each_command_has_a_short_and_a_long_help_and_the_guide_its_options() {
    let general = run("--help").out;
    assert!(general.contains("Exit codes:") && general.contains("unix:///path"), "{general}");
    for command in ["import", "export", "spread", "follow"] {
        let [short, long] = ["-h", "--help"].map(|help| run(&format!("{command} {help}")).out);
        assert!(long.len() > short.len() && general.contains(command), "{command}");
        for text in [&short, &long] {
            assert!(text.contains("Examples:") && text.contains("--key <KEY>"), "{text}");
        }
        assert!(long.lines().all(|line| line.chars().count() <= 100), "{long}");
        let options = long.split_whitespace().filter(|word| word.starts_with("--"));
        for option in options.map(|word| word.trim_end_matches([',', '.'])) {
            assert!(option == "--help" || GUIDE.contains(option), "{option} is not in the guide");
        }
    }
}

#[test]
fn its_lines_are_those_of_the_tests() {
    let example = include_str!("data/lines.jsonl");
    assert_eq!(blocks("## JSON lines", "json").concat(), example);
}

#[test]
fn lines_are_as_their_schema_says() {
    let schema = serde_json::from_str(SCHEMA).unwrap();
    let schema = Schema::new(&schema);
    let exported = |fill: fn(&mut Client)| export_lines(&site_of(fill).0);
    let lines = [
        exported(fill_module),
        exported(kinds::fill_kept),
        exported(kinds::fill_users),
        include_str!("data/lines.jsonl").to_owned(),
    ];
    for line in lines.iter().flat_map(|lines| lines.lines()) {
        let line = serde_json::from_str(line).unwrap();
        assert!(schema.is_valid(&line), "{line}");
    }
    for line in ["{}", "[]", "[\"POST\"]", "[\"ARTICLE\", true]", "[\"MARKS\", {\"x\":\"\"}]"] {
        assert!(!schema.is_valid(&serde_json::from_str(line).unwrap()), "{line}");
    }
}

#[test]
fn its_lines_of_changes_are_written() {
    let (server, mut c) = empty_site();
    let lines = "\
ARTICLE 3 ann Old \"\" TIME 1700000000 CLOSES 1700604800 COUNTS 250 3
COMMENT 5 cleo 3 First TIME 1700000100 CLOSES 1700604900 COUNTS 4 0
COMMENT 7 dan 5 Why? TIME 1700000300 CLOSES 4000000000 UP 1 dan";
    load(&mut c, lines);
    let mut written = run(&follow(&server, "news", "--once")).out;
    c.int("ARTICLE.DEL news 7");
    let since = format!("--once --since {}", Copy::of(&written).version);
    let changed = run(&follow(&server, "news", &since)).out;
    written += changed.split_once("{\"complete\"").unwrap().0;
    let expected = blocks("## Follow the changes of a site", "json").concat();
    assert_eq!(without_copies(&written), without_copies(&expected));
}

/// Returns lines in which the versions do not say of which copy they are.
fn without_copies(lines: &str) -> Vec<&str> {
    let is_of_copy = |line: &&str| line.starts_with("{\"version\"") && line.contains('-');
    lines.lines().map(|line| if is_of_copy(&line) { "a version" } else { line }).collect()
}
