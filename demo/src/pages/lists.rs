//! Lists of stories and comments.

use askama::Template;
use axum::response::Response;
use serde::Deserialize;

use super::context::{Context, Layout, as_json, encoded};
use super::text::plain;
use super::view::View;
use crate::guard::{BANNED, HELD};
use crate::item::{COMMENT, Item, STORY};
use crate::store::{Command, Error, Result, article, json};

/// What a list is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    Site,
    Group(String),
    User(String),
    Feed,
    Saved,
    Inbox,
    Comments,
    CommentsOf(String),
}

/// The orders of stories: the name in addresses, the label, and the options of the command.
const ORDERS: [(&str, &str, &str); 5] = [
    ("hot", "Hot", "BY GRAVITY"),
    ("new", "New", "BY TIME"),
    ("day", "Today", "BY VOTES SINCE -86400"),
    ("week", "Week", "BY VOTES SINCE -604800"),
    ("all", "All time", "BY VOTES"),
];

impl Source {
    fn has_comments(&self) -> bool {
        matches!(self, Self::Inbox | Self::Comments | Self::CommentsOf(_))
    }

    /// Whether the list can be in each of the orders.
    fn has_orders(&self) -> bool {
        matches!(self, Self::Site | Self::Group(_))
    }

    fn title(&self) -> String {
        match self {
            Self::Site => "News".to_owned(),
            Self::Group(name) | Self::User(name) => name.clone(),
            Self::Feed => "What you follow".to_owned(),
            Self::Saved => "Saved".to_owned(),
            Self::Inbox => "Answers to you".to_owned(),
            Self::Comments => "Comments".to_owned(),
            Self::CommentsOf(name) => format!("Comments of {name}"),
        }
    }

    fn empty(&self) -> &'static str {
        match self {
            Self::Feed => "You follow nobody and no group yet. Their pages have the buttons.",
            Self::Saved => "You have saved nothing yet. Each story has a button.",
            Self::Inbox => "Nobody has answered you yet.",
            Self::User(_) => "No story is by this user.",
            source if source.has_comments() => "There are no comments.",
            _ => "There are no stories.",
        }
    }

    /// Returns the path of the list in an order.
    fn path(&self, order: &str) -> String {
        let order = if order == "hot" { "" } else { order };
        let path = match self {
            Self::Site => format!("/{order}"),
            Self::Group(name) => format!("/g/{}/{order}", encoded(name)),
            Self::User(name) => format!("/u/{}", encoded(name)),
            Self::Feed => "/feed".to_owned(),
            Self::Saved => "/saved".to_owned(),
            Self::Inbox => "/inbox".to_owned(),
            Self::Comments => "/comments".to_owned(),
            Self::CommentsOf(name) => format!("/u/{}/comments", encoded(name)),
        };
        if path == "/" { path } else { path.trim_end_matches('/').to_owned() }
    }

    /// Returns the command of a page of the list.
    fn command(&self, cx: &Context, order: &str) -> Result<Command> {
        let (viewer, is_api) = (cx.viewer(), cx.is_api());
        let command = match self {
            Self::Site | Self::Feed => article("PAGE").arg(1),
            Self::Group(name) => article("GROUPPAGE").arg(name).arg(1),
            Self::User(name) => article("USERPAGE").arg(name).words("1 BY TIME"),
            Self::Saved => article("MARKED").arg(cx.user()?).words("saved 1 ARTICLES"),
            Self::Inbox => article("ANSWERS").arg(cx.user()?).arg(1),
            Self::Comments => article("COMMENTS").arg(1),
            Self::CommentsOf(name) => article("COMMENTS").words("1 FROM 1").arg(name),
        };
        let command = match ORDERS.iter().find(|(name, ..)| *name == order) {
            Some((.., options)) if self.has_orders() => command.words(options),
            Some(_) => command,
            None => return Err(Error::NotFound),
        };
        let command = match self {
            // The front page is about more than one thing.
            Self::Site if order == "hot" => command.words("PER GROUP 5"),
            Self::Feed => command.words("BY GRAVITY FEED").arg(cx.user()?),
            _ => command,
        };
        let command = match self {
            Self::Site | Self::Comments if !viewer.is_empty() && !is_api => {
                command.arg("UNMUTED").arg(viewer)
            }
            _ => command,
        };
        let command = match cx.query("after") {
            Some(after) => command.arg("AFTER").arg(after),
            None => command,
        };
        let command = command.arg("WITHCURSOR");
        if is_api {
            return Ok(command);
        }
        let command = match viewer {
            "" => command,
            viewer => command.arg("VIEWER").arg(viewer),
        };
        Ok(command.entries(if self.has_comments() { COMMENT } else { STORY }))
    }
}

