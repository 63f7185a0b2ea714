//! A server is upgraded while clients vote and post.

use super::{Installed, for_each_old_build, shut_down};
use crate::load::{Findings, LoadGenerator};
use test_support::*;

const VOTERS: usize = 6;

#[test]
fn a_build_is_replaced_under_load_and_nothing_is_lost() {
    for_each_old_build(|old| {
        let mut random = Random::new(seed("upgrade"));
        let installed = Installed::new(old);
        let mut server = installed.setup().start();
        let mut crowd = LoadGenerator::new(&mut server.resp3(), VOTERS, &mut random);
        let mut found = Findings::default();
        for _ in 0..rounds() {
            crowd.vote_while(server.port(), |progress| {
                progress.await_more(300);
                installed.replace_by(&module());
                progress.await_more(300);
                shut_down(&mut server);
            });
            server.restart();
            found += crowd.inspect(&mut server.resp3());
        }
        report(format!("upgrade under load: {} rounds, {found}", rounds()));
        assert_eq!((found.lost, found.doubled), (0, 0));
    });
}
