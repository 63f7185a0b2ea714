//! A site that is spread over parts is the same as one site.

use std::pin::pin;

use futures_util::StreamExt;
use redis::Connection;
use redis_article::{
    Command, Error, Item, Order, Page, Per, Site, SpreadSite, Target, Vote, kinds,
};
use serde::Deserialize;
use test_support::{Connect, DEADLINE, Random, Server, seed, wait_until, with_module};

use crate::{in_both_protocols, start};

const ORDERS: [Order; 9] = [
    Order::Score,
    Order::Time,
    Order::Votes,
    Order::Best,
    Order::Controversy,
    Order::Gravity,
    Order::Bumped,
    Order::Comments,
    Order::Active,
];
const START: i64 = 1_700_000_000;
const PARTS: u32 = 5;

#[derive(Debug, PartialEq, Deserialize)]
struct Id {
    id: u32,
}

/// A spread site and one site with the same articles, comments, and votes.
struct Twins {
    spread: SpreadSite,
    one: Site,
    ids: Vec<u32>,
}

fn run<T, K>(c: &mut Connection, command: Command<T, K>) -> T {
    command.query(c).unwrap_or_else(|error| panic!("{command:?}: {error}"))
}

impl Twins {
    fn make(c: &mut Connection, random: &mut Random) -> Self {
        let (spread, one) = (SpreadSite::new("news", PARTS), Site::new("one"));
        run(c, spread.create().pagesize(7).window(2_000_000_000));
        run(c, one.create().pagesize(7).window(2_000_000_000));
        let mut all = Vec::new();
        for number in 0..90 {
            let user = format!("user{}", random.below(6));
            let time = START + random.below(200_000);
            // Some without a link, and two of each other.
            let link = if number % 10 == 0 { String::new() } else { format!("l{}", number / 2) };
            let groups: Vec<_> =
                (0..random.below(3)).map(|_| format!("g{}", random.below(4))).collect();
            let post = |site: &Site| site.post(&user, "t", &link).time(time).groups(&groups);
            let id = run(c, post(&spread));
            all.push((id, user.clone(), link.clone(), time, groups.clone()));
        }
        all.sort();
        for (id, user, link, time, groups) in &all {
            assert_eq!(run(c, one.post(user, "t", link).time(*time).groups(groups).id(*id)), *id);
        }
        let ids = all.iter().map(|it| it.0).collect();
        let mut twins = Self { spread, one, ids };
        for _ in 0..300 {
            let (id, user) = (random.pick(&twins.ids), format!("user{}", random.below(40)));
            let vote = random.pick(&[Vote::Up, Vote::Up, Vote::Down]);
            twins.both(c, |site| site.vote(&user, id, vote));
        }
        for _ in 0..20 {
            let (id, time) = (random.pick(&twins.ids), START + 300_000 + random.below(9_000));
            let comments = random.below(3);
            twins.both(c, |site| site.bump(id).time(time).comments(comments));
            let list = random.pick(&["saved", "read"]);
            twins.both(c, |site| site.mark("reader", list, &[id]));
        }
        twins.both(c, |site| site.moderate(redis_article::Action::Pin, &[all[7].0, all[30].0]));
        twins.both(c, |site| site.moderate(redis_article::Action::Hide, &[all[9].0]));
        twins.both(c, |site| site.follow("reader", Target::Group, &["g1"]));
        twins.ids.reverse();
        twins
    }

    /// Runs a command on both, whose replies must be the same.
    fn both<T: PartialEq + std::fmt::Debug, K>(
        &self,
        c: &mut Connection,
        command: impl FnMut(&Site) -> Command<T, K>,
    ) -> T {
        let mut command = command;
        let [spread, one] = [&*self.spread, &self.one].map(|site| run(c, command(site)));
        assert_eq!(spread, one, "{:?}", command(&self.one));
        one
    }

    /// Compares all pages of a listing.
    fn pages<K: kinds::Paged + kinds::Read>(
        &self,
        c: &mut Connection,
        page: impl Fn(&Site) -> Command<Page<Id>, K>,
    ) {
        let walk = |c: &mut Connection, site: &Site| -> Vec<Vec<Id>> {
            let pages = page(site).walk(c).map(|page| page.expect("a page").items);
            pages.filter(|page| !page.is_empty()).collect()
        };
        let expected = walk(c, &self.one);
        assert_eq!(walk(c, &self.spread), expected, "{:?}", page(&self.one));
    }
}

