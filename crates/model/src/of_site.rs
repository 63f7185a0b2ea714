//! The model of what a site has, which is also how sites are compared.

use std::rc::Rc;

use article_site::{InboxPosition, Relation, Seen, Site, SiteEntry};

use crate::{Model, ModelItem, ModelList, ModelPlace};

impl Model {
    /// Returns the model of all that a site stores. Sites of equal models reply alike to every
    /// command.
    pub fn of(site: &Site) -> Self {
        let (settings, last_id) = (*site.settings(), site.last_id());
        let mut model = Self { settings, last_id, ..Self::default() };
        for entry in site.entries() {
            match entry {
                SiteEntry::Item(view) => model.items.push(Rc::new(ModelItem::of(&view))),
                SiteEntry::Tombstone(record) => {
                    model.places.insert(record.id.get(), ModelPlace::of(&record));
                }
            }
        }
        for (user, list, marks) in site.all_lists() {
            let key = (user.as_bytes().to_vec(), list.as_bytes().to_vec());
            model.marks.insert(key, ModelList::of(marks.into_iter()));
        }
        for (user, all) in site.all_related() {
            for (relation, related) in Relation::ALL.into_iter().zip(all) {
                related
                    .into_names()
                    .iter()
                    .for_each(|names| _ = model.relate(user, relation, names));
            }
        }
        site.readers().for_each(|reader| model.add_reader(&reader));
        model
    }

    pub(crate) fn add_reader(&mut self, Seen { user, mark, is_silenced }: &Seen) {
        let user = user.as_bytes().to_vec();
        if *mark > InboxPosition::default() {
            self.seen.insert(user.clone(), (mark.time.get(), mark.id));
        }
        if *is_silenced {
            self.silenced.insert(user);
        }
    }
}
