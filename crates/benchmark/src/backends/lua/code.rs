//! The Lua code.

/// A piece of Lua code.
#[derive(Clone, Copy)]
pub enum Code {
    Vote,
    Post,
    Page,
    /// The most votes since a time.
    Top,
    /// The first page of several groups, from the first page of each.
    Merge,
    /// A page of several groups, from the union of their rankings.
    Union,
    /// The job that computes a ranking.
    Rerank,
}

impl Code {
    pub const ALL: [Self; 7] =
        [Self::Vote, Self::Post, Self::Page, Self::Top, Self::Union, Self::Merge, Self::Rerank];

    /// Returns the name of the function.
    pub fn name(self) -> &'static str {
        match self {
            Self::Vote => "vote",
            Self::Post => "post",
            Self::Page => "page",
            Self::Top => "top",
            Self::Union => "union",
            Self::Merge => "merge",
            Self::Rerank => "rerank",
        }
    }

    /// Returns the flags of the function.
    pub fn flags(self) -> &'static str {
        match self {
            Self::Page | Self::Merge => "'no-writes'",
            Self::Vote | Self::Post | Self::Top | Self::Union | Self::Rerank => "",
        }
    }

    /// Returns the code.
    pub fn text(self) -> &'static str {
        match self {
            Self::Vote => include_str!("vote.lua"),
            Self::Post => include_str!("post.lua"),
            Self::Page => include_str!("page.lua"),
            Self::Top => include_str!("top.lua"),
            Self::Union => include_str!("union.lua"),
            Self::Merge => include_str!("merge.lua"),
            Self::Rerank => include_str!("rerank.lua"),
        }
    }
}
