use redis::{Cmd, cmd};
use redis_article::Page;

use super::flagged::flag_of;
use super::reading::{get, path};
use super::round_trip::{Replies, Sent, json, listed, shown};
use super::{Flag, Follows, Item, KEY, News, Order, Preferences, Result, Shelf, Topic, site};

pub const THREAD_SIZE: usize = 50;
pub const THREAD_DEPTH: u32 = 6;
pub const THREAD_CHILDREN: usize = 20;
const NEWEST: i32 = 30;
const VOTERS: u16 = 40;
const SAME_LINK: u32 = 10;
/// The most comments that are counted as new.
const FRESH: i32 = 100;

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
    pub flagged: bool,
    pub fresh: usize,
    pub thread: ThreadPage,
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
        let Page { items: comments, cursor: next, .. } = replies.read(&listed())?;
        let sent = Sent { command: shown(&self.command()), took: replies.took };
        Ok(ThreadPage { comments, next, sent, since: wishes.since })
    }
}

/// Returns the command for the ids of the newest comments on a story that are new to a reader.
pub(super) fn fresh(story: u32, reader: &str, since: i64) -> Cmd {
    let comments = site().comments(1).below(story).since(since + 1).notfrom([reader]);
    comments.unmuted(reader).size(FRESH).returning(["id"]).cmd()
}

fn mute(item: &mut Item, follows: &Follows) {
    if item.is_comment() && Topic::User(&item.poster).is_muted(follows) {
        *item = Item { muted: true, ..std::mem::take(item).into_placeholder() };
    }
}

impl News {
    /// Returns a story with all that its page shows; nothing for a comment.
    pub async fn details(&self, thread: &Thread) -> Result<Option<Details>> {
        let (id, viewer) = (thread.root, thread.viewer.as_deref());
        let wishes = self.preferences(viewer).await?;
        let mut story = get(id, viewer);
        if viewer.is_some() {
            story = story.marks([Shelf::Saved, Shelf::Hidden].map(Shelf::list));
        }
        let voters = site().voters(id).up().count(VOTERS);
        let mut commands = vec![story.cmd(), voters.cmd(), json(thread.command())];
        commands.extend(viewer.map(|user| flag_of(user, id)));
        commands.extend(viewer.zip(wishes.since).map(|(user, since)| fresh(id, user, since)));
        let mut replies = self.all(commands).await?;
        let item = replies.read(&story)?;
        let Some(story) = item.filter(|item| !item.is_comment()) else { return Ok(None) };
        self.note_visit(viewer, wishes.since, Some(id)).await;
        let voters = replies.read(&voters)?.voters;
        let thread = thread.read(&mut replies, &wishes)?;
        let flagged = viewer.is_some() && replies.next::<Option<String>>()?.is_some();
        let fresh = match viewer.and(wishes.since) {
            Some(_) => replies.read(&listed())?.items.len(),
            None => 0,
        };
        let earlier = self.same_link(&story).await?;
        let voters = voters.into_iter().take(VOTERS.into()).map(|(user, _)| user).collect();
        Ok(Some(Details { story, voters, earlier, flagged, fresh, thread }))
    }

    /// Returns the other listed stories with the link of a story, the highest id first.
    async fn same_link(&self, story: &Item) -> Result<Vec<Item>> {
        let mut ids: Vec<u32> = self.query(&site().find_all(&story.link).count(SAME_LINK)).await?;
        ids.retain(|id| *id != story.id);
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let entries = ["id", "title", "time", "comments", "hidden"];
        let stories = self.entries(&ids, &entries).await?.into_iter().flatten();
        Ok(stories.filter(|other| !other.has(Flag::Hidden)).collect())
    }

    pub async fn discussion(&self, thread: &Thread) -> Result<Discussed> {
        let viewer = thread.viewer.as_deref();
        let wishes = self.preferences(viewer).await?;
        let path = path(thread.root, viewer);
        let mut replies = self.all([path.cmd(), json(thread.command())]).await?;
        let mut path = replies.read(&path)?;
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
        let comments = site().comments(1).below(id).size(NEWEST).viewer(viewer).unmuted(viewer);
        Ok(self.query(&comments.of::<Page<Item>>()).await?.items)
    }

    /// Returns a story and its thread as JSON, as the module writes it; nothing for what is hidden
    /// or no story.
    pub async fn thread_json(&self, thread: &Thread) -> Result<Option<Vec<u8>>> {
        let story = self.entries(&[thread.root], &["parent", "hidden"]).await?.pop().flatten();
        if story.is_none_or(|story| story.is_comment() || story.has(Flag::Hidden)) {
            return Ok(None);
        }
        let commands = [get(thread.root, None).cmd(), json(thread.command())];
        let mut replies = self.all(commands).await?;
        let (story, comments): (Vec<u8>, Vec<u8>) = (replies.next()?, replies.next()?);
        let parts = [&b"{\"story\":"[..], &story, b",\"thread\":", &comments, b"}"];
        Ok(Some(parts.concat()))
    }
}
