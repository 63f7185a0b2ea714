//! Sites that were written by released versions of the module, each of which is read for ever
//! after.
//!
//! `tests/fixtures/` has a folder for each version, and in it of each site the payload of DUMP as
//! a Redis 7.0 server made it, and as text what there is in it. A new version gets its folder by
//! `FIXTURES=write cargo test --test fixtures`; what is there is never changed.

mod fixture;
mod support;

use fixture::{ALL, Fixture};
use std::fs;
use std::path::{Path, PathBuf};
use support::*;

/// What the server puts behind the value in a dump.
const FOOTER: usize = 10;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures")
}

/// The folder of the version that these tests belong to.
fn current() -> PathBuf {
    folder().join(env!("CARGO_PKG_VERSION"))
}

/// The folders of all versions.
fn versions() -> Vec<PathBuf> {
    let entries = fs::read_dir(folder()).expect("the folder of fixtures");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths
}

fn plain() -> Setup {
    Setup::default().config("rdbcompression no")
}

fn dump(c: &mut Client, key: &str) -> Vec<u8> {
    match c.run(&format!("DUMP {key}")) {
        Value::BulkString(bytes) => bytes,
        other => panic!("no dump: {other:?}"),
    }
}

fn read(folder: &Path, name: &str, kind: &str) -> Vec<u8> {
    let path = folder.join(format!("{name}.{kind}"));
    fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[track_caller]
fn assert_same_text(got: &str, expected: &[u8], what: &str) {
    let expected = std::str::from_utf8(expected).expect("a text");
    for (got, expected) in got.lines().zip(expected.lines()) {
        assert_eq!(got, expected, "{what}");
    }
    assert_eq!(got.lines().count(), expected.lines().count(), "{what}");
}

#[test]
fn sites_of_every_version_are_restored_with_everything() {
    for folder in versions() {
        for fixture in ALL {
            let name = fixture.name;
            let what = format!("{name} of {}", folder.display());
            let expected = read(&folder, name, "txt");
            in_both_protocols(|c| {
                let restored = c.call("RESTORE", (name, 0, read(&folder, name, "dump")));
                assert_eq!(restored, Value::Okay, "{what}");
                assert_eq!(c.run(&format!("ARTICLE.DEBUG CHECK {name}")), Value::Okay, "{what}");
                assert_same_text(&fixture.describe(c, name), &expected, &what);
                // What this version makes of it is the same again.
                let again = dump(c, name);
                assert_eq!(c.call("RESTORE", ("again", 0, again)), Value::Okay, "{what}");
                assert_same_text(&fixture.describe(c, "again"), &expected, &what);
                lives_on(c, name, &what);
            });
        }
    }
}

/// The site can be voted on, posted to and emptied.
fn lives_on(c: &mut Client, key: &str, what: &str) {
    let last = c.info(key).int("last_id");
    assert_eq!(c.int(&format!("ARTICLE.POST {key} bob new l GROUPS 1 new")), last + 1, "{what}");
    assert_eq!(c.int(&format!("ARTICLE.VOTE {key} stranger {} DOWN", last + 1)), 1, "{what}");
    c.ok(&format!("ARTICLE.ALTER {key} VOTESCORE 77"));
    assert_eq!(c.run(&format!("ARTICLE.DEBUG CHECK {key}")), Value::Okay, "{what}");
    let ids = c.ids(&format!("ARTICLE.PAGE {key} 1 SIZE 1000"));
    for id in ids {
        assert_eq!(c.int(&format!("ARTICLE.DEL {key} {id}")), 1, "{what}");
    }
    assert_eq!(c.run(&format!("ARTICLE.DEBUG CHECK {key}")), Value::Okay, "{what}");
    let info = c.info(key);
    assert_eq!(["articles", "open", "groups", "votes"].map(|name| info.int(name)), [0; 4]);
}

#[test]
fn sites_of_every_version_survive_a_restart() {
    for folder in versions() {
        let mut server = Server::start();
        let mut c = server.resp3();
        for fixture in ALL {
            let bytes = read(&folder, fixture.name, "dump");
            assert_eq!(c.call("RESTORE", (fixture.name, 0, bytes)), Value::Okay);
        }
        c.ok("SAVE");
        server.restart();
        let mut c = server.resp3();
        for fixture in ALL {
            let expected = read(&folder, fixture.name, "txt");
            let text = fixture.describe(&mut c, fixture.name);
            assert_same_text(&text, &expected, &format!("{} of {folder:?}", fixture.name));
        }
    }
}

#[test]
fn this_version_has_its_folder_and_writes_the_same_bytes() {
    let folder = current();
    let writing = std::env::var_os("FIXTURES").is_some_and(|value| value == "write");
    if writing && !folder.exists() {
        fs::create_dir_all(&folder).expect("a folder");
        let server = plain().start();
        for fixture in ALL {
            write(&folder, fixture, &mut server.resp3());
        }
    }
    assert!(folder.exists(), "no fixtures of this version; see the head of tests/fixtures.rs");
    let server = plain().start();
    let mut c = server.resp3();
    for fixture in ALL {
        let name = fixture.name;
        (fixture.make)(&mut c, name);
        assert_same_text(&fixture.describe(&mut c, name), &read(&folder, name, "txt"), name);
        let (made, stored) = (dump(&mut c, name), read(&folder, name, "dump"));
        let (made, stored) = (&made[..made.len() - FOOTER], &stored[..stored.len() - FOOTER]);
        // The users of a large ledger are in an order that is another each time.
        assert!(made == stored || fixture.is_unordered && made.len() == stored.len(), "{name}");
    }
}

fn write(folder: &Path, fixture: &Fixture, c: &mut Client) {
    let name = fixture.name;
    assert_eq!(c.version(), (7, 0), "later servers write dumps that earlier ones refuse");
    (fixture.make)(c, name);
    let bytes = dump(c, name);
    fs::write(folder.join(format!("{name}.dump")), bytes).expect("a dump");
    let text = fixture.describe(c, name);
    fs::write(folder.join(format!("{name}.txt")), text).expect("a text");
}

#[test]
fn nothing_but_fixtures_is_in_the_folders() {
    let mut expected: Vec<_> =
        ALL.iter().flat_map(|f| [format!("{}.dump", f.name), format!("{}.txt", f.name)]).collect();
    expected.sort();
    for folder in versions() {
        let entries = fs::read_dir(&folder).expect("a folder");
        let name =
            |path: PathBuf| path.file_name().expect("a name").to_string_lossy().into_owned();
        let mut names: Vec<_> = entries.map(|entry| name(entry.expect("a file").path())).collect();
        names.sort();
        assert_eq!(names, expected, "{}", folder.display());
    }
}
