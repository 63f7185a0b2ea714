use std::time::{Duration, Instant};

use redis::{Cmd, cmd};

use super::preferences::{Query, blocks, choices};
use super::round_trip::{Replies, RoundTrip};
use super::{Article, KEY, Login, News, Result, UserSummary, subscriptions, visits};

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
            Self::Discussed => ("discussed", "Most comments", &["BY", "COMMENTS"]),
        }
    }
}

/// A listing as one viewer sees it. The viewer's choices, and the groups of a feed, are added on the
/// server.
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
}

/// What a page shows about the source of its list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum About {
    /// Nothing.
    Nothing,
    /// A group, and whether the viewer follows it.
    Group(bool),
    /// A user, and whether the viewer blocks them.
    User(UserSummary, bool),
    /// The groups that the viewer follows.
    Feed(Vec<String>),
}

/// All that the page of a list shows.
#[derive(Clone, Debug)]
pub struct List {
    /// The part of the listing.
    pub page: Page,
    /// Its source.
    pub about: About,
    /// The end of the viewer's last visit, as UNIX time.
    pub since: Option<i64>,
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
            Source::Day(start) => command.arg("SINCE").arg(start).arg("UNTIL").arg(start + DAY),
            Source::Hidden => command.arg("HIDDEN"),
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
        }
        command
    }
}

impl Source {
    /// Returns the commands for what a page shows about the source.
    fn about(&self, login: Option<&Login>) -> Vec<Cmd> {
        match (self, login) {
            (Self::Group(name), Some(login)) => vec![subscriptions::follows(&login.user, name)],
            (Self::User(name), _) => {
                let mut commands = UserSummary::commands(name);
                commands.extend(login.map(|login| blocks(&login.user, name)));
                commands
            }
            (Self::Feed(_), Some(login)) => vec![subscriptions::all(&login.user)],
            _ => Vec::new(),
        }
    }

    /// Reads the replies to these commands.
    fn read_about(&self, login: Option<&Login>, replies: &mut Replies) -> Result<About> {
        Ok(match (self, login) {
            (Self::Group(_), Some(_)) => About::Group(replies.next()?),
            (Self::Group(_), None) => About::Group(false),
            (Self::User(_), _) => {
                let summary = UserSummary::read(replies)?;
                About::User(summary, login.is_some() && replies.next()?)
            }
            (Self::Feed(_), Some(_)) => About::Feed(subscriptions::names(replies.next()?)),
            _ => About::Nothing,
        })
    }
}

impl News {
    /// Returns the first page of a listing, or the one after a cursor, as the viewer wants it, and
    /// notes the viewer's visit. All of it is one round trip.
    pub async fn list(
        &self,
        login: Option<&Login>,
        listing: &Listing,
        after: Option<&str>,
    ) -> Result<List> {
        let choices = login.map(|login| choices(&listing.source, &login.user));
        let query = Query::new(listing.command(after), login, &choices.unwrap_or_default());
        let mut trip = RoundTrip::of(login);
        trip.add(query.command());
        if let Some(login) = login {
            trip.add(visits::arrive(login));
        }
        for command in listing.source.about(login) {
            trip.add(command);
        }
        let start = Instant::now();
        let mut replies = trip.run(self).await?;
        let took = start.elapsed();
        let (command, (articles, next)) = query.read(&mut replies)?;
        let since = if login.is_some() { replies.next()? } else { None };
        let about = listing.source.read_about(login, &mut replies)?;
        Ok(List { page: Page { articles, next, command, took }, about, since })
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
    use super::{Listing, Order, Source, shown};

    /// Returns the command without the entries to return.
    fn query(listing: &Listing, after: Option<&str>) -> String {
        let command = shown(&listing.command(after));
        let (query, entries) = command.split_once(" RETURN ").unwrap();
        assert!(entries.starts_with("13 id title "), "{entries}");
        query.to_owned()
    }

    fn listing(source: Source, order: Order, viewer: Option<&str>) -> Listing {
        Listing { source, order, viewer: viewer.map(str::to_owned), unvoted: false }
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
            command(Source::Hidden, Order::New, viewer, None),
            "ARTICLE.PAGE news 1 BY TIME HIDDEN WITHCURSOR VIEWER ada"
        );
        assert_eq!(
            command(Source::Day(86_400), Order::All, None, None),
            "ARTICLE.PAGE news 1 BY VOTES SINCE 86400 UNTIL 172800 WITHCURSOR"
        );
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
