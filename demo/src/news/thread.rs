use std::time::Duration;

use redis::{Cmd, cmd};

use super::listing::shown;
use super::preferences::all_blocked;
use super::round_trip::Replies;
use super::subscriptions::names;
use super::{Comment, Item, KEY, Result};

/// The comments per page of a thread.
pub const THREAD_SIZE: usize = 50;

/// The levels of a thread that a page shows. What is deeper has a page of its own.
pub const THREAD_DEPTH: u32 = 6;

/// The answers to each comment that a page shows. The others are on the comment's own page.
pub const THREAD_CHILDREN: usize = 20;

/// The order of the answers to a story or comment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ThreadOrder {
    /// The highest share of votes for it that is statistically certain.
    Best,
    /// Newest first.
    New,
    /// Oldest first.
    Old,
    /// Many votes that are evenly divided.
    Controversial,
}

impl ThreadOrder {
    /// All orders, as the site lists them. The first is the default.
    pub const ALL: [Self; 4] = [Self::Best, Self::New, Self::Old, Self::Controversial];

    /// Returns the order with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|order| order.name() == name)
    }

    /// Returns the name in addresses.
    pub fn name(self) -> &'static str {
        self.properties().0
    }

    /// Returns the name that users see.
    pub fn label(self) -> &'static str {
        self.properties().1
    }

    /// Returns the arguments of the command.
    fn arguments(self) -> &'static [&'static str] {
        self.properties().2
    }

    fn properties(self) -> (&'static str, &'static str, &'static [&'static str]) {
        match self {
            Self::Best => ("best", "Best", &["BY", "BEST"]),
            Self::New => ("new", "New", &["BY", "TIME"]),
            Self::Old => ("old", "Old", &["BY", "TIME", "ASC"]),
            Self::Controversial => ("controversial", "Controversial", &["BY", "CONTROVERSY"]),
        }
    }
}

/// A part of a thread as one viewer sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thread {
    /// The story or comment whose answers to return.
    pub root: u32,
    /// Their order.
    pub order: ThreadOrder,
    /// Whose votes to return, if anyone's.
    pub viewer: Option<String>,
    /// The cursor that ended the page before.
    pub after: Option<String>,
    /// Comments that an earlier page has shown, to return again.
    pub above: Vec<u32>,
}

/// A page of a thread.
#[derive(Clone, Debug)]
pub struct ThreadPage {
    /// Its comments, depth first.
    pub comments: Vec<Comment>,
    /// The comments that were asked for by id, as far as they exist.
    pub above: Vec<Comment>,
    /// The cursor of the next page, if there is one.
    pub next: Option<String>,
    /// The command that returned it.
    pub command: String,
    /// The time from the request to the reply.
    pub took: Duration,
}

impl Thread {
    /// Returns the command for the page.
    pub fn command(&self) -> Cmd {
        let mut command = cmd("ARTICLE.THREAD");
        command.arg(KEY).arg(self.root).arg(self.order.arguments());
        command.arg("DEPTH").arg(THREAD_DEPTH).arg("CHILDREN").arg(THREAD_CHILDREN);
        command.arg("SIZE").arg(THREAD_SIZE).arg("WITHCURSOR");
        if let Some(cursor) = &self.after {
            command.arg("AFTER").arg(cursor);
        }
        if let Some(viewer) = &self.viewer {
            command.arg("VIEWER").arg(viewer);
        }
        command
    }
    /// Returns the commands for all that a page shows of the thread.
    pub(super) fn commands(&self) -> Vec<Cmd> {
        let mut above = cmd("ARTICLE.MGET");
        above.arg(KEY).arg(self.above.len()).arg(&self.above);
        let mut commands = vec![self.command(), above];
        commands.extend(self.viewer.as_deref().map(all_blocked));
        commands
    }

    /// Reads the replies to these commands.
    pub(super) fn read(&self, replies: &mut Replies, took: Duration) -> Result<ThreadPage> {
        let (mut comments, next): (Vec<Comment>, _) = replies.next()?;
        let above: Vec<Option<Item>> = replies.next()?;
        if self.viewer.is_some() {
            let blocked = names(replies.next()?);
            for comment in &mut comments {
                comment.blocked = blocked.contains(&comment.poster);
            }
        }
        let comment = |item| match item {
            Item::Comment(comment) => Some(comment),
            Item::Article(_) => None,
        };
        let above = above.into_iter().flatten().filter_map(comment).collect();
        Ok(ThreadPage { comments, above, next, command: shown(&self.command()), took })
    }
}

#[cfg(test)]
mod tests {
    use super::{Thread, ThreadOrder, shown};

    #[test]
    fn options_follow_the_order() {
        let thread =
            Thread { root: 17, order: ThreadOrder::Old, viewer: None, after: None, above: vec![] };
        let limits = "DEPTH 6 CHILDREN 20 SIZE 50 WITHCURSOR";
        assert_eq!(
            shown(&thread.command()),
            format!("ARTICLE.THREAD news 17 BY TIME ASC {limits}")
        );
        let (viewer, after) = (Some("ada".to_owned()), Some("x".to_owned()));
        let thread = Thread { order: ThreadOrder::Best, viewer, after, ..thread };
        assert_eq!(
            shown(&thread.command()),
            format!("ARTICLE.THREAD news 17 BY BEST {limits} AFTER x VIEWER ada")
        );
    }

    #[test]
    fn names_lead_to_orders() {
        for order in ThreadOrder::ALL {
            assert_eq!(ThreadOrder::named(order.name()), Some(order));
        }
        assert_eq!(ThreadOrder::named("hot"), None);
    }
}
