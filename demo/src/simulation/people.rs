/// The number of users who vote. No story gets more votes from them than this.
pub(super) const PEOPLE: usize = 20 * 20;

pub(super) fn person(number: usize) -> String {
    let mut words = include_str!("words/people.txt").lines().map(|line| line.split(' '));
    let mut pick = |place: usize| words.next().and_then(|mut words| words.nth(place % 20));
    let first = pick(number).unwrap_or_default();
    let second = pick(number / 20 + number).unwrap_or_default();
    format!("{first}-{second}")
}
