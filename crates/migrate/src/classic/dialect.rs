//! How classic sites differ.

use article_site::Settings;
use clap::{Args, ValueEnum};

/// What the code of a classic site does in its own way. Detected, unless an option says it.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Dialect of the classic site (detected if not given)")]
pub struct DialectOptions {
    /// A text with which all keys of the classic site begin [default: none]
    #[arg(long, value_name = "PREFIX", default_value = "", hide_default_value = true)]
    pub prefix: String,

    /// The field of an article's hash with the poster [default: poster, else user]
    #[arg(long, value_name = "FIELD")]
    pub poster_field: Option<String>,

    /// The field of an article's hash with the time [default: time, else now]
    ///
    /// The value may be a float, whose fraction is dropped.
    #[arg(long, value_name = "FIELD")]
    pub time_field: Option<String>,

    /// The unit of the times, and so of the scores [default: s]
    ///
    /// s: seconds since 1970. ms: milliseconds, as JavaScript's Date.now() has them. Never
    /// detected, but the report of an import names articles with a time in the future.
    #[arg(long, value_name = "s|ms")]
    pub time_unit: Option<TimeUnit>,

    /// The field of an article's hash with the link [default: link]
    ///
    /// Without a link, the article is a text. All fields that have no meaning of their own become
    /// custom fields, so an article with its text in the field "content" has a custom field of
    /// that name. To use it as the link instead: --link-field content
    #[arg(long, value_name = "FIELD")]
    pub link_field: Option<String>,

    /// The seconds of score per vote [default: the value that most scores follow, else 432]
    ///
    /// The site gets it as its setting VOTESCORE.
    #[arg(long, value_name = "SECONDS")]
    pub vote_score: Option<i64>,

    /// The seconds for which voting is open [default: until most voters expire, else 604800]
    ///
    /// The site gets it as its setting WINDOW.
    #[arg(long, value_name = "SECONDS")]
    pub window: Option<i64>,

    /// Whether posters vote for their articles by posting them
    ///
    /// yes: an article starts with its poster's vote. no: an article starts with no votes, and its
    /// poster cannot vote on it. Detected from the voters of open articles; yes if there are none.
    /// The site gets it as its setting SELFVOTE.
    #[arg(long, value_name = "yes|no", value_parser = ["yes", "no"], hide_possible_values = true)]
    pub self_vote: Option<String>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum TimeUnit {
    #[default]
    S,
    Ms,
}

impl TimeUnit {
    /// Returns the seconds of a number of units.
    pub fn seconds(self, units: f64) -> f64 {
        match self {
            Self::S => units,
            Self::Ms => units / 1_000.0,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dialect {
    pub poster: Vec<u8>,
    pub time: Vec<u8>,
    pub time_unit: TimeUnit,
    pub link: Vec<u8>,
    pub settings: Settings,
}
