use redis::{Cmd, cmd};

use super::flagged::flag_of;
use super::guard::was_sent;
use super::item::text;
use super::reading::{get, returning};
use super::round_trip::{Replies, Sent, script, shown};
use super::{Flag, Item, KEY, News, Order, Preferences, Result, Shelf};

/// The comments per page of a thread.
pub const THREAD_SIZE: usize = 50;

/// The levels of a thread that a page shows. What is deeper has a page of its own.
pub const THREAD_DEPTH: u32 = 6;

/// The answers to each comment that a page shows. The others are on the comment's own page.
pub const THREAD_CHILDREN: usize = 20;

/// The comments in the feed of a story.
const FEED_SIZE: usize = 30;

/// The most comments per reply.
const MOST: usize = 1000;

/// The most replies that a feed of a story is made from.
const MOST_READ: usize = 10;

/// The most voters that a story's page shows.
const VOTERS: usize = 40;

/// The most stories with one link to look for.
const SAME_LINK: usize = 10;

/// A part of a thread as one viewer sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thread {
    /// The story or comment whose answers to return.
    pub root: u32,
    pub order: Order,
    /// Whose votes to return, if anyone's.
    pub viewer: Option<String>,
    /// The cursor that ended the page before.
    pub after: Option<String>,
}

#[derive(Clone, Debug)]
pub struct ThreadPage {
    /// Its comments, depth first.
    pub comments: Vec<Item>,
    /// The cursor of the next page, if there is one.
    pub next: Option<String>,
    pub sent: Sent,
    /// The end of the viewer's visit before, as UNIX time.
    pub since: Option<i64>,
}

/// A story with everything that its own page shows.
#[derive(Clone, Debug)]
pub struct Details {
    pub story: Item,
    /// Some of those who voted for it. Empty some time after voting has closed.
    pub voters: Vec<String>,
    /// Other stories with the same link, the highest id first.
    pub earlier: Vec<Item>,
    pub standing: Standing,
    /// Whether the viewer has sent the form that was asked for.
    pub was_sent: bool,
    pub thread: ThreadPage,
}

/// What a reader has done with a story, besides voting.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Standing {
    pub saved: bool,
    /// Hidden from the reader's lists.
    pub hidden: bool,
    /// Flagged for the moderators.
    pub flagged: bool,
}

/// What is above a comment.
pub struct Above {
    /// Its story, if that still exists.
    pub story: Option<Item>,
    /// The comment on the story under which it is, if none between them was deleted.
    pub outermost: Option<u32>,
}

impl Thread {
    fn command(&self) -> Cmd {
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

    fn read(&self, replies: &mut Replies, wishes: &Preferences) -> Result<ThreadPage> {
        let (mut comments, next): (Vec<Item>, _) = replies.next()?;
        for comment in &mut comments {
            comment.blocked = wishes.blocked.contains(&comment.poster);
        }
        let sent = Sent { command: shown(&self.command()), took: replies.took };
        Ok(ThreadPage { comments, next, sent, since: wishes.since })
    }
}

/// Returns the command for the other listed stories with the link of a story, the highest id
/// first.
fn same_link(story: u32) -> Cmd {
    script(include_str!("earlier.lua"), &[KEY]).arg(SAME_LINK).arg(story).take()
}

/// Returns the command for what is above a comment.
fn above(comment: u32) -> Cmd {
    script(include_str!("above.lua"), &[KEY]).arg(comment).take()
}

impl News {
    /// Returns a story with all that its page shows; nothing for a comment. `form` is the key of a
    /// form that the viewer may have sent.
    pub async fn details(&self, thread: &Thread, form: Option<&str>) -> Result<Option<Details>> {
        let (id, viewer) = (thread.root, thread.viewer.as_deref());
        let wishes = self.preferences(viewer).await?;
        let mut story = get(id, viewer);
        if viewer.is_some() {
            story.arg("MARKS").arg(2).arg(Shelf::Saved.list()).arg(Shelf::Hidden.list());
        }
        let mut voters = cmd("ARTICLE.VOTERS");
        voters.arg(KEY).arg(id).arg(0).arg("UP").arg("COUNT").arg(VOTERS);
        let mut commands = vec![story, voters, same_link(id), thread.command()];
        commands.extend(viewer.map(|user| flag_of(user, id)));
        commands.extend(viewer.zip(form).map(|(user, form)| was_sent(user, form)));
        let mut replies = self.all(commands).await?;
        let item: Option<Item> = replies.next()?;
        let Some(story) = item.filter(|item| !item.is_comment()) else { return Ok(None) };
        self.note_visit(viewer, wishes.since, Some(id)).await;
        let (_, voters): (String, Vec<(Vec<u8>, i64)>) = replies.next()?;
        let (earlier, thread) = (replies.next()?, thread.read(&mut replies, &wishes)?);
        let is_on = |shelf: Shelf| story.marks.iter().any(|name| name == shelf.list());
        let standing = Standing {
            saved: is_on(Shelf::Saved),
            hidden: is_on(Shelf::Hidden),
            flagged: replies.next_if::<Option<Vec<u8>>>(viewer.is_some())?.is_some(),
        };
        let was_sent = replies.next_if(viewer.is_some() && form.is_some())?;
        let voters = voters.into_iter().take(VOTERS).map(|(user, _)| text(user)).collect();
        Ok(Some(Details { story, voters, earlier, standing, was_sent, thread }))
    }

