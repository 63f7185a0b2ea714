//! The steps of docs/operations.md that turn `default` off. Afterwards, only users with a password
//! get in, also after a restart, after a failover, and with connections from before.

use super::rules::{DOCUMENT, rules};
use super::{is_denied, prepare};
use std::fs;
use test_support::*;

/// Returns the commands of the steps, in their order. The rules for programs come before `default`
/// is turned off.
fn steps(owner: &mut Client) -> Vec<&'static str> {
    let (_, section) = DOCUMENT.split_once("\n## Access\n").expect("the section");
    let (section, _) = section.split_once("\n### Rules\n").expect("its end");
    let commands = ["ACL SETUSER ", "AUTH ", "CLIENT KILL ", "CONFIG REWRITE"];
    let is_step = |line: &&str| commands.iter().any(|command| line.starts_with(command));
    let steps: Vec<_> = section.lines().map(str::trim).filter(is_step).collect();
    let off = steps.iter().position(|line| line.contains(" default ")).expect("default");
    let rules: Vec<_> = rules(owner).into_iter().map(|(_, rule)| rule).collect();
    [&steps[..off], &rules, &steps[off..]].concat()
}

/// Follows the steps, and returns the administrator's connection.
fn close(server: &Server) -> Client {
    let mut owner = server.resp2();
    for line in steps(&mut owner) {
        let reply = owner.run(line);
        assert!(!is_error(&reply), "{line}: {reply:?}");
    }
    owner
}

/// Has users write a site, also in a transaction and a script, and gives it another key.
fn write(server: &Server, key: &str) {
    let mut site = log_in(server, "site");
    let mut owner = log_in(server, "admin");
    site.int("ARTICLE.POST news alice a l");
    site.int("ARTICLE.VOTE news bob 1");
    site.ok("MULTI");
    site.run("ARTICLE.POST news alice b l");
    site.run("ARTICLE.COMMENT news bob 2 text");
    site.run("EXEC");
    let script = "redis.call('ARTICLE.POST', KEYS[1], 'carol', 'c', 'l')
                  return redis.call('ARTICLE.DEL', KEYS[1], 1)";
    assert_eq!(owner.call("EVAL", (script, 1, "news")), int(1));
    owner.ok(&format!("RENAME news {key}"));
}

#[test]
fn after_the_steps_a_restart_loses_nothing_and_otherwise_the_log_says_so() {
    let setup = with_module().config("appendonly yes").config("appendfsync always");
    let mut server = setup.config("aof-use-rdb-preamble no").start();
    close(&server);
    let warning = "the user default may not run every command";
    for key in ["first", "second"] {
        write(&server, key);
        let mut owner = log_in(&server, "admin");
        let before = SiteSnapshot::of(&mut owner, key);
        server.restart();
        let mut owner = log_in(&server, "admin");
        before.assert_same(&SiteSnapshot::of(&mut owner, key));
        assert!(!server.log().contains(warning));
        aof::rewrite(&mut owner);
    }
    write(&server, "third");
    let mut owner = log_in(&server, "admin");
    let counts = |owner: &mut Client| {
        let info = owner.info("third");
        ["last_id", "articles", "comments", "votes"].map(|name| info.int(name))
    };
    let before = counts(&mut owner);
    owner.ok("ACL SETUSER default reset off");
    owner.ok("CONFIG REWRITE");
    server.restart();
    let mut owner = log_in(&server, "admin");
    let is_lost = counts(&mut owner) != before;
    assert_eq!(server.log().contains(warning), is_lost, "{}", server.log());
}

fn log_in(server: &Server, name: &str) -> Client {
    let mut client = server.resp2();
    client.ok(&format!("AUTH {name} secret"));
    client
}

#[track_caller]
fn assert_code(client: &mut Client, line: &str, code: &str) {
    let reply = client.run(line);
    assert!(error_text(&reply).starts_with(code), "{line}: {reply:?}");
}

/// Tries to get in without a password.
#[track_caller]
fn assert_is_out(client: &mut Client) {
    for line in ["DEL news", "ARTICLE.COUNT news", "ARTICLE.DEL news 1", "KEYS *", "HELLO 3"] {
        assert_code(client, line, "NOAUTH");
    }
    for line in ["AUTH default x", "AUTH default \"\"", "AUTH x", "HELLO 3 AUTH default x"] {
        assert!(is_error(&client.run(line)), "{line}");
        assert_code(client, "DEL news", "NOAUTH");
    }
}

