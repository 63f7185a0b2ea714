//! ARTICLE.LOAD with any bytes, and ARTICLE.DEBUG, which checks the result.

use test_support::*;

/// Loads an article with these texts and names.
fn load_all(c: &mut Client, id: i64, text: &[u8], name: &[u8], value: &[u8]) {
    let mut load = redis::cmd("ARTICLE.LOAD");
    load.arg("news").arg("ARTICLE").arg(id).arg(name).arg(text).arg(text);
    load.arg("TIME").arg(1000).arg("CLOSES").arg(3_000_000_000_u32);
    load.arg("UP").arg(1).arg(name).arg("GROUPS").arg(1).arg(name);
    load.arg("FIELDS").arg(1).arg(name).arg(value);
    load.exec(&mut c.connection).expect("an article loaded");
}

#[in_both_protocols]
fn texts_and_names_of_any_bytes_and_of_any_length_come_back(c: &mut Client) {
    let long = |length: usize| vec![b'\xff'; length];
    let million = long(1 << 20);
    for (id, text, name, value) in [
        (1, BINARY.to_vec(), BINARY.to_vec(), BINARY),
        (2, b"\0".to_vec(), b"\0".to_vec(), b"".as_slice()),
        (3, long(65_535), long(255), &million),
        (4, b"x".to_vec(), long(127), b"\n"),
    ] {
        load_all(c, id, &text, &name, value);
        let down = [name.as_slice(), b"2"].concat();
        let voter = &down[down.len().saturating_sub(255)..];
        let reply = c.call("ARTICLE.LOAD", ("news", "VOTERS", id, "DOWN", 1, voter));
        assert_eq!(reply, Value::Okay);
        let reply = c.call("ARTICLE.GET", ("news", id, "VIEWER", voter));
        let Fields(fields) = c.fields(&reply);
        let expected = [
            bulk(&text),
            bulk(&text),
            bulk(&name),
            Value::Array(vec![bulk(&name)]),
            int(-1),
            bulk(value),
        ];
        let got = [1, 2, 3, 12, 13, 14].map(|place| fields[place].1.clone());
        assert!(got == expected, "of article {id}");
        assert!(fields[14].0 == name, "of article {id}");
        let reply = c.call("ARTICLE.VOTE", ("news", name, id, "UP"));
        assert_eq!(reply, int(0), "of article {id}");
    }
    c.check("news");
}

#[in_both_protocols]
fn debug_check_accepts_a_consistent_site_and_nothing_else(c: &mut Client) {
    fill_site(c, "news");
    let reply = assert_unchanged(c, "news", |c| c.run("article.debug check news"));
    assert_eq!(reply, Value::Okay);
    c.ok("ARTICLE.CREATE empty");
    c.check("empty");
    assert_eq!(c.call("ARTICLE.POST", (BINARY, "alice", "t", "l")), int(1));
    assert_eq!(c.call("ARTICLE.DEBUG", ("CHECK", BINARY)), Value::Okay);
    for line in ["ARTICLE.DEBUG NOPE news", "ARTICLE.DEBUG news CHECK", "ARTICLE.DEBUG NOPE"] {
        assert_error(&c.run(line), "ERR DEBUG takes CHECK or HELP");
    }
    assert_error(&c.run("ARTICLE.DEBUG CHECK"), "ERR CHECK needs key");
    for line in ["ARTICLE.DEBUG", "ARTICLE.DEBUG HELP news", "ARTICLE.DEBUG CHECK news news"] {
        let expected = "ERR wrong number of arguments for 'article.debug' command";
        assert_error(&c.run(line), expected);
    }
}

#[in_both_protocols]
fn debug_help_describes_the_subcommands(c: &mut Client) {
    let reply = c.run("article.debug help");
    let lines: Vec<_> = items(&reply).iter().map(bytes).collect();
    for subcommand in ["CHECK <key>", "HELP"] {
        assert!(lines.iter().any(|line| line == subcommand.as_bytes()), "{lines:?}");
    }
}
