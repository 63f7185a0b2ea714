//! Replies with a page of articles or comments.

use std::fmt::Display;

use article_site::Page;

use super::Sink;
use super::show::Show;
use super::shown_items::most_bytes;
use crate::commands::words::error::Error;
use crate::commands::words::paging::Beside;
use crate::stats;

/// Writes a page of a listing.
pub fn write_listing(
    sink: &mut dyn Sink,
    page: &Page,
    beside: Beside,
    show: &Show,
) -> Result<(), Error> {
    if beside == Beside::Positions && !show.has_site() {
        sink.null();
        return Ok(());
    }
    let texts = page.positions.iter().map(|position| page.cursors.at(*position));
    let positions = (beside == Beside::Positions).then_some(texts);
    let cursor = (beside != Beside::Nothing).then_some(page.next.map(|it| page.cursors.at(it)));
    sink.limited(
        || most_bytes(page.items.iter()),
        |sink| {
            write_page(sink, (positions.clone(), &cursor), |sink| show.items(sink, &page.items));
        },
    )
}

/// Writes a page. If the client asked for them, the positions of its entries follow, and the
/// cursor of the next page, or nil if there is no next page.
pub fn write_page<P: ExactSizeIterator<Item: Display>>(
    sink: &mut dyn Sink,
    (positions, cursor): (Option<P>, &Option<Option<impl Display>>),
    write_items: impl FnOnce(&mut dyn Sink),
) {
    stats::PAGES.count();
    let Some(cursor) = cursor else { return write_items(sink) };
    sink.array(2 + usize::from(positions.is_some()), |sink| {
        write_items(sink);
        if let Some(positions) = positions {
            sink.array(positions.len(), |sink| positions.for_each(|it| sink.text(&it)));
        }
        match cursor {
            Some(cursor) => sink.text(cursor),
            None => sink.null(),
        }
    });
}
