use std::fmt;

use crate::news::{Listing, Order, Source};

/// The new stories or comments that belong on a page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Scope {
    Nothing,
    /// Those on the first page of a list.
    List(Listing),
    /// The comments on a story.
    Thread(u32),
}

/// How an address says that a list leaves out what the viewer has voted on.
const UNVOTED: &str = "unvoted";

impl Scope {
    /// Reads a scope in an address. One that makes no sense is of nothing.
    pub fn parsed(text: &str, viewer: Option<&str>) -> Self {
        if let Some(story) = text.strip_prefix("thread:") {
            return story.parse().map_or(Self::Nothing, Self::Thread);
        }
        let mut words = text.splitn(4, ':');
        let mut next = || words.next().unwrap_or_default();
        let (order, choice, kind, name) = (next(), next(), next(), next().to_owned());
        let Some(order) = Order::named(&Order::OF_STORIES, order) else { return Self::Nothing };
        let source = match kind {
            "site" => Source::Site,
            "group" => Source::Group(name),
            "user" => Source::User(name),
            "feed" => Source::Feed(Vec::new()),
            "comments" => Source::Comments,
            "comments-of" => Source::CommentsOf(name),
            _ => return Self::Nothing,
        };
        let viewer = viewer.map(str::to_owned);
        Self::List(Listing { source, order, viewer, unvoted: choice == UNVOTED })
    }

    /// Whether comments belong on the page.
    pub fn has_comments(&self) -> bool {
        match self {
            Self::List(listing) => listing.source.has_comments(),
            Self::Thread(_) | Self::Nothing => true,
        }
    }
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let listing = match self {
            Self::List(listing) => listing,
            Self::Thread(story) => return write!(f, "thread:{story}"),
            Self::Nothing => return Ok(()),
        };
        let (kind, name) = match &listing.source {
            Source::Site => ("site", ""),
            Source::Group(name) => ("group", name.as_str()),
            Source::User(name) => ("user", name.as_str()),
            Source::Feed(_) => ("feed", ""),
            Source::Comments => ("comments", ""),
            Source::CommentsOf(name) => ("comments-of", name.as_str()),
            _ => return Ok(()),
        };
        let choice = if listing.unvoted { UNVOTED } else { "" };
        write!(f, "{}:{choice}:{kind}:{name}", listing.order.name())
    }
}

#[cfg(test)]
mod tests {
    use super::Scope;
    use crate::news::{Listing, Order, Source};

    #[test]
    fn what_is_written_can_be_read() {
        let sources = [
            Source::Site,
            Source::Group("a:b".to_owned()),
            Source::User("ada".to_owned()),
            Source::Feed(Vec::new()),
            Source::Comments,
            Source::CommentsOf("ada".to_owned()),
        ];
        let lists = sources.into_iter().zip(Order::OF_STORIES).map(|(source, order)| {
            let unvoted = order == Order::New;
            Scope::List(Listing { source, order, viewer: Some("eve".to_owned()), unvoted })
        });
        for scope in lists.chain([Scope::Nothing, Scope::Thread(17)]) {
            assert_eq!(Scope::parsed(&scope.to_string(), Some("eve")), scope);
        }
        for nonsense in ["x", "thread:x", "thread", "hidden", "new::hidden", "old::site"] {
            assert_eq!(Scope::parsed(nonsense, None), Scope::Nothing);
        }
    }
}
