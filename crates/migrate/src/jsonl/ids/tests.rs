use super::*;
use crate::jsonl::input::Position;
use crate::jsonl::post::Post;
use crate::report::Report;

/// Returns the numbering of articles, with ids and times, and of comments, with ids, parents,
/// articles, and times.
fn numbering(articles: &[(u64, i64)], comments: &[(u64, Option<u64>, u64, i64)]) -> Numbering {
    let mut numbering = Numbering::default();
    let position = |number| Position { number, offset: 0, length: 0 };
    let mut number = 2;
    for &(id, time) in articles {
        assert!(numbering.add(position(number), &Post { id, time, ..Post::default() }, false));
        number += 1;
    }
    for &(id, parent, article, time) in comments {
        let post = Post { id, parent, article: Some(article), time, ..Post::default() };
        assert!(numbering.add(position(number), &post, false));
        number += 1;
    }
    numbering
}

fn texts(numbering: &Numbering) -> Vec<String> {
    numbering.map().map(|(old, new)| format!("{old}: {new}")).collect()
}

#[test]
fn a_map_is_kept_and_continued() {
    let folder = tempfile::tempdir().unwrap();
    let name = folder.path().join("ids.csv");
    let map = MapFile::new(name.to_str().unwrap());
    let mut report = Report::new(9);
    let comments = [(1, None, 1, 15), (2, Some(1), 1, 25)];
    let mut first = numbering(&[(1, 10), (2, 20)], &comments);
    assert!(first.assign(&map, 0, &mut report).unwrap());
    let expected = ["article 1: 1", "comment 1: 2", "article 2: 3", "comment 2: 4"];
    assert_eq!(texts(&first), expected);
    map.write(first.map()).unwrap();
    let written = std::fs::read_to_string(&name).unwrap();
    assert_eq!(
        written,
        "kind,old_id,new_id\narticle,1,1\ncomment,1,2\narticle,2,3\ncomment,2,4\n"
    );
    let mut again = numbering(&[(1, 10), (2, 20)], &comments);
    assert!(!again.assign(&map, 0, &mut report).unwrap());
    assert_eq!(texts(&again), expected);
    // A line that comes later has a higher id at any time.
    let mut more = numbering(&[(1, 10), (2, 20), (3, 5)], &comments);
    assert!(more.assign(&map, 0, &mut report).unwrap());
    assert_eq!(texts(&more), [&expected[..], &["article 3: 5"]].concat());
    let mut fewer = numbering(&[(1, 10)], &comments);
    let error = fewer.assign(&map, 0, &mut report).unwrap_err().to_string();
    assert!(error.contains("it has article 2, and no line has it"), "{error}");
    for (text, message) in [
        ("", "it has no ids"),
        ("old,new\n", "line 1 is not kind,old_id,new_id"),
        ("kind,old_id,new_id\narticle,1,1\nstory,2,2\n", "line 3 is not like"),
        ("kind,old_id,new_id\narticle,1,0\n", "line 2 is not like"),
        ("kind,old_id,new_id\narticle,1,1\narticle,2,1\n", "the new id 1 twice"),
        ("kind,old_id,new_id\narticle,1,9\ncomment,1,2\n", "comment 1 comes before what"),
        ("kind,old_id,new_id\ncomment,1,2\n", "comment 1 comes before what"),
    ] {
        std::fs::write(&name, text).unwrap();
        let mut lines = numbering(&[(1, 10), (2, 20)], &comments);
        let error = lines.assign(&map, 0, &mut report).unwrap_err().to_string();
        assert!(error.contains(message) && error.contains("does not fit"), "{text}: {error}");
    }
    assert_eq!(report.refusal(), None);
}

#[test]
fn what_cannot_be_numbered_is_reported() {
    let map = MapFile::new("/no/such/file");
    let mut report = Report::new(9);
    let mut lines = numbering(
        &[(1, 10), (2, 20), (1, 30)],
        &[(1, None, 1, 1), (2, Some(9), 1, 1), (3, Some(1), 2, 1), (4, Some(4), 1, 1)],
    );
    lines.assign(&map, 0, &mut report).unwrap();
    let text = report.text();
    for problem in [
        "line 4: article 1",
        "line 6: no line has the comment 9 that it answers",
        "line 7: the comment 1 that it answers is on article 1, not article 2",
        "line 8: it answers itself",
    ] {
        assert!(text.contains(problem), "{problem} in {text}");
    }
    assert_eq!((lines.len(), lines.valid()), (7, 3));
    let id = |id| Post { id, ..Post::default() };
    let position = Position { number: 1, offset: 0, length: 0 };
    assert!(!lines.add(position, &id(1 << 63), false));
}
