use std::time::Instant;

use redis::{Cmd, cmd};

use super::article::text;
use super::earlier::earlier;
use super::flagged::flag_of;
use super::guard::was_sent;
use super::round_trip::RoundTrip;
use super::{Article, Item, KEY, Login, News, Result, Shelf, Thread, ThreadPage, visits};

/// The voters that an article's page shows.
const VOTERS: usize = 40;

/// A request for the page of an article.
#[derive(Clone, Debug)]
pub struct StoryVisit {
    /// The part of its thread to show. Its root is the article.
    pub thread: Thread,
    /// Whether to note the visit.
    pub is_noted: bool,
    /// The key of a form that the viewer may have sent.
    pub form: Option<String>,
}

/// An article with everything that its own page shows.
#[derive(Clone, Debug)]
pub struct Details {
    /// The article.
    pub article: Article,
    /// The number of articles ahead of it by score, unless it is hidden.
    pub rank: Option<u64>,
    /// The number of listed articles.
    pub listed: u64,
    /// Some of those who voted for it. Empty some time after voting has closed.
    pub voters: Vec<String>,
    /// Other articles with the same link, the highest id first.
    pub earlier: Vec<Article>,
    /// What the viewer has done with it.
    pub standing: Standing,
    /// When the viewer looked at it last, as UNIX time: now if never.
    pub visited: Option<i64>,
    /// Whether the viewer has sent the form that was asked for.
    pub was_sent: bool,
    /// A page of its comments.
    pub thread: ThreadPage,
}

/// What a reader has done with a story, besides voting.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Standing {
    /// Saved it.
    pub saved: bool,
    /// Hidden it from their lists.
    pub hidden: bool,
    /// Flagged it for the moderators.
    pub flagged: bool,
}

/// Returns the command for an article or a comment with the viewer's vote.
fn get(id: u32, login: Option<&Login>) -> Cmd {
    let mut command = cmd("ARTICLE.GET");
    command.arg(KEY).arg(id).arg("VIEWER").arg(login.map_or("", |login| &login.user));
    command
}

/// Returns the command for the story of a comment.
///
/// It is a script because the story is known only on the server.
fn story_of(comment: u32) -> Cmd {
    let mut command = cmd("EVAL");
    command.arg(include_str!("story_of.lua")).arg(1).arg(KEY).arg(comment);
    command
}

impl News {
    /// Returns an article with all that its page shows, in one round trip; nothing for a comment.
    pub async fn details(
        &self,
        login: Option<&Login>,
        visit: &StoryVisit,
    ) -> Result<Option<Details>> {
        let id = visit.thread.root;
        let [mut rank, mut listed, mut voters] =
            ["ARTICLE.RANK", "ARTICLE.COUNT", "ARTICLE.VOTERS"].map(cmd);
        rank.arg(KEY).arg(id);
        listed.arg(KEY);
        voters.arg(KEY).arg(id).arg(0).arg("UP").arg("COUNT").arg(VOTERS);
        let mut trip = RoundTrip::of(login);
        trip.add(get(id, login)).add(rank).add(listed).add(voters).add(earlier(id));
        for command in visit.thread.commands() {
            trip.add(command);
        }
        // Without a viewer, the others are not needed. If they were not asked for, neither.
        if let Some(login) = login {
            let user = &login.user;
            trip.add(Shelf::Saved.find(user, id)).add(Shelf::Hidden.find(user, id));
            trip.add(flag_of(user, id));
            if visit.is_noted {
                trip.add(visits::visit(login, id));
            }
            if let Some(form) = &visit.form {
                trip.add(was_sent(user, form));
            }
        }
        let start = Instant::now();
        let mut replies = trip.run(self).await?;
        let took = start.elapsed();
        let (item, rank, listed) = (replies.next()?, replies.next()?, replies.next()?);
        let (_, voters): (String, Vec<(Vec<u8>, i64)>) = replies.next()?;
        let voters = voters.into_iter().take(VOTERS).map(|(user, _)| text(user));
        let (voters, earlier) = (voters.collect(), replies.next()?);
        let thread = visit.thread.read(&mut replies, took)?;
        let (mut standing, mut visited, mut was_sent) = (Standing::default(), None, false);
        if login.is_some() {
            standing = Standing {
                saved: replies.next::<Option<f64>>()?.is_some(),
                hidden: replies.next::<Option<f64>>()?.is_some(),
                flagged: replies.next::<Option<Vec<u8>>>()?.is_some(),
            };
            if visit.is_noted {
                visited = replies.next()?;
            }
            if visit.form.is_some() {
                was_sent = replies.next()?;
            }
        }
        let Some(Item::Article(article)) = item else { return Ok(None) };
        let details = Details {
            article,
            rank,
            listed,
            voters,
            earlier,
            standing,
            visited,
            was_sent,
            thread,
        };
        Ok(Some(details))
    }

    /// Returns an article or a comment for a user.
    pub async fn item_for(&self, login: &Login, id: u32) -> Result<Option<Item>> {
        RoundTrip::of(Some(login)).add(get(id, Some(login))).run(self).await?.next()
    }

    /// Returns the item at the root of a thread, its story if the item is a comment, and the
    /// thread, in one round trip.
    pub async fn discussion(
        &self,
        login: Option<&Login>,
        thread: &Thread,
    ) -> Result<(Option<Item>, Option<Article>, ThreadPage)> {
        let mut trip = RoundTrip::of(login);
        trip.add(get(thread.root, login)).add(story_of(thread.root));
        for command in thread.commands() {
            trip.add(command);
        }
        let start = Instant::now();
        let mut replies = trip.run(self).await?;
        let took = start.elapsed();
        Ok((replies.next()?, replies.next()?, thread.read(&mut replies, took)?))
    }
}
