//! An article with all its entries: kept as the server has formatted it, but for the viewer's vote.

use article_site::{ArticleRecord, ArticleView, Entry, Field};

use crate::cache::{self, ArticleVersion, KeptArticle, Lookup};
use crate::commands::article_reply::{Shown, Viewing, field_entry, vote_entry};
use crate::commands::reply::map;
use crate::datatype::StoredSite;
use crate::ffi::Context;

/// The longest texts of an article whose reply is kept, in bytes. With longer ones, the reply takes
/// little more than copying them.
const LONGEST: usize = 8 << 10;

/// Replies with all entries of an article of a site.
pub fn reply(
    context: &Context,
    stored: Option<&StoredSite>,
    view: &ArticleView,
    viewing: Viewing,
) {
    let Some(stored) = stored else { return };
    let version = version(stored, view);
    let found = cache::look_up(&version, |kept| reply_kept(context, kept, view, viewing));
    if found == Lookup::Hit {
        return;
    }
    let shown = Shown::new(view, viewing);
    let kept = (found == Lookup::ShownBefore).then(|| keep(context, &shown)).flatten();
    let Some(kept) = kept else { return reply_anew(context, &shown) };
    reply_kept(context, &kept, view, viewing);
    cache::insert(stored, &version, kept);
}

/// Prepares the replies with articles of a site.
pub fn prefetch(stored: &StoredSite, articles: &[ArticleView]) {
    cache::prefetch(articles.iter().map(|view| version(stored, view)));
}

fn version(stored: &StoredSite, view: &ArticleView) -> ArticleVersion {
    ArticleVersion { site: stored.identity(), id: view.id(), changed: view.changed() }
}

fn reply_anew(context: &Context, shown: &Shown) {
    let fields = shown.record.fields;
    let entries = || Entry::ALL.into_iter().filter(|entry| shown.has(*entry));
    map(context, entries().count() + fields.len());
    entries().for_each(|entry| shown.reply(context, entry));
    fields.iter().for_each(|field| field_entry(context, field));
}

fn reply_kept(context: &Context, kept: &KeptArticle, view: &ArticleView, viewing: Viewing) {
    let KeptArticle { entries, before_vote, after_vote } = kept;
    map(context, entries + usize::from(viewing.viewer.is_some()));
    context.reply_kept(before_vote);
    vote_entry(context, view, viewing);
    if let Some(after_vote) = after_vote {
        context.reply_kept(after_vote);
    }
}

/// Has the server format the entries. Returns None if it cannot, or if they are too long.
fn keep(context: &Context, shown: &Shown) -> Option<KeptArticle> {
    let ArticleRecord { title, link, fields, .. } = shown.record;
    let len = |field: &Field| field.name().as_bytes().len() + field.value().as_bytes().len();
    let texts = title.as_bytes().len() + link.as_bytes().len();
    if texts + fields.iter().map(len).sum::<usize>() > LONGEST {
        return None;
    }
    let vote = Entry::ALL.iter().position(|entry| *entry == Entry::Vote)?;
    let having = |entries: &'static [Entry]| -> Vec<Entry> {
        entries.iter().copied().filter(|entry| shown.has(*entry)).collect()
    };
    let before = having(Entry::ALL.get(..vote)?);
    let after = having(Entry::ALL.get(vote + 1..)?);
    let entries = before.len() + after.len() + fields.len();
    let before_vote = context.keep(&|context| {
        before.iter().for_each(|entry| shown.reply(context, *entry));
    })?;
    let after_vote = if after.is_empty() && fields.is_empty() {
        None
    } else {
        Some(context.keep(&|context| {
            after.iter().for_each(|entry| shown.reply(context, *entry));
            fields.iter().for_each(|field| field_entry(context, field));
        })?)
    };
    Some(KeptArticle { entries, before_vote, after_vote })
}
