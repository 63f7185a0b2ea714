use std::path::Path;

use super::sqlite::Sqlite;
use super::*;

/// Returns two databases in memory with the same site.
fn two(site: &mut Site) -> [Sqlite; 2] {
    let writes = site.writes();
    let new = || {
        let mut peer = Sqlite::new(Path::new(":memory:")).expect("a database");
        writes.iter().for_each(|(_, writes)| load(&mut peer, writes).expect("a site"));
        peer
    };
    [new(), new()]
}

fn compare([one, other]: [Sqlite; 2], site: &mut Site) -> Result<()> {
    check(&mut [Box::new(one), Box::new(other)], site)
}

#[test]
fn equal_sites_are_equal() {
    let mut site = Site::new(500, now().unwrap() - 3_600);
    let peers = two(&mut site);
    compare(peers, &mut site).unwrap();
}

#[test]
fn a_page_that_differs_is_an_error() {
    for (broken, page) in [
        ("UPDATE stories SET hot = hot + 1000000 WHERE id = 100", "hot rank"),
        ("DELETE FROM hidden", "hidden"),
        ("UPDATE votes SET direction = -direction", "viewer's votes"),
        ("UPDATE comments SET recipient_id = NULL", "unread"),
    ] {
        let mut site = Site::new(500, now().unwrap() - 3_600);
        let peers = two(&mut site);
        peers[1].database().execute_batch(broken).unwrap();
        let error = compare(peers, &mut site).unwrap_err().to_string();
        assert!(error.contains(page), "{broken}: {error}");
    }
}
