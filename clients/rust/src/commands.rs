//! The commands of a site.

use redis::FromRedisValue;
use serde::de::DeserializeOwned;

use crate::command::{json, plain};
use crate::forms::{self, form};
use crate::kinds::{self, Facts, Items, Own, Steps, Transfer};
use crate::{
    Affinity, Article, Changes, Command, Comment, Export, Follows, Info, Item, Page, Step, User,
    Voters,
};

/// A site: the name of its key. Its methods return commands, which a connection runs.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Site {
    key: Vec<u8>,
}

/// Writes a method per command: how its reply is read, its names here and there, its arguments,
/// words after them, and its reply and options.
macro_rules! commands {
    ($(
        $(#[$doc:meta])*
        $how:ident $name:ident $word:literal ($($arg:ident: $form:ident),*) $($after:literal)?
            -> $reply:ty, $kind:ty;
    )*) => {$(
        $(#[$doc])*
        #[allow(unused_mut)]
        pub fn $name(&self, $($arg: form!($form)),*) -> Command<$reply, $kind> {
            let mut command = self.$how($word);
            $(forms::$form(&mut command.args, $arg);)*
            $(forms::text(&mut command.args, $after);)?
            command
        }
    )*};
}

impl Site {
    /// Returns the site with this key.
    pub fn new(key: impl Into<Vec<u8>>) -> Self {
        Self { key: key.into() }
    }

    /// Returns the key.
    pub fn key(&self) -> &[u8] {
        &self.key
    }

    commands! {
        /// Creates an empty site, and returns whether it did: see [`nx`](Command::nx).
        created create "CREATE" () -> bool, kinds::Creation;
        /// Changes settings.
        write alter "ALTER" () -> (), kinds::Settings;
        /// Returns the numbers and settings of the site, if it exists.
        read info "INFO" () -> Option<Info>, Facts;
        /// Posts an article and returns its id. Not idempotent without an id.
        write post "POST" (user: text, title: text, link: text) -> u32, kinds::Post;
        /// Posts an answer to an article or comment and returns its id. As idempotent as a post.
        write comment "COMMENT" (user: text, parent: id, text: text) -> u32, kinds::Comment;
        /// Changes an article or comment.
        write edit "EDIT" (id: id) -> (), kinds::Edit;
        /// Adds to the integer in a custom field and returns the sum.
        write incrby "INCRBY" (id: id, field: text, increment: number) -> i64, ();
        /// Sets when something last happened on an article. Returns its number of comments.
        write bump "BUMP" (id: id) -> u32, kinds::Bump;
        /// Deletes articles and comments, and returns how many.
        write delete "DEL" (ids: ids) -> u32, ();
        /// Returns an article. A comment counts as missing.
        one get "GET" (id: id) -> Option<Article>, Items;
        /// Returns a comment. An article counts as missing.
        one get_comment "GET" (id: id) -> Option<Comment>, Items;
        /// Returns articles in the order of their ids. Comments count as missing.
        each mget "MGET" (ids: counted) -> Vec<Option<Article>>, Items;
        /// Returns comments in the order of their ids. Articles count as missing.
        each mget_comments "MGET" (ids: counted) -> Vec<Option<Comment>>, Items;
        /// Returns the groups with their sizes, the largest first.
        read groups "GROUPS" () -> Vec<(String, u32)>, kinds::Groups;
        /// Returns the highest id of an article with this link.
        read find "FIND" (link: text) -> Option<u32>, Facts;
        /// Returns the ids of articles with this link, the highest first.
        read find_all "FIND" (link: text) -> Vec<u32>, kinds::Affinity;
        /// Returns what is above an article or comment, and itself, from the article down.
        read path "PATH" (id: id) -> Vec<Item>, Items;
        /// Sets the vote of a user, and returns whether it changed. The user comes before the id.
        write vote "VOTE" (user: text, id: id, vote: vote) -> bool, kinds::Vote;
        /// Returns the votes of a user in the order of the ids: 1, 0, -1, or `None` if unknown.
        read votes "VOTES" (user: text, ids: ids) -> Vec<Option<i8>>, Facts;
        /// Returns who has voted on an article or comment. [`walk`](Command::walk) returns all.
        write voters "VOTERS" (id: id) "0" -> Voters, kinds::Voters;
        /// Returns a page of the site's articles. [`walk`](Command::walk) returns all pages.
        read page "PAGE" (page: id) -> Page<Article>, kinds::Articles;
        /// Returns a page of a group's articles.
        read grouppage "GROUPPAGE" (group: text, page: id) -> Page<Article>, kinds::Articles;
        /// Returns a page of the articles that a user posted.
        read userpage "USERPAGE" (user: text, page: id) -> Page<Article>, kinds::Articles;
        /// Returns a page of the site's comments.
        read comments "COMMENTS" (page: id) -> Page<Comment>, kinds::Comments;
        /// Returns what is below an article or comment, depth first.
        read thread "THREAD" (id: id) -> Page<Item>, kinds::Thread;
        /// Returns a page of what a user has voted on.
        read voted "VOTED" (user: text, page: id) -> Page<Item>, Own;
        /// Returns a page of the answers to a user.
        read answers "ANSWERS" (user: text, page: id) -> Page<Comment>, kinds::Answers;
        /// Returns a page of a list of a user.
        read marked "MARKED" (user: text, list: text, page: id) -> Page<Item>, Own;
        /// Returns what has changed since a version, "0" for all. [`walk`](Command::walk) returns
        /// what there is, and [`follow`](Command::follow) goes on for ever.
        read changes "CHANGES" (version: text) -> Changes, kinds::Feed;
        /// Returns the number of articles, of the site or of a [`group`](Command::group), or with
        /// [`below`](Command::below) of comments.
        read count "COUNT" () -> u32, kinds::Count;
        /// Returns the number of articles ahead of an article, if it is listed.
        read rank "RANK" (id: id) -> Option<u32>, kinds::Rank;
        /// Returns the numbers of a user, if the site exists.
        read user "USER" (user: text) -> Option<User>, Facts;
        /// Marks the answers to a user as seen, up to a [`position`](Page::position). Returns
        /// whether the mark is now later.
        write seen "SEEN" (user: text, position: text) -> bool, ();
        /// Puts articles and comments on a list. Returns how many are new to it.
        write mark "MARK" (user: text, list: text, ids: ids) -> u32, ();
        /// Takes articles and comments off a list. Returns how many were on it.
        write unmark "UNMARK" (user: text, list: text, ids: ids) -> u32, ();
        /// Removes a list. Returns how many articles and comments were on it.
        write unmark_all "UNMARK" (user: text, list: text) "ALL" -> u32, ();
        /// Returns the lists of a user with their sizes, by name.
        read lists "LISTS" (user: text) -> Vec<(String, u32)>, Facts;
        /// Adds an article to groups, and returns how many it joined.
        write groupadd "GROUPADD" (id: id, groups: texts) -> u32, ();
        /// Removes an article from groups, and returns how many it left.
        write grouprem "GROUPREM" (id: id, groups: texts) -> u32, ();
        /// Hides, locks or pins articles and comments, or reverses that. Returns how many changed.
        write moderate "MODERATE" (action: action, ids: ids) -> u32, ();
        /// Sets the seconds that moderators add to a score, or with [`incr`](Command::incr) adds
        /// to them. Returns them.
        write boost "BOOST" (id: id, seconds: number) -> i64, kinds::Boost;
        /// Withdraws votes of a user. [`walk`](Command::walk) withdraws all.
        write unvote "UNVOTE" (user: text) "0" -> Step, Steps;
        /// Has votes of a user not count, or count again. [`walk`](Command::walk) does it to all.
        write silence "SILENCE" (user: text, silenced: yes) "0" -> Step, Steps;
        /// Returns who has most votes on what a user has posted.
        read affinity "AFFINITY" (poster: text) -> Vec<Affinity>, kinds::Affinity;
        /// Gives articles and comments of a user to another, and returns how many: 0 at the end.
        /// With [`all`](Command::all), the user becomes the other.
        write transfer "TRANSFER" (user: text, newuser: text) -> u32, Transfer;
        /// Has a user follow groups or users. Returns how many were not followed.
        write follow "FOLLOW" (user: text, target: target, names: texts) -> u32, ();
        /// Has a user no longer follow groups or users. Returns how many were followed.
        write unfollow "UNFOLLOW" (user: text, target: target, names: texts) -> u32, ();
        /// Has a user mute groups or users. Returns how many were not muted.
        write mute "MUTE" (user: text, target: target, names: texts) -> u32, ();
        /// Has a user no longer mute groups or users. Returns how many were muted.
        write unmute "UNMUTE" (user: text, target: target, names: texts) -> u32, ();
        /// Returns what a user follows and has muted, if the site exists.
        read follows "FOLLOWS" (user: text) -> Option<Follows>, Facts;
        /// Returns the commands that create the site again. [`walk`](Command::walk) returns all,
        /// and [`load`](Self::load) sends one.
        write export "EXPORT" () "0" -> Export, Steps;
        /// Returns how many users follow each group or user.
        read followers "FOLLOWERS" (target: target, names: texts) -> Vec<u64>, Facts;
        /// Removes lists, follows, mutes and kept votes of a user, and returns how many entries:
        /// 0 at the end.
        write forget "FORGET" (user: text) -> u64, Steps;
    }

    /// Returns the command of some words: of one that [`export`](Self::export) returns, or of
    /// LOAD after the key.
    pub fn load(&self, words: &[impl AsRef<[u8]>]) -> Command<()> {
        let (name, words) = match words {
            [first, rest @ ..] if first.as_ref() == b"CREATE" => ("CREATE", rest),
            words => ("LOAD", words),
        };
        let mut command = self.write(name);
        forms::texts(&mut command.args, words);
        command
    }

    fn write<T: FromRedisValue, K>(&self, name: &str) -> Command<T, K> {
        Command::new(name, self, plain)
    }

    fn read<T: DeserializeOwned, K>(&self, name: &str) -> Command<T, K> {
        let mut command = Command::new(name, self, json);
        command.set("FORMAT", Some(vec!["JSON".into()]));
        command
    }

    fn created<K>(&self, name: &str) -> Command<bool, K> {
        self.write::<(), K>(name).reading(|reply| Ok(plain::<Option<String>>(reply)?.is_some()))
    }

    fn one<T: Kind, K>(&self, name: &str) -> Command<Option<T>, K> {
        self.read::<(), K>(name).reading(|reply| Ok(json::<Option<Item>>(reply)?.and_then(T::of)))
    }

    fn each<T: Kind, K>(&self, name: &str) -> Command<Vec<Option<T>>, K> {
        self.read::<(), K>(name).reading(|reply| {
            let items: Vec<Option<Item>> = json(reply)?;
            Ok(items.into_iter().map(|item| item.and_then(T::of)).collect())
        })
    }
}

/// An article or a comment, which others than of this kind are not.
trait Kind: Sized {
    fn of(item: Item) -> Option<Self>;
}

impl Kind for Article {
    fn of(item: Item) -> Option<Self> {
        item.article()
    }
}

impl Kind for Comment {
    fn of(item: Item) -> Option<Self> {
        item.comment()
    }
}
