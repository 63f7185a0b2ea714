use redis_article::{Article, Code, Item, Order, Result, Site, Vote};

pub fn story(connection: &mut redis::Connection) -> Result<Vec<Article>> {
    let site = Site::new("news"); // The site in the key `news`.
    let id = site.post("alice", "Hello", "https://example.com").groups(["intro"]);
    let id = id.query(connection)?;
    site.vote("carol", id, Vote::Up).query(connection)?; // The user comes before the id.
    if let Err(error) = site.vote("carol", 99, Vote::Up).query(connection) {
        assert_eq!(error.code(), Some(Code::NoArticle));
    }
    let page = site.page(1).by(Order::Gravity).viewer("carol").size(10).query(connection)?;
    Ok(page.items)
}

/// Shows each change until `show` returns false.
pub async fn follow(
    connection: &mut (impl redis::aio::ConnectionLike + Clone),
    mut show: impl FnMut(Item) -> bool,
) -> Result<()> {
    let mut changes = Site::new("news").changes("0").block(5000).walk(connection);
    while let Some(reply) = changes.next_async().await {
        // To continue later, keep the version of the reply.
        if !reply?.items.into_iter().all(&mut show) {
            break;
        }
    }
    Ok(())
}
