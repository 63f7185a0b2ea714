//! A site is spread over parts behind article-proxy, and back.

use std::collections::BTreeMap;
use std::thread;

use serde_json::Value as Json;
use test_support::{
    Client, Connect, DEADLINE, Protocol, Server, Value, bytes, fill_site, free_port, items, text,
    wait_until,
};

use crate::harness::{Address, Folder, between, digest, fail, kill_when, last_id, run};
use crate::kinds;
use crate::servers::{empty_site, fill_module, module_server, plain_server, site_of};

/// Starts a proxy in front of a server, which ends with the tests. Returns its port.
fn proxy_of(server: &Server) -> u16 {
    let (port, servers) = (free_port(), format!("redis://127.0.0.1:{}", server.port()));
    let listen = format!("127.0.0.1:{port}");
    thread::spawn(move || {
        article_proxy::main(["article-proxy", "--servers", &servers, "--listen", &listen])
    });
    wait_until(DEADLINE, "the proxy", || Client::connect(port, Protocol::Resp2).is_ok());
    port
}

fn spread(from: &impl Address, to: &impl Address, more: &str) -> String {
    between(&format!("spread {more}"), from, to, "news")
}

/// Returns the keys of the parts on a server, and their digests.
fn digests(server: &Server) -> Vec<(String, String)> {
    let mut c = server.resp2();
    let mut keys: Vec<String> = items(&c.run("KEYS news:3:*")).iter().map(text).collect();
    keys.sort();
    keys.iter().for_each(|key| c.check(key));
    keys.into_iter().map(|key| (key.clone(), digest(server, &key))).collect()
}

/// What is compared.
const QUERIES: [&str; 14] = [
    "PAGE news 1 BY SCORE SIZE 1000 VIEWER ann MARKS 3 saved read later",
    "PAGE news 1 BY TIME SIZE 1000 VIEWER bob",
    "PAGE news 1 BY BUMPED SIZE 1000",
    "PAGE news 1 BY TIME HIDDEN SIZE 1000",
    "PAGE news 1 FEED ann SIZE 1000",
    "COMMENTS news 1 SIZE 1000 VIEWER ann",
    "COMMENTS news 1 HIDDEN SIZE 1000",
    "ANSWERS news ann 1 SIZE 1000",
    "VOTED news ann 1 SIZE 1000",
    "MARKED news ann saved 1 SIZE 1000",
    "LISTS news ann",
    "FOLLOWS news ann",
    "GROUPS news",
    "USER news ann",
];

/// Returns what the queries show, without the orders, with new ids in place of the old ones.
fn shown(c: &mut Client, new: &BTreeMap<i64, i64>) -> Vec<Json> {
    fn renumber(json: &mut Json, new: &BTreeMap<i64, i64>) {
        for name in ["id", "parent"] {
            let Some(id) = json.get_mut(name).filter(|id| id.is_i64()) else { continue };
            *id = new.get(&id.as_i64().unwrap()).map_or(id.clone(), |new| (*new).into());
        }
    }
    let mut show = |query: &&str| {
        let reply = c.run(&format!("ARTICLE.{query} FORMAT JSON"));
        let mut json: Json = serde_json::from_slice(&bytes(&reply)).unwrap();
        // In the second of a mark, a part takes what is another's for unseen.
        json.as_object_mut().map(|user| user.remove("unseen"));
        if let Some(entries) = json.as_array_mut() {
            entries.iter_mut().for_each(|entry| renumber(entry, new));
            entries.sort_by_cached_key(|entry| entry["id"].as_i64().unwrap_or_default());
        }
        json
    };
    QUERIES.iter().map(&mut show).collect()
}

#[test]
fn a_spread_site_shows_what_the_site_shows() {
    let fill_all: fn(&mut Client) = |c| fill_site(c, "news");
    for fill in [fill_module, kinds::fill_kept, kinds::fill_users, fill_all] {
        let ((site, mut c), parts, folder) = (site_of(fill), module_server(), Folder::new());
        let (proxy, ids) = (proxy_of(&parts), folder.file("ids.csv"));
        let line = spread(&site, &proxy, &format!("--parts 3 --map-ids {ids}"));
        run(&line);
        let map = folder.read("ids.csv");
        let pair = |line: &str| {
            let mut numbers = line.split(',').skip(1).map(|id| id.parse::<i64>().unwrap());
            (numbers.next().unwrap(), numbers.next().unwrap())
        };
        let new: BTreeMap<i64, i64> = map.lines().skip(1).map(pair).collect();
        let mut p = Client::connect(proxy, Protocol::Resp2).unwrap();
        let expected = shown(&mut c, &new);
        for ((query, expected), found) in
            QUERIES.iter().zip(&expected).zip(shown(&mut p, &BTreeMap::new()))
        {
            assert_eq!(found, *expected, "{query}");
        }
        for name in ["articles", "comments", "votes", "marks", "hidden"] {
            assert_eq!(p.info("news").int(name), c.info("news").int(name), "{name}");
        }
        // A run that repeats all of it changes nothing.
        let before = digests(&parts);
        let again = run(&line);
        assert_eq!(again.numbers(["articles", "comments"]), [0, 0]);
        assert_eq!(digests(&parts), before);
        // Later ids are above all that were assigned.
        let last = p.info("news").int("last_id");
        assert!(last >= c.info("news").int("last_id"));
        (0..3).for_each(|_| assert!(p.int("ARTICLE.POST news eve Later \"\"") > last));
    }
}

