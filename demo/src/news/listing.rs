use std::time::{Duration, Instant};

use redis::{Cmd, cmd};

use super::{Article, KEY, News, Preferences, Result};

/// The entries of a story that lists show. The server does not send the others.
pub(super) const ENTRIES: [&str; 13] = [
    "id", "title", "link", "poster", "time", "closes", "votes", "comments", "groups", "vote",
    "hidden", "locked", "pinned",
];

/// The seconds of a day.
const DAY: i64 = 86_400;

/// The articles that a page selects from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// All of them.
    Site,
    /// Those in a group.
    Group(String),
    /// Those that a user posted.
    User(String),
    /// Those in at least one of the groups that the viewer follows.
    Feed(Vec<String>),
    /// Those of the day that begins at this UNIX time.
    Day(i64),
    /// Those that moderators have hidden.
    Hidden,
}

/// The order of a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// Hacker News's: votes divided by a power of the age. Pinned articles come first.
    Hot,
    /// As hot, with the time since the last comment as the age. Pinned articles come first.
    Active,
    /// By score: the time plus seconds per vote. Pinned articles come first.
    Ranked,
    /// Newest first.
    New,
    /// Most votes of the last 24 hours.
    Day,
    /// Most votes of the last 7 days.
    Week,
    /// Most votes of the last 30 days.
    Month,
    /// Most votes.
    All,
    /// The highest share of votes for it that is statistically certain.
    Best,
    /// Many votes that are evenly divided.
    Controversial,
    /// Most comments.
    Discussed,
}

impl Order {
    /// All orders, as the site lists them.
    pub const ALL: [Self; 11] = [
        Self::Hot,
        Self::Active,
        Self::Ranked,
        Self::New,
        Self::Day,
        Self::Week,
        Self::Month,
        Self::All,
        Self::Best,
        Self::Controversial,
        Self::Discussed,
    ];

    /// Returns the order with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|order| order.name() == name)
    }

    /// Returns the name in addresses.
    pub fn name(self) -> &'static str {
        self.properties().0
    }

    /// Returns the name that users see.
    pub fn label(self) -> &'static str {
        self.properties().1
    }

    /// Whether new stories can be at the head of the list, however few votes they have.
    pub fn begins_with_new(self) -> bool {
        matches!(self, Self::Hot | Self::Active | Self::Ranked | Self::New)
    }

    /// Returns the arguments of the query.
    fn arguments(self) -> &'static [&'static str] {
        self.properties().2
    }

    fn properties(self) -> (&'static str, &'static str, &'static [&'static str]) {
        match self {
            Self::Hot => ("hot", "Hot", &["BY", "GRAVITY"]),
            Self::Active => ("active", "Active", &["BY", "ACTIVE"]),
            Self::Ranked => ("ranked", "Ranked", &["BY", "SCORE"]),
            Self::New => ("new", "New", &["BY", "TIME"]),
            Self::Day => ("day", "Today", &["BY", "VOTES", "SINCE", "-86400"]),
            Self::Week => ("week", "Week", &["BY", "VOTES", "SINCE", "-604800"]),
            Self::Month => ("month", "Month", &["BY", "VOTES", "SINCE", "-2592000"]),
            Self::All => ("all", "All time", &["BY", "VOTES"]),
            Self::Best => ("best", "Best", &["BY", "BEST"]),
            Self::Controversial => ("controversial", "Controversial", &["BY", "CONTROVERSY"]),
            Self::Discussed => ("discussed", "Discussed", &["BY", "COMMENTS"]),
        }
    }
}

/// A listing as one viewer sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listing {
    /// The articles that it selects from.
    pub source: Source,
    /// Their order.
    pub order: Order,
    /// Whose votes to return, if anyone's.
    pub viewer: Option<String>,
    /// Whether to leave out what the viewer has voted on.
    pub unvoted: bool,
    /// How the viewer wants to see lists.
    pub preferences: Preferences,
}

/// A part of a listing.
#[derive(Clone, Debug)]
pub struct Page {
    /// Its articles.
    pub articles: Vec<Article>,
    /// The cursor of the next part, if there is one.
    pub next: Option<String>,
    /// The command that returned it.
    pub command: String,
    /// The time from the request to the reply.
    pub took: Duration,
}

impl Listing {
    /// Returns the command for the first page, or for the one after a cursor.
    pub fn command(&self, after: Option<&str>) -> Cmd {
        let mut command = self.query(after);
        command.arg("RETURN").arg(ENTRIES.len()).arg(&ENTRIES);
        command
    }

