//! The Lua code.

/// A piece of Lua code.
#[derive(Clone, Copy)]
pub enum Code {
    Vote,
    Post,
    Page,
    /// The most votes since a time.
    Best,
    /// Several groups, by a union of their rankings.
    Feed,
    /// Several groups, by the first page of each.
    Merge,
    /// The job that computes a ranking.
    Rerank,
}

impl Code {
    pub const ALL: [Self; 7] =
        [Self::Vote, Self::Post, Self::Page, Self::Best, Self::Feed, Self::Merge, Self::Rerank];

    /// Returns the name of the function.
    pub fn name(self) -> &'static str {
        match self {
            Self::Vote => "vote",
            Self::Post => "post",
            Self::Page => "page",
            Self::Best => "best",
            Self::Feed => "feed",
            Self::Merge => "merge",
            Self::Rerank => "rerank",
        }
    }

    /// Returns the flags of the function.
    pub fn flags(self) -> &'static str {
        match self {
            Self::Page | Self::Merge => "'no-writes'",
            Self::Vote | Self::Post | Self::Best | Self::Feed | Self::Rerank => "",
        }
    }

    /// Returns the code.
    pub fn text(self) -> &'static str {
        match self {
            Self::Vote => include_str!("vote.lua"),
            Self::Post => include_str!("post.lua"),
            Self::Page => include_str!("page.lua"),
            Self::Best => include_str!("best.lua"),
            Self::Feed => include_str!("feed.lua"),
            Self::Merge => include_str!("merge.lua"),
            Self::Rerank => include_str!("rerank.lua"),
        }
    }
}
