//! Moving articles from a source to a sink.

use anyhow::Result;
use article_site::Settings;

use crate::article::Article;
use crate::progress::Progress;
use crate::report::Report;

/// Where articles come from.
pub trait Source {
    /// Returns the settings of the site.
    fn settings(&self) -> Settings;

    /// Returns the last id that the site assigned.
    fn last_id(&self) -> u32;

    /// Returns the number of articles to come, if that is known. It may be too high.
    fn len(&self) -> Option<u64>;

    /// Returns some articles more, by ascending id. None at the end; a part may be empty.
    fn next(&mut self, report: &mut Report) -> Result<Option<Vec<Article>>>;
}

/// Where articles go to.
pub trait Sink {
    /// Adds articles, whose ids are above those of all before.
    fn write(&mut self, articles: Vec<Article>, report: &mut Report) -> Result<()>;

    /// Adds what follows the articles.
    fn finish(&mut self, last_id: u32) -> Result<()>;
}

/// Moves all articles.
pub fn transfer(
    source: &mut impl Source,
    sink: &mut impl Sink,
    report: &mut Report,
    progress: &mut Progress,
) -> Result<()> {
    transfer_by(source, sink, report, progress, |_, sink, articles, report| {
        sink.write(articles, report)
    })
}

/// Moves all articles, each part of them by a call of `write`.
pub fn transfer_by<S: Source, K: Sink>(
    source: &mut S,
    sink: &mut K,
    report: &mut Report,
    progress: &mut Progress,
    mut write: impl FnMut(&mut S, &mut K, Vec<Article>, &mut Report) -> Result<()>,
) -> Result<()> {
    if let Some(length) = source.len() {
        progress.set_length(length);
    }
    while let Some(articles) = source.next(report)? {
        let count = articles.len();
        write(source, sink, articles, report)?;
        progress.advance(count);
    }
    sink.finish(source.last_id())
}
