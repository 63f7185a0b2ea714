//! `ARTICLE.LOAD key VOTERS`, and the voters of what is loaded.

use article_site::{ItemId, RecordedVote, UserName, Vote};

use crate::commands::arguments::Arguments;
use crate::commands::error::Error;
use crate::commands::options;

/// Users, and how they voted.
pub type Voters<'a> = Vec<(UserName<'a>, RecordedVote)>;

/// Reads the users of an option and adds them. Returns false for another option.
pub fn read<'a>(
    voters: &mut Voters<'a>,
    option: &str,
    arguments: &mut Arguments<'a>,
) -> Result<bool, Error> {
    let vote = match option {
        "UP" => Vote::Up.counted(),
        "DOWN" => Vote::Down.counted(),
        "SILENTUP" => Vote::Up.silent(),
        "SILENTDOWN" => Vote::Down.silent(),
        _ => return Ok(false),
    };
    voters.extend(arguments.list(0.., |users| Ok((options::user_name(users)?, vote)))?);
    Ok(true)
}

/// More votes on an article or comment.
pub struct VotersRequest<'a> {
    /// The article or comment.
    pub id: Option<ItemId>,
    /// Those who voted on it.
    pub voters: Voters<'a>,
    /// Its score, unless the formula gives it.
    pub score: Option<i64>,
}

impl<'a> VotersRequest<'a> {
    pub fn parse(arguments: &mut Arguments<'a>) -> Result<Self, Error> {
        let id = options::id(arguments)?;
        let (mut voters, mut score) = (Voters::new(), None);
        while let Some(option) = arguments.option()? {
            match option {
                "SCORE" => score = Some(arguments.integer(..)?),
                _ if read(&mut voters, option, arguments)? => {}
                _ => return Err(Error::Syntax),
            }
        }
        Ok(Self { id, voters, score })
    }
}