    /// Returns the item at the root of a thread, what is above it if it is a comment, and the
    /// thread.
    pub async fn discussion(&self, thread: &Thread) -> Result<(Option<Item>, Above, ThreadPage)> {
        let viewer = thread.viewer.as_deref();
        let wishes = self.preferences(viewer).await?;
        let commands = [get(thread.root, viewer), above(thread.root), thread.command()];
        let mut replies = self.all(commands).await?;
        let item = replies.next()?;
        let (story, outermost) = replies.next()?;
        Ok((item, Above { story, outermost }, thread.read(&mut replies, &wishes)?))
    }

    /// Returns the newest comments on a story, however deep they are. A thread is in the order of
    /// its tree, so this reads the ids of all of it, unless it is longer than [`MOST_READ`]
    /// replies.
    pub async fn newest_below(&self, story: &Item) -> Result<Vec<Item>> {
        let mut command = cmd("ARTICLE.THREAD");
        command.arg(KEY).arg(story.id).arg("BY").arg("TIME");
        command.arg("SIZE").arg(MOST).arg("WITHCURSOR");
        let command = returning(command, &["id", "poster"]);
        let (mut ids, mut page) = (Vec::new(), command.clone());
        for _ in 0..MOST_READ {
            let (comments, next): (Vec<Item>, Option<String>) = self.run(&page).await?;
            ids.extend(comments.iter().filter(|item| !item.is_placeholder()).map(|item| item.id));
            let Some(next) = next else { break };
            page = command.clone().arg("AFTER").arg(next).take();
        }
        ids.sort_unstable_by(|one, other| other.cmp(one));
        ids.truncate(FEED_SIZE);
        let comments = self.items(&ids, None).await?.into_iter().flatten();
        let shown = comments.filter(|comment| !comment.has(Flag::Hidden));
        let story_title = Some(story.title.clone());
        Ok(shown.map(|item| Item { story_title: story_title.clone(), ..item }).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::{Order, Thread, shown};

    #[test]
    fn options_follow_the_order() {
        let thread = Thread { root: 17, order: Order::Old, viewer: None, after: None };
        let limits = "DEPTH 6 CHILDREN 20 SIZE 50 WITHCURSOR";
        assert_eq!(
            shown(&thread.command()),
            format!("ARTICLE.THREAD news 17 BY TIME ASC {limits}")
        );
        let (viewer, after) = (Some("ada".to_owned()), Some("x".to_owned()));
        let thread = Thread { order: Order::Best, viewer, after, ..thread };
        assert_eq!(
            shown(&thread.command()),
            format!("ARTICLE.THREAD news 17 BY BEST {limits} AFTER x VIEWER ada")
        );
    }
}
