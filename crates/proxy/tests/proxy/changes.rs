//! Following the changes of a spread site.

use test_support::*;

use crate::harness::*;

#[test]
fn changes_of_all_parts_wake_who_waits() {
    let server = with_module().start();
    let proxy = Proxy::before(&[&server]);
    let mut c = proxy.resp3();
    ask(&mut c, "ARTICLE.CREATE news PARTS 4");
    let mut copy = std::collections::BTreeSet::new();
    let mut version = "0".to_owned();
    let mut waiting: Vec<Client> = (0..3).map(|_| proxy.resp2()).collect();
    for id in 1..=40 {
        if id % 10 == 1 {
            let read =
                text(&items(&c.run(&format!("ARTICLE.CHANGES news {version} COUNT 1000")))[0]);
            let line = format!("ARTICLE.CHANGES news {read} BLOCK 0 RETURN 1 id");
            waiting.iter_mut().for_each(|waiting| waiting.send(&line));
        }
        assert_eq!(c.int(&format!("ARTICLE.POST news alice t l ID {id}")), id);
        if id % 10 == 1 {
            for waiting in &mut waiting {
                let reply = waiting.receive();
                assert_eq!(bytes(&items(&items(&items(&reply)[1])[0])[0]), b"id", "{reply:?}");
            }
        }
        // A few at a time, fewer than there are parts.
        let reply = c.run(&format!("ARTICLE.CHANGES news {version} COUNT 3 RETURN 1 id"));
        let [next, changed, gone] = items(&reply) else { panic!("{reply:?}") };
        assert!(items(changed).len() <= 3 && items(gone).is_empty());
        copy.extend(c.articles(changed).iter().map(|article| article.int("id")));
        version = text(next);
    }
    loop {
        let reply = c.run(&format!("ARTICLE.CHANGES news {version} COUNT 7 RETURN 1 id"));
        let [next, changed, _] = items(&reply) else { panic!("{reply:?}") };
        copy.extend(c.articles(changed).iter().map(|article| article.int("id")));
        version = text(next);
        if items(changed).is_empty() {
            break;
        }
    }
    assert!(copy.into_iter().eq(1..=40));
    // It waits on one connection per part, which end with the last who waits.
    waiting.iter_mut().for_each(|c| c.send(&format!("ARTICLE.CHANGES news {version} BLOCK 0")));
    let mut own = server.resp2();
    let mut blocked = |count: &str| {
        wait_until(DEADLINE, "blocked clients", || {
            own.report("INFO clients").contains(&format!("blocked_clients:{count}\r"))
        });
    };
    blocked("4");
    drop(waiting);
    blocked("0");
}

#[test]
fn answers_that_come_later_in_another_part_stay_unseen() {
    let server = with_module().start();
    let proxy = Proxy::before(&[&server]);
    let mut c = proxy.resp3();
    ask(&mut c, "ARTICLE.CREATE news PARTS 2");
    for (id, line) in [
        (3, "POST news alice t l ID 3"),
        (4, "POST news alice t l ID 4"),
        (10, "COMMENT news bob 4 text ID 10 TIME 5000"),
    ] {
        assert_eq!(c.int(&format!("ARTICLE.{line}")), id);
    }
    assert_eq!(c.int("ARTICLE.SEEN news alice time:5000-10"), 1);
    assert_eq!(c.int("ARTICLE.COMMENT news bob 3 text ID 5 TIME 5000"), 5);
    assert_eq!(c.ids("ARTICLE.ANSWERS news alice 1 UNSEEN"), [5]);
}
