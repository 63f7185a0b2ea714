//! The README says how long a reader of each kind needs.

use super::{links, read};

/// How many words one reads per minute.
const SPEED: usize = 200;

/// Returns the number of words of a document, without code.
fn words(path: &str) -> usize {
    let document = read(path);
    let words = links::prose(&document).flat_map(|line| {
        line.split(|c: char| c.is_whitespace() || "|/()".contains(c))
            .filter(|word| word.chars().any(char::is_alphanumeric))
    });
    words.count()
}

#[test]
fn what_a_reader_should_read_first_takes_as_long_as_the_readme_says() {
    let readme = read("README.md");
    let rows = readme.lines().filter_map(|line| line.strip_prefix("| a"));
    let mut count = 0;
    for row in rows {
        let columns: Vec<_> = row.split(" | ").collect();
        let Some((reader, minutes)) = columns[0].split_once(", ") else { continue };
        let minutes = minutes.trim_end_matches(" minutes").parse::<usize>().expect("a number");
        let mut words_of_all = words("README.md");
        for path in links::targets(columns[1]) {
            words_of_all += words(path);
        }
        let needed = words_of_all.div_ceil(SPEED);
        assert!(needed <= minutes, "{reader}: {needed} minutes instead of {minutes}");
        assert!(needed + 8 >= minutes, "{reader}: only {needed} minutes instead of {minutes}");
        count += 1;
    }
    assert_eq!(count, 3);
}
