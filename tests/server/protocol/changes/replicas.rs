//! Following a site on a replica.

use super::kinds::changes;
use super::{make, version};
use test_support::changes::SiteCopy;
use test_support::*;

#[test]
fn a_replica_has_versions_of_its_own_and_the_same_changes() {
    let primary = with_module().start();
    let replica = with_module().start();
    let (mut c, mut other) = (primary.resp3(), replica.resp3());
    make(&mut c);
    follow(&replica, &primary);
    await_caught_up(&primary, &replica);
    assert_ne!(version(&mut c), version(&mut other));
    let foreign = version(&mut c);
    assert_error(&other.run(&format!("ARTICLE.CHANGES news {foreign}")), RESYNC);
    let mut copies = [SiteCopy::new("news"), SiteCopy::new("news")];
    for (line, ..) in changes() {
        let reply = c.run(line);
        assert!(!is_error(&reply), "{line}: {reply:?}");
        await_caught_up(&primary, &replica);
        let [ours, theirs] = [(&mut c, 0), (&mut other, 1)].map(|(c, index)| {
            let changes = copies[index].step(c, 100).expect("changes");
            copies[index].assert_same(c);
            changes.ids()
        });
        assert_eq!(ours, theirs, "{line}");
    }
    assert_eq!(copies[0].items, copies[1].items);
    // CHANGES itself is not replicated.
    let offset = info_number(&mut c, "replication", "master_repl_offset");
    copies[0].step(&mut c, 1);
    assert_eq!(info_number(&mut c, "replication", "master_repl_offset"), offset);
}
