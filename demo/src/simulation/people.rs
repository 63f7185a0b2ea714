const FIRST: [&str; 20] = [
    "amber", "brave", "calm", "dusty", "early", "fuzzy", "gentle", "hasty", "icy", "jolly",
    "keen", "lucky", "misty", "noble", "odd", "polite", "quiet", "rusty", "sunny", "witty",
];

const SECOND: [&str; 20] = [
    "otter", "heron", "badger", "lynx", "finch", "gecko", "ibis", "koala", "lemur", "marmot",
    "newt", "okapi", "panda", "quail", "raven", "stoat", "tapir", "vole", "wombat", "yak",
];

/// The number of users who vote. No story gets more votes from them than this.
pub(super) const PEOPLE: usize = FIRST.len() * SECOND.len();

/// Returns the name of a user, by number.
pub(super) fn person(number: usize) -> String {
    let pick = |words: &[&'static str], place: usize| words.get(place % 20).copied();
    let first = pick(&FIRST, number).unwrap_or_default();
    let second = pick(&SECOND, number / FIRST.len() + number).unwrap_or_default();
    format!("{first}-{second}")
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{PEOPLE, person};

    #[test]
    fn names_are_distinct() {
        assert_eq!((0..PEOPLE).map(person).collect::<HashSet<_>>().len(), PEOPLE);
    }
}
