//! RDB files and append-only files of another build.

use super::{Installed, for_each_old_build, release_of, run_random, shut_down, snapshot};
use test_support::*;

/// Defaults of new sites that every version knows.
const OLD_DEFAULTS: &str = "vote-score 77 self-vote no";

/// What a server leaves behind for the next build.
#[derive(Clone, Copy, Debug)]
enum Files {
    Rdb,
    /// An append-only file of commands that was never rewritten.
    Log,
    /// One that was rewritten, with or without an RDB preamble, and continued.
    Rewritten {
        preamble: &'static str,
    },
}

const ALL: [Files; 4] = [
    Files::Rdb,
    Files::Log,
    Files::Rewritten { preamble: "yes" },
    Files::Rewritten { preamble: "no" },
];

impl Files {
    /// Makes the server save this way. It runs random commands of the version after a rewrite.
    fn save(self, server: &Server, release: Release, random: &mut Random) {
        let mut c = server.resp3();
        match self {
            Self::Rdb => {
                c.ok("CONFIG SET appendonly no");
                c.ok("CONFIG REWRITE");
                c.ok("SAVE");
            }
            Self::Log => {}
            Self::Rewritten { preamble } => {
                c.ok(&format!("CONFIG SET aof-use-rdb-preamble {preamble}"));
                aof::rewrite(&mut c);
                run_random(server, release, random);
            }
        }
    }
}

#[test]
fn files_of_an_older_build_are_loaded() {
    let mut random = Random::new(seed("upgrade of files"));
    for_each_old_build(|old| {
        for files in ALL {
            println!("{files:?}");
            let installed = Installed::new(old);
            let mut server = installed.setup().module_args(OLD_DEFAULTS).start();
            let release = Release::of(&mut server.resp2());
            run_random(&server, release, &mut random);
            files.save(&server, release, &mut random);
            let before = snapshot(&server, release);
            shut_down(&mut server);
            installed.replace_by(&module());
            server.restart();
            before.assert_same(&snapshot(&server, release));

            // The new build continues the files.
            run_random(&server, Release::UnderTest, &mut random);
            let before = snapshot(&server, Release::UnderTest);
            if matches!(files, Files::Rdb) {
                server.resp3().ok("SAVE");
            }
            shut_down(&mut server);
            server.restart();
            before.assert_same(&snapshot(&server, Release::UnderTest));
        }
    });
}

#[test]
fn an_older_build_refuses_files_of_a_newer_one_and_leaves_them_as_they_are() {
    let mut random = Random::new(seed("files of a newer build"));
    for_each_old_build(|old| {
        let release = release_of(old);
        for files in [Files::Rdb, Files::Rewritten { preamble: "yes" }] {
            println!("{files:?}");
            let installed = Installed::new(&module());
            let mut server = installed.setup().start();
            fill_site(&mut server.resp3(), "news");
            files.save(&server, release, &mut random);
            let before = snapshot(&server, Release::UnderTest);
            shut_down(&mut server);
            installed.replace_by(old);
            let started = server.try_restart();
            assert_eq!(started.is_ok(), release == Release::UnderTest, "{started:?}");
            if release < Release::UnderTest {
                assert!(server.log().contains("encoding version 4 is not known"));
                installed.replace_by(&module());
                server.restart();
            }
            before.assert_same(&snapshot(&server, Release::UnderTest));
        }
    });
}
