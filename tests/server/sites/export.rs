//! ARTICLE.EXPORT: the commands that create a site again, step by step.

use test_support::*;

/// The words of a command, from ARTICLE.CREATE or ARTICLE.LOAD on.
type Words = Vec<Vec<u8>>;

/// Returns the next cursor and the commands of a step, for another key.
fn step(c: &mut Client, cursor: &str, count: usize, to: &str) -> (String, Vec<Words>) {
    let (next, commands) = c.part(&format!("ARTICLE.EXPORT news {cursor} COUNT {count}"));
    let command = |command: &Value| {
        let words: Words = items(command).iter().map(bytes).collect();
        let (name, rest): (&[u8], _) = match words.split_first() {
            Some((first, rest)) if first == b"CREATE" => (b"ARTICLE.CREATE", rest),
            _ => (b"ARTICLE.LOAD", &words[..]),
        };
        [&[name.to_vec(), to.as_bytes().to_vec()], rest].concat()
    };
    (next, commands.iter().map(command).collect())
}

/// Sends commands, each of which must be accepted.
#[track_caller]
fn send(c: &mut Client, commands: &[Words]) {
    let replies = c.call_all(commands);
    for (words, reply) in commands.iter().zip(replies) {
        assert_eq!(
            reply,
            Value::Okay,
            "{:?}",
            words.iter().map(|word| lossy(word)).collect::<Vec<_>>()
        );
    }
}

fn lossy(word: &[u8]) -> String {
    String::from_utf8_lossy(word).into_owned()
}

/// Returns how many articles, comments, votes, marks, and names a command loads.
fn size(words: &Words) -> usize {
    let words: Vec<_> = words.iter().map(|word| lossy(word)).collect();
    let lists = ["UP", "DOWN", "SILENTUP", "SILENTDOWN", "KEPTUP", "KEPTDOWN"];
    let named = |at: usize| words[at + 1].parse::<usize>().expect("the length of a list");
    let votes = (6..words.len()).filter(|at| lists.contains(&&*words[*at])).map(named);
    match &*words[2] {
        "ARTICLE" | "COMMENT" => 1 + votes.sum::<usize>(),
        "VOTERS" => votes.sum(),
        "MARKS" => words[6..].iter().filter(|id| !id.starts_with('-')).count(),
        "FOLLOWS" | "MUTES" => words.len() - 6,
        "LASTID" => 0,
        _ => usize::from(words[0] == "ARTICLE.LOAD"),
    }
}

fn digest(c: &mut Client, key: &str) -> Value {
    c.check(key);
    c.run(&format!("DEBUG DIGEST-VALUE {key}"))
}

/// Exports the site to `copy` in steps of a size. Returns how many there were.
fn copy(c: &mut Client, count: usize) -> usize {
    c.run("DEL copy");
    let (mut cursor, mut steps) = ("0".to_owned(), 0);
    loop {
        let (next, commands) = step(c, &cursor, count, "copy");
        let units: usize = commands.iter().map(size).sum();
        assert!(units <= count, "{units} in a step of {count}");
        send(c, &commands);
        (cursor, steps) = (next, steps + 1);
        if cursor == "0" {
            return steps;
        }
    }
}

/// Makes articles 1 to 1,300, the first of which has many voters, and long lists.
fn make(c: &mut Client) {
    c.ok("ARTICLE.CREATE news IDS 3 4 SELFVOTE no");
    let names = |from: u32, to: u32| {
        (from..to).map(|user| format!("user{user}")).collect::<Vec<_>>().join(" ")
    };
    let times = "TIME 1000 CLOSES 3000000000";
    c.ok(&format!(
        "ARTICLE.LOAD news ARTICLE 3 ann t l {times} UP 900 {} SILENTDOWN 300 {}",
        names(0, 900),
        names(900, 1_200)
    ));
    c.all_ok((1..1_300).map(|number| {
        let id = 3 + 4 * number;
        format!("ARTICLE.LOAD news ARTICLE {id} ann t{id} l TIME 1000 CLOSES 2000 COUNTS 3 1")
    }));
    let ids = |numbers: std::ops::Range<u32>| {
        numbers.map(|number| (3 + 4 * number).to_string()).collect::<Vec<_>>().join(" ")
    };
    for line in [
        format!("MARK news bob long {}", ids(300..1_300)),
        format!("MARK news bob long {}", ids(0..300)),
        format!("MARK news bob short {}", ids(5..9)),
        // More than the latest marks are of what is on the list no more.
        format!("MARK news carol off {}", ids(0..40)),
        format!("MARK news carol off {}", ids(100..1_100)),
        format!("UNMARK news carol off {}", ids(100..1_100)),
        format!("FOLLOW news bob USER {}", names(0, 700)),
        format!("FOLLOW news bob GROUP {}", names(0, 30)),
        format!("MUTE news dan USER {}", names(0, 20)),
        format!("DEL news {}", ids(1_000..1_005)),
        format!("UNMARK news bob long {}", ids(299..310)),
        "SEEN news eve time:900-7".to_owned(),
    ] {
        assert!(c.int(&format!("ARTICLE.{line}")) > 0, "{}", &line[..30]);
    }
    c.run("ARTICLE.SILENCE news fay YES 0");
}

