use redis::{Cmd, cmd};

use super::reading::{ENTRIES, returning};
use super::{Error, Item, KEY, News, Result};

const MOST: u32 = 1000;
const SHELF_SIZE: u32 = 30;

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

    pub async fn shelf(&self, shelf: Shelf, user: &str, page: u32) -> Result<(Vec<Item>, bool)> {
        let mut command = cmd("ARTICLE.MARKED");
        command.arg(KEY).arg(user).arg(shelf.list()).arg(page.min(MOST / SHELF_SIZE));
        command.arg("ARTICLES").arg("WITHCURSOR").arg("SIZE").arg(SHELF_SIZE);
        command.arg("VIEWER").arg(user);
        let (stories, next): (Vec<Item>, Option<String>) =
            self.run(&returning(command, &ENTRIES)).await?;
        Ok((stories, next.is_some()))
    }
}
