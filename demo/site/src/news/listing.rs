use redis::{Cmd, cmd};

use super::preferences::READ;
use super::reading::ENTRIES;
use super::shelves::Shelf;
use super::{KEY, Preferences, Topic};

/// The stories per page of a new site.
const SIZE: usize = 30;

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
    /// What the viewer has put on a list of their own.
    Marked(Shelf),
    /// All comments on a story, or those since a time.
    Below {
        story: u32,
        title: String,
        since: Option<i64>,
    },
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
                | Self::Below { .. }
        )
    }

    /// Whether the list can be in other orders than that of its command.
    pub fn has_orders(&self) -> bool {
        !self.has_comments() && !matches!(self, Self::Marked(_))
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
        let mut query = self.query(wishes);
        match self.source.has_comments() {
            true => query,
            false => query.arg("RETURN").arg(ENTRIES.len()).arg(&ENTRIES).take(),
        }
    }

    /// Returns the command without the entries to return.
    pub(super) fn query(&self, wishes: &Preferences) -> Cmd {
        let mut command = cmd(match &self.source {
            Source::Group(_) => "ARTICLE.GROUPPAGE",
            Source::User(_) => "ARTICLE.USERPAGE",
            Source::AnswersTo(_) => "ARTICLE.ANSWERS",
            Source::VotesOf(_) => "ARTICLE.VOTED",
            Source::Marked(_) => "ARTICLE.MARKED",
            source if source.has_comments() => "ARTICLE.COMMENTS",
            _ => "ARTICLE.PAGE",
        });
        command.arg(KEY);
        match &self.source {
            Source::Group(name)
            | Source::User(name)
            | Source::AnswersTo(name)
            | Source::VotesOf(name) => command.arg(name),
            Source::Marked(shelf) => command.arg(self.reader()).arg(shelf.list()),
            _ => &mut command,
        };
        command.arg(1);
        if self.source.has_orders() {
            command.arg(self.order.arguments());
        }
        match &self.source {
            Source::Site if self.order == Order::Hot => {
                // The front page is about more than one thing.
                let most = wishes.size.unwrap_or(SIZE).div_ceil(6);
                command.arg("PER").arg("GROUP").arg(most)
            }
            Source::CommentsOf(name) => command.arg("FROM").arg(1).arg(name),
            Source::Hidden | Source::HiddenComments => command.arg("HIDDEN"),
            Source::VotesOf(_) => command.arg("UP"),
            Source::Marked(_) => command.arg("ARTICLES"),
            Source::Below { story, .. } => command.arg("BELOW").arg(story),
            _ => &mut command,
        };
        if let Source::Below { since: Some(since), .. } = &self.source {
            command.arg("SINCE").arg(since).arg("NOTFROM").arg(1).arg(self.reader());
        }
        command.arg("WITHCURSOR");
        if let Some(cursor) = &self.after {
            command.arg("AFTER").arg(cursor);
        }
        self.add_wishes(&mut command, wishes);
        command
    }

    fn reader(&self) -> &str {
        self.viewer.as_deref().unwrap_or_default()
    }

    /// Adds the choices of the viewer that hold for the list. The page of a muted group shows it,
    /// and a user's own page and the moderators' lists show everything.
    fn add_wishes(&self, command: &mut Cmd, wishes: &Preferences) {
        let Some(viewer) = &self.viewer else { return };
        command.arg("VIEWER").arg(viewer);
        if self.unvoted {
            command.arg("UNVOTED").arg(viewer);
        }
        match &self.source {
            Source::Feed => command.arg("FEED").arg(viewer),
            Source::Group(name) if Topic::Group(name).is_muted(&wishes.follows) => command,
            Source::Site | Source::Group(_) | Source::Comments | Source::Below { .. } => {
                command.arg("UNMUTED").arg(viewer)
            }
            _ => command,
        };
        if matches!(self.source, Source::Site | Source::Feed | Source::Group(_)) {
            command.arg("UNMARKED").arg(viewer).arg(1).arg(Shelf::Hidden.list());
        }
        if !self.source.has_comments() {
            command.arg("MARKS").arg(1).arg(READ);
            wishes.size.map(|size| command.arg("SIZE").arg(size));
        }
    }
}
