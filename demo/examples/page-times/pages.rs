/// The user who looks at the pages.
pub const VIEWER: &str = "viewer";

/// The stories per page.
pub const SIZE: usize = 25;

/// What a page shows of a story. Both ways fill all of it.
#[derive(PartialEq, Eq, Debug, Default)]
pub struct Row {
    pub id: u32,
    pub title: String,
    pub link: String,
    pub poster: String,
    pub time: i64,
    pub votes: i64,
    /// Whether the viewer voted for it, on pages that show that.
    pub voted: bool,
}

/// The stories of a page, in their order.
#[derive(Clone, Copy)]
pub enum Listing {
    Score,
    Time,
    Group(&'static str),
    /// Most votes since then.
    Top(i64),
    Feed([&'static str; 5]),
}

/// A page to measure.
pub struct Page {
    pub name: &'static str,
    pub listing: Listing,
    /// Whether to show the viewer's votes.
    pub viewer: bool,
    /// Whether the classic layout may use what it computed less than 60 seconds ago.
    pub cached: bool,
}

impl Page {
    pub fn all(now: i64) -> Vec<Self> {
        let page = |name, listing| Self { name, listing, viewer: false, cached: false };
        let group = Listing::Group("rust");
        let feed = Listing::Feed(["rust", "databases", "space", "books", "music"]);
        vec![
            page("front page, by score", Listing::Score),
            page("newest", Listing::Time),
            Self { viewer: true, ..page("front page with the viewer's votes", Listing::Score) },
            Self { cached: true, ..page("group, intersection cached", group) },
            page("group, intersection expired", group),
            page("top of the day", Listing::Top(now - 86_400)),
            page("feed of 5 groups", feed),
        ]
    }
}
