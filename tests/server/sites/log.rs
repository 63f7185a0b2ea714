//! The module logs its version and settings when it is loaded, a warning where the server may
//! evict whole sites, and why it refused a site.

use test_support::*;

/// Returns the lines of the log that contain this text.
fn lines(server: &Server, text: &str) -> Vec<String> {
    server.log().lines().filter(|line| line.contains(text)).map(str::to_owned).collect()
}

const EVICTION: &str = "evicts whole sites when memory runs out";

#[test]
fn at_load_the_version_and_the_settings_of_new_sites_are_logged() {
    let version = format!("<article> version {}; ", env!("CARGO_PKG_VERSION"));
    for (setup, settings) in [
        (
            with_module(),
            "vote-score 432, vote-window 604800, page-size 25, self-vote yes, formula linear, \
             downvotes yes, dedupe 0, bump-window 0, keep-votes no",
        ),
        (
            with_module().module_args("vote-score 1 self-vote no formula log dedupe 60"),
            "vote-score 1, vote-window 604800, page-size 25, self-vote no, formula log, \
             downvotes yes, dedupe 60, bump-window 0, keep-votes no",
        ),
        (
            // Settings in redis.conf override load arguments.
            with_module()
                .module_args("vote-score 1 page-size 7")
                .config("article.vote-score 100")
                .config("article.vote-window 9")
                .config("article.downvotes no"),
            "vote-score 100, vote-window 9, page-size 7, self-vote yes, formula linear, \
             downvotes no, dedupe 0, bump-window 0, keep-votes no",
        ),
    ] {
        let server = setup.start();
        let lines = lines(&server, &version);
        assert_eq!(lines.len(), 1, "{}", server.log());
        assert!(lines[0].ends_with(settings), "{}", lines[0]);
    }
}

#[test]
fn policies_that_evict_sites_log_a_warning_at_load() {
    for policy in ["allkeys-lru", "allkeys-lfu", "allkeys-random"] {
        let server = with_module().config(format!("maxmemory-policy {policy}")).start();
        let lines = lines(&server, EVICTION);
        assert_eq!(lines.len(), 1, "{}", server.log());
        let line = &lines[0];
        assert!(line.contains(&format!("maxmemory-policy {policy} ")), "{line}");
        // The server marks warnings with a number sign.
        assert!(line.contains(" # <article> "), "{line}");
    }
}

#[test]
fn policies_that_spare_sites_log_no_warning() {
    let safe = ["noeviction", "volatile-lru", "volatile-lfu", "volatile-random", "volatile-ttl"];
    for policy in safe {
        let server = with_module().config(format!("maxmemory-policy {policy}")).start();
        let mut c = server.resp3();
        for other in safe {
            c.ok(&format!("CONFIG SET maxmemory-policy {other}"));
        }
        c.ok("CONFIG SET maxmemory 100mb");
        c.int("ARTICLE.POST news alice a l");
        assert_eq!(lines(&server, EVICTION).len(), 0, "{}", server.log());
    }
}

#[in_both_protocols(with_module())]
fn changing_to_a_policy_that_evicts_sites_logs_a_warning(server: &mut Server, c: &mut Client) {
    let warned = |c: &mut Client, line: &str| {
        let before = lines(server, EVICTION).len();
        c.ok(line);
        lines(server, EVICTION).len() - before
    };
    assert_eq!(warned(c, "CONFIG SET maxmemory-policy allkeys-lru"), 1);
    assert_eq!(warned(c, "CONFIG SET maxmemory-policy allkeys-random"), 1);
    assert_eq!(warned(c, "CONFIG SET maxmemory-policy noeviction"), 0);
    assert_eq!(warned(c, "CONFIG SET maxmemory 100mb maxmemory-policy allkeys-lfu"), 1);
    assert_eq!(warned(c, "CONFIG SET maxmemory 200mb hz 20"), 0, "the policy is the same");
    assert_eq!(warned(c, "CONFIG SET maxmemory-policy volatile-ttl"), 0);
}

/// Positions in the dump below: the encoding version, the only chunk, and items in it.
const ENCODING: usize = 9;
const ENCODING_VERSION: u8 = article_site::ENCODING as u8;
const CHUNK: usize = 12;
const PAGE_SIZE: usize = CHUNK + 5;
const SELF_VOTE: usize = CHUNK + 6;
const FORMULA: usize = CHUNK + 7;
const ARTICLES: usize = CHUNK + 23;
const TITLE: usize = CHUNK + 34;

