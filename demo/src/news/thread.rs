use std::time::{Duration, Instant};

use redis::{Cmd, cmd, pipe};

use super::listing::shown;
use super::{Comment, Item, KEY, News, Result};

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
    /// Returns the command for the first page, or for the one after a cursor.
    pub fn command(&self, after: Option<&str>) -> Cmd {
        let mut command = cmd("ARTICLE.THREAD");
        command.arg(KEY).arg(self.root).arg(self.order.arguments());
        command.arg("DEPTH").arg(THREAD_DEPTH).arg("CHILDREN").arg(THREAD_CHILDREN);
        command.arg("SIZE").arg(THREAD_SIZE).arg("WITHCURSOR");
        if let Some(cursor) = after {
            command.arg("AFTER").arg(cursor);
        }
        if let Some(viewer) = &self.viewer {
            command.arg("VIEWER").arg(viewer);
        }
        command
    }
}

impl News {
    /// Returns the first page of a thread, or the one after a cursor, and in the same step the
    /// comments with the ids `above`, which an earlier page has shown.
    pub async fn thread(
        &self,
        thread: &Thread,
        after: Option<&str>,
        above: &[u32],
    ) -> Result<ThreadPage> {
        type Reply = ((Vec<Comment>, Option<String>), Vec<Option<Item>>);
        let command = thread.command(after);
        let start = Instant::now();
        let ((comments, next), items): Reply = pipe()
            .add_command(command.clone())
            .cmd("ARTICLE.MGET")
            .arg(KEY)
            .arg(above.len())
            .arg(above)
            .query_async(&mut self.connection())
            .await?;
        let took = start.elapsed();
        let comment = |item| match item {
            Item::Comment(comment) => Some(comment),
            Item::Article(_) => None,
        };
        let above = items.into_iter().flatten().filter_map(comment).collect();
        Ok(ThreadPage { comments, above, next, command: shown(&command), took })
    }
}

#[cfg(test)]
mod tests {
    use super::{Thread, ThreadOrder, shown};

    #[test]
    fn options_follow_the_order() {
        let thread = Thread { root: 17, order: ThreadOrder::Old, viewer: None };
        let limits = "DEPTH 6 CHILDREN 20 SIZE 50 WITHCURSOR";
        assert_eq!(
            shown(&thread.command(None)),
            format!("ARTICLE.THREAD news 17 BY TIME ASC {limits}")
        );
        let viewer = Some("ada".to_owned());
        let thread = Thread { order: ThreadOrder::Best, viewer, ..thread };
        assert_eq!(
            shown(&thread.command(Some("x"))),
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
