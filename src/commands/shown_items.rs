//! Replies with articles and comments, of which most are kept as they were formatted.

use article_site::{ItemId, ItemView, ThreadNode};

use crate::commands::item_reply::number_entry;
use crate::commands::reply::{Destination, Sink};
use crate::commands::show::Show;
use crate::commands::{kept_maps, kept_text};

impl Show<'_> {
    /// Writes the article or comment of an id, or nil if there is none.
    pub fn found(&self, sink: &mut dyn Sink, id: Option<ItemId>) {
        match id.and_then(|id| self.item(id)) {
            Some(view) => self.kept(sink, &view, None),
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
        self.prefetch(entries.iter().filter_map(|(_, node)| match node {
            ThreadNode::Item(view) => Some(view),
            ThreadNode::Placeholder(_) => None,
        }));
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
        }
    }
}
