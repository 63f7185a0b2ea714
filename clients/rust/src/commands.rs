//! The commands of a site.

use std::fmt::Display;

use redis::{FromRedisValue, Value};
use serde::de::DeserializeOwned;

use crate::command::{json, plain};
use crate::kinds::{self, Facts, Items};
use crate::{
    Action, Article, Changes, Command, Comment, Info, Item, Page, Result, User, Vote, Voters,
    Withdrawn,
};

/// A site: the name of its key. Its methods return commands, which a connection runs.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Site {
    key: Vec<u8>,
}

/// A text, which can have any bytes.
macro_rules! text {
    () => { impl AsRef<[u8]> };
}

impl Site {
    /// Returns the site with this key.
    pub fn new(key: impl Into<Vec<u8>>) -> Self {
        Self { key: key.into() }
    }

    /// Creates an empty site.
    pub fn create(&self) -> Command<(), kinds::Settings> {
        self.write("CREATE", &[])
    }

    /// Creates an empty site. Returns false if there is one, which stays as it is.
    pub fn create_new(&self) -> Command<bool, kinds::Settings> {
        self.send("CREATE", &[b"NX"], |reply| Ok(plain::<Option<String>>(reply)?.is_some()))
    }

    /// Changes settings.
    pub fn alter(&self) -> Command<(), kinds::Settings> {
        self.write("ALTER", &[])
    }

    /// Returns the numbers and settings of the site, if it exists.
    pub fn info(&self) -> Command<Option<Info>, Facts> {
        self.read("INFO", &[])
    }

    /// Posts an article and returns its id. Not idempotent without an id.
    pub fn post(&self, user: text!(), title: text!(), link: text!()) -> Command<u32, kinds::Post> {
        self.write("POST", &[user.as_ref(), title.as_ref(), link.as_ref()])
    }

    /// Posts an answer to an article or comment and returns its id. Not idempotent without an id.
    pub fn comment(
        &self,
        user: text!(),
        parent: u32,
        text: text!(),
    ) -> Command<u32, kinds::Comment> {
        self.write("COMMENT", &[user.as_ref(), &digits(parent), text.as_ref()])
    }

    /// Changes an article or comment.
    pub fn edit(&self, id: u32) -> Command<(), kinds::Edit> {
        self.write("EDIT", &[&digits(id)])
    }

    /// Adds to the integer in a custom field and returns the sum.
    pub fn incrby(&self, id: u32, field: text!(), increment: i64) -> Command<i64> {
        self.write("INCRBY", &[&digits(id), field.as_ref(), &digits(increment)])
    }

    /// Sets when something last happened on an article. Returns its number of comments.
    pub fn bump(&self, id: u32) -> Command<u32, kinds::Bump> {
        self.write("BUMP", &[&digits(id)])
    }

    /// Deletes articles and comments, and returns how many.
    pub fn del(&self, ids: &[u32]) -> Command<u32> {
        self.write("DEL", &[]).words(words(ids))
    }

    /// Returns an article or comment.
    pub fn get(&self, id: u32) -> Command<Option<Item>, Items> {
        self.read("GET", &[&digits(id)])
    }

    /// Returns articles and comments in the order of their ids.
    pub fn mget(&self, ids: &[u32]) -> Command<Vec<Option<Item>>, Items> {
        self.read("MGET", &[]).list(words(ids))
    }

    /// Returns what is above an article or comment, and itself, from the article down.
    pub fn path(&self, id: u32) -> Command<Vec<Item>, Items> {
        self.read("PATH", &[&digits(id)])
    }

    /// Sets the vote of a user, and returns whether it changed. The user comes before the id.
    pub fn vote(&self, user: text!(), id: u32, vote: Vote) -> Command<bool, kinds::Vote> {
        self.write("VOTE", &[user.as_ref(), &digits(id), vote.as_ref()])
    }

    /// Returns the votes of a user in the order of the ids: 1, 0, -1, or `None` once voting has
    /// closed.
    pub fn votes(&self, user: text!(), ids: &[u32]) -> Command<Vec<Option<i8>>, Facts> {
        self.read("VOTES", &[user.as_ref()]).words(words(ids))
    }

