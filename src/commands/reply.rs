//! Replies, written straight to the client. Every difference between RESP2 and RESP3, and between
//! servers, is here.

use crate::ffi::{CachedReply, Context};
use article_site::{ArticleView, Tally, UnixTime, UserName, Vote};

/// Begins a map: of RESP3 or, in RESP2 and on servers without maps, an array of twice the length.
pub fn map(context: &Context, pairs: usize) {
    if !context.reply_map(pairs) {
        context.reply_array(2 * pairs);
    }
}

/// The name of a value in a map.
pub trait Name {
    /// Replies with the name.
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

/// A name and an integer.
pub fn integer(context: &Context, name: impl Name, value: i64) {
    name.reply(context);
    context.reply_integer(value);
}

/// A name and a string.
pub fn bulk(context: &Context, name: impl Name, value: &[u8]) {
    name.reply(context);
    context.reply_bulk(value);
}

// The names of what each article on a page has.
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

/// Prepares, once at load, what replies repeat for each article.
pub fn prepare(context: &Context) {
    let names = [
        &ID, &TITLE, &LINK, &POSTER, &TIME, &CLOSES, &VOTES, &UPVOTES, &DOWNVOTES, &SCORE,
        &GROUPS, &VOTE,
    ];
    names.iter().for_each(|name| name.prepare(context));
}

/// The counts and the score of an article, as four pairs.
pub fn tally(context: &Context, tally: Tally) {
    integer(context, &VOTES, tally.votes());
    integer(context, &UPVOTES, tally.upvotes.into());
    integer(context, &DOWNVOTES, tally.downvotes.into());
    integer(context, &SCORE, tally.score);
}

/// Who looks at an article, and when.
#[derive(Clone, Copy, Debug)]
pub struct Viewer<'a> {
    /// Whose vote to tell.
    pub user: UserName<'a>,
    /// At which time.
    pub now: UnixTime,
}

/// An article, as a map.
pub fn article(context: &Context, article: &ArticleView, viewer: Option<Viewer>) {
    let [title, link, poster] = article.texts();
    let fields = article.fields();
    map(context, 11 + usize::from(viewer.is_some()) + fields.len());
    integer(context, &ID, article.id().get().into());
    bulk(context, &TITLE, title);
    bulk(context, &LINK, link);
    bulk(context, &POSTER, poster);
    integer(context, &TIME, article.time().get());
    integer(context, &CLOSES, article.closes());
    tally(context, article.tally());
    context.reply_cached(&GROUPS);
    let groups = article.groups();
    context.reply_array(groups.len());
    groups.for_each(|name| context.reply_bulk(name));
    if let Some(Viewer { user, now }) = viewer {
        context.reply_cached(&VOTE);
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
