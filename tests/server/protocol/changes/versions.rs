//! Versions: their texts, and of which copy of a site they are.

use super::{make, run_lines, since, version};
use test_support::changes::{Changes, SiteCopy};
use test_support::*;

const INVALID: &str =
    "ERR invalid version: it must be 0 or a version that CHANGES or INFO returned";

/// Texts that are not versions: `C` is the copy of a version, `N` its number, `V` all of it, and
/// `L` a long number. The last line has points in the future of the copy, and a lap whose target
/// is before its beginning.
const TEXTS: &str = "C|C-|C-1|C-1-|C-1-1-|C-1-1-1|C-1-1-1-1|C-1-1-1-1-1-1-1|C-1-1-1-1-1-|\
    C-1-1-1-4294967296-1|C-1-1-1-1-4294967296|C-1-1-1-1-1-4294967296|C-9223372036854775808-1|\
    C-18446744073709551616-1|C--1-1|C-+1-1|C-01-1|C-1-01|C-1.0-1|C- 1-1|C-1-1 |C-1-1\0|C-1-1\n|\
    C-x-1|C_1_1| V|+V|-V|0xV|0V|V-V|C-L-1|L-1-1|L||1|00|-0|+0|0 | 0|0.0|0-0|$|-|x|\
    C-N0-1|C-1-N0|C-1-1-N0-1-1|C-9223372036854775807-9223372036854775807|C-3-3-2-1-1";

#[in_both_protocols]
fn invalid_versions_are_refused(c: &mut Client) {
    make(c);
    let version = version(c);
    let (copy, change) = version.split_once('-').expect("a version");
    let (number, _) = change.split_once('-').expect("a version");
    let long = "1".repeat(100_000);
    let fill = |text: &str| {
        text.replace('C', copy).replace('V', &version).replace('N', number).replace('L', &long)
    };
    let mut all: Vec<_> = TEXTS.split('|').map(|text| fill(text).into_bytes()).collect();
    let others = [
        version.to_uppercase().replace(|c: char| c.is_ascii_digit(), "A"),
        version[1..].to_owned(),
        "-".repeat(1000),
        "NULL".to_owned(),
    ];
    all.extend(others.map(String::into_bytes));
    all.push(BINARY.to_vec());
    all.push("\u{661}-1-1".as_bytes().to_vec());
    for text in all {
        let what = text[..text.len().min(60)].escape_ascii().to_string();
        let reply = c.call("ARTICLE.CHANGES", ("news", &text));
        assert_eq!(error_text(&reply), INVALID, "{what}");
        let reply = c.call("ARTICLE.CHANGES", ("news", &text, "BLOCK", 0));
        assert_eq!(error_text(&reply), INVALID, "{what}");
    }
    c.check("news");
}

/// Versions that no reply had, but could have had, do no harm.
#[in_both_protocols]
fn forged_versions_return_some_changes(c: &mut Client) {
    make(c);
    let version = version(c);
    let (copy, _) = version.split_once('-').expect("a version");
    let mut random = Random::new(seed("versions"));
    for _ in 0..300 {
        let mut number = || match random.below(3) {
            0 => 4_294_967_295 - random.below(2),
            _ => random.below(20),
        };
        let [a, b, t, s, n, p] = std::array::from_fn(|_| number());
        for text in [
            format!("{copy}-{a}-{b}"),
            format!("{copy}-{a}-{b}-{t}-{s}-{n}"),
            format!("{copy}-{a}-{b}-{t}-{s}-{n}-{p}"),
        ] {
            let reply = c.run(&format!("ARTICLE.CHANGES news {text} COUNT 2"));
            if is_error(&reply) {
                assert_error(&reply, INVALID);
            } else {
                let mut copy = SiteCopy::new("news");
                copy.version = text;
                assert!(copy.catch_up(c, 2) < 20);
            }
        }
    }
}

#[in_both_protocols(with_module().config("enable-debug-command local"))]
fn a_version_is_of_one_copy_of_the_site(_: &mut Server, c: &mut Client) {
    for lines in [
        &["DEL news", "ARTICLE.POST news alice t l"][..],
        &["UNLINK news", "ARTICLE.POST news alice t l"],
        &["FLUSHALL", "ARTICLE.CREATE news"],
        &["RESTORE"],
        &["COPY news other REPLACE", "RENAME other news"],
        &["COPY news other REPLACE", "COPY other news REPLACE"],
        &["DEBUG RELOAD"],
        &["MULTI", "DEL news", "RESTORE", "EXEC"],
    ] {
        make(c);
        let part = Changes::get(c, "news 0 COUNT 2").version;
        let all = version(c);
        run_lines(c, lines);
        for old in [&part, &all] {
            for options in ["", "COUNT 1", "BLOCK 0"] {
                let reply = c.run(&format!("ARTICLE.CHANGES news {old} {options}"));
                assert!(is_error(&reply), "{lines:?}: {reply:?}");
                assert_error(&reply, RESYNC);
            }
        }
        assert_ne!(version(c), all, "{lines:?}");
        let mut copy = SiteCopy::new("news");
        copy.catch_up(c, 4);
        copy.assert_same(c);
    }
}

