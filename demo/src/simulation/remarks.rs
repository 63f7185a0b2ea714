use fastrand::Rng;

use super::words::{DETAILS, GROUPS, OPENINGS, REPLIES, choose};

pub(super) fn remark(rng: &mut Rng, title: &str, on_story: bool) -> String {
    let opening = choose(rng, if on_story { &OPENINGS } else { &REPLIES });
    let detail = choose(rng, &DETAILS);
    format!("{opening} {detail}").trim_end().replace("{}", subject_of(title))
}

pub(super) fn subject_of(title: &str) -> &'static str {
    let title = title.to_lowercase();
    let subjects = GROUPS.iter().flat_map(|(_, subjects)| subjects);
    // The longest, since one can be part of another.
    let known = subjects.filter(|subject| title.contains(&subject.to_lowercase()));
    known.max_by_key(|subject| subject.len()).unwrap_or(&"this")
}
