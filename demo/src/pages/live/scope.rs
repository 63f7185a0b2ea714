use std::fmt;

use crate::news::{Article, Comment, Preferences, Source};

/// The new stories or comments that belong on a page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Scope {
    /// None.
    Nothing,
    /// Stories.
    Stories(Source),
    /// All comments.
    Comments,
    /// The comments of a user.
    CommentsOf(String),
    /// The comments on a story.
    Thread(u32),
}

impl Scope {
    /// Reads a scope in an address. One that makes no sense is of nothing.
    pub fn parsed(text: &str) -> Self {
        let (kind, name) = text.split_once(':').unwrap_or((text, ""));
        match kind {
            "site" => Self::Stories(Source::Site),
            "group" => Self::Stories(Source::Group(name.to_owned())),
            "user" => Self::Stories(Source::User(name.to_owned())),
            "feed" => Self::Stories(Source::Feed(Vec::new())),
            "comments" => Self::Comments,
            "comments-of" => Self::CommentsOf(name.to_owned()),
            "thread" => name.parse().map_or(Self::Nothing, Self::Thread),
            _ => Self::Nothing,
        }
    }

    /// Returns the scope with the groups that the reader follows.
    pub fn of_reader(self, followed: Vec<String>) -> Self {
        match self {
            Self::Stories(Source::Feed(_)) => Self::Stories(Source::Feed(followed)),
            scope => scope,
        }
    }

    /// Whether a listed story belongs on the page of a reader.
    pub fn has_story(&self, story: &Article, preferences: &Preferences) -> bool {
        let Self::Stories(source) = self else { return false };
        let is_selected = match source {
            Source::Site => true,
            Source::Group(name) => story.groups.contains(name),
            Source::User(name) => story.poster == *name,
            Source::Feed(groups) => story.groups.iter().any(|name| groups.contains(name)),
            Source::Day(_) | Source::Hidden => false,
        };
        is_selected && preferences.show(source, story)
    }

    /// Whether a listed comment belongs on the page of a reader.
    pub fn has_comment(&self, comment: &Comment, preferences: &Preferences) -> bool {
        match self {
            Self::Comments => !preferences.blocked.contains(&comment.poster),
            Self::CommentsOf(name) => comment.poster == *name,
            Self::Thread(story) => {
                comment.article == *story && !preferences.blocked.contains(&comment.poster)
            }
            Self::Stories(_) | Self::Nothing => false,
        }
    }
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stories(Source::Site) => f.write_str("site"),
            Self::Stories(Source::Group(name)) => write!(f, "group:{name}"),
            Self::Stories(Source::User(name)) => write!(f, "user:{name}"),
            Self::Stories(Source::Feed(_)) => f.write_str("feed"),
            Self::Comments => f.write_str("comments"),
            Self::CommentsOf(name) => write!(f, "comments-of:{name}"),
            Self::Thread(story) => write!(f, "thread:{story}"),
            Self::Stories(Source::Day(_) | Source::Hidden) | Self::Nothing => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Scope;
    use crate::news::{Article, Comment, Preferences, Source};

    #[test]
    fn what_is_written_can_be_read() {
        for scope in [
            Scope::Nothing,
            Scope::Stories(Source::Site),
            Scope::Stories(Source::Group("a:b".to_owned())),
            Scope::Stories(Source::User("ada".to_owned())),
            Scope::Stories(Source::Feed(Vec::new())),
            Scope::Comments,
            Scope::CommentsOf("ada".to_owned()),
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
        let story = Article { poster: "ada".to_owned(), groups, ..Article::default() };
        let feed = |groups: &[&str]| {
            let groups = groups.iter().map(|name| (*name).to_owned()).collect();
            Scope::Stories(Source::Feed(groups))
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
            assert_eq!(scope.has_story(&story, &Preferences::default()), has, "{scope:?}");
        }
        let comment = Comment { article: 7, poster: "ada".to_owned(), ..Comment::default() };
        for (scope, has) in [
            ("comments", true),
            ("comments-of:ada", true),
            ("thread:7", true),
            ("thread:8", false),
        ] {
            assert_eq!(
                Scope::parsed(scope).has_comment(&comment, &Preferences::default()),
                has,
                "{scope}"
            );
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
            let story = Article { poster, groups, ..Article::default() };
            assert_eq!(Scope::parsed(scope).has_story(&story, &preferences), has, "{scope}");
        }
        let comment = Comment { poster: "eve".to_owned(), ..Comment::default() };
        assert!(!Scope::Comments.has_comment(&comment, &preferences));
        assert!(Scope::CommentsOf("eve".to_owned()).has_comment(&comment, &preferences));
    }
}
