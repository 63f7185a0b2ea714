use futures_util::StreamExt;
use redis_article::{Article, Code, Item, Order, Result, Site, Vote};

pub fn story(connection: &mut redis::Connection) -> Result<Vec<Article>> {
    let site = Site::new("news"); // The site in the key `news`.
    let id = site.post("alice", "Hello", "https://example.com").groups(["intro"]);
    let id = id.query(connection)?;
    site.vote("carol", id, Vote::Up).query(connection)?; // The user comes before the id.
    if let Err(error) = site.vote("carol", 99, Vote::Up).query(connection) {
        assert_eq!((error.code(), error.status()), (Some(Code::NoArticle), 404));
    }
    let page = site.page(1).by(Order::Gravity).viewer("carol").size(10).query(connection)?;
    Ok(page.items)
}

/// Shows each change until `show` returns false.
pub async fn follow(client: &redis::Client, mut show: impl FnMut(Item) -> bool) -> Result<()> {
    let config = redis::AsyncConnectionConfig::new().set_response_timeout(None);
    let open = async || client.get_multiplexed_async_connection_with_config(&config).await;
    let mut changes = Site::new("news").changes("0").follow_async(open);
    while let Some(changes) = changes.next().await {
        // To continue later, keep the version of the changes.
        if !changes?.items.into_iter().all(&mut show) {
            break;
        }
    }
    Ok(())
}
