//! A story with its comments, and a comment with the answers to it.

use askama::Template;
use axum::response::Response;
use redis::Cmd;
use serde_json::Value;

use super::context::{Context, Layout, as_json, encoded};
use super::view::View;
use crate::item::{Item, STORY};
use crate::store::{Command, Error, Result, article, json};

/// The levels of a thread on one page. Deeper ones have pages of their own.
const DEPTH: u32 = 6;
/// The entries of a comment in its thread, and what the page of an item needs besides its own.
const COMMENT: &str = "id parent depth text poster time votes comments vote votable answerable \
                       hidden locked pinned deleted muted";
const MORE: &str = "parent text answerable deleted flags";
const CHILDREN: u32 = 20;
const SIZE: u32 = 40;

/// The orders of comments: the name in addresses, the label, and the options of the command.
const ORDERS: [(&str, &str, &str); 4] = [
    ("best", "Best", "BY BEST"),
    ("new", "Newest", "BY TIME"),
    ("old", "Oldest", "BY TIME ASC"),
    ("controversial", "Controversial", "BY CONTROVERSY"),
];

#[derive(Template)]
#[template(path = "thread.html")]
struct ThreadPage {
    layout: Layout,
    file: &'static str,
    story: View,
    /// On the page of a comment, what it answers, and the comment.
    above: Vec<View>,
    comment: Option<View>,
    /// What a form answers, unless that takes no answers.
    parent: Option<u32>,
    is_saved: bool,
    is_muted: bool,
    merged: bool,
    orders: Vec<(String, &'static str, bool)>,
    comments: Vec<View>,
    more: Option<String>,
    is_first: bool,
}

fn thread(cx: &Context, id: u32) -> Result<Command> {
    let name = Some(cx.param("order")).filter(|order| !order.is_empty()).unwrap_or("best");
    let order = ORDERS.iter().find(|(own, ..)| *own == name).ok_or(Error::NotFound)?;
    let command = article("THREAD").arg(id).words(order.2);
    let command = command.arg("DEPTH").arg(DEPTH).arg("CHILDREN").arg(CHILDREN);
    let command = command.arg("SIZE").arg(SIZE);
    let command = match cx.query("after") {
        Some(after) => command.arg("AFTER").arg(after),
        None => command,
    };
    let command = match cx.viewer() {
        "" => command,
        viewer => command.arg("VIEWER").arg(viewer).arg("UNMUTED").arg(viewer),
    };
    Ok(command.arg("WITHCURSOR").entries(COMMENT))
}

pub async fn story(cx: Context) -> Response {
    cx.respond(show(&cx, false).await)
}

pub async fn comment(cx: Context) -> Response {
    cx.respond(show(&cx, true).await)
}

async fn show(cx: &Context, is_comment: bool) -> Result<Response> {
    let id = cx.id()?;
    let path = article("PATH").arg(id).arg("VIEWER").arg(cx.viewer());
    let path = path.entries(&format!("{STORY} {MORE}"));
    let mut others: Vec<Cmd> = vec![path.json()];
    if cx.user.is_some() {
        let marks = article("GET").arg(id).arg("VIEWER").arg(cx.viewer());
        others.push(marks.words("MARKS 1 saved RETURN 1 marks").json());
        others.push(article("FOLLOWS").arg(cx.viewer()).json());
    }
    let (layout, replies) = cx.ask(&thread(cx, id)?, &others).await?;
    let mut replies = replies.into_iter();
    let mut next = || replies.next().unwrap_or(redis::Value::Nil);
    let (comments, cursor): (Vec<Item>, Option<String>) = json(next())?;
    let mut path: Vec<Item> = json(next())?;
    // Null for a visitor.
    let (marks, follows): (Value, Value) = (json(next())?, json(next())?);
    let saved = marks.get("marks").and_then(Value::as_array);
    let muted = follows.get("muted_ids").and_then(Value::as_array);
    let is_saved = saved.is_some_and(|lists| !lists.is_empty());
    let is_muted = muted.is_some_and(|ids| ids.contains(&id.into()));
    let last = path.pop().filter(|item| item.is_comment() == is_comment).ok_or(Error::NotFound)?;
    let root = if path.is_empty() { last.clone() } else { path.remove(0) };
    check_shows(cx, &root)?;
    check_shows(cx, &last)?;
    let view = |item| View::new(item, cx.viewer());
    path.retain(|item| cx.is_moderator() || item.hidden == 0);
    path.drain(..path.len().saturating_sub(3));
    let parent = (last.answerable == 1).then_some(id);
    let here = format!("/{}/{id}", if is_comment { "c" } else { "a" });
    let order = cx.param("order");
    let orders = ORDERS.iter().map(|(name, label, _)| {
        let is_here = *name == order || (order.is_empty() && *name == "best");
        let path = if *name == "best" { here.clone() } else { format!("{here}/{name}") };
        (path, *label, is_here)
    });
    let orders = if is_comment { Vec::new() } else { orders.collect() };
    let more = cursor.map(|cursor| format!("{}?after={}", cx.path, encoded(&cursor)));
    let page = ThreadPage {
        layout,
        file: file!(),
        story: view(root),
        above: path.into_iter().map(view).collect(),
        comment: is_comment.then(|| view(last)),
        parent,
        is_saved,
        is_muted,
        merged: cx.query("merged").is_some(),
        orders,
        comments: views(comments, cx, more.is_some()),
        more,
        is_first: cx.query("after").is_none(),
    };
    Ok(cx.page(&page))
}

/// Returns an error for what a reader may not see. Posters see what is held back.
fn check_shows(cx: &Context, item: &Item) -> Result<()> {
    let is_own = item.hidden == 2 && cx.user.as_ref() == Some(&item.poster);
    match item.hidden == 0 || is_own || cx.is_moderator() {
        true => Ok(()),
        false => Err(Error::Refused(410, "A moderator has hidden this.".to_owned())),
    }
}

/// Prepares the comments of a page, which are depth first, each with the number of those below it
/// that the page lacks. `goes_on` says whether another page follows.
fn views(comments: Vec<Item>, cx: &Context, goes_on: bool) -> Vec<View> {
    let depths: Vec<u32> = comments.iter().map(|comment| comment.depth).collect();
    let views = comments.into_iter().enumerate().map(|(place, comment)| {
        let below = depths.iter().skip(place + 1).take_while(|depth| **depth > comment.depth);
        let shown = u32::try_from(below.count()).unwrap_or_default();
        // The next page goes on with the last branch.
        let is_last = goes_on && place + 1 + shown as usize == depths.len();
        let rest = if is_last { 0 } else { comment.comments.saturating_sub(shown) };
        View { rest, ..View::new(comment, cx.viewer()) }
    });
    views.collect()
}

/// Returns a story and its thread as the module's JSON.
pub async fn api(cx: Context) -> Response {
    let made = async {
        let id = cx.id()?;
        let story = article("GET").arg(id);
        let listed: Option<Item> =
            cx.app.store.read(&story.clone().words("RETURN 2 listed parent")).await?;
        if listed.is_none_or(|item| item.listed == 0 || item.is_comment()) {
            return Err(Error::NotFound);
        }
        let thread = article("THREAD").arg(id).arg("WITHCURSOR");
        let replies = cx.app.store.all(&[story.json(), thread.json()]).await?;
        let mut texts = replies.into_iter().map(redis::from_redis_value::<Vec<u8>>);
        let mut next = || texts.next().unwrap_or_else(|| Ok(b"null".to_vec()));
        let parts =
            [b"{\"story\":".to_vec(), next()?, b",\"thread\":".to_vec(), next()?, b"}".to_vec()];
        Ok(as_json(parts.concat()))
    };
    cx.respond(made.await)
}