/// Tries to get from each user to `default`.
fn assert_closed(server: &Server, names: &[&str]) {
    assert_is_out(&mut server.resp2());
    for name in names {
        println!("{name}");
        let mut user = log_in(server, name);
        assert_code(&mut user, "AUTH default x", "WRONGPASS");
        assert_code(&mut user, "HELLO 2 AUTH default x", "WRONGPASS");
        assert!(is_denied(&user.run("DEL news")), "the user stays who it is");
        if !is_denied(&user.run("RESET")) {
            assert_is_out(&mut user);
        }
    }
    let mut administrator = log_in(server, "admin");
    assert_eq!(administrator.run("ACL WHOAMI"), bulk("admin"));
    administrator.check("news");
}

#[test]
fn after_the_steps_nobody_gets_in_without_a_password() {
    let mut server = with_module().start();
    let mut early = server.resp2();
    prepare(&mut early, "news");
    let names: Vec<_> = rules(&mut early).into_iter().map(|(name, _)| name).collect();
    let names = [&names[..], &["replica", "sentinel"]].concat();
    let mut owner = close(&server);
    let ping = redis::cmd("PING").query::<Value>(&mut early.connection);
    assert!(ping.is_err(), "a connection from before is closed");
    assert_closed(&server, &names);
    owner.ok("SAVE");
    server.restart();
    assert_closed(&server, &names);
}

#[test]
fn without_a_configured_aclfile_users_are_stored_by_config_rewrite_only() {
    let server = with_module().start();
    let mut owner = server.resp2();
    assert!(error_text(&owner.run("ACL SAVE")).contains("is not configured to use an ACL file"));
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("users.acl");
    fs::write(&file, "").expect("an empty file");
    let server = with_module().config(format!("aclfile {}", file.display())).start();
    let mut owner = close(&server);
    let stored = || fs::read_to_string(&file).expect("the file");
    assert_eq!(stored(), "", "CONFIG REWRITE does not store users there");
    owner.ok("ACL SAVE");
    assert!(stored().contains("user default off"), "{}", stored());
}

/// A replica whose connection began before, and one that connects again, log in by name, and so
/// does a Sentinel, which then lets the replica take over.
#[test]
fn replicas_and_sentinels_log_in() {
    let setup = with_module();
    let first = setup.start();
    let mut c = first.resp2();
    prepare(&mut c, "news");
    let second = setup.config(format!("replicaof 127.0.0.1 {}", first.port())).start();
    await_caught_up(&first, &second);
    for server in [&first, &second] {
        let mut owner = server.resp2();
        owner.ok("CONFIG SET masteruser replica");
        owner.ok("CONFIG SET masterauth secret");
    }
    let mut primary = close(&first);
    let mut replica = close(&second);
    let post = |primary: &mut Client, replica: &mut Client| {
        let id = primary.int("ARTICLE.POST news alice a l");
        wait_until(DEADLINE, "the replica has the article", || {
            replica.run(&format!("ARTICLE.GET news {id}")) != Value::Nil
        });
    };
    post(&mut primary, &mut replica);
    assert_eq!(primary.int("CLIENT KILL TYPE replica"), 1);
    post(&mut primary, &mut replica);

    let sentinel = Setup::default()
        .argument("--sentinel")
        .config(format!("sentinel monitor news 127.0.0.1 {} 1", first.port()))
        .config("sentinel auth-user news sentinel")
        .config("sentinel auth-pass news secret")
        .start();
    let mut watcher = sentinel.resp2();
    wait_until(DEADLINE, "the sentinel finds a replica that can take over", || {
        watcher.run("SENTINEL FAILOVER news") == Value::Okay
    });
    let is_replica = |server: &Server| {
        let file = fs::read_to_string(server.path().join("redis.conf")).expect("redis.conf");
        file.lines().any(|line| line.starts_with("replicaof "))
    };
    wait_until(DEADLINE, "the replica takes over, and the primary follows it", || {
        is_replica(&first) && !is_replica(&second)
    });
    // The Sentinel has closed all connections.
    let (mut primary, mut replica) = (log_in(&second, "admin"), log_in(&first, "admin"));
    post(&mut primary, &mut replica);
}
