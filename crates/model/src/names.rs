//! The names and texts that the numbers of an operation stand for.

use std::sync::LazyLock;

use article_site::{
    CommentText, FieldName, FieldPair, FieldValue, GroupName, ItemId, Link, ListName, NewArticle,
    NewComment, Title, UnixTime, UserName,
};

/// The names of the first users.
pub const USERS: [&str; 6] = ["ann", "bob", "cleo", "dan", "eve", "fay"];

/// Bytes that text handling tends to spoil: NUL, line ends, quotes, and invalid UTF-8.
pub const BINARY: &[u8] =
    b"nul \0 end\r\n*1\r\n$-1\r\n quotes \" ' ` \\ high \x80\xff\xfe \xc3\x28";

/// The text of each number.
type Texts = LazyLock<Vec<Vec<u8>>>;

static USER_NAMES: Texts = LazyLock::new(|| {
    let mut names = texts("user");
    names.splice(..USERS.len(), USERS.map(|name| name.as_bytes().to_vec()));
    names
});
static GROUPS: Texts = LazyLock::new(|| texts("group"));
/// The longest are as long as names of lists can be.
static LISTS: Texts = LazyLock::new(|| {
    let mut names = texts("list");
    names.iter_mut().for_each(|name| drop(name.drain(..name.len().saturating_sub(64))));
    names
});
static FIELDS: Texts = LazyLock::new(|| texts("field"));
static TITLES: Texts = LazyLock::new(|| texts("title"));
static LINKS: Texts = LazyLock::new(|| texts("link"));
static TEXTS: Texts = LazyLock::new(|| texts("text"));
/// The number of a value is also its length, so that some are empty.
static VALUES: Texts = LazyLock::new(|| (0..=255).map(|n| vec![n; n.into()]).collect());

/// Returns a text for each number. Some are long or binary, and some are prefixes of others.
fn texts(kind: &str) -> Vec<Vec<u8>> {
    let text = |number: u8| {
        let middle = match number % 7 {
            3 => vec![b'x'; 200],
            5 => BINARY.to_vec(),
            _ => Vec::new(),
        };
        [kind.as_bytes(), &middle, number.to_string().as_bytes()].concat()
    };
    (0..=255).map(text).collect()
}

/// Declares the functions that return the name of a number, and the names of several.
macro_rules! named {
    ($($name:ident $($names:ident)?: $type:ident of $texts:ident;)*) => {$(
        pub fn $name(number: u8) -> $type<'static> {
            $type::new(&$texts[usize::from(number)]).unwrap()
        }

        $(pub fn $names(numbers: &[u8]) -> Vec<$type<'static>> {
            numbers.iter().map(|number| $name(*number)).collect()
        })?
    )*};
}

named! {
    user users: UserName of USER_NAMES;
    group groups: GroupName of GROUPS;
    list lists: ListName of LISTS;
    field: FieldName of FIELDS;
    title: Title of TITLES;
    text: CommentText of TEXTS;
}

/// Returns custom fields, given the numbers of names and values.
pub fn fields(numbers: &[(u8, u8)]) -> Vec<FieldPair<'static>> {
    let value = |number: u8| FieldValue::new(&VALUES[usize::from(number)]).unwrap();
    numbers.iter().map(|(name, number)| (field(*name), value(*number))).collect()
}

/// Returns the link of a number, or the empty one.
pub fn link(number: Option<u8>) -> Link<'static> {
    Link::new(number.map_or(&[], |number| &LINKS[usize::from(number)])).unwrap()
}

pub fn time(seconds: i64) -> UnixTime {
    UnixTime::new(seconds).unwrap()
}

/// Returns an article of the first user with nothing that can be left out.
pub fn article(time: UnixTime) -> NewArticle<'static> {
    let (poster, title, link) = (user(0), title(0), link(None));
    NewArticle { poster, title, link, groups: &[], fields: &[], id: None, time, is_held: false }
}

/// Returns a comment of the first user with nothing that can be left out.
pub fn comment(parent: ItemId, time: UnixTime) -> NewComment<'static> {
    NewComment {
        poster: user(0),
        parent,
        text: text(0),
        fields: &[],
        id: None,
        time,
        is_held: false,
    }
}
