//! DUMP and RESTORE: a restored site is the same. `protocol/hostile` damages dumps.

use test_support::*;

#[in_both_protocols]
fn a_dump_restores_everything(c: &mut Client) {
    fill_site(c, "news");
    let before = SiteSnapshot::of(c, "news");
    let bytes = c.dump("news");
    let restore = |c: &mut Client, key: &str, more: &[&str]| {
        c.call("RESTORE", (key, 0, bytes.as_slice(), more))
    };
    assert_eq!(restore(c, "again", &[]), Value::Okay);
    before.assert_same(&SiteSnapshot::of(c, "again"));
    let reply = restore(c, "again", &[]);
    assert!(error_text(&reply).starts_with("BUSYKEY"), "{reply:?}");
    c.int("ARTICLE.DEL again 5 6 7");
    assert_eq!(restore(c, "again", &["REPLACE"]), Value::Okay);
    before.assert_same(&SiteSnapshot::of(c, "again"));
    assert_eq!(c.run("ARTICLE.VOTE again dan 20 UP"), int(0));
    assert_eq!(c.run("ARTICLE.POST again alice a l"), int(39));
}

/// Returns a server that checks no checksums, so that the module must find what is wrong with a
/// dump, and the dump of a small site that uses everything a site can hold.
fn unchecked() -> (Server, Client, Vec<u8>) {
    let server =
        with_module().config("enable-debug-command local").config("rdbcompression no").start();
    let mut c = server.resp3();
    c.ok("DEBUG SET-SKIP-CHECKSUM-VALIDATION 1");
    fill_site(&mut c, "news");
    let most: Vec<String> = (8..=28).map(|id| id.to_string()).collect();
    c.int(&format!("ARTICLE.DEL news {}", most.join(" ")));
    let whole = c.dump("news");
    (server, c, whole)
}

#[test]
fn a_dump_that_is_cut_short_is_refused() {
    let (_server, mut c, whole) = unchecked();
    let (body, footer) = whole.split_at(whole.len() - DUMP_FOOTER);
    // A reader that continues into the footer finds no end marker there.
    let footer = [&footer[..2], &[0xff; 8]].concat();
    for cut in 0..body.len() - 2 {
        println!("{cut} of {} bytes", body.len());
        let bytes = [&body[..cut], &footer].concat();
        let reply = c.call("RESTORE", ("again", 0, bytes, "REPLACE"));
        assert_some_error(&reply);
    }
    assert_eq!(c.run("EXISTS again"), int(0));
}