/// Shows a list with a name.
pub async fn named(cx: Context, source: fn(String) -> Source) -> Response {
    let name = cx.param("name").to_owned();
    show(cx, source(name)).await
}

/// Shows a page of a list; below /api, the JSON of the module.
pub async fn show(cx: Context, source: Source) -> Response {
    let made = match cx.is_api() {
        true => api(&cx, &source).await,
        false => page(&cx, source).await,
    };
    cx.respond(made)
}

/// Returns the order that an address names.
fn order(cx: &Context) -> &str {
    Some(cx.param("order")).filter(|order| !order.is_empty()).unwrap_or("hot")
}

async fn api(cx: &Context, source: &Source) -> Result<Response> {
    let command = source.command(cx, order(cx))?;
    Ok(as_json(cx.app.store.run(&command.json()).await?))
}

/// The numbers of a user, and what moderators have decided.
#[derive(Clone, Default, Deserialize)]
#[serde(default)]
pub struct Profile {
    #[serde(skip)]
    pub name: String,
    pub articles: u32,
    pub karma: i64,
    pub comments: u32,
    pub comment_karma: i64,
    pub silenced: u8,
    #[serde(skip)]
    pub banned: bool,
    #[serde(skip)]
    pub held: bool,
    #[serde(skip)]
    pub followers: u32,
}

/// What a reader follows and has muted, by name.
#[derive(Clone, Default, Deserialize)]
#[serde(default)]
pub struct Follows {
    pub groups: Vec<String>,
    pub users: Vec<String>,
    pub muted_groups: Vec<String>,
    pub muted_users: Vec<String>,
}

/// What a reader can follow or mute on a page.
pub struct Topic {
    pub kind: &'static str,
    pub name: String,
    pub is_followed: bool,
    pub is_muted: bool,
}