#[test]
fn a_site_becomes_parts_and_one_site_again() {
    let (site, _) = site_of(kinds::fill_users);
    let (parts, back, again) = (module_server(), module_server(), module_server());
    let (folder, [first, second]) = (Folder::new(), [&parts, &again].map(proxy_of));
    let options = format!("--parts 3 --map-ids {}", folder.file("ids.csv"));
    let line = spread(&site, &first, &options);
    assert_eq!(run(&line).number("with new ids"), 13);
    assert_eq!(folder.read("ids.csv"), include_str!("data/spread.csv"));
    // The parts are one site again, which has the new ids, and all of them fit.
    run(&spread(&first, &back, ""));
    back.resp2().check("news");
    let line = spread(&back, &second, "--parts 3");
    assert_eq!(run(&line).number("with new ids"), 0);
    assert_eq!(digests(&again), digests(&parts));
}

#[test]
fn kills_lose_nothing() {
    let (site, mut c) = empty_site();
    let posts = (1..=3_000).map(|id| match id % 3 {
        1 => format!("ARTICLE.POST news u{} Title{id} link", id % 7),
        _ => format!("ARTICLE.COMMENT news u{} {} text", id % 5, id - 1),
    });
    c.run_all(posts);
    let users: String = (0..4_000).map(|user| format!(" voter{user}")).collect();
    c.ok(&format!("ARTICLE.LOAD news VOTERS 1 UP 4000{users}"));
    c.run_all((1..=1_500).map(|id| format!("ARTICLE.MARK news bob saved {id}")));
    let (whole, killed) = (module_server(), module_server());
    let [to_whole, to_killed] = [&whole, &killed].map(proxy_of);
    run(&spread(&site, &to_whole, "--parts 3"));
    let line = spread(&site, &to_killed, "--parts 3");
    let mut k = killed.resp2();
    // In the middle of what keeps its id, of what does not, and of what is of users.
    for id in [1, 1_000, 3_001, 4_000] {
        kill_when(&line, || {
            let keys: Vec<_> = items(&k.run("KEYS news:3:*")).iter().map(text).collect();
            keys.iter().any(|key| last_id(&mut k, key) >= id)
        });
    }
    run(&line);
    assert_eq!(digests(&killed), digests(&whole));
}

#[test]
fn mistakes_are_named() {
    let ((site, mut c), parts) = (empty_site(), module_server());
    let proxy = proxy_of(&parts);
    c.int("ARTICLE.POST news ann Title link");
    for (parts, message) in [
        (0, "0 is not in 1..=1024"),
        (1025, "1025 is not in 1..=1024"),
        (3, "With --parts, this must be the URL of article-proxy"),
    ] {
        fail(&spread(&site, &site, &format!("--parts {parts}")), message);
    }
    let dry = run(&spread(&site, &proxy, "--parts 3 --dry-run --map-ids /no/such/file"));
    assert!(dry.out.starts_with("Would spread \"news\""), "{}", dry.out);
    let mut p = parts.resp2();
    assert_eq!(p.int("DBSIZE"), 0);
    // What somebody else has stays as it is.
    p.int("ARTICLE.POST news bob Other link");
    let before = digest(&parts, "news");
    fail(&spread(&site, &parts, ""), "has left of something else");
    assert_eq!(digest(&parts, "news"), before);
    fail(&spread(&site, &proxy, "--parts 3"), "has left of something else");
    p.ok("ARTICLE.CREATE other WINDOW 5");
    p.ok("RENAME other news");
    fail(&spread(&site, &proxy, "--parts 3"), "holds a site without WINDOW 604800");
    p.run("DEL news");
    let classic = plain_server();
    let import = between("import", &classic, &proxy, "news");
    fail(&import, "this is article-proxy");
    assert_eq!(p.run("DBSIZE"), Value::Int(0));
}
