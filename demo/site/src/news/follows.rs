pub use redis_article::Follows;
use redis_article::Target;

use super::guard::unless_banned;
use super::{News, Result, site};

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

impl News {
    /// Runs FOLLOW, UNFOLLOW, MUTE, or UNMUTE.
    pub async fn follow(&self, reader: &str, verb: &str, topic: Topic<'_>) -> Result<()> {
        let (target, names) = match topic {
            Topic::Group(name) => (Target::Group, [name]),
            Topic::User(name) => (Target::User, [name]),
        };
        let command = match verb {
            "FOLLOW" => site().follow(reader, target, &names),
            "UNFOLLOW" => site().unfollow(reader, target, &names),
            "MUTE" => site().mute(reader, target, &names),
            _ => site().unmute(reader, target, &names),
        };
        self.run(&unless_banned(&command.cmd())).await
    }

    /// Whether a group lists a story, or a user has posted something.
    pub async fn exists(&self, topic: Topic<'_>) -> Result<bool> {
        match topic {
            Topic::Group(name) => Ok(self.query(&site().count().group(name)).await? > 0),
            Topic::User(name) => self.is_known(name).await,
        }
    }
}
