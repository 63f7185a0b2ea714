use std::collections::{BTreeSet, HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use super::scope::Scope;
use crate::news::{Flag, Item};
use crate::pages::{ItemView, Layout};

/// A page as its viewer may see it, and what it knows already.
pub struct View {
    layout: Layout,
    /// The stories and comments that the page shows.
    pub ids: HashSet<u32>,
    /// What else belongs on it, if new.
    pub scope: Scope,
    /// The highest id when the page was made.
    seen: u32,
    /// The users whose comments the viewer leaves out.
    blocked: Vec<String>,
    /// The new stories and comments that the page announces.
    announced: BTreeSet<u32>,
    /// Hashes of the elements that were sent, by the id of the item and their names.
    sent: HashMap<(u32, &'static str), u64>,
}

impl View {
    pub fn new(
        layout: Layout,
        ids: HashSet<u32>,
        scope: Scope,
        seen: u32,
        blocked: Vec<String>,
    ) -> Self {
        let (announced, sent) = (BTreeSet::new(), HashMap::new());
        Self { layout, ids, scope, seen, blocked, announced, sent }
    }

    /// Returns who is logged in.
    pub fn reader(&self) -> Option<&str> {
        self.layout.user.as_deref()
    }

    /// Whether a story or comment came after the page, and belongs on it.
    pub fn may_be_new(&self, item: &Item) -> bool {
        self.is_unseen(item.id)
            && match &self.scope {
                Scope::List(listing) => item.is_comment() == listing.source.has_comments(),
                Scope::Thread(story) => {
                    item.article == *story && !self.blocked.contains(&item.poster)
                }
                Scope::Nothing => false,
            }
    }

    fn is_unseen(&self, id: u32) -> bool {
        id > self.seen && !self.ids.contains(&id)
    }

    /// Whether it is the story of the page.
    pub fn is_story_of_page(&self, item: &Item) -> bool {
        !item.is_comment() && self.scope == Scope::Thread(item.id)
    }

    /// Returns the elements of a shown item that have changed, as HTML. The comments on a hidden
    /// story are concealed, like the story.
    pub fn changed(&mut self, item: Item, rank: Option<String>, hidden: &HashSet<u32>) -> String {
        let conceals = !self.layout.is_moderator;
        if conceals && item.is_comment() && hidden.contains(&item.article) {
            return String::new();
        }
        let is_concealed = conceals && item.has(Flag::Hidden);
        let item = if is_concealed { item.into_placeholder() } else { item };
        let is_of_page = self.is_story_of_page(&item);
        let mut names = vec!["flags"];
        if !item.is_placeholder() {
            names.extend(["up", "votes", "closed", "down"]);
            names.extend(match item.is_comment() {
                true => &["folded"][..],
                false if is_of_page => &["title", "discuss", "heading", "facts"],
                false => &["title", "discuss"],
            });
            // The page has the text as it was posted.
            names.extend(item.edited.map(|_| "text"));
        }
        let view = ItemView { rank, ..ItemView::new(item, &self.layout, None) };
        let id = view.item.id;
        let parts = names.into_iter().map(|name| (name, view.part(name).to_string()));
        parts.filter(|(name, html)| self.note(id, name, html)).map(|(_, html)| html).collect()
    }

    /// Notes an element, and returns whether the page does not know it yet.
    fn note(&mut self, id: u32, name: &'static str, html: &str) -> bool {
        let mut hasher = DefaultHasher::new();
        html.hash(&mut hasher);
        let hash = hasher.finish();
        self.sent.insert((id, name), hash) != Some(hash)
    }

    /// Announces the new ones among these alone.
    pub fn announce(&mut self, ids: Vec<u32>) {
        self.announced = ids.into_iter().filter(|id| self.is_unseen(*id)).collect();
    }

    /// Announces a comment that may be new, unless it is hidden.
    pub fn note_new(&mut self, item: &Item, hidden: &HashSet<u32>) {
        let is_on_hidden = hidden.contains(&item.article) && !self.layout.is_moderator;
        let is_below_shown =
            item.parent.is_some_and(|id| self.ids.contains(&id) || self.announced.contains(&id));
        match item.has(Flag::Hidden) {
            true => _ = self.announced.remove(&item.id),
            false if is_on_hidden || !is_below_shown => {}
            false => _ = self.announced.insert(item.id),
        }
    }

    pub fn note_deleted(&mut self, id: u32) {
        self.announced.remove(&id);
    }

    /// Returns the button that announces what is new, if it has changed.
    pub fn arrivals(&mut self) -> String {
        let ids: Vec<String> = self.announced.iter().map(u32::to_string).collect();
        let noun = match (self.scope.has_comments(), ids.len()) {
            (true, 1) => "comment",
            (true, _) => "comments",
            (false, 1) => "story",
            (false, _) => "stories",
        };
        let html = match ids.len() {
            0 => r#"<button id="arrivals" hidden></button>"#.to_owned(),
            number => {
                format!(
                    r#"<button id="arrivals" value="{}">{number} new {noun}</button>"#,
                    ids.join(",")
                )
            }
        };
        if self.note(0, "arrivals", &html) { html } else { String::new() }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{Scope, View};
    use crate::news::{Flag, Item};
    use crate::pages::layout::Layout;
    use crate::pages::layout::Tabs;

    fn view(ids: &[u32], scope: &str, is_moderator: bool) -> View {
        let layout = Layout {
            user: None,
            is_moderator,
            token: String::new(),
            here: String::new(),
            once: String::new(),
            tabs: Tabs::of_site(""),
            unseen: 0,
        };
        let (ids, scope) = (ids.iter().copied().collect(), Scope::parsed(scope, None));
        View::new(layout, ids, scope, 100, vec!["eve".to_owned()])
    }

    fn story(id: u32, flags: &[Flag]) -> Item {
        let (title, poster) = ("\"</a>\r\n".to_owned(), "ada".to_owned());
        Item { id, title, poster, flags: flags.to_vec(), ..Item::default() }
    }

    fn comment(id: u32, parent: u32, flags: &[Flag]) -> Item {
        Item { parent: Some(parent), article: 7, ..story(id, flags) }
    }

    /// Returns the ids of the elements of an item that have changed.
    fn changed(view: &mut View, item: &Item, hidden: &[u32]) -> String {
        let html = view.changed(item.clone(), None, &hidden.iter().copied().collect());
        html.split("id=\"")
            .skip(1)
            .filter_map(|part| part.split('"').next())
            .collect::<Vec<_>>()
            .join(" ")
    }

    fn arrivals(view: &mut View, items: &[Item], hidden: &[u32]) -> String {
        let hidden: HashSet<u32> = hidden.iter().copied().collect();
        for item in items {
            if view.may_be_new(item) {
                view.note_new(item, &hidden);
            }
        }
        view.arrivals()
    }

    #[test]
    fn a_page_gets_only_what_has_changed() {
        let mut view = view(&[7, 8], "thread:7", false);
        let all = "flags-7 up-7 votes-7 closed-7 down-7 title-7 discuss-7 heading-7 facts-7";
        assert_eq!(changed(&mut view, &story(7, &[]), &[]), all);
        assert_eq!(changed(&mut view, &story(7, &[]), &[]), "");
        let more = Item { votes: 2, comments: 1, ..story(7, &[]) };
        assert_eq!(changed(&mut view, &more, &[]), "votes-7 discuss-7 heading-7");
        let edited = Item { edited: Some(5), ..more };
        assert_eq!(changed(&mut view, &edited, &[]), "text-7");
        let all = "flags-8 up-8 votes-8 closed-8 down-8 folded-8";
        assert_eq!(changed(&mut view, &comment(8, 7, &[]), &[]), all);
        let html = view.changed(Item { title: "<b>".to_owned(), ..edited }, None, &HashSet::new());
        assert!(html.ends_with(">&#60;b&#62;</a>"), "{html}");
    }

    #[test]
    fn only_the_moderator_sees_what_is_hidden() {
        let hidden = story(7, &[Flag::Hidden]);
        let mut visitor = view(&[7, 8], "new::site", false);
        let html = visitor.changed(hidden.clone(), None, &HashSet::new());
        assert_eq!(
            html,
            "<span class=\"flags gone\" id=\"flags-7\">\
             <span class=\"flag hidden\">hidden</span> </span>"
        );
        let mut moderator = view(&[7], "new::site", true);
        assert!(changed(&mut moderator, &hidden, &[]).contains("title-7"));
        // It comes back.
        assert!(changed(&mut visitor, &story(7, &[]), &[]).contains("title-7"));
        let html = visitor.changed(Item::deleted(8, 7), None, &HashSet::new());
        assert!(html.contains(" gone\" id=\"flags-8\"><span class=\"flag\">deleted<"), "{html}");
    }

    #[test]
    fn comments_on_a_hidden_story_are_concealed() {
        for is_moderator in [false, true] {
            let mut view = view(&[8], "thread:7", is_moderator);
            assert_eq!(changed(&mut view, &comment(8, 7, &[]), &[7]).is_empty(), !is_moderator);
            let html = arrivals(&mut view, &[comment(101, 8, &[])], &[7]);
            assert_eq!(html.contains("1 new comment<"), is_moderator, "{html}");
            // The story comes back.
            let html = arrivals(&mut view, &[comment(102, 8, &[])], &[]);
            assert!(html.contains("new comment"), "{html}");
        }
    }

    #[test]
    fn what_is_new_is_announced_where_it_belongs() {
        let mut list = view(&[7], "hot::site", false);
        for (item, may_be_new) in [
            (story(7, &[]), false),
            (story(100, &[]), false),
            (story(101, &[]), true),
            (comment(102, 101, &[]), false),
        ] {
            assert_eq!(list.may_be_new(&item), may_be_new, "{item:?}");
        }
        list.announce(vec![101, 7, 8]);
        let button = r#"<button id="arrivals" value="101">1 new story</button>"#;
        assert_eq!((list.arrivals(), list.arrivals()), (button.to_owned(), String::new()));
        list.announce(vec![103, 7, 101]);
        let html = list.arrivals();
        assert!(html.ends_with("value=\"101,103\">2 new stories</button>"), "{html}");
        // A comment belongs below what is on the page, or arrives, too.
        let mut thread = view(&[8], "thread:7", false);
        let blocked = Item { poster: "eve".to_owned(), ..comment(104, 8, &[]) };
        let items = [comment(101, 7, &[]), comment(102, 8, &[]), comment(103, 102, &[]), blocked];
        assert!(arrivals(&mut thread, &items, &[]).contains("value=\"102,103\">2 new comments"));
        thread.note_deleted(103);
        let none = r#"<button id="arrivals" hidden></button>"#;
        assert_eq!(arrivals(&mut thread, &[comment(102, 8, &[Flag::Hidden])], &[]), none);
    }
}
