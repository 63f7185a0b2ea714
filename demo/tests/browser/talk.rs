use std::sync::Arc;

use redis::FromRedisValue;

use crate::site::Site;
use crate::world::World;

/// A new story, and comments on it.
pub struct Talk {
    site: Arc<Site>,
    /// The id of the story.
    pub story: i64,
}

impl Talk {
    /// Starts a site and posts the story on it.
    pub fn start() -> (World, Self) {
        let world = World::start();
        let talk = Self::new(&world.site);
        (world, talk)
    }

    pub fn new(site: &Arc<Site>) -> Self {
        let story = site.redis("ARTICLE.POST news bob Talk https://example.com/talk");
        Self { site: site.clone(), story }
    }

    pub fn comment(&self, user: &str, parent: i64, text: &str) -> i64 {
        self.comment_of_age(0, user, parent, text)
    }

    /// Posts a comment that is this many seconds old.
    pub fn comment_of_age(&self, seconds: i64, user: &str, parent: i64, text: &str) -> i64 {
        let mut command = redis::cmd("ARTICLE.COMMENT");
        command.arg("news").arg(user).arg(parent).arg(text).arg("TIME").arg(now() - seconds);
        command.query(&mut self.site.connection()).expect("the comment is posted")
    }

    pub fn entry<T: FromRedisValue>(&self, id: i64, name: &str) -> T {
        self.site.entry(&id.to_string(), name)
    }

    pub fn path(&self) -> String {
        format!("/a/{}", self.story)
    }
}

pub fn now() -> i64 {
    article_news::news::unix_time()
}
