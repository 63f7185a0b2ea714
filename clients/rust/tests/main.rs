//! The package against a server with the module.

mod commands;
mod follow;
mod readme;

use redis::{Client, Connection};
use redis_article::Item;
use test_support::{Server, with_module};

/// Starts a server, and returns it with a client of each protocol.
fn start() -> (Server, [Client; 2]) {
    let server = with_module().start();
    let open = |protocol| {
        let url = format!("redis://127.0.0.1:{}/?protocol={protocol}", server.port());
        Client::open(url).expect("a URL")
    };
    let clients = ["resp2", "resp3"].map(open);
    (server, clients)
}

/// Runs the test in both protocols, each time on an empty server.
fn in_both_protocols(test: impl Fn(&mut Connection)) {
    let (_server, clients) = start();
    for client in clients {
        let mut connection = client.get_connection().expect("a connection");
        redis::cmd("FLUSHALL").exec(&mut connection).expect("an empty server");
        test(&mut connection);
    }
}

#[test]
fn the_readme_has_the_example_that_is_tested() {
    let example = include_str!("readme.rs");
    assert!(include_str!("../README.md").contains(&format!("```rust\n{example}```")));
}

#[tokio::test]
async fn the_example_works() {
    let (_server, clients) = start();
    for client in clients {
        let mut connection = client.get_connection().expect("a connection");
        redis::cmd("FLUSHALL").exec(&mut connection).expect("an empty server");
        let page = readme::story(&mut connection).expect("a page");
        let [article] = page.as_slice() else { panic!("{page:?}") };
        assert_eq!((article.votes, article.vote), (2, Some(1)));
        let mut shown = None;
        let show = |item: Item| {
            shown = item.article();
            false
        };
        readme::follow(&client, show).await.expect("changes");
        assert_eq!(shown.map(|article| article.title).as_deref(), Some("Hello"));
    }
}
