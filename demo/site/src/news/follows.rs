use redis::{Cmd, FromRedisValue, ParsingError, Value, cmd, from_redis_value};

use super::guard::unless_banned;
use super::item::texts;
use super::{KEY, News, Result};

/// The groups and users that a reader follows or has muted.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Follows {
    pub groups: Vec<String>,
    pub users: Vec<String>,
    pub muted_groups: Vec<String>,
    pub muted_users: Vec<String>,
}

/// What one can follow or mute, with its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Topic<'a> {
    Group(&'a str),
    User(&'a str),
}

impl Topic<'_> {
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Group(_) => "group",
            Self::User(_) => "user",
        }
    }

    pub fn name(&self) -> &str {
        match self {
            Self::Group(name) | Self::User(name) => name,
        }
    }

    pub fn is_followed(&self, follows: &Follows) -> bool {
        self.is_in(&follows.groups, &follows.users)
    }

    pub fn is_muted(&self, follows: &Follows) -> bool {
        self.is_in(&follows.muted_groups, &follows.muted_users)
    }

    fn is_in(&self, groups: &[String], users: &[String]) -> bool {
        let list = if matches!(self, Self::Group(_)) { groups } else { users };
        list.iter().any(|other| other == self.name())
    }
}

impl FromRedisValue for Follows {
    fn from_redis_value(value: Value) -> std::result::Result<Self, ParsingError> {
        let lists: Vec<(Vec<u8>, Vec<Vec<u8>>)> = from_redis_value(value)?;
        let mut follows = Self::default();
        for (name, list) in lists {
            *match name.as_slice() {
                b"groups" => &mut follows.groups,
                b"users" => &mut follows.users,
                b"muted_groups" => &mut follows.muted_groups,
                _ => &mut follows.muted_users,
            } = texts(list);
        }
        Ok(follows)
    }
}

pub(super) fn follows(reader: &str) -> Cmd {
    cmd("ARTICLE.FOLLOWS").arg(KEY).arg(reader).take()
}

impl News {
    /// Runs FOLLOW, UNFOLLOW, MUTE, or UNMUTE.
    pub async fn follow(&self, reader: &str, verb: &str, topic: Topic<'_>) -> Result<()> {
        let mut command = unless_banned(&format!("ARTICLE.{verb}"), reader);
        self.run(command.arg(topic.kind()).arg(topic.name())).await
    }

    /// Whether a group lists a story, or a user has posted something.
    pub async fn exists(&self, topic: Topic<'_>) -> Result<bool> {
        match topic {
            Topic::Group(name) => {
                let size: u32 = self.run(cmd("ARTICLE.COUNT").arg(KEY).arg(name)).await?;
                Ok(size > 0)
            }
            Topic::User(name) => self.is_known(name).await,
        }
    }
}
