//! Operations as commands of the server.

use article_site::{
    Direction, Filters, Kind, Names, Order, Per, PerKind, Query, Relation, Setting, Source,
    ThreadQuery, UserName, Visibility, Vote,
};

use crate::Context;
use crate::condition::words;
use crate::names;
use crate::operation::{CommentArgs, EditArgs, Operation, PostArgs, added_comments};

/// A command and its arguments.
pub type Words = Vec<Vec<u8>>;

impl Operation {
    /// Returns the command of an operation on the site in a key. There is none if the operation
    /// names nothing to change, or is not one of clients.
    pub fn command(&self, key: &str, context: Context) -> Option<Words> {
        let line = |name: &str| Line::new(name, key);
        let of_user = |name: &str, user: u8| line(name).word(names::user(user).as_bytes());
        let of_item = |name: &str, id: i16| line(name).number(context.id(id).get());
        let line = match self {
            Self::Post(args) => of_user("POST", args.poster).post(args, context),
            Self::Comment(args) => of_user("COMMENT", args.poster).comment(args, context),
            Self::Edit(args) => of_item("EDIT", args.id).edit(args),
            Self::Delete { id } => of_item("DEL", *id),
            Self::Vote { user, id, vote, is_silent } => {
                let line = of_user("VOTE", *user).number(context.id(*id).get());
                line.vote(*vote).flag("SILENT", *is_silent && vote.is_some())
            }
            Self::Unvote { user, from, count } => {
                let line = of_user("UNVOTE", *user).number(context.id(*from).get());
                line.word("COUNT").number(u32::from(*count) + 1)
            }
            Self::Silence { user, is_silenced, from, count } => {
                let line = of_user("SILENCE", *user).word(if *is_silenced { "YES" } else { "NO" });
                line.number(context.first(*from)).word("COUNT").number(u32::from(*count) + 1)
            }
            Self::Affinity { poster, count } => {
                of_user("AFFINITY", *poster).word("COUNT").number(u32::from(*count) + 1)
            }
            Self::Transfer { user, new_user, all, count } => {
                let line = of_user("TRANSFER", *user).word(names::user(*new_user).as_bytes());
                let line = line.flag("ALL", *all);
                line.word("COUNT").number(u32::from(*count) + 1)
            }
            Self::GroupAdd { groups, .. } | Self::GroupRemove { groups, .. }
                if groups.is_empty() =>
            {
                return None;
            }
            Self::GroupAdd { id, groups } => of_item("GROUPADD", *id).groups(groups),
            Self::GroupRemove { id, groups } => of_item("GROUPREM", *id).groups(groups),
            Self::Alter(settings) => line("ALTER").settings(settings, context),
            Self::Moderate { ids, .. } if ids.is_empty() => return None,
            Self::Moderate { moderation, ids } => {
                line("MODERATE").word(moderation.name()).ids(ids, context)
            }
            Self::Boost { id, seconds, is_increment } => {
                let line = of_item("BOOST", *id).number(10_000 * i64::from(*seconds));
                line.flag("INCR", *is_increment)
            }
            Self::Bump { id, age, comments } => {
                let time = age.map(|age| context.time(age).get());
                let line = of_item("BUMP", *id).option("TIME", time);
                line.word("COMMENTS").number(added_comments(*comments, 0))
            }
            Self::Increment { id, field, increment } => {
                let line = of_item("INCRBY", *id).word(names::field(*field).as_bytes());
                line.number(i64::from(*increment) << 50)
            }
            Self::Read(read) => Line::listing(key, &context.listing(read)),
            Self::Voted { user, vote, kind, size } => {
                let line = of_user("VOTED", *user).number(1);
                let line = line.flag("UP", *vote == Some(Vote::Up));
                let line = line.flag("DOWN", *vote == Some(Vote::Down));
                line.kind(*kind).word("SIZE").number(u32::from(*size) + 1)
            }
            Self::Answers { user, is_unseen, not_from, size } => {
                let line = of_user("ANSWERS", *user).number(1).flag("UNSEEN", *is_unseen);
                let not_from = not_from.iter().map(|user| names::user(*user).as_bytes());
                line.list("NOTFROM", not_from).word("SIZE").number(u32::from(*size) + 1)
            }
            Self::See { user, age, id } => {
                let position = context.inbox_position(*age, *id).to_string();
                of_user("SEEN", *user).word(position.as_bytes())
            }
            Self::Mark { ids, .. } | Self::Unmark { ids: Some(ids), .. } if ids.is_empty() => {
                return None;
            }
            Self::Mark { user, list, ids } => {
                of_user("MARK", *user).word(names::list(*list).as_bytes()).ids(ids, context)
            }
            Self::Unmark { user, list, ids } => {
                let line = of_user("UNMARK", *user).word(names::list(*list).as_bytes());
                match ids {
                    Some(ids) => line.ids(ids, context),
                    None => line.word("ALL"),
                }
            }
            Self::Marked { user, list, kind, size } => {
                let line = of_user("MARKED", *user).word(names::list(*list).as_bytes());
                line.number(1).kind(*kind).word("SIZE").number(u32::from(*size) + 1)
            }
            Self::Relate { names, .. } if names.is_empty() => return None,
            Self::Relate { user, relation: (relation, kind), ends, names } => {
                let name = match (relation, ends) {
                    (Relation::Follows, false) => "FOLLOW",
                    (Relation::Follows, true) => "UNFOLLOW",
                    (Relation::Mutes, false) => "MUTE",
                    (Relation::Mutes, true) => "UNMUTE",
                };
                match context.names(*kind, names) {
                    Names::Groups(names) => {
                        let line = of_user(name, *user).word("GROUP");
                        names.iter().fold(line, |line, name| line.word(name.as_bytes()))
                    }
                    Names::Users(names) => {
                        let line = of_user(name, *user).word("USER");
                        names.iter().fold(line, |line, name| line.word(name.as_bytes()))
                    }
                    Names::Ids(ids) => {
                        let line = of_user(name, *user).word("ID");
                        ids.iter().fold(line, |line, id| line.number(id.get()))
                    }
                }
            }
            Self::Forget { user } => {
                of_user("FORGET", *user).word("COUNT").number(u32::from(*user) + 1)
            }
            Self::Thread { read, .. } => of_item("THREAD", read.id).thread(&context.thread(read)),
            // The others are of the clock or inside of the server.
            _ => return None,
        };
        Some(line.0)
    }
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

