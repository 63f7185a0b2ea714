use std::fmt;

use crate::news::{Item, Preferences, Source};

/// The new stories or comments that belong on a page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Scope {
    Nothing,
    /// Those of a list.
    List(Source),
    /// The comments on a story.
    Thread(u32),
}

impl Scope {
    /// Reads a scope in an address. One that makes no sense is of nothing.
    pub fn parsed(text: &str) -> Self {
        let (kind, name) = text.split_once(':').unwrap_or((text, ""));
        Self::List(match kind {
            "site" => Source::Site,
            "group" => Source::Group(name.to_owned()),
            "user" => Source::User(name.to_owned()),
            "feed" => Source::Feed(Vec::new()),
            "comments" => Source::Comments,
            "comments-of" => Source::CommentsOf(name.to_owned()),
            "thread" => return name.parse().map_or(Self::Nothing, Self::Thread),
            _ => return Self::Nothing,
        })
    }

    /// Returns the scope with the groups that the reader follows.
    pub fn of_reader(self, followed: Vec<String>) -> Self {
        match self {
            Self::List(Source::Feed(_)) => Self::List(Source::Feed(followed)),
            scope => scope,
        }
    }

    /// Whether comments belong on the page.
    pub fn has_comments(&self) -> bool {
        match self {
            Self::List(source) => source.has_comments(),
            Self::Thread(_) | Self::Nothing => true,
        }
    }

    /// Whether a listed item belongs on the page of a reader.
    pub fn has(&self, item: &Item, preferences: &Preferences) -> bool {
        let source = match self {
            Self::List(source) => source,
            // A thread leaves out what the list of all comments does.
            Self::Thread(story) if item.article == *story => &Source::Comments,
            Self::Thread(_) | Self::Nothing => return false,
        };
        let is_selected = match source {
            Source::Site | Source::Comments => true,
            Source::Group(name) => item.groups.contains(name),
            Source::User(name) | Source::CommentsOf(name) => item.poster == *name,
            Source::Feed(groups) => item.groups.iter().any(|name| groups.contains(name)),
            Source::Day(_)
            | Source::Hidden
            | Source::HiddenComments
            | Source::AnswersTo(_)
            | Source::VotesOf(_) => false,
        };
        is_selected && item.is_comment() == source.has_comments() && preferences.show(source, item)
    }
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::List(Source::Site) => f.write_str("site"),
            Self::List(Source::Group(name)) => write!(f, "group:{name}"),
            Self::List(Source::User(name)) => write!(f, "user:{name}"),
            Self::List(Source::Feed(_)) => f.write_str("feed"),
            Self::List(Source::Comments) => f.write_str("comments"),
            Self::List(Source::CommentsOf(name)) => write!(f, "comments-of:{name}"),
            Self::Thread(story) => write!(f, "thread:{story}"),
            Self::List(_) | Self::Nothing => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Scope;
    use crate::news::{Item, Preferences, Source};

    #[test]
    fn what_is_written_can_be_read() {
        for scope in [
            Scope::Nothing,
            Scope::List(Source::Site),
            Scope::List(Source::Group("a:b".to_owned())),
            Scope::List(Source::User("ada".to_owned())),
            Scope::List(Source::Feed(Vec::new())),
            Scope::List(Source::Comments),
            Scope::List(Source::CommentsOf("ada".to_owned())),
            Scope::Thread(17),
        ] {
            assert_eq!(Scope::parsed(&scope.to_string()), scope);
        }
        for nonsense in ["x", "thread:x", "thread", "hidden"] {
            assert_eq!(Scope::parsed(nonsense), Scope::Nothing);
        }
    }

    #[test]
    fn a_page_has_what_its_list_has() {
        let groups = vec!["rust".to_owned()];
        let story = Item { poster: "ada".to_owned(), groups, ..Item::default() };
        let feed = |groups: &[&str]| {
            let groups = groups.iter().map(|name| (*name).to_owned()).collect();
            Scope::List(Source::Feed(groups))
        };
        for (scope, has) in [
            (Scope::parsed("site"), true),
            (Scope::parsed("group:rust"), true),
            (Scope::parsed("group:go"), false),
            (Scope::parsed("user:ada"), true),
            (Scope::parsed("user:bob"), false),
            (feed(&["go", "rust"]), true),
            (feed(&["go"]), false),
            (Scope::parsed("comments"), false),
            (Scope::parsed(""), false),
        ] {
            assert_eq!(scope.has(&story, &Preferences::default()), has, "{scope:?}");
        }
        let (poster, parent) = ("ada".to_owned(), Some(7));
        let comment = Item { parent, article: 7, poster, ..Item::default() };
        for (scope, has) in [
            ("comments", true),
            ("comments-of:ada", true),
            ("thread:7", true),
            ("thread:8", false),
            ("site", false),
        ] {
            let scope = Scope::parsed(scope);
            assert_eq!(scope.has(&comment, &Preferences::default()), has, "{scope}");
        }
    }

    #[test]
    fn what_a_reader_leaves_out_is_not_new() {
        let preferences = Preferences {
            muted: vec!["go".to_owned()],
            blocked: vec!["eve".to_owned()],
            ..Preferences::default()
        };
        for (scope, poster, group, has) in [
            ("site", "ada", "rust", true),
            ("site", "ada", "go", false),
            ("site", "eve", "rust", false),
            ("group:go", "ada", "go", true),
            ("group:go", "eve", "go", false),
            ("user:eve", "eve", "go", true),
        ] {
            let (poster, groups) = (poster.to_owned(), vec![group.to_owned()]);
            let story = Item { poster, groups, ..Item::default() };
            assert_eq!(Scope::parsed(scope).has(&story, &preferences), has, "{scope}");
        }
        let (poster, parent) = ("eve".to_owned(), Some(7));
        let comment = Item { parent, article: 7, poster, ..Item::default() };
        for (scope, has) in [("comments", false), ("thread:7", false), ("comments-of:eve", true)] {
            assert_eq!(Scope::parsed(scope).has(&comment, &preferences), has, "{scope}");
        }
    }
}
