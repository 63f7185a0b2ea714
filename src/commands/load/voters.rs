//! `ARTICLE.LOAD key VOTERS`, and the voters of what is loaded.

use article_site::{ItemId, RecordedVote, UserName, Vote, Votes};

use super::parse_count;
use crate::commands::words::arguments::Arguments;
use crate::commands::words::error::Error;
use crate::commands::words::options;

/// Users, and how they voted.
#[derive(Default)]
pub struct Voters<'a> {
    recorded: Option<Vec<(UserName<'a>, RecordedVote)>>,
    kept: Option<Vec<(UserName<'a>, RecordedVote)>>,
}

impl<'a> Voters<'a> {
    /// Reads the users of an option and adds them. Returns false for another option.
    pub fn read(&mut self, option: &str, arguments: &mut Arguments<'a>) -> Result<bool, Error> {
        let (list, vote) = match option {
            "UP" => (&mut self.recorded, Vote::Up.counted()),
            "DOWN" => (&mut self.recorded, Vote::Down.counted()),
            "SILENTUP" => (&mut self.recorded, Vote::Up.silent()),
            "SILENTDOWN" => (&mut self.recorded, Vote::Down.silent()),
            "KEPTUP" => (&mut self.kept, Vote::Up.counted()),
            "KEPTDOWN" => (&mut self.kept, Vote::Down.counted()),
            "KEPTSILENTUP" => (&mut self.kept, Vote::Up.silent()),
            "KEPTSILENTDOWN" => (&mut self.kept, Vote::Down.silent()),
            _ => return Ok(false),
        };
        let voters = arguments.list(0.., |users| Ok((options::user_name(users)?, vote)))?;
        list.get_or_insert_default().extend(voters);
        Ok(true)
    }

    /// Returns the votes of an item that was given counts, or was not.
    pub fn votes(
        self,
        has_counts: bool,
    ) -> Result<Votes<Vec<(UserName<'a>, RecordedVote)>>, Error> {
        match (self.recorded, self.kept, has_counts) {
            (Some(_), _, true) | (Some(_), Some(_), false) => Err(Error::CountsAndVoters),
            (recorded, None, false) => Ok(Votes::Recorded(recorded.unwrap_or_default())),
            (None, Some(kept), _) => Ok(Votes::Kept(kept)),
            (None, None, true) => Ok(Votes::Dropped),
        }
    }
}

/// More votes on an article or comment.
pub struct VotersRequest<'a> {
    pub id: ItemId,
    /// Those who voted on it.
    pub voters: Votes<Vec<(UserName<'a>, RecordedVote)>>,
    /// Its counts, if voting on it has closed.
    pub counts: Option<(u32, u32)>,
    /// Its score, unless the formula gives it.
    pub score: Option<i64>,
}

impl<'a> VotersRequest<'a> {
    pub fn parse(arguments: &mut Arguments<'a>) -> Result<Self, Error> {
        let id = options::item(arguments)?;
        let (mut voters, mut counts, mut score) = (Voters::default(), None, None);
        while let Some(option) = arguments.option()? {
            match option {
                "COUNTS" => counts = Some((parse_count(arguments)?, parse_count(arguments)?)),
                "SCORE" => score = Some(arguments.integer(..)?),
                _ if voters.read(option, arguments)? => {}
                _ => return Err(Error::Syntax),
            }
        }
        let is_of_closed = counts.is_some() || voters.kept.is_some();
        Ok(Self { id, voters: voters.votes(is_of_closed)?, counts, score })
    }
}
