//! Comments of the model: who answers whom, how many comments are below each, and the answers
//! that each user has seen.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use article_site::{
    CommentText, Edit, Error, Flags, InboxPosition, Link, NewComment, Pin, Title, UserName,
    Visibility,
};

use crate::item::{ModelComment, ModelContent};
use crate::model::check_fields;
use crate::{Model, ModelItem, ModelPlace};

/// The ids of the direct answers to each article, comment and place.
pub(crate) type Answers = BTreeMap<u32, Vec<u32>>;

const MAX_DEPTH: u32 = 255;
/// How far the answers that a user has not seen are counted.
const MAX_UNSEEN: usize = 1_000;

impl Model {
    pub fn comment(&mut self, new: &NewComment, now: i64) -> Result<u32, Error> {
        let (article, depth) = self.check_takes_comments(new.parent.get())?;
        let id = self.new_id(new.id, new.time, now)?;
        check_fields(new.fields)?;

        let time = new.time.get();
        self.drop_closed(time);
        let (parent, text) = (new.parent.get(), new.text.as_bytes().to_vec());
        let comment = ModelComment { text, parent, article, depth, comments: 0 };
        let content = ModelContent::Comment(comment);
        self.push(id, new.poster.as_bytes(), time, content, (new.fields, new.is_held));
        if new.is_held {
            return Ok(id);
        }
        self.count_in_article(article, 1);
        self.bump_by_comment(article, time);
        self.count_comments();
        Ok(id)
    }

    /// Checks that an article or comment takes comments. Returns the article of these, and their
    /// depth.
    pub fn check_takes_comments(&self, parent: u32) -> Result<(u32, u32), Error> {
        let answered = self.get(parent).ok_or(Error::NoArticle)?;
        let (article, depth) = match &answered.content {
            ModelContent::Article(_) => (answered.id, 1),
            ModelContent::Comment(comment) => (comment.article, comment.depth + 1),
        };
        self.get(article).ok_or(Error::NoArticle)?;
        let above = self.flags_above(answered.id);
        if above.iter().any(|flags| !flags.is_listed()) {
            return Err(Error::Hidden);
        }
        if above.iter().any(|flags| flags.locked) {
            return Err(Error::Locked);
        }
        if depth > MAX_DEPTH {
            return Err(Error::TooDeep);
        }
        Ok((article, depth))
    }

    /// Returns the flags of an article or comment and of all above it, deleted ones included.
    fn flags_above(&self, id: u32) -> Vec<Flags> {
        let ids = std::iter::once(id).chain(self.above(id));
        let place = |id| Some(self.places.get(&id)?.flags);
        ids.filter_map(|id| self.get(id).map(|item| item.flags).or_else(|| place(id))).collect()
    }

    /// Returns the ids of all that is above an article, comment or place, from its parent up.
    pub(crate) fn above(&self, id: u32) -> impl Iterator<Item = u32> {
        let parent = |id: u32| match self.get(id) {
            Some(item) => item.comment().map(|comment| comment.parent),
            None => self.places.get(&id).and_then(|place| place.parent),
        };
        std::iter::successors(parent(id), move |id| parent(*id))
    }

    pub(crate) fn answers(&self) -> Answers {
        let mut answers = Answers::new();
        let items = self.items.iter().map(|item| (item.id, item.comment().map(|it| it.parent)));
        let places = self.places.iter().map(|(id, place)| (*id, place.parent));
        for (id, parent) in items.chain(places) {
            if let Some(parent) = parent {
                answers.entry(parent).or_default().push(id);
            }
        }
        answers
    }

    /// Returns the number of listed comments below an article, comment or place.
    pub(crate) fn listed_below(&self, id: u32, answers: &Answers) -> u32 {
        let answers_of = answers.get(&id).into_iter().flatten();
        answers_of
            .map(|id| {
                let is_listed = self.get(*id).is_some_and(|item| item.flags.is_listed());
                u32::from(is_listed) + self.listed_below(*id, answers)
            })
            .sum()
    }

    /// Counts the comments below each comment from the beginning.
    pub(crate) fn count_comments(&mut self) {
        let answers = self.answers();
        for at in 0..self.items.len() {
            let counted = self.listed_below(self.items[at].id, &answers);
            let is_other = |comment: &ModelComment| comment.comments != counted;
            if self.items[at].comment().is_some_and(is_other)
                && let ModelContent::Comment(comment) =
                    &mut Rc::make_mut(&mut self.items[at]).content
            {
                comment.comments = counted;
            }
        }
    }