/// Returns a server that checks no checksums, so that the module must find what is wrong with a
/// dump, and a dump.
fn unchecked() -> (Server, Client, Vec<u8>) {
    let setup = with_module().config("enable-debug-command local").config("rdbcompression no");
    let server = setup.start();
    let mut c = server.resp3();
    c.ok("DEBUG SET-SKIP-CHECKSUM-VALIDATION 1");
    c.int("ARTICLE.POST news alice title link TIME 1000");
    let dump = c.dump("news");
    (server, c, dump)
}

#[test]
fn a_dump_that_is_refused_is_logged_with_the_reason_and_counted() {
    let (server, mut c, whole) = unchecked();
    let replace = |at: usize, byte: u8| {
        let mut bytes = whole.clone();
        bytes[at] = byte;
        bytes
    };
    let shorter = {
        // The chunk is one byte shorter, and its length says so.
        let mut bytes = replace(CHUNK - 1, whole[CHUNK - 1] - 1);
        bytes.remove(whole.len() - DUMP_FOOTER - 2);
        bytes
    };
    for (bytes, reason) in [
        (replace(PAGE_SIZE, 0), "invalid site: it breaks a limit: ERR PAGESIZE must be "),
        (replace(SELF_VOTE, 2), "invalid site: it breaks a limit: ERR SELFVOTE must be "),
        (replace(FORMULA, 2), "invalid site: it breaks a limit: ERR FORMULA must be "),
        // The bytes of the article are then read as a comment.
        (replace(ARTICLES, 0), "invalid site: it has an unknown flag"),
        (replace(TITLE, 0x7f), "invalid site: it ends too early"),
        (shorter, "invalid site: it ends too early"),
    ] {
        let refused = lines(&server, reason).len();
        let failures = info_number(&mut c, "article", "article_decode_failures");
        assert_error(&c.call("RESTORE", ("other", 0, bytes)), "ERR Bad data format");
        let new = &lines(&server, reason)[refused..];
        assert_eq!(new.len(), 1, "{reason}: {}", server.log());
        assert!(new[0].contains("<article>"), "{}", new[0]);
        assert_eq!(info_number(&mut c, "article", "article_decode_failures"), failures + 1);
    }
    assert_eq!(info_number(&mut c, "article", "article_sites"), 1);
    assert_eq!(info_number(&mut c, "article", "article_articles"), 1);
}

#[test]
fn a_dump_of_another_encoding_is_refused_logged_and_counted() {
    let (server, mut c, mut whole) = unchecked();
    let (earlier, later) = (ENCODING_VERSION - 1, ENCODING_VERSION + 1);
    for (failures, (encoding, reason)) in (1..).zip([
        (later, "is not known, only 5: load a newer module"),
        (earlier, "is from a build before 1.0, which no release reads: export the site from"),
        (1, "is from a build before 1.0"),
    ]) {
        // The lower 6 bits; those above are of the type's name.
        whole[ENCODING] = whole[ENCODING] & 0xc0 | encoding;
        assert_error(&c.call("RESTORE", ("other", 0, &whole[..])), "ERR Bad data format");
        let refused =
            lines(&server, &format!("invalid site: encoding version {encoding} {reason}"));
        assert_eq!(refused.len(), 1, "{}", server.log());
        assert_eq!(info_number(&mut c, "article", "article_decode_failures"), failures);
    }
}

#[test]
fn a_server_does_not_start_on_a_damaged_file_and_says_why() {
    let plain = || with_module().config("rdbcompression no").config("rdbchecksum no");
    let mut server = plain().start();
    let mut c = server.resp3();
    c.int("ARTICLE.POST news alice title link TIME 1000");
    c.ok("SAVE");
    server.kill();
    let file = server.path().join("dump.rdb");
    let mut bytes = std::fs::read(&file).expect("the RDB");
    let title = bytes.windows(6).position(|part| part == b"\x05title").expect("the title");
    bytes[title - TITLE + PAGE_SIZE] = 0;
    std::fs::write(&file, bytes).expect("the RDB");
    let folder = server.path().to_str().expect("a path").to_owned();
    let log = plain().config(format!("dir \"{folder}\"")).start_refused();
    assert!(log.contains("invalid site: it breaks a limit: "), "{log}");
}
