//! A thread in the module.

use anyhow::{Result, bail};

use super::tree::{ARTICLE, Comment};
use crate::contenders::SITE;
use crate::server::{Connection, Reply, Requests};

/// The most comments per command.
const SIZE: usize = 1_000;

/// Loads the article and its comments.
pub fn load(connection: &mut Connection, comments: &[Comment], now: u64) -> Result<()> {
    let (now, closes) = (now as i64, now as i64 + 604_800);
    let mut bulk = connection.bulk();
    let load = bulk.next()?.command("ARTICLE.LOAD", 11);
    load.arg(SITE).arg("ARTICLE").int(ARTICLE).arg("poster").arg("title").arg("link");
    load.arg("TIME").int(now).arg("CLOSES").int(closes);
    for Comment { id, parent, poster, text, upvotes, downvotes } in comments {
        let load = bulk.next()?.command("ARTICLE.LOAD", 14);
        load.arg(SITE).arg("COMMENT").int(*id).arg(poster).int(*parent).arg(text);
        load.arg("TIME").int(now).arg("CLOSES").int(closes);
        load.arg("COUNTS").int(*upvotes).int(*downvotes);
    }
    bulk.finish()
}

/// The requests that read a thread, page by page.
pub struct Pages {
    /// The ids of the comments, in order.
    pub ids: Vec<i64>,
    requests: Vec<Requests>,
}

impl Pages {
    /// Reads the first comments of the thread.
    pub fn read(connection: &mut Connection, wanted: usize) -> Result<Self> {
        let mut pages = Self { ids: Vec::with_capacity(wanted), requests: Vec::new() };
        let mut cursor: Option<String> = None;
        loop {
            let mut requests = Requests::default();
            let arguments = if cursor.is_some() { 8 } else { 6 };
            let thread = requests.command("ARTICLE.THREAD", arguments);
            thread.arg(SITE).int(ARTICLE).arg("SIZE").int(SIZE.min(wanted) as i64);
            thread.arg("WITHCURSOR");
            if let Some(cursor) = &cursor {
                thread.arg("AFTER").arg(cursor);
            }
            connection.send(&requests)?;
            pages.requests.push(requests);
            let reply = connection.receive()?;
            let [comments, next] = reply.array()? else { bail!("a reply without a cursor") };
            for comment in comments.array()? {
                pages.ids.push(comment.field("id")?.integer()?);
            }
            if *next == Reply::Nil || pages.ids.len() >= wanted {
                return Ok(pages);
            }
            cursor = Some(next.text()?);
        }
    }

    /// Reads the same pages again, one after the other, and skips their content.
    pub fn skip(&self, connection: &mut Connection) -> Result<()> {
        for requests in &self.requests {
            connection.send(requests)?;
            connection.skip(1)?;
        }
        Ok(())
    }
}
