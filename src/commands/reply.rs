//! Replies, written straight to the client. Every difference between RESP2 and RESP3 is here.

use crate::ffi::{CachedReply, Context};
use article_site::{ArticleRecord, ArticleView, GroupName, Tally, UnixTime, UserName, Vote};

/// Begins a map: in RESP2 and on servers without maps, an array of twice the length.
pub fn map(context: &Context, pairs: usize) {
    if !context.reply_map(pairs) {
        context.reply_array(2 * pairs);
    }
}

/// Replies with names and sizes as ZRANGE WITHSCORES does: in RESP3 an array of arrays of two, in
/// RESP2 a flat array.
pub fn pairs<'a>(context: &Context, pairs: impl ExactSizeIterator<Item = (GroupName<'a>, usize)>) {
    let nested = context.is_resp3();
    context.reply_array(if nested { pairs.len() } else { 2 * pairs.len() });
    for (name, size) in pairs {
        if nested {
            context.reply_array(2);
        }
        context.reply_bulk(name.as_bytes());
        context.reply_integer(size as i64);
    }
}

/// The name of a value in a map.
pub trait Name {
    /// Replies with it.
    fn reply(self, context: &Context);
}

impl Name for &str {
    fn reply(self, context: &Context) {
        context.reply_bulk(self.as_bytes());
    }
}

impl Name for &CachedReply {
    fn reply(self, context: &Context) {
        context.reply_cached(self);
    }
}

/// Replies with a name and an integer.
pub fn integer(context: &Context, name: impl Name, value: i64) {
    name.reply(context);
    context.reply_integer(value);
}

/// Replies with a name and a string.
pub fn bulk(context: &Context, name: impl Name, value: &[u8]) {
    name.reply(context);
    context.reply_bulk(value);
}

// The names that every article on a page has.
static ID: CachedReply = CachedReply::new("id");
static TITLE: CachedReply = CachedReply::new("title");
static LINK: CachedReply = CachedReply::new("link");
static POSTER: CachedReply = CachedReply::new("poster");
static TIME: CachedReply = CachedReply::new("time");
static CLOSES: CachedReply = CachedReply::new("closes");
static VOTES: CachedReply = CachedReply::new("votes");
static UPVOTES: CachedReply = CachedReply::new("upvotes");
static DOWNVOTES: CachedReply = CachedReply::new("downvotes");
static SCORE: CachedReply = CachedReply::new("score");
static GROUPS: CachedReply = CachedReply::new("groups");
static VOTE: CachedReply = CachedReply::new("vote");

/// Prepares the names that replies repeat for each article, once at load.
pub fn prepare(context: &Context) {
    let names = [
        &ID, &TITLE, &LINK, &POSTER, &TIME, &CLOSES, &VOTES, &UPVOTES, &DOWNVOTES, &SCORE,
        &GROUPS, &VOTE,
    ];
    names.iter().for_each(|name| name.prepare(context));
}

/// Replies with the counts and the score of an article, as four pairs of a map.
pub fn tally(context: &Context, tally: Tally) {
    integer(context, &VOTES, tally.votes());
    integer(context, &UPVOTES, tally.upvotes.into());
    integer(context, &DOWNVOTES, tally.downvotes.into());
    integer(context, &SCORE, tally.score);
}

/// A user to whom an article is shown, and when.
#[derive(Clone, Copy, Debug)]
pub struct Viewer<'a> {
    /// The user, whose vote the article shows.
    pub user: UserName<'a>,
    /// The time.
    pub now: UnixTime,
}

/// Replies with an article, as a map.
pub fn article(context: &Context, view: &ArticleView, viewer: Option<Viewer>) {
    let record = view.record();
    let closes = record.closes();
    let ArticleRecord {
        id,
        poster,
        title,
        link,
        time,
        window: _,
        tally: article_tally,
        ledger: _,
        groups,
        fields,
    } = record;
    map(context, 11 + usize::from(viewer.is_some()) + fields.len());
    integer(context, &ID, id.get().into());
    bulk(context, &TITLE, title.as_bytes());
    bulk(context, &LINK, link.as_bytes());
    bulk(context, &POSTER, poster.as_bytes());
    integer(context, &TIME, time.get());
    integer(context, &CLOSES, closes);
    tally(context, article_tally);
    context.reply_cached(&GROUPS);
    context.reply_array(groups.len());
    groups.iter().for_each(|name| context.reply_bulk(name.as_bytes()));
    if let Some(Viewer { user, now }) = viewer {
        context.reply_cached(&VOTE);
        if view.is_open(now) {
            context.reply_integer(view.vote_of(user).map_or(0, Vote::weight));
        } else {
            context.reply_null();
        }
    }
    for field in fields {
        context.reply_bulk(field.name().as_bytes());
        context.reply_bulk(field.value().as_bytes());
    }
}

/// Replies with articles, as an array of maps.
pub fn articles(context: &Context, articles: &[ArticleView], viewer: Option<Viewer>) {
    context.reply_array(articles.len());
    for view in articles {
        article(context, view, viewer);
    }
}
