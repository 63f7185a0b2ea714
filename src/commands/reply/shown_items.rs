//! Replies with articles and comments, of which most are kept as they were formatted.

use article_site::{ItemView, ThreadNode};

use super::{kept_maps, kept_text};
use crate::commands::reply::item_reply::number_entry;
use crate::commands::reply::show::Show;
use crate::commands::reply::{Destination, Sink};

impl Show<'_> {
    /// Writes an article or comment, or nil if there is none.
    pub fn found(&self, sink: &mut dyn Sink, view: Option<&ItemView>) {
        match view {
            Some(view) => self.kept(sink, view, None),
            None => sink.null(),
        }
    }

    /// Writes articles or comments, as an array of maps.
    pub fn items(&self, sink: &mut dyn Sink, items: &[ItemView]) {
        self.prefetch(items.iter());
        sink.array(items.len(), |sink| {
            items.iter().for_each(|view| self.kept(sink, view, None));
        });
    }

    /// Writes the comments of a thread with their depths, or a path without, as an array of maps.
    pub fn thread(&self, sink: &mut dyn Sink, entries: &[(Option<u32>, ThreadNode)]) {
        self.prefetch(items_of(entries));
        sink.array(entries.len(), |sink| {
            for (depth, node) in entries {
                match node {
                    ThreadNode::Item(view) => self.kept(sink, view, *depth),
                    ThreadNode::Placeholder(of) => {
                        let entries = self.of_placeholder(*of, *depth);
                        sink.map(entries.len(), |sink| {
                            entries.iter().for_each(|(entry, value)| {
                                number_entry(sink, *entry, *value);
                            });
                        });
                    }
                }
            }
        });
    }

    fn kept(&self, sink: &mut dyn Sink, view: &ItemView, depth: Option<u32>) {
        match sink.destination() {
            Destination::Client(context) => kept_maps::reply(context, self, view, depth),
            Destination::Json(json) => kept_text::write(json, self, view, depth),
            Destination::Nowhere => self.write(sink, &self.shown(view, depth)),
        }
    }
}

/// Returns those of a thread or a path that are no placeholders.
pub fn items_of<'v>(
    entries: &'v [(Option<u32>, ThreadNode<'v>)],
) -> impl Iterator<Item = &'v ItemView<'v>> {
    entries.iter().filter_map(|(_, node)| match node {
        ThreadNode::Item(view) => Some(view),
        ThreadNode::Placeholder(_) => None,
    })
}

/// Returns a number of bytes that a reply with articles or comments does not exceed in RESP.
pub fn most_bytes<'v>(items: impl Iterator<Item = &'v ItemView<'v>>) -> usize {
    /// Of everything but texts and custom fields. Names of groups take most of it.
    const OTHERS: usize = 16 << 10;
    OTHERS + items.map(|view| view.text_len() + OTHERS).sum::<usize>()
}
