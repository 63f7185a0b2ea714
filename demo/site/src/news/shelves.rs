use redis::{Cmd, cmd};

use super::{Error, KEY, News, Result};

const MOST: u32 = 1000;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shelf {
    Saved,
    Hidden,
}

impl Shelf {
    pub(super) fn list(self) -> &'static str {
        match self {
            Self::Saved => "saved",
            Self::Hidden => "hidden",
        }
    }
}

pub(super) fn lists(user: &str) -> Cmd {
    cmd("ARTICLE.LISTS").arg(KEY).arg(user).take()
}

pub(super) fn size(shelf: Shelf, lists: &[(String, u32)]) -> u32 {
    lists.iter().find(|(name, _)| name == shelf.list()).map_or(0, |(_, size)| *size)
}

impl News {
    pub async fn keep(&self, shelf: Shelf, user: &str, id: u32) -> Result<()> {
        self.check_not_banned(user).await?;
        let story = self.item(id, None).await?.filter(|item| !item.is_comment());
        story.ok_or(Error::Refused("There is no such story."))?;
        let lists: Vec<(String, u32)> = self.run(&lists(user)).await?;
        if size(shelf, &lists) >= MOST {
            return Err(Error::Refused("This list is full. Take a story off it first."));
        }
        self.run(cmd("ARTICLE.MARK").arg(KEY).arg(user).arg(shelf.list()).arg(id)).await
    }

    pub async fn drop(&self, shelf: Shelf, user: &str, id: u32) -> Result<()> {
        self.run(cmd("ARTICLE.UNMARK").arg(KEY).arg(user).arg(shelf.list()).arg(id)).await
    }
}
