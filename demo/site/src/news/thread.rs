use redis::{Cmd, cmd};

use super::flagged::flag_of;
use super::guard::was_sent;
use super::item::text;
use super::reading::{add_list, get};
use super::round_trip::{Replies, Sent, script, shown};
use super::{Item, KEY, News, Order, Preferences, Result, Shelf};

pub const THREAD_SIZE: usize = 50;
pub const THREAD_DEPTH: u32 = 6;
pub const THREAD_CHILDREN: usize = 20;
const NEWEST: usize = 30;
const VOTERS: usize = 40;
const SAME_LINK: usize = 10;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thread {
    pub root: u32,
    pub order: Order,
    pub viewer: Option<String>,
    pub after: Option<String>,
}

#[derive(Clone, Debug)]
pub struct ThreadPage {
    pub comments: Vec<Item>,
    pub next: Option<String>,
    pub sent: Sent,
    /// The end of the viewer's visit before, as UNIX time.
    pub since: Option<i64>,
}

#[derive(Clone, Debug)]
pub struct Details {
    pub story: Item,
    pub voters: Vec<String>,
    pub earlier: Vec<Item>,
    pub standing: Standing,
    pub was_sent: bool,
    pub thread: ThreadPage,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Standing {
    pub saved: bool,
    pub hidden: bool,
    pub flagged: bool,
}

/// An item, its story, the outermost comment above it, and the thread below it.
type Discussed = (Option<Item>, (Option<Item>, Option<u32>), ThreadPage);

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

fn same_link(story: u32) -> Cmd {
    script(include_str!("earlier.lua"), &[KEY]).arg(SAME_LINK).arg(story).take()
}

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

    pub async fn discussion(&self, thread: &Thread) -> Result<Discussed> {
        let viewer = thread.viewer.as_deref();
        let wishes = self.preferences(viewer).await?;
        let commands = [get(thread.root, viewer), above(thread.root), thread.command()];
        let mut replies = self.all(commands).await?;
        let (item, above) = (replies.next()?, replies.next()?);
        Ok((item, above, thread.read(&mut replies, &wishes)?))
    }

    /// Returns the newest comments below a story or comment, without those of some users.
    pub async fn newest_below(
        &self,
        id: u32,
        viewer: &str,
        without: &[String],
    ) -> Result<Vec<Item>> {
        let mut command = cmd("ARTICLE.COMMENTS");
        command
            .arg(KEY)
            .arg(1)
            .arg("BELOW")
            .arg(id)
            .arg("SIZE")
            .arg(NEWEST)
            .arg("VIEWER")
            .arg(viewer);
        add_list(&mut command, "NOTFROM", without);
        self.run(&command).await
    }
}
