use redis::{Cmd, cmd};

use super::preferences::READ;
use super::reading::{ENTRIES, add_list, returning};
use super::shelves::Shelf;
use super::{KEY, Preferences};

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    Site,
    Group(String),
    User(String),
    Feed,
    Hidden,
    Comments,
    CommentsOf(String),
    HiddenComments,
    AnswersTo(String),
    VotesOf(String),
}

impl Source {
    pub fn has_comments(&self) -> bool {
        matches!(
            self,
            Self::Comments
                | Self::CommentsOf(_)
                | Self::HiddenComments
                | Self::AnswersTo(_)
                | Self::VotesOf(_)
        )
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// Hacker News's: votes divided by a power of the age. Pinned stories come first.
    Hot,
    New,
    Old,
    Day,
    Week,
    Month,
    All,
    Best,
    Controversial,
}

impl Order {
    pub const OF_STORIES: [Self; 6] =
        [Self::Hot, Self::New, Self::Day, Self::Week, Self::Month, Self::All];

    pub const OF_THREADS: [Self; 4] = [Self::Best, Self::New, Self::Old, Self::Controversial];

    pub fn named(orders: &[Self], name: &str) -> Option<Self> {
        orders.iter().copied().find(|order| order.name() == name)
    }

    pub fn name(self) -> &'static str {
        self.properties().0
    }

    pub fn label(self) -> &'static str {
        self.properties().1
    }

    pub fn about(self) -> &'static str {
        self.properties().2
    }

    pub(super) fn arguments(self) -> &'static [&'static str] {
        self.properties().3
    }

    fn properties(self) -> (&'static str, &'static str, &'static str, &'static [&'static str]) {
        match self {
            Self::Hot => ("hot", "Hot", "many votes, and new", &["BY", "GRAVITY"]),
            Self::New => ("new", "New", "newest first", &["BY", "TIME"]),
            Self::Old => ("old", "Old", "oldest first", &["BY", "TIME", "ASC"]),
            Self::Day => {
                ("day", "Today", "most votes in 24 hours", &["BY", "VOTES", "SINCE", "-86400"])
            }
            Self::Week => {
                ("week", "Week", "most votes in 7 days", &["BY", "VOTES", "SINCE", "-604800"])
            }
            Self::Month => {
                ("month", "Month", "most votes in 30 days", &["BY", "VOTES", "SINCE", "-2592000"])
            }
            Self::All => ("all", "All time", "most votes ever", &["BY", "VOTES"]),
            Self::Best => ("best", "Best", "hardly any votes against", &["BY", "BEST"]),
            Self::Controversial => (
                "controversial",
                "Controversial",
                "as many votes for as against",
                &["BY", "CONTROVERSY"],
            ),
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listing {
    pub source: Source,
    pub order: Order,
    pub viewer: Option<String>,
    pub unvoted: bool,
    pub after: Option<String>,
}

impl Listing {
    pub(super) fn command(&self, wishes: &Preferences) -> Cmd {
        let query = self.query(wishes);
        if self.source.has_comments() { query } else { returning(query, &ENTRIES) }
    }

    /// Returns the command without the entries to return.
    pub(super) fn query(&self, wishes: &Preferences) -> Cmd {
        let mut command = cmd(match &self.source {
            Source::Group(_) => "ARTICLE.GROUPPAGE",
            Source::User(_) => "ARTICLE.USERPAGE",
            Source::AnswersTo(_) => "ARTICLE.ANSWERS",
            Source::VotesOf(_) => "ARTICLE.VOTED",
            source if source.has_comments() => "ARTICLE.COMMENTS",
            _ => "ARTICLE.PAGE",
        });
        command.arg(KEY);
        if let Source::Group(name)
        | Source::User(name)
        | Source::AnswersTo(name)
        | Source::VotesOf(name) = &self.source
        {
            command.arg(name);
        }
        command.arg(1);
        if !self.source.has_comments() {
            command.arg(self.order.arguments());
        }
        match &self.source {
            Source::CommentsOf(name) => command.arg("FROM").arg(1).arg(name),
            Source::Hidden | Source::HiddenComments => command.arg("HIDDEN"),
            Source::VotesOf(_) => command.arg("UP"),
            _ => &mut command,
        };
        command.arg("WITHCURSOR");
        if let Some(cursor) = &self.after {
            command.arg("AFTER").arg(cursor);
        }
        self.add_wishes(&mut command, wishes);
        command
    }

    /// Adds the choices of the viewer that hold for the list. A group's own page shows it even if
    /// it is muted, and a user's own page and the moderators' lists show everything.
    fn add_wishes(&self, command: &mut Cmd, wishes: &Preferences) {
        let Some(viewer) = &self.viewer else { return };
        command.arg("VIEWER").arg(viewer);
        if self.unvoted {
            command.arg("UNVOTED").arg(viewer);
        }
        let (source, followed) = (&self.source, &wishes.followed);
        if *source == Source::Feed {
            // Without a group, a feed is empty.
            command.arg("ANYOF").arg(followed.len()).arg(followed);
        }
        if matches!(source, Source::Site | Source::Feed) {
            add_list(command, "NONEOF", &wishes.muted);
        }
        if matches!(source, Source::Site | Source::Feed | Source::Group(_)) {
            command.arg("UNMARKED").arg(viewer).arg(1).arg(Shelf::Hidden.list());
        }
        if matches!(
            source,
            Source::Site
                | Source::Feed
                | Source::Group(_)
                | Source::Comments
                | Source::AnswersTo(_)
        ) {
            add_list(command, "NOTFROM", &wishes.blocked);
        }
        if !source.has_comments() {
            command.arg("MARKS").arg(1).arg(READ);
            wishes.size.map(|size| command.arg("SIZE").arg(size));
        }
    }
}
