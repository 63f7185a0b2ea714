use std::collections::HashMap;
use std::time::{Duration, Instant};

use redis::{Cmd, cmd};

use super::article::text;
use super::preferences::{Query, unless_blocked};
use super::round_trip::RoundTrip;
use super::{Comment, KEY, Login, News, Result, visits};

/// The comments that a list selects from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CommentSource {
    /// All of them.
    Site,
    /// Those of a user.
    User(String),
    /// Those that moderators have hidden.
    Hidden,
}

/// A part of a list of comments, newest first.
#[derive(Clone, Debug)]
pub struct CommentPage {
    /// Its comments, each with the title of its story, if that exists.
    pub comments: Vec<(Comment, Option<String>)>,
    /// The cursor of the next part, if there is one.
    pub next: Option<String>,
    /// The command that returned it.
    pub command: String,
    /// The time from the request to the reply.
    pub took: Duration,
}

impl CommentSource {
    /// Returns the command for the first page, or for the one after a cursor.
    fn command(&self, after: Option<&str>, viewer: Option<&str>) -> Cmd {
        let mut command = cmd("ARTICLE.COMMENTS");
        command.arg(KEY).arg(1);
        match self {
            Self::Site => {}
            Self::User(name) => {
                command.arg("FROM").arg(1).arg(name);
            }
            Self::Hidden => {
                command.arg("HIDDEN");
            }
        }
        command.arg("WITHCURSOR");
        if let Some(cursor) = after {
            command.arg("AFTER").arg(cursor);
        }
        if let Some(viewer) = viewer {
            command.arg("VIEWER").arg(viewer);
        }
        command
    }
}

impl News {
    /// Returns the newest comments, or those after a cursor. The list of all comments leaves out
    /// those of blocked users.
    pub async fn comments(
        &self,
        login: Option<&Login>,
        source: &CommentSource,
        after: Option<&str>,
    ) -> Result<CommentPage> {
        let query = source.command(after, login.map(|login| login.user.as_str()));
        let choices = match (login, source) {
            (Some(login), CommentSource::Site) => vec![unless_blocked(&login.user)],
            _ => Vec::new(),
        };
        let query = Query::new(query, login, &choices);
        let mut trip = RoundTrip::of(login);
        trip.add(query.command());
        if let Some(login) = login {
            trip.add(visits::arrive(login));
        }
        let start = Instant::now();
        let mut replies = trip.run(self).await?;
        let took = start.elapsed();
        let (command, (comments, next)): (_, (Vec<Comment>, _)) = query.read(&mut replies)?;
        let ids: Vec<u32> = comments.iter().map(|comment| comment.article).collect();
        let titles = self.titles(&ids).await?;
        let comments = comments.into_iter().zip(titles).collect();
        Ok(CommentPage { comments, next, command, took })
    }

    /// Returns the titles of stories, in the order of the ids.
    async fn titles(&self, ids: &[u32]) -> Result<Vec<Option<String>>> {
        type Entries = HashMap<String, Vec<u8>>;
        let mut command = cmd("ARTICLE.MGET");
        command.arg(KEY).arg(ids.len()).arg(ids).arg("RETURN").arg(1).arg("title");
        let stories: Vec<Option<Entries>> = command.query_async(&mut self.connection()).await?;
        let title = |story: Option<Entries>| story?.remove("title").map(text);
        Ok(stories.into_iter().map(title).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::CommentSource;
    use crate::news::listing::shown;

    #[test]
    fn each_source_has_its_command() {
        let user = CommentSource::User("bob".to_owned());
        for (source, command) in [
            (CommentSource::Site, "ARTICLE.COMMENTS news 1 WITHCURSOR"),
            (user, "ARTICLE.COMMENTS news 1 FROM 1 bob WITHCURSOR"),
            (CommentSource::Hidden, "ARTICLE.COMMENTS news 1 HIDDEN WITHCURSOR"),
        ] {
            assert_eq!(shown(&source.command(None, None)), command);
            let command = format!("{command} AFTER 5-17 VIEWER ada");
            assert_eq!(shown(&source.command(Some("5-17"), Some("ada"))), command);
        }
    }
}
