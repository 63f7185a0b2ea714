use super::{Error, News, Result, site};

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

pub(super) fn size(shelf: Shelf, lists: &[(String, u32)]) -> u32 {
    lists.iter().find(|(name, _)| name == shelf.list()).map_or(0, |(_, size)| *size)
}

impl News {
    pub async fn keep(&self, shelf: Shelf, user: &str, id: u32) -> Result<()> {
        self.check_not_banned(user).await?;
        if size(shelf, &self.query(&site().lists(user)).await?) >= MOST {
            return Err(Error::Refused("This list is full. Take a story off it first."));
        }
        self.query(&site().mark(user, shelf.list(), &[id])).await.map(drop)
    }

    pub async fn drop(&self, shelf: Shelf, user: &str, id: u32) -> Result<()> {
        self.query(&site().unmark(user, shelf.list(), &[id])).await.map(drop)
    }
}
