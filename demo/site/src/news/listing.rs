use redis::{Cmd, cmd};

use super::KEY;
use super::reading::{ENTRIES, returning};
use super::shelves::Shelf;

const DAY: i64 = 86_400;

/// The stories or comments that a page selects from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    Site,
    Group(String),
    User(String),
    /// The stories in at least one of the groups that the viewer follows.
    Feed(Vec<String>),
    /// The stories of the day that begins at this UNIX time.
    Day(i64),
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
    /// Whether the list leaves out what the viewer has hidden.
    pub fn leaves_out_hidden(&self) -> bool {
        matches!(self, Self::Site | Self::Feed(_) | Self::Day(_) | Self::Group(_))
    }

    /// Whether there are comments on the list. Such a list is always newest first.
    pub fn has_comments(&self) -> bool {
        match self {
            Self::Comments
            | Self::CommentsOf(_)
            | Self::HiddenComments
            | Self::AnswersTo(_)
            | Self::VotesOf(_) => true,
            Self::Site
            | Self::Group(_)
            | Self::User(_)
            | Self::Feed(_)
            | Self::Day(_)
            | Self::Hidden => false,
        }
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
}

impl Listing {
    /// Returns the command for the first page, or for the one after a cursor.
    pub fn command(&self, after: Option<&str>) -> Cmd {
        let query = self.query(after);
        if self.source.has_comments() { query } else { returning(query, &ENTRIES) }
    }

    /// Returns the command without the entries to return.
    pub(super) fn query(&self, after: Option<&str>) -> Cmd {
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
            Source::Day(start) => command.arg("SINCE").arg(start).arg("UNTIL").arg(start + DAY),
            Source::CommentsOf(name) => command.arg("FROM").arg(1).arg(name),
            Source::Hidden | Source::HiddenComments => command.arg("HIDDEN"),
            Source::VotesOf(_) => command.arg("UP"),
            _ => &mut command,
        };
        command.arg("WITHCURSOR");
        if let Some(cursor) = after {
            command.arg("AFTER").arg(cursor);
        }
        if let Some(viewer) = &self.viewer {
            command.arg("VIEWER").arg(viewer);
            if self.unvoted {
                command.arg("UNVOTED").arg(viewer);
            }
            if self.source.leaves_out_hidden() {
                command.arg("UNMARKED").arg(viewer).arg(1).arg(Shelf::Hidden.list());
            }
        }
        command
    }
}

#[cfg(test)]
mod tests {
    use super::{Listing, Order, Source};
    use crate::news::round_trip::shown;

    /// Returns the command without the entries to return.
    fn query(listing: &Listing, after: Option<&str>) -> String {
        let command = shown(&listing.command(after));
        let Some((query, entries)) = command.split_once(" RETURN ") else { return command };
        assert!(entries.starts_with("13 id title "), "{entries}");
        query.to_owned()
    }

    fn listing(source: Source, order: Order, viewer: Option<&str>) -> Listing {
        Listing { source, order, viewer: viewer.map(str::to_owned), unvoted: false }
    }

    #[test]
    fn each_source_has_its_command() {
        let day = Source::Day(86_400);
        for (source, order, command) in [
            (Source::Site, Order::Day, "PAGE news 1 BY VOTES SINCE -86400"),
            (Source::Group("rust".into()), Order::Hot, "GROUPPAGE news rust 1 BY GRAVITY"),
            (Source::User("bob".into()), Order::New, "USERPAGE news bob 1 BY TIME"),
            (Source::Hidden, Order::New, "PAGE news 1 BY TIME HIDDEN"),
            (day, Order::All, "PAGE news 1 BY VOTES SINCE 86400 UNTIL 172800"),
            (Source::Comments, Order::New, "COMMENTS news 1"),
            (Source::CommentsOf("bob".into()), Order::New, "COMMENTS news 1 FROM 1 bob"),
            (Source::HiddenComments, Order::New, "COMMENTS news 1 HIDDEN"),
            (Source::AnswersTo("bob".into()), Order::New, "ANSWERS news bob 1"),
            (Source::VotesOf("bob".into()), Order::New, "VOTED news bob 1 UP"),
        ] {
            let command = format!("ARTICLE.{command} WITHCURSOR");
            assert_eq!(query(&listing(source.clone(), order, None), None), command);
            let mut command = format!("{command} AFTER time:5-17 VIEWER ada");
            if matches!(source, Source::Site | Source::Group(_) | Source::Day(_)) {
                command += " UNMARKED ada 1 hidden";
            }
            assert_eq!(query(&listing(source, order, Some("ada")), Some("time:5-17")), command);
        }
    }

    #[test]
    fn only_a_viewer_has_voted() {
        let listing = Listing { unvoted: true, ..listing(Source::Site, Order::Hot, None) };
        assert_eq!(query(&listing, None), "ARTICLE.PAGE news 1 BY GRAVITY WITHCURSOR");
        let listing = Listing { viewer: Some("ada".into()), ..listing };
        assert_eq!(
            query(&listing, None),
            "ARTICLE.PAGE news 1 BY GRAVITY WITHCURSOR VIEWER ada UNVOTED ada \
             UNMARKED ada 1 hidden"
        );
    }

    #[test]
    fn names_lead_to_orders() {
        for orders in [&Order::OF_STORIES[..], &Order::OF_THREADS] {
            for order in orders {
                assert_eq!(Order::named(orders, order.name()), Some(*order));
            }
            assert_eq!(Order::named(orders, "coldest"), None);
        }
        assert_eq!(Order::named(&Order::OF_THREADS, "hot"), None);
        assert_eq!(Order::named(&Order::OF_STORIES, "old"), None);
    }
}
