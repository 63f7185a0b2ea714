//! The help says everything.

use crate::program::{run, run_any, words};

#[test]
fn each_command_has_a_short_and_a_long_help() {
    for command in ["import", "export", "spread", "follow", "verify", "compare"] {
        let short = run(&words(&[command, "-h"])).out;
        let long = run(&words(&[command, "--help"])).out;
        assert!(long.len() > short.len(), "{command}");
        for text in [&short, &long] {
            assert!(text.contains("Examples:") && text.contains("--key <KEY>"), "{text}");
        }
        assert!(long.lines().all(|line| line.chars().count() <= 100), "{long}");
    }
    let general = run(&words(&["--help"])).out;
    for text in ["Exit codes:", "unix:///path", "import", "export", "follow", "verify", "compare"]
    {
        assert!(general.contains(text), "{text} in {general}");
    }
}

#[test]
fn commands_need_one_source_and_one_sink() {
    for line in [
        "import --to redis://a --key k",
        "import --from redis://a --jsonl f --to redis://b --key k",
        "import --jsonl f --prefix p --to redis://b --key k",
        "export --from redis://a --key k",
        "export --from redis://a --key k --jsonl f --to redis://b",
        "export --from redis://a --key k --user ann --to redis://b",
        "import --jsonl f --vote-score 100 --to redis://b --key k",
        "verify --from redis://a --key k",
        "compare --from redis://a --key k",
        "import --from redis://a --to redis://b --key ",
        "export --from redis://a --jsonl f --key ",
        "verify --from redis://a --to redis://b --key ",
    ] {
        let run = run_any(&line.split(' ').map(str::to_owned).collect::<Vec<_>>());
        assert_eq!(run.code, Some(2), "{line}");
        let is_refused = run.err.contains("Usage:") || run.err.contains("value is required");
        assert!(is_refused, "{line}: {}", run.err);
    }
}

/// The guide shows every option and every line of a report.
#[test]
fn the_guide_names_every_option() {
    let guide = include_str!("../../../../docs/migrating.md");
    for command in ["import", "export", "spread", "follow", "verify", "compare"] {
        let help = run(&words(&[command, "--help"])).out;
        let options = help.split_whitespace().filter(|word| word.starts_with("--"));
        for option in options.map(|word| word.trim_end_matches([',', '.'])) {
            assert!(option == "--help" || guide.contains(option), "{option} is not in the guide");
        }
    }
}
