//! What articles and comments take at the moment: `listed`, `votable`, and `answerable` of RETURN.

use test_support::*;

const STATE: &str = "RETURN 4 id listed votable answerable";

/// Makes threads in which some are hidden, locked, or deleted, at each level.
fn make(c: &mut Client) {
    c.ok("ARTICLE.CREATE news SELFVOTE no");
    for article in [1, 6, 11, 16] {
        assert_eq!(c.int("ARTICLE.POST news alice t l"), article);
        for parent in article..article + 4 {
            c.int(&format!("ARTICLE.COMMENT news bob {parent} text"));
        }
    }
    for line in [
        "MODERATE news HIDE 3 6",
        "MODERATE news LOCK 4 12",
        "DEL news 16 14",
        "POST news alice t l TIME 1000",
        "COMMENT news bob 21 text",
        "COMMENT news bob 22 text TIME 2000",
        "MODERATE news LOCK 21",
        "POST news alice t l",
    ] {
        c.int(&format!("ARTICLE.{line}"));
    }
}

/// Returns the values of the entries, in the order of the names in [`STATE`].
fn state(c: &mut Client, id: i64) -> Vec<i64> {
    c.map(&format!("ARTICLE.GET news {id} {STATE}")).ints()
}

#[in_both_protocols]
fn the_entries_say_what_the_commands_do(c: &mut Client) {
    make(c);
    for id in (1..=24).filter(|id| ![14, 16].contains(id)) {
        let refusal = |c: &mut Client, line: &str| match c.run(line) {
            Value::ServerError(_) => 0,
            _ => 1,
        };
        let votable = refusal(c, &format!("ARTICLE.VOTE news carol {id}"));
        let answerable = refusal(c, &format!("ARTICLE.COMMENT news carol {id} text"));
        let listed = c.ids("ARTICLE.COMMENTS news 1 SIZE 1000 RETURN 1 id");
        let listed = [listed, c.ids("ARTICLE.PAGE news 1 SIZE 1000 RETURN 1 id")].concat();
        let listed = i64::from(listed.contains(&id));
        assert_eq!(state(c, id), [id, listed, votable, answerable], "{id}");
        // The viewer may not be the poster.
        for (viewer, is_other) in [("carol", 1), ("\"\"", 1), ("alice", 0), ("bob", 0)] {
            let of_other = c.map(&format!("ARTICLE.GET news {id} RETURN 1 poster"));
            let is_other = is_other.max(i64::from(of_other.text("poster") != viewer));
            let line = format!("ARTICLE.GET news {id} VIEWER {viewer} RETURN 1 votable");
            assert_eq!(c.map(&line).ints(), [votable * is_other], "{line}");
        }
    }
    c.ok("ARTICLE.ALTER news SELFVOTE yes");
    assert_eq!(c.map("ARTICLE.GET news 1 VIEWER alice RETURN 1 votable").ints(), [1]);
}

#[in_both_protocols]
fn they_are_the_same_in_each_command(c: &mut Client) {
    make(c);
    for line in [
        "MGET news 3 1 2 4",
        "PATH news 5",
        "PAGE news 1 SIZE 1000",
        "COMMENTS news 1 SIZE 1000",
        "ANSWERS news alice 1",
        "VOTED news bob 1",
        "CHANGES news 0",
        "THREAD news 11",
        "THREAD news 1 SIZE 1 WITHCURSOR",
    ] {
        let line = format!("ARTICLE.{line} {STATE}");
        // Twice: what is kept of a reply has none of them.
        let json = text(&c.run(&format!("{line} FORMAT JSON")));
        assert_eq!(text(&c.run(&format!("{line} FORMAT JSON"))), json);
        let entries = json.split("{\"id\":").skip(1).filter(|entry| entry.contains("listed"));
        for entry in entries {
            let id = entry.split(',').next().unwrap().parse().unwrap();
            let [_, listed, votable, answerable] = state(c, id)[..] else { panic!("{line}") };
            let expected = format!(
                "{id},\"listed\":{listed},\"votable\":{votable},\"answerable\":{answerable}}}"
            );
            assert!(entry.starts_with(&expected), "{line}: {entry}");
        }
    }
    // Neither placeholders nor whole maps have them, and they change with what is above.
    let thread = c.page(&format!("ARTICLE.THREAD news 1 {STATE} hidden").replace('4', "5"));
    let names: Vec<_> = thread.iter().map(Fields::names).collect();
    assert_eq!(names[1], ["id", "hidden"]);
    assert!(!c.map("ARTICLE.GET news 1").names().contains(&"listed".to_owned()));
    assert_eq!(state(c, 5), [5, 1, 1, 0]);
    c.int("ARTICLE.MODERATE news SHOW 3");
    c.int("ARTICLE.MODERATE news UNLOCK 4");
    assert_eq!(state(c, 5), [5, 1, 1, 1]);
}

#[in_both_protocols]
fn at_the_greatest_depth_nothing_is_answerable(c: &mut Client) {
    c.int("ARTICLE.POST news alice t l");
    (1..=255).for_each(|id| _ = c.int(&format!("ARTICLE.COMMENT news bob {id} text")));
    assert_eq!(state(c, 255), [255, 1, 1, 1]);
    assert_eq!(state(c, 256), [256, 1, 1, 0]);
}
