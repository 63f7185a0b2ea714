use std::collections::{HashMap, HashSet};

use super::scope::Scope;
use super::state::{ItemState, Update};
use crate::news::{Flag, Item, Preferences};

/// A page as its viewer may see it, which selects from all changes of the site.
pub struct View {
    /// What the page shows.
    ids: HashSet<u32>,
    /// What else belongs on it, if new.
    scope: Scope,
    /// The highest id when the page was made.
    seen: u32,
    is_moderator: bool,
    /// What the viewer leaves out of lists.
    preferences: Preferences,
    /// The stories of the comments on the page, and whether each is hidden. The comments on a
    /// hidden story are concealed, like the story.
    stories: HashMap<u32, bool>,
}

impl View {
    /// Returns a page with these stories and comments.
    pub fn new(ids: HashSet<u32>, scope: Scope, seen: u32, is_moderator: bool) -> Self {
        let (preferences, stories) = (Preferences::default(), HashMap::new());
        Self { ids, scope, seen, is_moderator, preferences, stories }
    }

    /// Returns the page of a reader who leaves something out of lists.
    pub fn without(self, preferences: Preferences) -> Self {
        Self { preferences, ..self }
    }

    /// Returns the stories and comments that the page shows.
    pub fn ids(&self) -> Vec<u32> {
        self.ids.iter().copied().collect()
    }

    /// Returns what else belongs on the page, if new.
    pub fn scope(&self) -> &Scope {
        &self.scope
    }

    /// Whether a story or comment came after the page.
    pub fn may_be_new(&self, id: u32) -> bool {
        id > self.seen && !self.ids.contains(&id)
    }

    /// Returns the stories of these comments and of the page.
    pub fn stories_of<'a>(&self, items: impl Iterator<Item = &'a Item>) -> Vec<u32> {
        let of_page = match self.scope {
            Scope::Thread(story) => Some(story),
            _ => None,
        };
        let of_comments = items.filter(|item| item.is_comment()).map(|item| item.article);
        let stories: HashSet<u32> = of_comments.chain(of_page).collect();
        stories.into_iter().collect()
    }

    /// Notes which of the stories of the page's comments are hidden.
    pub fn note_stories(&mut self, stories: impl Iterator<Item = (u32, bool)>) {
        self.stories = stories.collect();
    }

    /// Returns the part of some changes that this page shows.
    pub fn update(&mut self, items: &[Item], deleted: &[u32]) -> Update {
        let mut update = Update::default();
        // A story may be hidden in the same step in which its comments change.
        for item in items {
            if let Some(is_hidden) = self.stories.get_mut(&item.id) {
                *is_hidden = item.has(Flag::Hidden);
            }
        }
        for item in items {
            self.add(item, &mut update);
        }
        let concerns_page = |id: &u32| self.ids.contains(id) || self.may_be_new(*id);
        update.deleted = deleted.iter().copied().filter(concerns_page).collect();
        let shown = update.deleted.iter().filter(|id| self.ids.contains(id));
        update.items.extend(shown.map(|id| ItemState::deleted(*id)));
        update
    }

    fn add(&self, item: &Item, update: &mut Update) {
        let is_on_hidden = item.is_comment() && self.stories.get(&item.article) == Some(&true);
        if is_on_hidden && !self.is_moderator {
            return;
        }
        let is_hidden = item.has(Flag::Hidden);
        if self.ids.contains(&item.id) {
            let state = ItemState::new(item, is_hidden && !self.is_moderator);
            let is_of_page = !item.is_comment() && self.scope == Scope::Thread(item.id);
            update.items.push(if is_of_page { state.on_its_page(item) } else { state });
        } else if self.may_be_new(item.id) && self.scope.has(item, &self.preferences) {
            match is_hidden {
                // It may have been announced.
                true => update.items.push(ItemState::new(item, true)),
                false => update.new.push((item.id, item.parent.unwrap_or_default())),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{Scope, View};
    use crate::news::{Flag, Item};

    fn view(ids: &[u32], scope: &str, is_moderator: bool) -> View {
        View::new(ids.iter().copied().collect(), Scope::parsed(scope), 100, is_moderator)
    }

    fn story(id: u32, flags: &[Flag]) -> Item {
        let title = "Title".to_owned();
        Item { id, title, flags: flags.to_vec(), ..Item::default() }
    }

    fn comment(id: u32, flags: &[Flag]) -> Item {
        Item { id, parent: Some(7), article: 7, flags: flags.to_vec(), ..Item::default() }
    }

    #[test]
    fn a_page_gets_only_what_it_shows_and_what_is_new() {
        let mut view = view(&[7], "site", false);
        let items = [story(7, &[]), story(8, &[]), story(101, &[]), comment(102, &[])];
        let update = view.update(&items, &[7, 9, 103]);
        let items: Vec<_> = update.items.iter().map(|item| (item.id, item.gone)).collect();
        assert_eq!(items, [(7, false), (7, true)]);
        assert_eq!(update.new, [(101, 0)]);
        assert_eq!(update.deleted, [7, 103]);
        assert!(view.update(&[story(8, &[])], &[9]).is_empty());
    }

    #[test]
    fn only_the_moderator_sees_what_is_hidden() {
        let items = [story(7, &[Flag::Hidden]), story(101, &[Flag::Hidden])];
        for is_moderator in [false, true] {
            let update = view(&[7], "site", is_moderator).update(&items, &[]);
            assert_eq!(update.items[0].gone, !is_moderator);
            assert!(update.items[0].parts[".flags"].contains("hidden"));
            assert!(update.items[1].gone);
            assert_eq!(update.new, []);
        }
    }

    #[test]
    fn comments_on_a_hidden_story_are_concealed() {
        let items = [comment(8, &[]), comment(101, &[]), story(7, &[Flag::Hidden])];
        for (is_moderator, shown) in [(false, 0), (true, 1)] {
            let mut view = view(&[8], "thread:7", is_moderator);
            assert_eq!(view.stories_of([comment(8, &[])].iter()), [7]);
            view.note_stories([(7, false)].into_iter());
            assert_eq!(view.update(&items[..2], &[]).items.len(), 1);
            let update = view.update(&items, &[]);
            assert_eq!((update.items.len(), update.new.len()), (shown, shown));
            // The story comes back.
            let update = view.update(&[comment(8, &[]), story(7, &[])], &[]);
            assert_eq!(update.items.len(), 1);
        }
    }

    #[test]
    fn the_story_of_an_empty_thread_is_known() {
        let view = View::new(HashSet::new(), Scope::Thread(7), 100, false);
        assert_eq!(view.stories_of([].iter()), [7]);
    }
}
