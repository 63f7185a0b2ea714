//! Putting articles into a site exactly as they were: from an append-only file, or from elsewhere.

use std::hash::RandomState;

use crate::article::{Article, Texts};
use crate::error::Error;
use crate::membership::join_groups;
use crate::settings::Setting;
use crate::types::{
    ArticleId, FieldName, FieldValue, GroupName, Link, Title, UnixTime, UserName, Vote,
};
use crate::{MAX_FIELDS, MAX_GROUPS, SCORE_LIMIT, Site, distinct, rescore};

/// An article as it was.
#[derive(Clone, Copy, Debug)]
pub struct LoadedArticle<'a> {
    /// Its id, greater than every id given so far.
    pub id: ArticleId,
    /// Who posted it.
    pub poster: UserName<'a>,
    /// The title.
    pub title: Title<'a>,
    /// The link.
    pub link: Link<'a>,
    /// When it was posted.
    pub time: UnixTime,
    /// When voting closes, in UNIX seconds.
    pub closes: i64,
    /// Its score; without one, that of the formula.
    pub score: Option<i64>,
    /// The votes on it.
    pub votes: LoadedVotes<'a>,
    /// Its groups; a name given twice counts once.
    pub groups: &'a [GroupName<'a>],
    /// Its custom fields; of a name given twice the last value holds.
    pub fields: &'a [(FieldName<'a>, FieldValue<'a>)],
}

/// The votes on an article that is loaded.
#[derive(Clone, Copy, Debug)]
pub enum LoadedVotes<'a> {
    /// Their records have been given back: voting on the article has closed for good.
    Counted {
        /// Votes for it.
        up: u32,
        /// Votes against it.
        down: u32,
    },
    /// Their records, or the first of them.
    Recorded(Voters<'a>),
}

/// Users by how they voted.
#[derive(Clone, Copy, Debug, Default)]
pub struct Voters<'a> {
    /// Those who voted for the article.
    pub up: &'a [UserName<'a>],
    /// Those who voted against it.
    pub down: &'a [UserName<'a>],
}

impl Site {
    /// Puts an article in.
    ///
    /// # Errors
    ///
    /// What breaks a rule: an id that is not new, times or a score out of range, a user who votes
    /// twice, too many groups, fields or votes.
    pub fn load(&mut self, loaded: &LoadedArticle) -> Result<(), Error> {
        let LoadedArticle { id, time, closes, .. } = *loaded;
        if id.get() <= self.last_id {
            return Err(Error::IdNotGreater);
        }
        let window =
            closes.checked_sub(time.get()).and_then(|open| Setting::Window.check(open).ok());
        let window = window.ok_or(Error::Range {
            what: "CLOSES less TIME",
            min: *Setting::Window.range().start(),
            max: *Setting::Window.range().end(),
        })?;
        let groups = distinct(loaded.groups, MAX_GROUPS).ok_or(Error::TooManyGroups)?;
        let names = loaded.fields.iter().map(|(name, _)| name);
        distinct(names, MAX_FIELDS).ok_or(Error::TooManyFields)?;
        if !self.groups.have_room_for(groups.len()) {
            return Err(Error::SiteFullOfGroups);
        }
        let texts = Texts::new(loaded.title, loaded.link, loaded.poster);
        let mut article = Article::new(time, window, texts);
        match loaded.votes {
            LoadedVotes::Counted { up, down } => {
                up.checked_add(down).ok_or(Error::TooManyVotes)?;
                (article.upvotes, article.downvotes) = (up, down);
                article.ledger.close();
            }
            LoadedVotes::Recorded(voters) => record(&mut article, voters, &self.hasher)?,
        }
        check_score(loaded.score)?;
        article.score = loaded.score.unwrap_or(article.score_at(self.settings.vote_score()));

        for (name, value) in loaded.fields {
            article.set_field(*name, *value);
        }
        self.votes += article.recorded_votes();
        join_groups(&mut article, id, &groups, &mut self.groups);
        self.insert(id, article);
        Ok(())
    }

    /// Adds records of votes to an article that has been loaded with the first of them. True if
    /// anything is different now.
    ///
    /// # Errors
    ///
    /// No such article, one whose records have been given back, a user who has voted, too many
    /// votes, or a score out of range.
    pub fn load_voters(
        &mut self,
        id: ArticleId,
        voters: Voters,
        score: Option<i64>,
    ) -> Result<bool, Error> {
        let article = self.articles.get_mut(id.get()).ok_or(Error::NoArticle)?;
        if article.ledger.is_dropped() {
            return Err(Error::VoteClosed);
        }
        let before = (article.recorded_votes(), article.score);
        check_score(score)?;
        record(article, voters, &self.hasher)?;
        self.votes = self.votes + article.recorded_votes() - before.0;
        let score = score.unwrap_or(article.score_at(self.settings.vote_score()));
        rescore(article, id, score, &mut self.by_score, &mut self.groups);
        Ok(before != (article.recorded_votes(), article.score))
    }

    /// Counts every id up to this one as given. True if anything is different now.
    ///
    /// # Errors
    ///
    /// A greater one has been given.
    pub fn load_last_id(&mut self, id: ArticleId) -> Result<bool, Error> {
        if id.get() < self.last_id {
            return Err(Error::IdNotGreater);
        }
        let before = std::mem::replace(&mut self.last_id, id.get());
        Ok(before != self.last_id)
    }
}