    /// Returns the command without the entries to return.
    pub(super) fn query(&self, after: Option<&str>) -> Cmd {
        let mut command = match &self.source {
            Source::Site | Source::Feed(_) | Source::Day(_) | Source::Hidden => {
                cmd("ARTICLE.PAGE")
            }
            Source::Group(_) => cmd("ARTICLE.GROUPPAGE"),
            Source::User(_) => cmd("ARTICLE.USERPAGE"),
        };
        command.arg(KEY);
        if let Source::Group(name) | Source::User(name) = &self.source {
            command.arg(name);
        }
        command.arg(1).arg(self.order.arguments());
        match &self.source {
            Source::Feed(groups) => command.arg("ANYOF").arg(groups.len()).arg(groups),
            Source::Day(start) => command.arg("SINCE").arg(start).arg("UNTIL").arg(start + DAY),
            Source::Hidden => command.arg("HIDDEN"),
            _ => &mut command,
        };
        self.preferences.filter(&self.source, &mut command);
        self.preferences.limit(&mut command);
        command.arg("WITHCURSOR");
        if let Some(cursor) = after {
            command.arg("AFTER").arg(cursor);
        }
        if let Some(viewer) = &self.viewer {
            command.arg("VIEWER").arg(viewer);
            if self.unvoted {
                command.arg("UNVOTED").arg(viewer);
            }
        }
        command
    }
}

impl News {
    /// Returns the first page of a listing, or the one after a cursor.
    pub async fn page(&self, listing: &Listing, after: Option<&str>) -> Result<Page> {
        let command = listing.command(after);
        let start = Instant::now();
        let (articles, next) = command.query_async(&mut self.connection()).await?;
        Ok(Page { articles, next, command: shown(&command), took: start.elapsed() })
    }
}

/// Returns a command as one would type it.
pub(super) fn shown(command: &Cmd) -> String {
    let words = command.args_iter().filter_map(|argument| match argument {
        redis::Arg::Simple(bytes) => Some(String::from_utf8_lossy(bytes)),
        _ => None,
    });
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::{Listing, Order, Preferences, Source, shown};

    /// Returns the command without the entries to return.
    fn query(listing: &Listing, after: Option<&str>) -> String {
        let command = shown(&listing.command(after));
        let (query, entries) = command.split_once(" RETURN ").unwrap();
        assert!(entries.starts_with("13 id title "), "{entries}");
        query.to_owned()
    }

    fn listing(source: Source, order: Order, viewer: Option<&str>) -> Listing {
        let (viewer, preferences) = (viewer.map(str::to_owned), Preferences::default());
        Listing { source, order, viewer, unvoted: false, preferences }
    }

    fn command(source: Source, order: Order, viewer: Option<&str>, after: Option<&str>) -> String {
        query(&listing(source, order, viewer), after)
    }

    #[test]
    fn each_source_has_its_command() {
        let viewer = Some("ada");
        assert_eq!(
            command(Source::Site, Order::Day, viewer, Some("5-17")),
            "ARTICLE.PAGE news 1 BY VOTES SINCE -86400 WITHCURSOR AFTER 5-17 VIEWER ada"
        );
        assert_eq!(
            command(Source::Group("rust".into()), Order::Ranked, None, None),
            "ARTICLE.GROUPPAGE news rust 1 BY SCORE WITHCURSOR"
        );
        assert_eq!(
            command(Source::User("bob".into()), Order::New, None, None),
            "ARTICLE.USERPAGE news bob 1 BY TIME WITHCURSOR"
        );
        assert_eq!(
            command(Source::Feed(vec!["go".into(), "c".into()]), Order::Hot, viewer, None),
            "ARTICLE.PAGE news 1 BY GRAVITY ANYOF 2 go c WITHCURSOR VIEWER ada"
        );
        assert_eq!(
            command(Source::Hidden, Order::New, viewer, None),
            "ARTICLE.PAGE news 1 BY TIME HIDDEN WITHCURSOR VIEWER ada"
        );
        assert_eq!(
            command(Source::Day(86_400), Order::All, None, None),
            "ARTICLE.PAGE news 1 BY VOTES SINCE 86400 UNTIL 172800 WITHCURSOR"
        );
    }

    #[test]
    fn preferences_are_filters() {
        let preferences = Preferences {
            size: Some(15),
            muted: vec!["go".into()],
            blocked: vec!["eve".into()],
            hidden: vec![17, 4],
            since: None,
        };
        for (source, options) in [
            (Source::Site, "NONEOF 1 go NOTFROM 1 eve EXCEPT 2 17 4 SIZE 15 WITHCURSOR"),
            (Source::Group("go".into()), "NOTFROM 1 eve EXCEPT 2 17 4 SIZE 15 WITHCURSOR"),
            (Source::User("eve".into()), "SIZE 15 WITHCURSOR"),
        ] {
            let listing =
                Listing { preferences: preferences.clone(), ..listing(source, Order::New, None) };
            assert!(query(&listing, None).ends_with(&format!(" 1 BY TIME {options}")));
        }
    }

    #[test]
    fn only_a_viewer_has_voted() {
        let listing = Listing { unvoted: true, ..listing(Source::Site, Order::Hot, None) };
        assert_eq!(query(&listing, None), "ARTICLE.PAGE news 1 BY GRAVITY WITHCURSOR");
        let listing = Listing { viewer: Some("ada".into()), ..listing };
        assert_eq!(
            query(&listing, None),
            "ARTICLE.PAGE news 1 BY GRAVITY WITHCURSOR VIEWER ada UNVOTED ada"
        );
    }

    #[test]
    fn names_lead_to_orders() {
        for order in Order::ALL {
            assert_eq!(Order::named(order.name()), Some(order));
        }
        assert_eq!(Order::named("coldest"), None);
    }
}