    fn vote(self, vote: Option<Vote>) -> Self {
        self.word(match vote {
            Some(Vote::Up) => "UP",
            Some(Vote::Down) => "DOWN",
            None => "NONE",
        })
    }

    fn ids(self, ids: &[i16], context: Context) -> Self {
        context.ids(ids).into_iter().fold(self, |line, id| line.number(id.get()))
    }

    fn kind(self, kind: Option<Kind>) -> Self {
        let line = self.flag("ARTICLES", kind == Some(Kind::Article));
        line.flag("COMMENTS", kind == Some(Kind::Comment))
    }

    fn groups(self, groups: &[u8]) -> Self {
        groups.iter().fold(self, |line, group| line.word(names::group(*group).as_bytes()))
    }

    fn fields(self, fields: &[(u8, u8)]) -> Self {
        let fields = names::fields(fields);
        match fields.len() {
            0 => self,
            len => fields.iter().fold(self.word("FIELDS").number(len), |line, (name, value)| {
                line.word(name.as_bytes()).word(value.as_bytes())
            }),
        }
    }

    fn post(self, args: &PostArgs, context: Context) -> Self {
        let PostArgs { poster, link, groups, fields, id_step, age, is_held } = args;
        let line = self.word(names::title(*poster).as_bytes()).word(names::link(*link).as_bytes());
        let line = line.list("GROUPS", groups.iter().map(|it| names::group(*it).as_bytes()));
        line.fields(fields).posted(*id_step, *age, context).flag("HELD", *is_held)
    }

    fn comment(self, args: &CommentArgs, context: Context) -> Self {
        let CommentArgs { poster: _, parent, text, fields, id_step, age, is_held } = args;
        let line = self.number(context.id(*parent).get()).word(names::text(*text).as_bytes());
        line.fields(fields).posted(*id_step, *age, context).flag("HELD", *is_held)
    }

    fn posted(self, id_step: Option<i8>, age: i16, context: Context) -> Self {
        let id = id_step.map(|step| context.new_id(step).get());
        self.option("ID", id).option("TIME", Some(context.time(age).get()))
    }

    fn edit(self, args: &EditArgs) -> Self {
        let EditArgs { id: _, title, link, text, fields, unset } = args;
        let title = title.map(|title| names::title(title).as_bytes());
        let link = link.map(|link| names::link(link).as_bytes());
        let text = text.map(|text| names::text(text).as_bytes());
        let texts = [("TITLE", title), ("LINK", link), ("TEXT", text)];
        let texts = texts.into_iter().filter_map(|(name, text)| Some((name, text?)));
        let line = texts.fold(self, |line, (name, text)| line.word(name).word(text));
        line.list("UNSET", unset.iter().map(|it| names::field(*it).as_bytes())).fields(fields)
    }

    fn settings(self, settings: &[(Setting, i64)], context: Context) -> Self {
        context.settings(settings).into_iter().fold(self, |line, (setting, value)| {
            line.word(setting.name()).word(setting.text(value).as_bytes())
        })
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

    fn listing(key: &str, query: &Query) -> Self {
        let line = match query.source {
            Source::Site => Self::new("PAGE", key),
            Source::Group(group) => Self::new("GROUPPAGE", key).word(group.as_bytes()),
            Source::User(user) => Self::new("USERPAGE", key).word(user.as_bytes()),
            Source::Comments | Source::Below(_) => Self::new("COMMENTS", key),
        };
        let Filters { since, until, min_votes, visibility, conditions } = &query.filters;
        let line = line.number(1).order(query.order, query.direction);
        let line = match query.source {
            Source::Below(id) => line.option("BELOW", Some(id.get())),
            _ => line,
        };
        let line = line.option("SINCE", *since).option("UNTIL", *until);
        let line = line.option("MINVOTES", *min_votes);
        let line = conditions.iter().flat_map(words).fold(line, Self::word);
        let line = line.flag("HIDDEN", *visibility == Visibility::Hidden);
        let line = line.flag("HELD", *visibility == Visibility::Held).per(query.per);
        line.option("AT", query.at.map(|at| at.get())).option("SIZE", query.size)
    }

    fn per(self, per: Option<Per>) -> Self {
        let Some(Per { kind, most }) = per else { return self };
        self.word("PER").word(PerKind::NAMES[kind as usize]).number(most)
    }

    fn thread(self, query: &ThreadQuery) -> Self {
        // Without `..`: a new option must be in the command as well.
        let ThreadQuery {
            id: _,
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
        let line = self.order(*order, *direction);
        let line = line.list("NOTFROM", not_from.iter().map(|name| name.as_bytes()));
        let line = line.user("UNMUTED", *unmuted);
        let line = line.option("DEPTH", *depth).option("CHILDREN", *children);
        line.option("SIZE", *size)
    }
}
