//! Listings and threads as commands of the server.

use article_site::{
    Direction, Filters, Order, Per, PerKind, Query, Source, ThreadQuery, UserName, Visibility,
};

use crate::condition::words;

/// A command and its arguments.
type Words = Vec<Vec<u8>>;

/// Returns the command that reads the first page of a listing of the site in a key.
pub fn listing(key: &str, query: &Query) -> Words {
    let line = match query.source {
        Source::Site => Line::new("PAGE", key),
        Source::Group(group) => Line::new("GROUPPAGE", key).word(group.as_bytes()),
        Source::User(user) => Line::new("USERPAGE", key).word(user.as_bytes()),
        Source::Comments | Source::Below(_) => Line::new("COMMENTS", key),
    };
    let Filters { since, until, min_votes, visibility, conditions } = &query.filters;
    let line = line.number(1).order(query.order, query.direction);
    let line = match query.source {
        Source::Below(id) => line.option("BELOW", Some(id.get())),
        _ => line,
    };
    let line = line.option("SINCE", *since).option("UNTIL", *until);
    let line = line.option("MINVOTES", *min_votes);
    let line = conditions.iter().flat_map(words).fold(line, Line::word);
    let line = line.flag("HIDDEN", *visibility == Visibility::Hidden);
    let line = line.flag("HELD", *visibility == Visibility::Held).per(query.per);
    line.option("AT", query.at.map(|at| at.get())).option("SIZE", query.size).0
}

/// Returns the command that reads the first page of a thread of the site in a key.
pub fn thread(key: &str, query: &ThreadQuery) -> Words {
    // Without `..`: a new option must be in the command as well.
    let ThreadQuery {
        id,
        order,
        direction,
        not_from,
        unmuted,
        depth,
        children,
        after: _,
        size,
        now: _,
        looks_ahead: _,
    } = query;
    let line = Line::new("THREAD", key).number(id.get()).order(*order, *direction);
    let line = line.list("NOTFROM", not_from.iter().map(|name| name.as_bytes()));
    let line = line.user("UNMUTED", *unmuted);
    let line = line.option("DEPTH", *depth).option("CHILDREN", *children);
    line.option("SIZE", *size).0
}

/// A command that is being written.
struct Line(Words);

impl Line {
    fn new(name: &str, key: &str) -> Self {
        Self(vec![format!("ARTICLE.{name}").into_bytes(), key.as_bytes().to_vec()])
    }

    fn word(mut self, word: impl AsRef<[u8]>) -> Self {
        self.0.push(word.as_ref().to_vec());
        self
    }

    fn number(self, number: impl ToString) -> Self {
        self.word(number.to_string())
    }

    fn flag(self, name: &str, is_set: bool) -> Self {
        if is_set { self.word(name) } else { self }
    }

    fn option(self, name: &str, number: Option<impl ToString>) -> Self {
        match number {
            Some(number) => self.word(name).number(number),
            None => self,
        }
    }

    /// Adds the names in a list, if there are any.
    fn list<'a>(self, option: &str, names: impl IntoIterator<Item = &'a [u8]>) -> Self {
        let names: Vec<_> = names.into_iter().collect();
        match names.len() {
            0 => self,
            len => names.into_iter().fold(self.word(option).number(len), Self::word),
        }
    }

    fn order(self, order: Order, direction: Direction) -> Self {
        let line = self.word("BY").word(order.name());
        line.flag("ASC", direction == Direction::Ascending)
    }

    /// Adds an option that names a user, if it is given.
    fn user(self, option: &str, user: Option<UserName>) -> Self {
        match user {
            Some(user) => self.word(option).word(user.as_bytes()),
            None => self,
        }
    }

    fn per(self, per: Option<Per>) -> Self {
        let Some(Per { kind, most }) = per else { return self };
        self.word("PER").word(PerKind::NAMES[kind as usize]).number(most)
    }
}