#[in_both_protocols]
fn a_copy_is_equal_however_small_the_steps_are(c: &mut Client) {
    make(c);
    let before = digest(c, "news");
    for count in [1, 7, 100, 1_000, 10_000] {
        let steps = copy(c, count);
        assert_eq!(digest(c, "copy"), before, "in steps of {count}");
        assert!(steps < 2 * 6_000 / count + 10, "{steps} steps of {count}");
    }
    let marked = c.ids("ARTICLE.MARKED news bob long 1 SIZE 1000");
    assert_eq!(c.ids("ARTICLE.MARKED copy bob long 1 SIZE 1000"), marked);
}

#[in_both_protocols]
fn new_and_deleted_ids_do_not_disturb_an_export(c: &mut Client) {
    make(c);
    let (mut cursor, mut articles) = ("0".to_owned(), Vec::new());
    for number in 0.. {
        let (next, commands) = step(c, &cursor, 100, "copy");
        send(c, &commands);
        let loads = commands.iter().filter(|words| words[2] == b"ARTICLE");
        articles.extend(loads.map(|words| lossy(&words[3]).parse::<i64>().expect("an id")));
        if next == "0" {
            break;
        }
        cursor = next;
        c.int(&format!("ARTICLE.POST news zoe t{number} l"));
        let gone = 3 + 4 * (900 - 2 * number);
        c.int(&format!("ARTICLE.DEL news {gone}"));
        // Who goes and comes back may have another number.
        for vote in ["NONE", "DOWN"] {
            c.int(&format!("ARTICLE.VOTE news user{} 3 {vote}", number * 40));
        }
        c.int(&format!("ARTICLE.MARK news bob long {}", 3 + 4 * number));
    }
    c.check("copy");
    let stayed: Vec<i64> = (0..500).map(|number| 3 + 4 * number).collect();
    assert_eq!(articles[..500], stayed);
    assert!(articles.is_sorted_by(|one, next| one < next));
    let mut ids = |key: &str| {
        let line = format!("ARTICLE.MARKED {key} bob long 1 SIZE 1000");
        c.walk(&line, None).concat()
    };
    let (listed, copied) = (ids("news"), ids("copy"));
    assert!(listed.iter().all(|id| copied.contains(id)));
}

#[test]
fn what_closes_between_two_steps_keeps_its_counts() {
    for (settings, option) in [("KEEPVOTES no", ""), ("KEEPVOTES yes", "KEPTUP")] {
        with_shared_clock(|clock, c| {
            c.ok(&format!("ARTICLE.CREATE news WINDOW 100 {settings}"));
            c.int("ARTICLE.POST news ann t l");
            for user in 0..30 {
                c.int(&format!("ARTICLE.VOTE news user{user} 1"));
            }
            let (cursor, commands) = step(c, "0", 10, "copy");
            send(c, &commands);
            clock.pass(c, 200);
            c.int("ARTICLE.POST news ann t2 l");
            let (next, commands) = step(c, &cursor, 10_000, "copy");
            assert_eq!(next, "0");
            assert_eq!(
                commands[0].iter().any(|word| word == option.as_bytes()),
                !option.is_empty()
            );
            send(c, &commands);
            assert_eq!(digest(c, "copy"), digest(c, "news"), "{settings}");
        });
    }
}