    /// Returns who has voted on an article or comment. [`walk`](Command::walk) returns all.
    pub fn voters(&self, id: u32) -> Command<Voters, kinds::Voters> {
        self.write("VOTERS", &[&digits(id), b"0"])
    }
}

/// Pages.
impl Site {
    /// Returns a page of the site's articles. [`walk`](Command::walk) returns all pages.
    pub fn page(&self, page: u32) -> Command<Page<Article>, kinds::Articles> {
        self.pages("PAGE", &[], page)
    }

    /// Returns a page of a group's articles.
    pub fn grouppage(&self, group: text!(), page: u32) -> Command<Page<Article>, kinds::Articles> {
        self.pages("GROUPPAGE", &[group.as_ref()], page)
    }

    /// Returns a page of the articles that a user posted.
    pub fn userpage(&self, user: text!(), page: u32) -> Command<Page<Article>, kinds::Articles> {
        self.pages("USERPAGE", &[user.as_ref()], page)
    }

    /// Returns a page of the site's comments.
    pub fn comments(&self, page: u32) -> Command<Page<Comment>, kinds::Comments> {
        self.pages("COMMENTS", &[], page)
    }

    /// Returns what is below an article or comment, depth first.
    pub fn thread(&self, id: u32) -> Command<Page<Item>, kinds::Thread> {
        self.pages("THREAD", &[], id)
    }

    /// Returns a page of what a user has voted on.
    pub fn voted(&self, user: text!(), page: u32) -> Command<Page<Item>, kinds::Own> {
        self.pages("VOTED", &[user.as_ref()], page)
    }

    /// Returns a page of the answers to a user.
    pub fn answers(&self, user: text!(), page: u32) -> Command<Page<Comment>, kinds::Answers> {
        self.pages("ANSWERS", &[user.as_ref()], page)
    }

    /// Returns a page of a list of a user.
    pub fn marked(
        &self,
        user: text!(),
        list: text!(),
        page: u32,
    ) -> Command<Page<Item>, kinds::Own> {
        self.pages("MARKED", &[user.as_ref(), list.as_ref()], page)
    }

    /// Returns what has changed since a version, "0" for all. With
    /// [`block`](Command::block), its [`walk`](Command::walk) follows the site.
    pub fn changes(&self, version: &str) -> Command<Changes, kinds::Feed> {
        self.read("CHANGES", &[version.as_bytes()])
    }

    /// Returns the number of articles, or with [`below`](Command::below) of comments.
    pub fn count(&self) -> Command<u32, kinds::Count> {
        self.read("COUNT", &[])
    }

    /// Returns the number of articles of a group.
    pub fn count_group(&self, group: text!()) -> Command<u32, kinds::Count> {
        self.read("COUNT", &[group.as_ref()])
    }

    /// Returns the groups with their sizes, the largest first: so many, from an offset on.
    pub fn groups(&self, offset: u32, count: i64) -> Command<Vec<(String, u32)>, Facts> {
        self.read("GROUPS", &[b"LIMIT", &digits(offset), &digits(count)])
    }

    /// Returns the number of articles ahead of an article, if it is listed.
    pub fn rank(&self, id: u32) -> Command<Option<u32>, kinds::Rank> {
        self.read("RANK", &[&digits(id)])
    }

    /// Returns the ids of articles with this link, the highest first.
    pub fn find(&self, link: text!(), count: u32) -> Command<Vec<u32>, Facts> {
        self.read("FIND", &[link.as_ref(), b"COUNT", &digits(count)])
    }
}

/// Users, their lists, and moderation.
impl Site {
    /// Returns the numbers of a user, if the site exists.
    pub fn user(&self, user: text!()) -> Command<Option<User>, Facts> {
        self.read("USER", &[user.as_ref()])
    }

    /// Notes the last answer that a user has seen. Returns whether it is a later one.
    pub fn seen(&self, user: text!(), id: u32) -> Command<bool> {
        self.write("SEEN", &[user.as_ref(), &digits(id)])
    }

