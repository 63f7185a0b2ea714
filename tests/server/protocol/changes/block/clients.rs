//! Clients that leave, are unblocked, or send more while they wait.

use super::super::{make, version};
use test_support::changes::{Changes, Waiting, await_blocked, blocked};
use test_support::*;

#[in_both_protocols(with_module())]
fn a_client_leaves_and_votes_go_on(server: &mut Server, c: &mut Client) {
    make(c);
    for number in 0..20 {
        let line = format!("news {}", version(c));
        let (left, mut stays) =
            (Waiting::start(server, c, &line), Waiting::start(server, c, &line));
        drop(left);
        if number % 2 == 0 {
            await_blocked(c, 1);
        }
        assert_eq!(c.int(&format!("ARTICLE.VOTE news voter-{number} 1")), 1);
        assert_eq!(stays.changes().ids(), (vec![1], vec![]));
        await_blocked(c, 0);
    }
    c.check("news");
}

#[in_both_protocols(with_module())]
fn a_client_that_is_killed_gets_nothing(server: &mut Server, c: &mut Client) {
    make(c);
    let line = format!("ARTICLE.CHANGES news {} BLOCK 0", version(c));
    let mut client = server.client(c.protocol);
    let id = client.int("CLIENT ID");
    client.send(&line);
    await_blocked(c, 1);
    assert_eq!(c.int(&format!("CLIENT KILL ID {id}")), 1);
    assert!(client.connection.recv_response().is_err());
    await_blocked(c, 0);
    c.int("ARTICLE.VOTE news zoe 1");
    assert_eq!(blocked(c), 0);
}

#[in_both_protocols(with_module())]
fn a_client_can_be_unblocked(server: &mut Server, c: &mut Client) {
    make(c);
    for key in ["news", "none"] {
        for how in ["", "TIMEOUT", "ERROR"] {
            let version = if key == "news" { version(c) } else { "0".to_owned() };
            let mut client = server.client(c.protocol);
            let id = client.int("CLIENT ID");
            client.send(&format!("ARTICLE.CHANGES {key} {version} BLOCK 0"));
            await_blocked(c, 1);
            assert_eq!(c.int(&format!("CLIENT UNBLOCK {id} {how}")), 1);
            let reply = client.receive();
            if how == "ERROR" {
                assert_error(&reply, "UNBLOCKED client unblocked via CLIENT UNBLOCK");
            } else {
                let changes = Changes::read(&client, &reply);
                assert!(changes.is_empty() && changes.version == version, "{changes:?}");
            }
            await_blocked(c, 0);
            // It is not woken again.
            c.int("ARTICLE.BOOST news 1 1 INCR");
            assert_eq!(client.run("ECHO text"), bulk("text"));
        }
    }
}

#[in_both_protocols(with_module())]
fn commands_after_the_one_that_waits_are_run_in_their_order(server: &mut Server, c: &mut Client) {
    make(c);
    let version = version(c);
    let line = format!("ARTICLE.CHANGES news {version} BLOCK 0");
    let mut waiting = Waiting::start_line(server, c, &line);
    for line in [
        "ECHO a",
        "ARTICLE.VOTE news zoe 2",
        &format!("ARTICLE.CHANGES news {version}"),
        &format!("ARTICLE.CHANGES news {version} BLOCK 0"),
        "ECHO b",
    ] {
        waiting.0.send(line);
    }
    assert_eq!(blocked(c), 1);
    c.int("ARTICLE.VOTE news zoe 1");
    assert_eq!(waiting.changes().ids(), (vec![1], vec![]));
    assert_eq!(waiting.reply(), bulk("a"));
    assert_eq!(waiting.reply(), int(1));
    for _ in 0..2 {
        assert_eq!(waiting.changes().ids(), (vec![1, 2], vec![]));
    }
    assert_eq!(waiting.reply(), bulk("b"));
}

#[in_both_protocols(with_module())]
fn a_client_waits_again_and_again(server: &mut Server, c: &mut Client) {
    make(c);
    let mut waiting = Waiting::for_news(server, c, "news");
    for number in 0..50 {
        c.int(&format!("ARTICLE.VOTE news voter-{number} 1"));
        let changes = waiting.changes();
        assert_eq!(changes.ids(), (vec![1], vec![]));
        waiting.0.send(&format!("ARTICLE.CHANGES news {} BLOCK 0", changes.version));
        await_blocked(c, 1);
    }
}

#[in_both_protocols(with_module())]
fn a_paused_server_wakes_clients_afterwards(server: &mut Server, c: &mut Client) {
    make(c);
    let mut voter = server.client(c.protocol);
    for mode in ["WRITE", "ALL"] {
        let mut waiting = Waiting::for_news(server, c, "news");
        c.ok(&format!("CLIENT PAUSE 50 {mode}"));
        voter.send(&format!("ARTICLE.VOTE news zoe-{mode} 1"));
        assert_eq!(voter.receive(), int(1));
        assert_eq!(waiting.changes().ids(), (vec![1], vec![]));
    }
}

#[in_both_protocols(with_module())]
fn only_the_clients_of_a_site_are_woken(server: &mut Server, c: &mut Client) {
    let keys: Vec<_> = (0..5).map(|number| format!("site-{number}")).collect();
    let mut waiting: Vec<_> = (0..20)
        .map(|number| {
            let key = &keys[number % keys.len()];
            if number < keys.len() {
                c.int(&format!("ARTICLE.POST {key} alice t l"));
            }
            let version = c.info(key).text("version");
            Waiting::start(server, c, &format!("{key} {version}"))
        })
        .collect();
    for (number, key) in keys.iter().enumerate() {
        c.int(&format!("ARTICLE.VOTE {key} voter 1"));
        for waiting in waiting.iter_mut().skip(number).step_by(keys.len()) {
            assert_eq!(waiting.changes().ids(), (vec![1], vec![]));
        }
        let left = (keys.len() - 1 - number) * 4;
        assert_eq!(blocked(c), left as i64, "{key}");
    }
}

/// The same key in several databases is several sites.
#[in_both_protocols(with_module())]
fn databases_are_told_apart(server: &mut Server, c: &mut Client) {
    let mut clients: Vec<_> = (0..3)
        .map(|number| {
            c.ok(&format!("SELECT {number}"));
            c.int("ARTICLE.POST news alice t l");
            let version = version(c);
            let mut client = server.client(c.protocol);
            client.ok(&format!("SELECT {number}"));
            client.send(&format!("ARTICLE.CHANGES news {version} BLOCK 0"));
            await_blocked(c, number + 1);
            Waiting(client)
        })
        .collect();
    c.ok("SELECT 1");
    c.int("ARTICLE.VOTE news zoe 1");
    assert_eq!(clients[1].changes().ids(), (vec![1], vec![]));
    assert_eq!(blocked(c), 2);
    c.ok("SELECT 0");
    c.int("DEL news");
    assert_error(&clients[0].reply(), RESYNC);
    c.ok("SELECT 2");
    c.int("ARTICLE.VOTE news zoe 1");
    assert_eq!(clients[2].changes().ids(), (vec![1], vec![]));
}
