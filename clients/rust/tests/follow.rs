//! Followers: they connect again, begin again, and leave no connection.

use futures_util::StreamExt;
use redis::{Client, Connection};
use redis_article::Site;

use crate::start;

/// Returns the connections that follow a site.
fn followers(c: &mut Connection) -> Vec<String> {
    let list: String = redis::cmd("CLIENT").arg("LIST").query(c).expect("a list");
    let follows = |line: &&str| line.contains("cmd=article.changes");
    list.lines().filter(follows).map(str::to_owned).collect()
}

/// Waits until the followers are as wanted.
async fn wait_for(c: &mut Connection, wanted: impl Fn(&[String]) -> bool) {
    while !wanted(&followers(c)) {
        tokio::task::yield_now().await;
    }
}

/// Returns a stream that a task of its own can read.
fn sent<S: Send>(stream: S) -> S {
    stream
}

fn connect(client: &Client) -> Connection {
    client.get_connection().expect("a connection")
}

#[tokio::test]
async fn a_follower_connects_again_and_begins_again() {
    let (_server, [client, _]) = start();
    let mut c = connect(&client);
    let site = Site::new("news");
    site.post("alice", "One", "").query(&mut c).expect("an id");
    let mut changes = site.changes("0").block(10).follow(|| client.get_connection());
    let mut next = || changes.next().expect("changes").expect("changes");
    assert_eq!(next().items.len(), 1);
    redis::cmd("CLIENT").arg("KILL").arg("TYPE").arg("normal").exec(&mut c).expect("killed");
    assert!(next().is_empty());
    redis::cmd("FLUSHALL").exec(&mut c).expect("no site");
    site.post("alice", "Two", "").query(&mut c).expect("an id");
    while !next().resync {}
    assert_eq!(next().items.len(), 1);
    drop(changes);
    wait_for(&mut c, <[_]>::is_empty).await;
}

/// Dropping the stream ends the wait of its command.
#[tokio::test]
async fn a_stream_that_is_dropped_leaves_no_connection() {
    let (_server, clients) = start();
    for client in clients {
        let config = redis::AsyncConnectionConfig::new().set_response_timeout(None);
        let open = async || client.get_multiplexed_async_connection_with_config(&config).await;
        let mut c = connect(&client);
        let mut changes = sent(Site::new("news").changes("0").block(0).follow_async(open));
        assert!(changes.next().await.expect("changes").expect("changes").is_empty());
        let is_blocked = |all: &[String]| all.iter().any(|line| line.contains("flags=b"));
        tokio::select! {
            changes = changes.next() => panic!("{changes:?}"),
            () = wait_for(&mut c, is_blocked) => drop(changes),
        }
        wait_for(&mut c, <[_]>::is_empty).await;
    }
}
