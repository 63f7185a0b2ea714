use std::collections::{HashMap, HashSet};

use super::state::{ItemState, Update};

/// What a page knows already, so that it gets only what has changed.
///
/// There is at most one entry per story and comment that the page shows or that was announced to
/// it.
#[derive(Default)]
pub struct Sent {
    items: HashMap<u32, ItemState>,
    /// The new stories and comments that were announced.
    announced: HashSet<u32>,
}

impl Sent {
    /// Returns the part of an update that the page does not know yet, and notes it.
    pub fn filter(&mut self, update: Update) -> Update {
        let Update { items, new, deleted } = update;
        let items = items.into_iter().filter_map(|item| {
            // Once hidden, it can be announced again.
            self.announced.remove(&item.id);
            let change = match self.items.get(&item.id) {
                Some(known) => item.since(known),
                None => Some(item.clone()),
            };
            self.items.insert(item.id, item);
            change
        });
        let items = items.collect();
        let new = new.into_iter().filter(|(id, _)| {
            self.items.remove(id);
            self.announced.insert(*id)
        });
        let new = new.collect();
        for id in &deleted {
            self.items.remove(id);
            self.announced.remove(id);
        }
        Update { items, new, deleted }
    }
}

#[cfg(test)]
mod tests {
    use super::Sent;
    use crate::news::{Flag, Item};
    use crate::pages::live::state::{ItemState, Update};

    fn story(votes: i64, is_concealed: bool) -> ItemState {
        let title = "Title".to_owned();
        let flags = if is_concealed { vec![Flag::Hidden] } else { Vec::new() };
        let story = Item { id: 7, title, votes, flags, ..Item::default() };
        ItemState::new(&story, is_concealed)
    }

    fn filter(sent: &mut Sent, items: Vec<ItemState>, new: &[u32]) -> String {
        let new = new.iter().map(|id| (*id, 0)).collect();
        let update = sent.filter(Update { items, new, deleted: Vec::new() });
        serde_json::to_string(&update).unwrap()
    }

    #[test]
    fn a_page_gets_only_what_has_changed() {
        let mut sent = Sent::default();
        let first = filter(&mut sent, vec![story(1, false)], &[9]);
        assert!(first.contains(r#"".title":"Title",".votes":"1""#), "{first}");
        assert!(first.ends_with(r#"],"new":[[9,0]],"deleted":[]}"#), "{first}");
        assert_eq!(
            filter(&mut sent, vec![story(2, false)], &[9]),
            concat!(
                r#"{"items":[{"id":7,"gone":false,"open":true,"parts":{".votes":"2"}}],"#,
                r#""new":[],"deleted":[]}"#
            )
        );
        assert_eq!(
            filter(&mut sent, vec![story(2, false)], &[]),
            r#"{"items":[],"new":[],"deleted":[]}"#
        );
    }

    #[test]
    fn what_comes_back_is_sent_again() {
        let mut sent = Sent::default();
        filter(&mut sent, vec![story(1, false)], &[]);
        let hidden = filter(&mut sent, vec![story(1, true)], &[]);
        assert!(hidden.contains(r#""gone":true"#) && !hidden.contains("Title"), "{hidden}");
        let back = filter(&mut sent, vec![story(1, false)], &[]);
        assert!(back.contains(r#""gone":false"#) && back.contains("Title"), "{back}");
    }
}
