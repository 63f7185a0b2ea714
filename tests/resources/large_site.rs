//! MIGRATE cannot move a site whose payload exceeds the largest argument that a server accepts
//! (512 MB by default, 1 MB here). The other ways of `docs/scale.md` work.

use test_support::*;

const SITE: &str = "large";
const VOTERS: i64 = 200_000;

fn setup() -> Setup {
    with_module().config("proto-max-bulk-len 1mb").config("enable-debug-command local")
}

/// Returns a server with a site, one article of which has many votes.
fn large_site() -> Server {
    let server = setup().start();
    let mut c = server.resp2();
    for n in 1..=100 {
        c.int(&format!("ARTICLE.POST {SITE} user{n} title{n} link GROUPS 1 g{}", n % 7));
    }
    // Random names, which cannot be compressed.
    let mut random = Random::new(0x5eed);
    let vote = |n: i64| {
        let kind = if n % 3 == 0 { "DOWN" } else { "UP" };
        format!("ARTICLE.VOTE {SITE} {:x} 7 {kind}", random.any())
    };
    c.run_all((1..=VOTERS).map(vote));
    server
}

fn digest(server: &Server) -> Value {
    let mut c = server.resp2();
    c.check(SITE);
    c.run(&format!("DEBUG DIGEST-VALUE {SITE}"))
}

/// Returns the site as commands of an append-only file.
fn as_commands(server: &Server) -> Vec<u8> {
    let mut c = server.resp2();
    c.ok("CONFIG SET aof-use-rdb-preamble no");
    c.ok("CONFIG SET appendonly yes");
    aof::rewrite(&mut c);
    aof::base_of(server)
}

#[test]
fn a_payload_that_is_too_large_is_refused_and_other_ways_work() {
    let (source, target) = (large_site(), setup().start());
    let expected = digest(&source);
    let (mut c, mut t) = (source.resp2(), target.resp2());
    let payload = c.dump(SITE).len();
    assert!(payload > 1 << 20, "{payload}");

    let migrate = format!("MIGRATE 127.0.0.1 {} {SITE} 0 20000 COPY", target.port());
    let error = error_text(&c.run(&migrate));
    assert!(error.starts_with("IOERR") || error.starts_with("ERR Target"), "{error}");
    assert_eq!(t.run(&format!("EXISTS {SITE}")), int(0));
    assert_eq!(digest(&source), expected);

    // The target accepts larger arguments.
    t.ok("CONFIG SET proto-max-bulk-len 16mb");
    c.ok(&migrate);
    assert_eq!(digest(&target), expected);
    t.ok("CONFIG SET proto-max-bulk-len 1mb");
    t.ok("FLUSHALL");

    // Commands, none of which is large.
    let mut commands = as_commands(&source);
    commands.extend(redis::cmd("ECHO").arg("the end").get_packed_command());
    t.connection.send_packed_command(&commands).expect("all are sent");
    loop {
        match t.connection.recv_response().expect("a reply") {
            reply if reply == bulk("the end") => break,
            reply => assert_eq!(reply, Value::Okay),
        }
    }
    assert_eq!(digest(&target), expected);
    t.ok("FLUSHALL");

    // Replication.
    follow(&target, &source);
    await_caught_up(&source, &target);
    assert_eq!(digest(&target), expected);
}
