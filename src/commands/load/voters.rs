//! `ARTICLE.LOAD key VOTERS`, and the voters of what is loaded.

use article_site::{ItemId, UserName, Voters};

use crate::commands::arguments::Arguments;
use crate::commands::error::Error;
use crate::commands::options;

/// Users by how they voted.
#[derive(Default)]
pub struct VoterArgs<'a> {
    up: Vec<UserName<'a>>,
    down: Vec<UserName<'a>>,
    silent_up: Vec<UserName<'a>>,
    silent_down: Vec<UserName<'a>>,
}

impl<'a> VoterArgs<'a> {
    /// Reads the users of an option. Returns false for another option.
    pub fn read(&mut self, option: &str, arguments: &mut Arguments<'a>) -> Result<bool, Error> {
        let users = match option {
            "UP" => &mut self.up,
            "DOWN" => &mut self.down,
            "SILENTUP" => &mut self.silent_up,
            "SILENTDOWN" => &mut self.silent_down,
            _ => return Ok(false),
        };
        *users = arguments.list(0.., options::user_name)?;
        Ok(true)
    }

    /// Returns the users as the core takes them.
    pub fn voters(&self) -> Voters<'_> {
        let Self { up, down, silent_up, silent_down } = self;
        Voters { up, down, silent_up, silent_down }
    }
}

/// More votes on an article or comment.
pub struct VotersRequest<'a> {
    /// The article or comment.
    pub id: Option<ItemId>,
    /// Those who voted on it.
    pub voters: VoterArgs<'a>,
    /// Its score, unless the formula gives it.
    pub score: Option<i64>,
}

impl<'a> VotersRequest<'a> {
    pub fn parse(arguments: &mut Arguments<'a>) -> Result<Self, Error> {
        let id = options::id(arguments)?;
        let (mut voters, mut score) = (VoterArgs::default(), None);
        while let Some(option) = arguments.option()? {
            match option {
                "SCORE" => score = Some(arguments.integer(..)?),
                _ if voters.read(option, arguments)? => {}
                _ => return Err(Error::Syntax),
            }
        }
        Ok(Self { id, voters, score })
    }
}
