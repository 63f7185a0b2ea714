use redis::{Cmd, cmd};

use super::flagged::flag_of;
use super::guard::was_sent;
use super::item::text;
use super::reading::{get, path, returning};
use super::round_trip::{Replies, Sent, script, shown};
use super::{Flag, Follows, Item, KEY, News, Order, Preferences, Result, Shelf, Topic};

pub const THREAD_SIZE: usize = 50;
pub const THREAD_DEPTH: u32 = 6;
pub const THREAD_CHILDREN: usize = 20;
const NEWEST: usize = 30;
const VOTERS: usize = 40;
const SAME_LINK: usize = 10;
/// The most comments that are counted as new.
const FRESH: usize = 100;

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
    pub fresh: usize,
    pub thread: ThreadPage,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Standing {
    pub saved: bool,
    pub hidden: bool,
    pub flagged: bool,
}

#[derive(Clone, Debug)]
pub struct Discussed {
    /// The comment after what is above it, from its story down. Texts of muted users are left out.
    pub path: Vec<Item>,
    pub thread: ThreadPage,
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
            command.arg("VIEWER").arg(viewer).arg("UNMUTED").arg(viewer);
        }
        command
    }

    fn read(&self, replies: &mut Replies, wishes: &Preferences) -> Result<ThreadPage> {
        let (comments, next): (Vec<Item>, _) = replies.next()?;
        let sent = Sent { command: shown(&self.command()), took: replies.took };
        Ok(ThreadPage { comments, next, sent, since: wishes.since })
    }
}

fn same_link(story: u32) -> Cmd {
    script(include_str!("earlier.lua"), &[KEY]).arg(SAME_LINK).arg(story).take()
}

/// Returns the command for the ids of the newest comments on a story that are new to a reader.
pub(super) fn fresh(story: u32, reader: &str, since: i64) -> Cmd {
    let mut command = cmd("ARTICLE.COMMENTS");
    command.arg(KEY).arg(1).arg("BELOW").arg(story).arg("SINCE").arg(since + 1);
    command.arg("NOTFROM").arg(1).arg(reader).arg("UNMUTED").arg(reader).arg("SIZE").arg(FRESH);
    returning(command, &["id"])
}

fn mute(item: &mut Item, follows: &Follows) {
    if item.is_comment() && Topic::User(&item.poster).is_muted(follows) {
        *item = Item { muted: true, ..std::mem::take(item).into_placeholder() };
    }
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
        commands.extend(viewer.zip(wishes.since).map(|(user, since)| fresh(id, user, since)));
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
        let fresh = replies.next_if::<Vec<Item>>(viewer.is_some() && wishes.since.is_some())?;
        let voters = voters.into_iter().take(VOTERS).map(|(user, _)| text(user)).collect();
        let fresh = fresh.len();
        Ok(Some(Details { story, voters, earlier, standing, was_sent, fresh, thread }))
    }

    pub async fn discussion(&self, thread: &Thread) -> Result<Discussed> {
        let viewer = thread.viewer.as_deref();
        let wishes = self.preferences(viewer).await?;
        let mut replies = self.all([path(thread.root, viewer), thread.command()]).await?;
        let mut path: Vec<Item> = replies.next()?;
        let thread = thread.read(&mut replies, &wishes)?;
        // What was deleted has no path of its own. The answers to it do.
        if let (true, Some(answer)) = (path.is_empty(), thread.comments.first()) {
            path = self.path(answer.id).await?;
            path.pop();
        }
        let above = path.len().saturating_sub(1);
        path.iter_mut().take(above).for_each(|item| mute(item, &wishes.follows));
        Ok(Discussed { path, thread })
    }

    /// Returns the newest comments below a story or comment.
    pub async fn newest_below(&self, id: u32, viewer: &str) -> Result<Vec<Item>> {
        let mut command = cmd("ARTICLE.COMMENTS");
        command.arg(KEY).arg(1).arg("BELOW").arg(id).arg("SIZE").arg(NEWEST);
        self.run(command.arg("VIEWER").arg(viewer).arg("UNMUTED").arg(viewer)).await
    }

    /// Returns a story and its thread as JSON, as the module writes it; nothing for what is hidden
    /// or no story.
    pub async fn thread_json(&self, thread: &Thread) -> Result<Option<Vec<u8>>> {
        let story = self.entries(&[thread.root], &["parent", "hidden"]).await?.pop().flatten();
        if story.is_none_or(|story| story.is_comment() || story.has(Flag::Hidden)) {
            return Ok(None);
        }
        let json = |mut command: Cmd| command.arg("FORMAT").arg("JSON").take();
        let commands = [get(thread.root, None), thread.command()];
        let mut replies = self.all(commands.map(json)).await?;
        let (story, comments): (Vec<u8>, Vec<u8>) = (replies.next()?, replies.next()?);
        let parts = [&b"{\"story\":"[..], &story, b",\"thread\":", &comments, b"}"];
        Ok(Some(parts.concat()))
    }
}
