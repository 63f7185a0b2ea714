//! Comments, and places of what is deleted, as bytes: such as are valid, and such as break a rule.

use article_model::targets::mutation::number;

use super::edges::{USERS, settings};

const DELETED: u64 = 512;

/// Returns a comment without votes. `step` is the distance of its id from the id before, and
/// `distance` its distance from the parent's.
fn comment(step: u64, flags: u64, distance: u64) -> Vec<u8> {
    let numbers = [step, flags, 1_000, 9, 0, 0, 0, distance];
    numbers.into_iter().flat_map(number).chain(*b"\x01t\x00").collect()
}

/// Returns the place of a deleted item.
fn place(step: u64, flags: u64, distance: u64) -> Vec<u8> {
    [step, DELETED | flags, 1_000, 7, 3, 0, distance].into_iter().flat_map(number).collect()
}

/// Returns a site of articles 1 and 3, and of these comments and places, whose last id is 1,000.
fn site(comments: &[Vec<u8>]) -> Vec<u8> {
    let head = [settings(), number(1_000), number(0), USERS.to_vec(), number(2)].concat();
    let article = |step| [&number(step)[..], b"\x00\x00\x01\x00\x00\x00\x01t\x00\x00"].concat();
    let articles = [article(1), article(2), number(comments.len() as u64)].concat();
    [head, articles, comments.concat(), vec![0; 4]].concat()
}

/// Returns a comment with a custom field of this name.
fn with_field(name: &str) -> Vec<u8> {
    let field = [&[1, name.len() as u8], name.as_bytes(), b"\x01v"].concat();
    [comment(4, 4, 1), field].concat()
}

/// Returns sites with threads that are at a limit or just beyond it.
pub fn thread_edges() -> Vec<(&'static str, Vec<u8>)> {
    // Ids 4 to 258, each below the one before; the first answers 3.
    let step = |level| if level == 0 { 4 } else { 1 };
    let level = |level: u64| match level % 2 {
        0 => comment(step(level), 0, 1),
        _ => place(step(level), 0, 1),
    };
    let deepest: Vec<_> = (0..255).map(level).collect();
    let deeper = |last| [&deepest[..], &[last]].concat();
    // 2 is the place of an article, 4 answers it, 5 is the place of an answer to 3, 6 answers 5.
    let thread = [place(2, 0, 0), comment(2, 0, 2), place(1, 0, 2), comment(1, 8 | 16 | 32, 1)];
    let thread = [&thread[..], &[comment(994, 0, 999)]].concat();
    let rows = [
        ("thread", thread),
        ("deepest-thread", deepest.clone()),
        ("too-deep-a-comment", deeper(comment(1, 0, 1))),
        ("too-deep-a-place", deeper(place(1, 0, 1))),
        ("too-low-an-id", vec![comment(0, 0, 1)]),
        ("too-high-an-id", vec![comment(1_001, 0, 1)]),
        ("too-many-comments-of-one-id", vec![comment(4, 0, 1), comment(0, 0, 1)]),
        ("too-many-places-of-one-id", vec![comment(4, 0, 1), place(0, 0, 1)]),
        ("too-like-the-first-article", vec![comment(1, 0, 1)]),
        ("too-like-the-second-article", vec![comment(3, 0, 2)]),
        ("too-present-a-deleted-article", vec![place(3, 0, 0)]),
        ("too-present-a-deleted-comment", vec![place(3, 0, 2)]),
        ("too-early-a-parent", vec![comment(4, 0, 5)]),
        ("too-early-a-parent-of-a-place", vec![place(4, 0, 5)]),
        ("too-wrapped-a-parent", vec![comment(4, 0, 1 << 32)]),
        ("too-zero-a-parent", vec![comment(4, 0, 4)]),
        ("too-deleted-a-parent", vec![comment(4, 0, 2)]),
        ("too-deleted-a-parent-of-a-place", vec![place(4, 0, 2)]),
        ("too-late-a-parent", vec![comment(7, 0, 2), comment(1, 0, 7)]),
        ("too-silent-a-comment", vec![comment(4, 256, 1)]),
        ("too-kept-a-comment", vec![comment(4, 1_024, 1)]),
    ];
    // Groups, activity, and what is not known at all. A place has a boost, and can be hidden or
    // locked.
    let of_comments = [2, 128, 2_048, 1 << 31].map(|flag| comment(4, flag, 1));
    let of_places = [1, 2, 4, 32, 128, 256, 1_024, 2_048].map(|flag| place(4, flag, 1));
    let flagged = of_comments.into_iter().chain(of_places);
    let reserved = ["parent", "article", "text", "comments", "depth", "boost", "id"];
    let free = ["title", "link", "bumped", "groups"];
    let rows = rows.into_iter().chain(flagged.map(|it| ("too-many-flags", vec![it])));
    let rows = rows.chain(reserved.map(|it| ("too-reserved-a-field", vec![with_field(it)])));
    let rows = rows.chain(free.map(|name| (name, vec![with_field(name)])));
    rows.map(|(name, comments)| (name, site(&comments))).collect()
}