/// Adds voters to an article's ledger and counts, all or none of them.
fn record(article: &mut Article, voters: Voters, hasher: &RandomState) -> Result<(), Error> {
    let count = |voters: &[UserName]| u32::try_from(voters.len()).ok();
    let added = |votes: u32, voters| votes.checked_add(count(voters)?);
    let up = added(article.upvotes, voters.up).ok_or(Error::TooManyVotes)?;
    let down = added(article.downvotes, voters.down).ok_or(Error::TooManyVotes)?;
    up.checked_add(down).ok_or(Error::TooManyVotes)?;

    let all = || {
        let up = voters.up.iter().map(|user| (*user, Vote::Up));
        up.chain(voters.down.iter().map(|user| (*user, Vote::Down)))
    };
    for (others, (user, vote)) in all().enumerate() {
        let before = article.ledger.set(user, Some(vote), hasher);
        if before.is_some() {
            article.ledger.set(user, before, hasher);
            for (user, _) in all().take(others) {
                article.ledger.set(user, None, hasher);
            }
            return Err(Error::VotedBefore);
        }
    }
    (article.upvotes, article.downvotes) = (up, down);
    Ok(())
}

fn check_score(score: Option<i64>) -> Result<(), Error> {
    let range = -SCORE_LIMIT..=SCORE_LIMIT;
    if score.is_none_or(|score| range.contains(&score)) {
        Ok(())
    } else {
        Err(Error::Range { what: "SCORE", min: -SCORE_LIMIT, max: SCORE_LIMIT })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{NewArticle, Origin, Settings};

    fn users(names: &[&'static [u8]]) -> Vec<UserName<'static>> {
        names.iter().map(|name| UserName::new(name).unwrap()).collect()
    }

    fn seconds(seconds: i64) -> UnixTime {
        UnixTime::new(seconds).unwrap()
    }

    fn article<'a>(id: u32, votes: LoadedVotes<'a>) -> LoadedArticle<'a> {
        LoadedArticle {
            id: ArticleId::new(id),
            poster: UserName::new(b"poster").unwrap(),
            title: Title::new(b"title").unwrap(),
            link: Link::new(b"").unwrap(),
            time: seconds(1_000),
            closes: 2_000,
            score: None,
            votes,
            groups: &[],
            fields: &[],
        }
    }

    #[test]
    fn voters_are_added_all_or_none() {
        let mut site = Site::new(Settings::default());
        let (first, more) = (users(&[b"a", b"b"]), users(&[b"c", b"d"]));
        let again = users(&[b"e", b"b"]);
        let twice = users(&[b"f", b"f"]);
        let none = users(&[]);
        let recorded = |up, down| LoadedVotes::Recorded(Voters { up, down });
        site.load(&article(5, recorded(&first, &none))).unwrap();
        let id = ArticleId::new(5);
        for voters in [
            Voters { up: &again, down: &[] },
            Voters { up: &[], down: &twice },
            Voters { up: &more, down: &more },
        ] {
            assert_eq!(site.load_voters(id, voters, None), Err(Error::VotedBefore));
            site.check().unwrap();
            assert_eq!(site.article(id).unwrap().tally().votes(), 2);
        }
        site.load_voters(id, Voters { up: &[], down: &more }, Some(77)).unwrap();
        site.check().unwrap();
        let tally = site.article(id).unwrap().tally();
        assert_eq!((tally.upvotes, tally.downvotes, tally.score), (2, 2, 77));
        assert_eq!(site.load(&article(6, recorded(&twice, &none))), Err(Error::VotedBefore));
        assert_eq!(site.load(&article(5, recorded(&none, &none))), Err(Error::IdNotGreater));
        site.check().unwrap();
    }

    #[test]
    fn counts_without_records_close_the_voting_for_good() {
        let mut site = Site::new(Settings::default());
        site.load(&article(9, LoadedVotes::Counted { up: 7, down: 2 })).unwrap();
        site.check().unwrap();
        let (id, user) = (ArticleId::new(9), UserName::new(b"user").unwrap());
        let voted = site.vote(user, id, Some(Vote::Up), Origin::Client(seconds(1_500)));
        assert_eq!(voted, Err(Error::VoteClosed));
        assert_eq!(site.load_voters(id, Voters::default(), None), Err(Error::VoteClosed));
        assert_eq!(site.article(id).unwrap().tally().score, 1_000 + 5 * 432);
    }

    #[test]
    fn ids_that_are_passed_over_are_not_given() {
        let mut site = Site::new(Settings::default());
        site.load_last_id(ArticleId::new(41)).unwrap();
        assert_eq!(site.load_last_id(ArticleId::new(40)), Err(Error::IdNotGreater));
        let loaded = article(1, LoadedVotes::Counted { up: 0, down: 0 });
        let new = NewArticle {
            poster: loaded.poster,
            title: loaded.title,
            link: loaded.link,
            groups: &[],
            fields: &[],
            id: None,
            time: loaded.time,
        };
        assert_eq!(site.post(&new, Origin::Replay), Ok(ArticleId::new(42)));
    }
}