#[in_both_protocols]
fn an_export_has_the_words_of_load(c: &mut Client) {
    c.ok("ARTICLE.CREATE news KEEPVOTES yes");
    for line in [
        "ARTICLE 1 ann Title link TIME 1000 CLOSES 2000 COUNTS 2 1 KEPTUP 1 bob GROUPS 1 g",
        "PLACE 2 1 TIME 1100",
        "COMMENT 4 bob 2 text TIME 1200 CLOSES 3000000000 HIDDEN UP 2 bob cleo FIELDS 1 f v",
        "LASTID 9",
        "MARKS bob saved 1 4",
    ] {
        c.ok(&format!("ARTICLE.LOAD news {line}"));
    }
    let words = |commands: Vec<Words>| -> Vec<String> {
        commands
            .iter()
            .map(|words| words.iter().map(|word| lossy(word)).collect::<Vec<_>>().join(" "))
            .collect()
    };
    let (next, commands) = step(c, "0", 3, "copy");
    let create = "ARTICLE.CREATE copy VOTESCORE 432 WINDOW 604800 PAGESIZE 25 SELFVOTE yes \
                  FORMULA linear DOWNVOTES yes DEDUPE 0 BUMPWINDOW 0 KEEPVOTES yes";
    let article = "ARTICLE.LOAD copy ARTICLE 1 ann Title link TIME 1000 CLOSES 2000 GROUPS 1 g \
                   COUNTS 2 1 KEPTUP 1 bob";
    assert_eq!(
        words(commands),
        [create, article, "ARTICLE.LOAD copy PLACE 2 1 TIME 1100 COUNTS 0 0"]
    );
    assert_eq!(next, "id:4-0");
    let (next, commands) = step(c, &next, 3, "copy");
    let comment = "ARTICLE.LOAD copy COMMENT 4 bob 2 text TIME 1200 CLOSES 3000000000 HIDDEN \
                   UP 2 bob cleo FIELDS 1 f v";
    assert_eq!(words(commands), [comment, "ARTICLE.LOAD copy LASTID 9"]);
    let (next, commands) = step(c, &next, 3, "copy");
    assert_eq!(
        (&*next, words(commands)),
        ("0", vec!["ARTICLE.LOAD copy MARKS bob saved 1 4".to_owned()])
    );
    // An item that does not fit into a step is split.
    let (next, commands) = step(c, "id:4-0", 2, "copy");
    assert!(words(commands)[0].contains(" UP 1 bob FIELDS 1 f v"));
    let (_, commands) = step(c, &next, 2, "copy");
    assert_eq!(words(commands)[0], "ARTICLE.LOAD copy VOTERS 4 UP 1 cleo");
    // What is gone then has no place either: the copy has the item.
    c.ok("ARTICLE.LOAD news COMMENT 10 cleo 4 text TIME 1300 CLOSES 3000000000");
    c.int("ARTICLE.DEL news 4");
    let (_, commands) = step(c, &next, 2, "copy");
    assert!(words(commands)[0].starts_with("ARTICLE.LOAD copy COMMENT 10 "));
}

#[in_both_protocols]
fn a_step_ends_after_some_megabytes(c: &mut Client) {
    let value = vec![b'x'; 1 << 20];
    for _ in 0..10 {
        c.call("ARTICLE.POST", ("news", "ann", "t", "l", "FIELDS", 1, "f", &value));
    }
    let (next, commands) = step(c, "0", 10_000, "copy");
    assert_eq!((&*next, commands.len()), ("id:5-0", 5));
    copy(c, 100);
    assert_eq!(digest(c, "copy"), digest(c, "news"));
}

#[in_both_protocols]
fn a_cursor_that_is_none_is_refused(c: &mut Client) {
    c.int("ARTICLE.POST news ann t l");
    for cursor in [
        "1",
        "x",
        "id",
        "id:1",
        "id:1-",
        "id:-1",
        "id:1-x",
        "id:1-+1",
        "id:+1-1",
        "ids:1-1",
        "id:4294967296-0",
        "id:1-340282366920938463463374607431768211456",
        "ID:1-0",
        "\"\"",
    ] {
        let line = format!("ARTICLE.EXPORT news {cursor}");
        c.refused("news", &line, "ERR invalid cursor");
        assert_error(&c.run(&line.replace("news", "none")), "ERR invalid cursor");
    }
    for cursor in ["id:9-0", "id:1-99999999999", "user:9-9", "list:4294967295-0", "user:0-1"] {
        let (next, _) = c.part(&format!("ARTICLE.EXPORT news {cursor} COUNT 10000"));
        assert_eq!(next, "0", "{cursor}");
    }
}