#[derive(Template)]
#[template(path = "list.html")]
struct ListPage {
    layout: Layout,
    file: &'static str,
    title: String,
    /// The path and label of the list in each order, and whether it is this one.
    orders: Vec<(String, &'static str, bool)>,
    topic: Option<Topic>,
    profile: Option<Profile>,
    /// On the page of what one follows, all that one follows and has muted.
    follows: Option<Follows>,
    has_comments: bool,
    items: Vec<View>,
    more: Option<String>,
    empty: &'static str,
}

async fn page(cx: &Context, source: Source) -> Result<Response> {
    let order = order(cx);
    let command = source.command(cx, order)?;
    let (viewer, is_user) = (cx.viewer(), !cx.viewer().is_empty());
    let mut others = Vec::new();
    if is_user {
        others.push(article("FOLLOWS").arg(viewer).json());
    }
    let named = match &source {
        Source::Group(name) => Some(("GROUP", name)),
        Source::User(name) => Some(("USER", name)),
        _ => None,
    };
    if let Some((kind, name)) = named {
        others.push(article("FOLLOWERS").arg(kind).arg(name).json());
    }
    if let Source::User(name) = &source {
        others.push(article("USER").arg(name).json());
        others.extend([BANNED, HELD].map(|set| redis::Cmd::sismember(set, name)));
    }
    let (mut layout, replies) = cx.ask(&command, &others).await?;
    let mut replies = replies.into_iter();
    let mut next = || replies.next().unwrap_or(redis::Value::Nil);
    let (mut items, cursor): (Vec<Item>, Option<String>) = json(next())?;
    let follows = match is_user {
        true => json::<Option<Follows>>(next())?.unwrap_or_default(),
        false => Follows::default(),
    };
    let followers = match named {
        Some(_) => json::<Vec<u32>>(next())?.pop().unwrap_or_default(),
        None => 0,
    };
    let profile = match &source {
        Source::User(name) => {
            let profile: Option<Profile> = json(next())?;
            let banned = redis::from_redis_value(next())?;
            let held = redis::from_redis_value(next())?;
            let profile = profile.unwrap_or_default();
            Some(Profile { name: name.clone(), banned, held, followers, ..profile })
        }
        _ => None,
    };
    let is_named = matches!(&source, Source::Group(_) | Source::User(_) | Source::CommentsOf(_));
    let is_known = |one: &Profile| one.articles + one.comments > 0 || one.name == viewer;
    let is_unknown = is_named && items.is_empty() && !profile.as_ref().is_some_and(is_known);
    if is_unknown && cx.query("after").is_none() {
        return Err(Error::NotFound);
    }
    if source.has_comments() {
        add_titles(cx, &mut items).await?;
    }
    if source == Source::Inbox {
        // What comes while the page is made stays new.
        if let (Some(first), None) = (items.first(), cx.query("after")) {
            let seen = format!("time:{}-{}", first.time, first.id);
            cx.app.store.run::<i64>(&article("SEEN").arg(viewer).arg(seen).cmd()).await?;
        }
        layout.unseen = 0;
    }
    let topic = named.filter(|_| is_user).map(|(kind, name)| {
        let has = |list: &[String]| list.contains(name);
        let (is_followed, is_muted) = match kind {
            "GROUP" => (has(&follows.groups), has(&follows.muted_groups)),
            _ => (has(&follows.users), has(&follows.muted_users)),
        };
        Topic { kind, name: name.clone(), is_followed, is_muted }
    });
    let topic = topic.filter(|topic| topic.kind == "GROUP" || topic.name != viewer);
    let orders = ORDERS.iter().map(|(name, label, _)| (source.path(name), *label, *name == order));
    let orders = if source.has_orders() { orders.collect() } else { Vec::new() };
    let here = source.path(order);
    let page = ListPage {
        file: file!(),
        title: source.title(),
        orders,
        topic,
        profile,
        follows: (source == Source::Feed).then_some(follows),
        has_comments: source.has_comments(),
        items: items.into_iter().map(|item| View::new(item, viewer)).collect(),
        more: cursor.map(|cursor| format!("{here}?after={}", encoded(&cursor))),
        empty: source.empty(),
        layout,
    };
    Ok(cx.page(&page))
}

/// Gives each comment the title of its story.
pub async fn add_titles(cx: &Context, comments: &mut [Item]) -> Result<()> {
    let ids: Vec<u32> = comments.iter().map(|comment| comment.article).collect();
    if ids.is_empty() {
        return Ok(());
    }
    let titles = ids.iter().fold(article("MGET").arg(ids.len()), Command::arg);
    let stories: Vec<Option<Item>> = cx.app.store.read(&titles.words("RETURN 1 title")).await?;
    for (comment, story) in comments.iter_mut().zip(stories) {
        comment.story = plain(&story.unwrap_or_default().title);
    }
    Ok(())
}

#[derive(Template)]
#[template(path = "groups.html")]
struct GroupsPage {
    layout: Layout,
    file: &'static str,
    groups: Vec<(String, u32)>,
}

pub async fn groups(cx: Context) -> Response {
    let made = async {
        let command = article("GROUPS").words("LIMIT 0 100");
        let (layout, mut replies) = cx.ask(&command, &[]).await?;
        let groups = json(replies.remove(0))?;
        Ok(cx.page(&GroupsPage { layout, file: file!(), groups }))
    };
    cx.respond(made.await)
}