#[test]
fn pages_are_those_of_one_site() {
    in_both_protocols(|c| {
        let mut random = Random::new(seed("spread"));
        let twins = Twins::make(c, &mut random);
        for order in ORDERS {
            let at = START + 400_000;
            type Listing = Command<Page<redis_article::Article>, kinds::Articles>;
            let filters: [&dyn Fn(Listing) -> Listing; 8] = [
                &|page| page,
                &|page| page.size(3),
                &|page| page.size(40).minvotes(2).except(&[1, 2, 3]),
                &|page| page.since(START + 50_000).until(-250_000).notfrom(["user1"]),
                &|page| page.anyof(["g1", "g2"]).noneof(["g3"]).size(5),
                &|page| page.feed("reader").unvoted("user3"),
                &|page| page.marked("reader", ["read"]).unmarked("reader", ["saved"]).hidden(),
                &|page| page.unmarked("reader", ["saved"]).from(["user1", "user2"]),
            ];
            for filter in filters {
                twins
                    .pages(c, |site| filter(site.page(1).by(order).at(at)).returning(["id"]).of());
            }
            for per in [Per::Group, Per::User, Per::Link] {
                for most in [1, 2] {
                    let page = |site: &Site| site.page(1).by(order).at(at).size(9).per(per, most);
                    twins.pages(c, |site| page(site).returning(["id"]).of());
                }
            }
            twins.pages(c, |site| site.grouppage("g1", 1).by(order).at(at).returning(["id"]).of());
            twins.pages(c, |site| {
                site.userpage("user1", 2).by(order).at(at).returning(["id"]).of()
            });
        }
        for order in [Order::Score, Order::Time] {
            twins.pages(c, |site| site.page(3).by(order).asc().size(4).returning(["id"]).of());
        }
        twins.both(c, |site| site.page(2).by(Order::Best).viewer("user3").marks(["read"]));
        twins.pages(c, |site| site.voted("user3", 1).up().size(2).returning(["id"]).of());
    });
}

#[test]
fn other_replies_are_those_of_one_site() {
    in_both_protocols(|c| {
        let mut random = Random::new(seed("spread facts"));
        let twins = Twins::make(c, &mut random);
        twins.both(c, |site| site.mget(&[twins.ids[3], 9_999, twins.ids[0]]).viewer("user1"));
        twins.both(c, |site| site.votes("user1", &twins.ids));
        twins.both(c, |site| site.count());
        twins.both(c, |site| site.count_group("g1").since(START));
        twins.both(c, |site| site.user("user1"));
        twins.both(c, |site| site.groups(1, 2));
        twins.both(c, |site| site.lists("reader"));
        twins.both(c, |site| site.find("l8", 9));
        let voters = |site: &Site, c: &mut Connection| -> Vec<_> {
            let all = run(c, site.affinity("user1").count(100));
            all.into_iter().map(|it| (it.0, it.1)).collect()
        };
        assert_eq!(voters(&twins.spread, c), voters(&twins.one, c));
        twins.both(c, |site| site.follows("reader"));
        twins.both(c, |site| site.mute("reader", Target::User, &["user5"]));
        twins.both(c, |site| site.get(twins.ids[1]).viewer("user1"));
        let info = |c: &mut Connection, site: &Site| run(c, site.info()).expect("a site");
        let (spread, one) = (info(c, &twins.spread), info(c, &twins.one));
        assert_eq!((spread.articles, spread.votes), (one.articles, one.votes));
        assert_eq!((spread.last_id, spread.page_size), (one.last_id, 7));
        assert_eq!((spread.ids_first, spread.ids_step), (1, 1));
        // A comment is where its parent is, and its poster sees an answer.
        let comment = run(c, twins.spread.comment("ann", twins.ids[2], "text"));
        assert_eq!(comment % PARTS, twins.ids[2] % PARTS);
        let answer = run(c, twins.spread.comment("bob", comment, "text"));
        let answers = run(c, twins.spread.answers("ann", 1));
        assert_eq!(answers.iter().map(|it| it.id).collect::<Vec<_>>(), [answer]);
        assert!(run(c, twins.spread.seen("ann", answer)));
        assert_eq!(run(c, twins.spread.comments(1).below(twins.ids[2])).len(), 2);
        // Lists come from all parts, changes too, and walks end.
        let mut marked: Vec<u32> = Vec::new();
        for page in twins.spread.marked("reader", "read", 1).size(5).walk(c) {
            marked.extend(page.expect("a page").iter().filter_map(item_id));
        }
        marked.sort_unstable();
        let mut expected: Vec<u32> = run(c, twins.one.marked("reader", "read", 1).size(100))
            .iter()
            .filter_map(item_id)
            .collect();
        expected.sort_unstable();
        assert_eq!(marked, expected);
        let changes = twins.spread.changes("0").count(10).walk(c);
        let items: usize = changes.map(|changes| changes.expect("changes").items.len()).sum();
        assert_eq!(items, 92);
        let steps = twins.spread.unvote("user3").count(2).walk(c).count();
        assert!(steps > 1);
        assert!(run(c, twins.spread.voted("user3", 1)).is_empty());
        assert_eq!(run(c, twins.spread.del(&twins.ids)), 90);
        assert!(twins.spread.rank(1).query(c).is_err());
    });
}

