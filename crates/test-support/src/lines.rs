//! Lines in texts beside the tests: a mark or an arrow, and a line as one writes it in redis-cli.

/// Returns the ids in a text.
pub fn ids_of(text: &str) -> Vec<i64> {
    text.split_whitespace().map(|id| id.parse().expect("an id")).collect()
}

/// Returns the lines of a text that begin with a mark, without it.
pub fn marked<'a>(text: &'a str, mark: &str) -> Vec<&'a str> {
    let marked = |line: &'a str| line.strip_prefix(mark)?.strip_prefix(' ');
    text.lines().filter_map(marked).collect()
}