    /// Puts articles and comments on a list. Returns how many are new to it.
    pub fn mark(&self, user: text!(), list: text!(), ids: &[u32]) -> Command<u32> {
        self.write("MARK", &[user.as_ref(), list.as_ref()]).words(words(ids))
    }

    /// Takes articles and comments off a list. Returns how many were on it.
    pub fn unmark(&self, user: text!(), list: text!(), ids: &[u32]) -> Command<u32> {
        self.write("UNMARK", &[user.as_ref(), list.as_ref()]).words(words(ids))
    }

    /// Removes a list. Returns how many articles and comments were on it.
    pub fn unmark_all(&self, user: text!(), list: text!()) -> Command<u32> {
        self.write("UNMARK", &[user.as_ref(), list.as_ref(), b"ALL"])
    }

    /// Returns the lists of a user with their sizes, by name.
    pub fn lists(&self, user: text!()) -> Command<Vec<(String, u32)>, Facts> {
        self.read("LISTS", &[user.as_ref()])
    }

    /// Adds an article to groups, and returns how many it joined.
    pub fn groupadd(&self, id: u32, groups: &[impl AsRef<[u8]>]) -> Command<u32> {
        self.write("GROUPADD", &[&digits(id)]).words(groups)
    }

    /// Removes an article from groups, and returns how many it left.
    pub fn grouprem(&self, id: u32, groups: &[impl AsRef<[u8]>]) -> Command<u32> {
        self.write("GROUPREM", &[&digits(id)]).words(groups)
    }

    /// Hides, locks or pins articles and comments, or reverses that. Returns how many changed.
    pub fn moderate(&self, action: Action, ids: &[u32]) -> Command<u32> {
        self.write("MODERATE", &[action.as_ref()]).words(words(ids))
    }

    /// Sets the seconds that moderators add to a score. Returns them.
    pub fn boost(&self, id: u32, seconds: i64) -> Command<i64> {
        self.write("BOOST", &[&digits(id), &digits(seconds)])
    }

    /// Adds to the seconds that moderators add to a score. Returns them.
    pub fn boost_by(&self, id: u32, seconds: i64) -> Command<i64> {
        self.boost(id, seconds).word("INCR")
    }

    /// Withdraws votes of a user. [`walk`](Command::walk) withdraws all.
    pub fn unvote(&self, user: text!()) -> Command<Withdrawn, kinds::Steps> {
        self.write("UNVOTE", &[user.as_ref(), b"0"])
    }

    /// Gives articles and comments of a user to another, and returns how many: 0 at the end.
    pub fn transfer(&self, user: text!(), newuser: text!()) -> Command<u32, kinds::Steps> {
        self.write("TRANSFER", &[user.as_ref(), newuser.as_ref()])
    }

    /// Removes lists and kept votes of a user, and returns how many entries: 0 at the end.
    pub fn forget(&self, user: text!()) -> Command<u64, kinds::Steps> {
        self.write("FORGET", &[user.as_ref()])
    }
}

impl Site {
    fn send<T, K>(
        &self,
        name: &str,
        words: &[&[u8]],
        read: fn(Value) -> Result<T>,
    ) -> Command<T, K> {
        Command::new(name, &[&[self.key.as_slice()], words].concat(), read)
    }

    fn write<T: FromRedisValue, K>(&self, name: &str, words: &[&[u8]]) -> Command<T, K> {
        self.send(name, words, plain)
    }

    fn read<T: DeserializeOwned, K>(&self, name: &str, words: &[&[u8]]) -> Command<T, K> {
        self.send(name, words, json).in_json()
    }

    fn pages<T: DeserializeOwned, K>(
        &self,
        name: &str,
        words: &[&[u8]],
        page: u32,
    ) -> Command<Page<T>, K> {
        self.read(name, &[words, &[&digits(page), b"WITHCURSOR"]].concat())
    }
}

fn digits(number: impl Display) -> Vec<u8> {
    number.to_string().into_bytes()
}

fn words(ids: &[u32]) -> impl Iterator<Item = Vec<u8>> {
    ids.iter().map(digits)
}