fn item_id(item: &Item) -> Option<u32> {
    item.clone().article().map(|article| article.id)
}

#[tokio::test]
async fn asynchronous_connections_ask_all_parts_and_name_the_one_that_fails() {
    let (server, clients) = start();
    let mut c = clients[1].get_multiplexed_async_connection().await.expect("a connection");
    let site = SpreadSite::new("news", PARTS);
    site.create().query_async(&mut c).await.expect("parts");
    for link in ["a", "b", "c", "d", "e", "f"] {
        site.post("ann", "t", link).query_async(&mut c).await.expect("an id");
    }
    assert_eq!(site.page(1).query_async(&mut c).await.expect("a page").len(), 6);
    drop(server);
    let error = site.page(1).query_async(&mut c).await.expect_err("no server");
    assert!(matches!(&error, Error::Part { key, .. } if key.starts_with("news:{")), "{error}");
}

#[tokio::test]
async fn followers_wait_in_all_parts() {
    let (_server, clients) = start();
    let mut c = clients[1].get_connection().expect("a connection");
    let site = SpreadSite::new("news", PARTS);
    run(&mut c, site.create());
    let post = |link| run(&mut c, site.post("ann", "t", format!("l{link}")));
    let mut ids: Vec<_> = (0..9).map(post).collect();
    ids.sort_unstable();
    let changes = site.changes("0").block(60_000);
    let mut follower = changes.follow(|| clients[1].get_connection()).expect("connections");
    let mut next = || follower.next().expect("a reply").expect("changes");
    let (mut seen, mut version) = (Vec::new(), String::new());
    while seen.len() < ids.len() {
        let changes = next();
        seen.extend(changes.items.iter().filter_map(item_id));
        version = changes.version;
    }
    seen.sort_unstable();
    assert_eq!(seen, ids);
    // Its versions are of all parts.
    assert!(run(&mut c, site.changes(&version)).is_empty());
    let id = run(&mut c, site.post("ann", "t", "later"));
    assert_eq!(next().items.iter().filter_map(item_id).collect::<Vec<_>>(), [id]);

    let open = async || clients[1].get_multiplexed_async_connection().await;
    let follower = site.changes(&version).block(60_000).follow_async(open).await;
    let mut follower = pin!(follower.expect("connections"));
    let changes = follower.next().await.expect("a reply").expect("changes");
    assert_eq!(changes.items.iter().filter_map(item_id).collect::<Vec<_>>(), [id]);
}

/// Starts a cluster of three nodes.
fn cluster() -> Vec<Server> {
    let setup = with_module().config("cluster-enabled yes");
    let nodes: Vec<Server> = (0..3).map(|_| setup.clone().start()).collect();
    for (at, node) in nodes.iter().enumerate() {
        let (first, last) = (at * 16_384 / 3, (at + 1) * 16_384 / 3 - 1);
        node.resp2().ok(&format!("CLUSTER SET-CONFIG-EPOCH {}", at + 1));
        node.resp2().ok(&format!("CLUSTER ADDSLOTSRANGE {first} {last}"));
        node.resp2().ok(&format!("CLUSTER MEET 127.0.0.1 {}", nodes[0].port()));
    }
    let is_ok = |node: &Server| node.resp2().report("CLUSTER INFO").contains("cluster_state:ok");
    wait_until(DEADLINE, "the cluster", || nodes.iter().all(is_ok));
    nodes
}

#[test]
fn a_cluster_has_the_parts() {
    let mut nodes = cluster();
    let client =
        redis::cluster::ClusterClient::new([format!("redis://127.0.0.1:{}", nodes[0].port())]);
    let mut c = client.and_then(|client| client.get_connection()).expect("a connection");
    let site = SpreadSite::new("news", PARTS);
    site.create().query(&mut c).expect("parts");
    for link in 0..20 {
        site.post("ann", "t", link.to_string()).query(&mut c).expect("an id");
    }
    for node in &nodes {
        assert!(node.resp2().int("DBSIZE") > 0);
    }
    let page = site.page(1).by(Order::Gravity).size(12).viewer("ann");
    let pages = page.clone().walk(&mut c).map(|page| page.expect("a page").len());
    assert_eq!(pages.collect::<Vec<_>>(), [12, 8]);
    drop(nodes.pop());
    let error = page.query(&mut c).expect_err("a part is gone");
    assert!(matches!(&error, Error::Part { key, .. } if key == "news:{4}"), "{error}");
}