#[in_both_protocols]
fn a_missing_key_has_no_version(c: &mut Client) {
    make(c);
    let version = version(c);
    c.int("DEL news");
    for options in ["", "BLOCK 0", "BLOCK 1"] {
        assert_error(&c.run(&format!("ARTICLE.CHANGES news {version} {options}")), RESYNC);
    }
    assert_eq!(c.run("ARTICLE.INFO news"), Value::Nil);
}

#[in_both_protocols]
fn a_copy_has_versions_of_its_own(c: &mut Client) {
    make(c);
    let version = version(c);
    assert_eq!(c.int("COPY news other"), 1);
    assert_error(&c.run(&format!("ARTICLE.CHANGES other {version}")), RESYNC);
    let of_copy = c.info("other").text("version");
    assert_error(&c.run(&format!("ARTICLE.CHANGES news {of_copy}")), RESYNC);
    // Both go on by themselves.
    c.int("ARTICLE.VOTE news zoe 1");
    c.int("ARTICLE.VOTE other zoe 2");
    assert_eq!(since(c, &version), (vec![1], vec![]));
    let changes = Changes::get(c, &format!("other {of_copy}"));
    assert_eq!(changes.ids(), (vec![2], vec![]));
    let mut copy = SiteCopy::new("other");
    copy.catch_up(c, 3);
    copy.assert_same(c);
}

#[in_both_protocols]
fn a_version_stays_with_a_site_that_is_moved_in_memory(c: &mut Client) {
    make(c);
    let version = version(c);
    c.int("ARTICLE.VOTE news zoe 1");
    c.ok("RENAME news other");
    assert_error(&c.run(&format!("ARTICLE.CHANGES news {version}")), RESYNC);
    let changes = Changes::get(c, &format!("other {version}"));
    assert_eq!(changes.ids(), (vec![1], vec![]));
    assert_eq!(c.int("MOVE other 1"), 1);
    c.ok("SWAPDB 0 1");
    assert_eq!(Changes::get(c, &format!("other {version}")), changes);
    c.int("PEXPIRE other 100000");
    assert_eq!(Changes::get(c, &format!("other {version}")), changes);
}

#[test]
fn no_version_survives_a_restart() {
    let with_log = with_module().config("appendonly yes").config("appendfsync always");
    for setup in [with_module(), with_log] {
        let mut server = setup.start();
        let mut c = server.resp3();
        make(&mut c);
        let version = version(&mut c);
        c.ok("SAVE");
        server.restart();
        let mut c = server.resp3();
        assert_error(&c.run(&format!("ARTICLE.CHANGES news {version}")), RESYNC);
        let mut copy = SiteCopy::new("news");
        copy.catch_up(&mut c, 4);
        copy.assert_same(&mut c);
        assert_eq!(copy.items.len(), 6);
    }
}

#[in_both_protocols]
fn info_has_the_version_of_who_has_everything(c: &mut Client) {
    c.ok("ARTICLE.CREATE news");
    let mut copy = SiteCopy::new("news");
    for line in [
        "POST news alice t l",
        "COMMENT news bob 1 text",
        "VOTE news zoe 1",
        "ALTER news VOTESCORE 5",
        "DEL news 2",
    ] {
        let before = version(c);
        c.run(&format!("ARTICLE.{line}"));
        let now = version(c);
        assert_ne!(now, before, "{line}");
        assert_eq!(since(c, &now), (vec![], vec![]), "{line}");
        copy.catch_up(c, 1);
        copy.assert_same(c);
        let mut other = copy.clone();
        other.version = now;
        c.int("ARTICLE.BOOST news 1 1 INCR");
        for copy in [&mut copy, &mut other] {
            assert_eq!(copy.step(c, 9).expect("changes").ids(), (vec![1], vec![]), "{line}");
        }
    }
    // Reading changes no version.
    let now = version(c);
    c.run("ARTICLE.PAGE news 1 VIEWER zoe");
    c.run("ARTICLE.VOTE news zoe 1");
    assert_eq!(version(c), now);
}
