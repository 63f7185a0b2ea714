//! Bytes to a site.

use super::{FIELDED, GROUPED, HELD};
use crate::article::{Article, Texts};
use crate::error::Error;
use crate::groups::GroupNumber;
use crate::settings::{Setting, Settings, SettingsChange};
use crate::types::{
    ArticleId, FieldName, FieldValue, GroupName, Link, Title, UnixTime, UserName, Vote,
};
use crate::{MAX_FIELDS, MAX_GROUPS, SCORE_LIMIT, Site};

/// Why bytes are no site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecodeError {
    /// They end too early.
    #[error("it is cut short")]
    Truncated,
    /// There are more of them.
    #[error("something follows its end")]
    Trailing,
    /// They break a rule.
    #[error("it has {0}")]
    Invalid(&'static str),
    /// They break a limit.
    #[error("it breaks a limit: {0}")]
    Limit(#[from] Error),
}

/// Reads a site from `source`, which appends the next chunk to a buffer, or answers false at the
/// end.
///
/// # Errors
///
/// The first thing by which the bytes are no site.
pub fn decode(source: impl FnMut(&mut Vec<u8>) -> bool) -> Result<Site, DecodeError> {
    let mut reader = Reader { buffer: Vec::new(), at: 0, source };
    let mut change = SettingsChange::default();
    change.set(Setting::VoteScore, reader.integer()?)?;
    change.set(Setting::Window, reader.integer()?)?;
    change.set(Setting::PageSize, reader.integer()?)?;
    match reader.byte()? {
        value @ 0..=1 => change.set(Setting::SelfVote, value.into())?,
        _ => return Err(DecodeError::Invalid("a switch that is neither on nor off")),
    }
    let mut site = Site::new(Settings::default().with(change));
    let last_id = reader.number_of_32_bits()?;

    let mut groups = Vec::new();
    for _ in 0..reader.number()? {
        let name = reader.text(GroupName::MAX)?.to_vec();
        let name = GroupName::new(&name)?;
        if site.groups.number(name).is_some() {
            return Err(DecodeError::Invalid("two groups of one name"));
        }
        groups.push(site.groups.number_or_new(name));
    }

    for _ in 0..reader.number()? {
        let step = reader.number_of_32_bits()?;
        let id = site.last_id.checked_add(step).filter(|id| step > 0 && *id <= last_id);
        let id = id.ok_or(DecodeError::Invalid("an id out of order"))?;
        reader.article(&mut site, ArticleId::new(id), &groups)?;
    }
    site.last_id = last_id;
    site.rank_all();
    if groups.iter().any(|number| site.groups.size(*number) == 0) {
        return Err(DecodeError::Invalid("a group without articles"));
    }
    if reader.at < reader.buffer.len() {
        return Err(DecodeError::Trailing);
    }
    debug_assert_eq!(site.check(), Ok(()));
    Ok(site)
}

struct Reader<S> {
    buffer: Vec<u8>,
    at: usize,
    source: S,
}

impl<S: FnMut(&mut Vec<u8>) -> bool> Reader<S> {
    fn article(
        &mut self,
        site: &mut Site,
        id: ArticleId,
        groups: &[GroupNumber],
    ) -> Result<(), DecodeError> {
        let flags = self.byte()?;
        if flags & !(HELD | GROUPED | FIELDED) != 0 {
            return Err(DecodeError::Invalid("an unknown flag"));
        }
        let time = UnixTime::new(self.integer()?);
        let time = time.ok_or(DecodeError::Invalid("a time out of range"))?;
        let window = Setting::Window.check(self.integer()?)?;
        let upvotes = self.number_of_32_bits()?;
        let downvotes = self.number_of_32_bits()?;
        upvotes.checked_add(downvotes).ok_or(Error::TooManyVotes)?;
        let above_formula = self.signed()?;
        let title = self.text(Title::MAX)?.to_vec();
        let link = self.text(Link::MAX)?.to_vec();
        let poster = self.text(UserName::MAX)?.to_vec();
        let texts = Texts::new(Title::new(&title)?, Link::new(&link)?, UserName::new(&poster)?);

        let mut article = Article::new(time, window, texts);
        article.upvotes = upvotes;
        article.downvotes = downvotes;
        let score = article.score_at(site.settings.vote_score()).checked_add(above_formula);
        article.score = score
            .filter(|score| (-SCORE_LIMIT..=SCORE_LIMIT).contains(score))
            .ok_or(DecodeError::Invalid("a score out of range"))?;
        if flags & GROUPED != 0 {
            self.memberships(site, &mut article, id, groups)?;
        }
        if flags & FIELDED != 0 {
            self.fields(&mut article)?;
        }
        if flags & HELD != 0 {
            self.ledger(site, &mut article)?;
        } else {
            article.ledger.close();
        }
        site.votes += article.recorded_votes();
        site.articles.insert(id.get(), article);
        site.last_id = id.get();
        Ok(())
    }

    fn memberships(
        &mut self,
        site: &mut Site,
        article: &mut Article,
        id: ArticleId,
        groups: &[GroupNumber],
    ) -> Result<(), DecodeError> {
        let count = self.number_up_to(MAX_GROUPS)?;
        for _ in 0..count {
            let place = usize::try_from(self.number()?).unwrap_or(usize::MAX);
            let number = *groups.get(place).ok_or(DecodeError::Invalid("an unknown group"))?;
            let name = site.groups.name(number);
            if article.groups().last().is_some_and(|last| site.groups.name(*last) >= name) {
                return Err(DecodeError::Invalid("an article's groups out of order"));
            }
            site.groups.add(number, id, article.score, article.time.get());
            article.groups_mut().push(number);
        }
        Ok(())
    }

    fn fields(&mut self, article: &mut Article) -> Result<(), DecodeError> {
        for _ in 0..self.number_up_to(MAX_FIELDS)? {
            let name = self.text(FieldName::MAX)?.to_vec();
            let value = self.text(FieldValue::MAX)?;
            let before = article.fields().len();
            article.set_field(FieldName::new(&name)?, FieldValue::new(value)?);
            if article.fields().len() == before {
                return Err(DecodeError::Invalid("two custom fields of one name"));
            }
        }
        Ok(())
    }

    fn ledger(&mut self, site: &Site, article: &mut Article) -> Result<(), DecodeError> {
        let votes = [(Vote::Up, article.upvotes), (Vote::Down, article.downvotes)];
        article.ledger.reserve(article.upvotes.saturating_add(article.downvotes));
        for (vote, count) in votes {
            for _ in 0..count {
                let user = UserName::new(self.text(UserName::MAX)?)?;
                if article.ledger.set(user, Some(vote), &site.hasher).is_some() {
                    return Err(DecodeError::Invalid("two votes of one user"));
                }
            }
        }
        article.ledger.shrink_to_fit();
        Ok(())
    }

    /// The next `len` bytes. The caller has checked the length.
    fn bytes(&mut self, len: usize) -> Result<&[u8], DecodeError> {
        while self.buffer.len() - self.at < len {
            self.buffer.drain(..self.at);
            self.at = 0;
            if !(self.source)(&mut self.buffer) {
                return Err(DecodeError::Truncated);
            }
        }
        let from = self.at;
        self.at += len;
        self.buffer.get(from..self.at).ok_or(DecodeError::Truncated)
    }

    fn byte(&mut self) -> Result<u8, DecodeError> {
        let byte = match self.buffer.get(self.at) {
            Some(byte) => {
                self.at += 1;
                Some(byte)
            }
            None => self.bytes(1)?.first(),
        };
        byte.copied().ok_or(DecodeError::Truncated)
    }

    fn number(&mut self) -> Result<u64, DecodeError> {
        let mut number = 0_u64;
        for shift in (0..u64::BITS).step_by(7) {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7f);
            if bits << shift >> shift != bits {
                break;
            }
            number |= bits << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(DecodeError::Invalid("a number of more than 64 bits"))
    }

    fn signed(&mut self) -> Result<i64, DecodeError> {
        let number = self.number()?;
        Ok((number >> 1) as i64 ^ -((number & 1) as i64))
    }

    fn integer(&mut self) -> Result<i64, DecodeError> {
        i64::try_from(self.number()?).map_err(|_| DecodeError::Invalid("a number out of range"))
    }

    fn number_of_32_bits(&mut self) -> Result<u32, DecodeError> {
        u32::try_from(self.number()?).map_err(|_| DecodeError::Invalid("a number out of range"))
    }

    fn number_up_to(&mut self, most: usize) -> Result<usize, DecodeError> {
        let number = usize::try_from(self.number()?).ok().filter(|n| *n <= most);
        number.ok_or(DecodeError::Invalid("a number out of range"))
    }

    fn text(&mut self, longest: usize) -> Result<&[u8], DecodeError> {
        let len = self.number_up_to(longest)?;
        self.bytes(len)
    }
}
