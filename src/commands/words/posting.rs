//! What `ARTICLE.POST` and `ARTICLE.COMMENT` share.

use article_site::{ItemId, UnixTime};

use crate::commands::words::arguments::Arguments;
use crate::commands::words::error::Error;
use crate::commands::words::options::{self, FieldArg};
use crate::commands::words::spec::{Arg, ArgType};

/// The options that POST and COMMENT share.
#[derive(Default)]
pub struct Posting<'a> {
    pub fields: Vec<FieldArg<'a>>,
    pub id: Option<ItemId>,
    pub time: Option<UnixTime>,
    pub is_held: bool,
    pub with_counts: bool,
}

impl<'a> Posting<'a> {
    pub const ARGS: &'static [Arg] = &[
        options::FIELDS,
        Arg::option("ID", ArgType::Integer),
        Arg::option("TIME", ArgType::UnixTime),
        Arg::flag("HELD"),
        Arg::flag("WITHCOUNTS"),
    ];

    /// Reads the value of such an option. Returns false for another option.
    pub fn read(&mut self, option: &str, arguments: &mut Arguments<'a>) -> Result<bool, Error> {
        match option {
            "FIELDS" => self.fields = options::fields(arguments)?,
            "ID" => self.id = Some(options::new_id(arguments)?),
            "TIME" => self.time = Some(options::time(arguments)?),
            "HELD" => self.is_held = true,
            "WITHCOUNTS" => self.with_counts = true,
            _ => return Ok(false),
        }
        Ok(true)
    }
}
