use redis::{Cmd, cmd};

use super::flagged::flag_of;
use super::guard::was_sent;
use super::item::text;
use super::preferences::{all_blocked, names};
use super::reading::{get, returning};
use super::round_trip::{Replies, RoundTrip, Sent, script, shown};
use super::{Flag, Item, KEY, Login, News, Order, Result, Shelf, visits};

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
}

/// A request for the page of a story.
#[derive(Clone, Debug)]
pub struct StoryVisit {
    /// The part of its thread to show. Its root is the story.
    pub thread: Thread,
    pub is_noted: bool,
    /// The key of a form that the viewer may have sent.
    pub form: Option<String>,
}

/// A story with everything that its own page shows.
#[derive(Clone, Debug)]
pub struct Details {
    pub story: Item,
    /// The number of stories ahead of it by score, unless it is hidden.
    pub rank: Option<u64>,
    /// The number of listed stories.
    pub listed: u64,
    /// Some of those who voted for it. Empty some time after voting has closed.
    pub voters: Vec<String>,
    /// Other stories with the same link, the highest id first.
    pub earlier: Vec<Item>,
    pub standing: Standing,
    /// When the viewer looked at it last, as UNIX time: now if never.
    pub visited: Option<i64>,
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

    /// Returns the commands for all that a page shows of the thread.
    fn commands(&self) -> impl Iterator<Item = Cmd> {
        let blocked = self.viewer.as_deref().map(all_blocked);
        [self.command()].into_iter().chain(blocked)
    }

    fn read(&self, replies: &mut Replies) -> Result<ThreadPage> {
        let (mut comments, next): (Vec<Item>, _) = replies.next()?;
        let blocked = names(replies.next_if(self.viewer.is_some())?);
        for comment in &mut comments {
            comment.blocked = blocked.contains(&comment.poster);
        }
        let sent = Sent { command: shown(&self.command()), took: replies.took };
        Ok(ThreadPage { comments, next, sent })
    }
}

/// Returns the command for the other listed stories with the link of a story, the highest id
/// first.
///
/// It is a script because the link is known only on the server: so the page of a story needs one
/// round trip.
fn same_link(story: u32) -> Cmd {
    script(include_str!("earlier.lua"), &[KEY]).arg(SAME_LINK).arg(story).take()
}

/// Returns the command for what is above a comment.
///
/// It is a script because the story and the parents are known only on the server.
fn above(comment: u32) -> Cmd {
    script(include_str!("above.lua"), &[KEY]).arg(comment).take()
}

impl StoryVisit {
    /// Returns the commands for all that the page shows to everybody.
    fn commands(&self, viewer: Option<&str>) -> Vec<Cmd> {
        let id = self.thread.root;
        let mut voters = cmd("ARTICLE.VOTERS");
        voters.arg(KEY).arg(id).arg(0).arg("UP").arg("COUNT").arg(VOTERS);
        let rank = cmd("ARTICLE.RANK").arg(KEY).arg(id).take();
        let listed = cmd("ARTICLE.COUNT").arg(KEY).take();
        let mut story = get(id, viewer);
        if viewer.is_some() {
            story.arg("MARKS").arg(2).arg(Shelf::Saved.list()).arg(Shelf::Hidden.list());
        }
        let mut commands = vec![story, rank, listed, voters, same_link(id)];
        commands.extend(self.thread.commands());
        commands
    }

    /// Returns the commands for what it shows to a user alone.
    fn commands_for(&self, login: &Login) -> Vec<Cmd> {
        let (id, user) = (self.thread.root, &login.user);
        let mut commands = vec![flag_of(user, id)];
        commands.extend(self.is_noted.then(|| visits::visit(login, id)));
        commands.extend(self.form.as_ref().map(|form| was_sent(user, form)));
        commands
    }

    /// Reads the replies to all of these commands; nothing for a comment.
    fn read(&self, is_logged_in: bool, replies: &mut Replies) -> Result<Option<Details>> {
        let (item, rank, listed) =
            (replies.next::<Option<Item>>()?, replies.next()?, replies.next()?);
        let (_, voters): (String, Vec<(Vec<u8>, i64)>) = replies.next()?;
        let (earlier, thread) = (replies.next()?, self.thread.read(replies)?);
        let is_on = |shelf: Shelf| {
            item.as_ref().is_some_and(|item| item.marks.iter().any(|name| name == shelf.list()))
        };
        let standing = Standing {
            saved: is_on(Shelf::Saved),
            hidden: is_on(Shelf::Hidden),
            flagged: replies.next_if::<Option<Vec<u8>>>(is_logged_in)?.is_some(),
        };
        let visited = replies.next_if(is_logged_in && self.is_noted)?;
        let was_sent = replies.next_if(is_logged_in && self.form.is_some())?;
        let voters = voters.into_iter().take(VOTERS).map(|(user, _)| text(user)).collect();
        Ok(item.filter(|item| !item.is_comment()).map(|story| Details {
            story,
            rank,
            listed,
            voters,
            earlier,
            standing,
            visited,
            was_sent,
            thread,
        }))
    }
}

impl News {
    /// Returns a story with all that its page shows, in one round trip; nothing for a comment.
    pub async fn details(
        &self,
        login: Option<&Login>,
        visit: &StoryVisit,
    ) -> Result<Option<Details>> {
        let mut trip = RoundTrip::of(login);
        trip.add_all(visit.commands(login.map(|login| login.user.as_str())));
        if let Some(login) = login {
            trip.add_all(visit.commands_for(login));
        }
        visit.read(login.is_some(), &mut trip.run(self).await?)
    }

    /// Returns the item at the root of a thread, what is above it if it is a comment, and the
    /// thread, in one round trip.
    pub async fn discussion(
        &self,
        login: Option<&Login>,
        thread: &Thread,
    ) -> Result<(Option<Item>, Above, ThreadPage)> {
        let mut trip = RoundTrip::of(login);
        trip.add(get(thread.root, login.map(|login| login.user.as_str())));
        trip.add(above(thread.root)).add_all(thread.commands());
        let mut replies = trip.run(self).await?;
        let item = replies.next()?;
        let (story, outermost) = replies.next()?;
        Ok((item, Above { story, outermost }, thread.read(&mut replies)?))
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