    /// Adds to the number of comments of an article, which `ARTICLE.BUMP` may have set to
    /// anything.
    pub(crate) fn count_in_article(&mut self, id: u32, added: i64) {
        if let Ok(item) = self.get_mut(id)
            && let ModelContent::Article(article) = &mut item.content
        {
            let comments = i64::from(article.comments) + added;
            article.comments = comments.clamp(0, u32::MAX.into()) as u32;
        }
    }

    pub fn delete(&mut self, id: u32) -> bool {
        let Ok(at) = self.items.binary_search_by_key(&id, |item| item.id) else { return false };
        let item = self.items.remove(at);
        self.unmark_deleted(id);
        self.unmute_deleted(id);
        let parent = item.comment().map(|comment| comment.parent);
        if let Some(comment) = item.comment()
            && item.flags.is_listed()
        {
            self.count_in_article(comment.article, -1);
            self.take_back_bump(comment.article, item.time);
        }
        let visibility = match item.flags.is_listed() {
            true => Visibility::Listed,
            false => Visibility::Hidden,
        };
        let flags = Flags { visibility, pin: Pin::Nowhere, ..item.flags };
        self.places.insert(id, ModelPlace { parent, standing: item.standing(), flags });
        self.remove_empty_places();
        self.count_comments();
        true
    }

    /// Removes the places that nothing answers any more, and then those above them.
    fn remove_empty_places(&mut self) {
        loop {
            let answered: BTreeSet<u32> = self.answers().into_keys().collect();
            let before = self.places.len();
            self.places.retain(|id, _| answered.contains(id));
            if self.places.len() == before {
                break;
            }
        }
    }

    /// Returns the listed comments that answer what a user posted, by others whom the user has not
    /// muted, the latest first.
    pub fn answers_to(&self, user: &[u8]) -> Vec<&ModelItem> {
        let is_answer = |item: &&ModelItem| {
            let parent = item.comment().and_then(|comment| self.get(comment.parent));
            self.is_shown(item)
                && item.poster != user
                && !self.is_left_out(user, item)
                && parent.is_some_and(|parent| {
                    let above = [Some(parent.id), item.comment().map(|comment| comment.article)];
                    let is_muted = |id: u32| self.wants_no_answers(user, id);
                    parent.poster == user && !above.into_iter().flatten().any(is_muted)
                })
        };
        let mut answers: Vec<_> =
            self.items.iter().map(|item| &**item).filter(is_answer).collect();
        answers.sort_by_key(|item| Reverse((item.time, item.id)));
        answers
    }

    /// Returns how many answers to a user are not seen, counted to 1,000.
    pub(crate) fn unseen(&self, user: &[u8]) -> usize {
        let answers = self.answers_to(user).into_iter();
        answers.filter(|item| self.is_unseen(user, item)).take(MAX_UNSEEN).count()
    }

    /// Returns whether a user has not seen an answer.
    pub(crate) fn is_unseen(&self, user: &[u8], item: &ModelItem) -> bool {
        self.seen.get(user).is_none_or(|seen| (item.time, item.id) > *seen)
    }

    /// Moves the mark of the answers that a user has seen. Returns whether it is later than
    /// before.
    pub fn see(&mut self, user: UserName, InboxPosition { time, id }: InboxPosition) -> bool {
        let (user, position) = (user.as_bytes(), (time.get(), id));
        let is_later = position > self.seen.get(user).copied().unwrap_or_default();
        if is_later {
            self.seen.insert(user.to_vec(), position);
        }
        is_later
    }
}

impl ModelItem {
    /// # Errors
    ///
    /// An article has no text, and a comment has neither title nor link.
    pub(crate) fn edit_texts(&mut self, edit: &Edit) -> Result<(), Error> {
        let Edit { title, link, text, .. } = edit;
        match &mut self.content {
            ModelContent::Article(_) if text.is_some() => return Err(Error::TextOfArticle),
            ModelContent::Comment(_) if title.is_some() || link.is_some() => {
                return Err(Error::TitleOfComment);
            }
            ModelContent::Article(article) => {
                replace(&mut article.title, title.map(Title::as_bytes));
                replace(&mut article.link, link.map(Link::as_bytes));
            }
            ModelContent::Comment(comment) => {
                replace(&mut comment.text, text.map(CommentText::as_bytes));
            }
        }
        Ok(())
    }
}

fn replace(text: &mut Vec<u8>, new: Option<&[u8]>) {
    if let Some(new) = new {
        *text = new.to_vec();
    }
}
