use redis::{Cmd, cmd};

use super::preferences::READ;
use super::reading::{ENTRIES, add_list, returning};
use super::shelves::Shelf;
use super::{KEY, Preferences};

/// The stories or comments that a page selects from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    Site,
    Group(String),
    User(String),
    /// The stories in at least one of the groups that the viewer follows.
    Feed,
    /// The stories that moderators have hidden.
    Hidden,
    Comments,
    CommentsOf(String),
    /// The comments that moderators have hidden.
    HiddenComments,
    /// The answers of others to what a user has posted.
    AnswersTo(String),
    /// The stories and comments that a user has voted for.
    VotesOf(String),
}

impl Source {
    /// Whether there are comments on the list. Such a list is always newest first.
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

/// The order of a list of stories, or of the answers in a thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// Hacker News's: votes divided by a power of the age. Pinned stories come first.
    Hot,
    /// Newest first.
    New,
    /// Oldest first.
    Old,
    /// Most votes of the last 24 hours.
    Day,
    /// Most votes of the last 7 days.
    Week,
    /// Most votes of the last 30 days.
    Month,
    /// Most votes, of any time.
    All,
    /// The highest share of votes for it that is statistically certain.
    Best,
    /// Many votes that are evenly divided.
    Controversial,
}

impl Order {
    pub const OF_STORIES: [Self; 6] =
        [Self::Hot, Self::New, Self::Day, Self::Week, Self::Month, Self::All];

    /// The orders of threads, as the site lists them. The first is the default.
    pub const OF_THREADS: [Self; 4] = [Self::Best, Self::New, Self::Old, Self::Controversial];

    /// Returns the one of some orders that has this name.
    pub fn named(orders: &[Self], name: &str) -> Option<Self> {
        orders.iter().copied().find(|order| order.name() == name)
    }

    /// Returns the name in addresses.
    pub fn name(self) -> &'static str {
        self.properties().0
    }

    /// Returns the name that users see.
    pub fn label(self) -> &'static str {
        self.properties().1
    }

    /// Says what a list in this order shows.
    pub fn about(self) -> &'static str {
        self.properties().2
    }

    /// Returns the arguments of the query.
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

/// A listing as one viewer sees it. The viewer's choices, and the groups of a feed, are added on
/// the server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listing {
    pub source: Source,
    /// The order of stories. Comments are always newest first.
    pub order: Order,
    /// Whose votes to return, if anyone's.
    pub viewer: Option<String>,
    /// Whether to leave out what the viewer has voted on.
    pub unvoted: bool,
    /// The cursor that ended the part before.
    pub after: Option<String>,
}

impl Listing {
    /// Returns the command for what pages show.
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

#[cfg(test)]
mod tests {
    use super::{Listing, Order, Source};
    use crate::news::Preferences;
    use crate::news::round_trip::shown;

    /// Returns the command without the entries to return.
    fn query(listing: &Listing) -> String {
        let names = |name: &str| vec![name.to_owned()];
        let (size, followed, muted, blocked) =
            (Some(15), names("math"), names("go"), names("eve"));
        let wishes = Preferences { size, followed, muted, blocked, ..Preferences::default() };
        let command = shown(&listing.command(&wishes));
        command.split(" RETURN 14 id title ").next().unwrap_or_default().to_owned()
    }

    #[test]
    fn each_source_has_its_command_and_wishes() {
        let (all, some) = ("NONEOF 1 go ", "UNMARKED ada 1 hidden NOTFROM 1 eve ");
        let stories = "MARKS 1 read SIZE 15";
        let group = Source::Group("rust".into());
        for (source, order, command, wishes) in [
            (Source::Site, Order::Day, "PAGE news 1 BY VOTES SINCE -86400", [all, some, stories]),
            (group, Order::Hot, "GROUPPAGE news rust 1 BY GRAVITY", ["", some, stories]),
            (
                Source::User("bob".into()),
                Order::New,
                "USERPAGE news bob 1 BY TIME",
                ["", "", stories],
            ),
            (
                Source::Feed,
                Order::New,
                "PAGE news 1 BY TIME",
                ["ANYOF 1 math NONEOF 1 go ", some, stories],
            ),
            (Source::Hidden, Order::New, "PAGE news 1 BY TIME HIDDEN", ["", "", stories]),
            (Source::Comments, Order::New, "COMMENTS news 1", ["", "", "NOTFROM 1 eve"]),
            (Source::CommentsOf("bob".into()), Order::New, "COMMENTS news 1 FROM 1 bob", [""; 3]),
            (Source::HiddenComments, Order::New, "COMMENTS news 1 HIDDEN", [""; 3]),
            (
                Source::AnswersTo("bob".into()),
                Order::New,
                "ANSWERS news bob 1",
                ["", "", "NOTFROM 1 eve"],
            ),
            (Source::VotesOf("bob".into()), Order::New, "VOTED news bob 1 UP", [""; 3]),
        ] {
            let listing = Listing { source, order, viewer: None, unvoted: true, after: None };
            let command = format!("ARTICLE.{command} WITHCURSOR");
            assert_eq!(query(&listing), command, "nobody has voted");
            let (viewer, after) = (Some("ada".to_owned()), Some("time:5-17".to_owned()));
            let listing = Listing { viewer, after, ..listing };
            let wishes = wishes.concat();
            let command = format!("{command} AFTER time:5-17 VIEWER ada UNVOTED ada {wishes}");
            assert_eq!(query(&listing), command.trim_end());
        }
    }

    #[test]
    fn names_lead_to_orders() {
        for orders in [&Order::OF_STORIES[..], &Order::OF_THREADS] {
            for order in orders {
                assert_eq!(Order::named(orders, order.name()), Some(*order));
            }
        }
        assert_eq!(Order::named(&Order::OF_THREADS, "hot"), None);
        assert_eq!(Order::named(&Order::OF_STORIES, "old"), None);
    }
}
