//! The options in the words of a command.

/// Some words of a command.
pub type Words = [Vec<u8>];
/// A command, with any word in place of its key.
pub type Line = Vec<Vec<u8>>;

/// Returns the options among words: each with its name and what follows it.
pub fn options(mut words: &Words) -> Vec<&Words> {
    let mut options = Vec::new();
    while let Some(name) = words.first() {
        let length = |at: usize| words.get(at).map_or(0, |word| number::<usize>(word));
        let len = match name.as_slice() {
            b"MARKED" | b"UNMARKED" => length(2).saturating_add(3),
            b"FIELDS" => length(1).saturating_mul(2).saturating_add(2),
            b"GROUPS" | b"MARKS" | b"RETURN" | b"ANYOF" | b"ALLOF" | b"NONEOF" | b"FROM"
            | b"NOTFROM" | b"EXCEPT" => length(1).saturating_add(2),
            b"PER" => 3,
            b"XX" | b"WITHCOUNTS" | b"ASC" | b"HIDDEN" | b"UP" | b"DOWN" | b"ARTICLES"
            | b"COMMENTS" | b"UNSEEN" => 1,
            _ => 2,
        };
        let (option, after) = words.split_at(len.min(words.len()));
        options.push(option);
        words = after;
    }
    options
}

/// Returns the number that a word is, or 0.
pub fn number<T: std::str::FromStr + Default>(word: &[u8]) -> T {
    str::from_utf8(word).ok().and_then(|word| word.parse().ok()).unwrap_or_default()
}

/// Returns the words after the name of an option, if it is there.
pub fn find<'w>(options: &[&'w Words], name: &str) -> Option<&'w Words> {
    let is_it = |option: &&&Words| option.first().is_some_and(|it| it == name.as_bytes());
    options.iter().find(is_it).and_then(|option| option.get(1..))
}

/// Returns the words of the options that have or have not these names.
pub fn select(options: &[&Words], names: &[&str], has: bool) -> Line {
    let is_named = |option: &Words| names.iter().any(|name| find(&[option], name).is_some());
    let selected = options.iter().filter(|option| is_named(option) == has);
    selected.flat_map(|option| option.iter().cloned()).collect()
}
