//! Replies, written straight to the client. Every difference between RESP2 and RESP3, and between
//! servers, is here.

use crate::ffi::Context;
use crate::site::{ArticleView, Seconds, Tally, UserName, Vote};

/// Begins a map: of RESP3 or, in RESP2 and on servers without maps, an array of twice the length.
pub fn map(context: &Context, pairs: usize) {
    if !context.reply_map(pairs) {
        context.reply_array(2 * pairs);
    }
}

/// A name and an integer.
pub fn integer(context: &Context, name: &str, value: i64) {
    context.reply_bulk(name.as_bytes());
    context.reply_integer(value);
}

/// A name and a string.
pub fn bulk(context: &Context, name: &str, value: &[u8]) {
    context.reply_bulk(name.as_bytes());
    context.reply_bulk(value);
}

/// The counts and the score of an article, as four pairs.
pub fn tally(context: &Context, tally: Tally) {
    integer(context, "votes", tally.votes());
    integer(context, "upvotes", tally.upvotes.into());
    integer(context, "downvotes", tally.downvotes.into());
    integer(context, "score", tally.score);
}

/// Who looks at an article, and when.
#[derive(Clone, Copy, Debug)]
pub struct Viewer<'a> {
    /// Whose vote to tell.
    pub user: UserName<'a>,
    /// At which time.
    pub now: Seconds,
}

/// An article, as a map.
pub fn article(context: &Context, article: &ArticleView, viewer: Option<Viewer>) {
    let [title, link, poster] = article.texts();
    let fields = article.fields();
    map(context, 11 + usize::from(viewer.is_some()) + fields.len());
    integer(context, "id", article.id().get().into());
    bulk(context, "title", title);
    bulk(context, "link", link);
    bulk(context, "poster", poster);
    integer(context, "time", article.time().get());
    integer(context, "closes", article.closes());
    tally(context, article.tally());
    context.reply_bulk(b"groups");
    let groups = article.groups();
    context.reply_array(groups.len());
    groups.for_each(|name| context.reply_bulk(name));
    if let Some(Viewer { user, now }) = viewer {
        context.reply_bulk(b"vote");
        if article.is_open(now) {
            context.reply_integer(article.vote_of(user).map_or(0, Vote::weight));
        } else {
            context.reply_null();
        }
    }
    for field in fields {
        context.reply_bulk(field.name());
        context.reply_bulk(field.value());
    }
}

/// Articles, as an array of maps.
pub fn articles(context: &Context, articles: &[ArticleView], viewer: Option<Viewer>) {
    context.reply_array(articles.len());
    for view in articles {
        article(context, view, viewer);
    }
}
