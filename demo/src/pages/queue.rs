//! The queue of moderators: what is held back, and what readers have flagged.

use askama::Template;
use axum::response::Response;

use super::context::{Context, Layout};
use super::lists::add_titles;
use super::view::View;
use crate::item::{COMMENT, Item, STORY};
use crate::store::{Result, article, json};

#[derive(Template)]
#[template(path = "queue.html")]
struct QueuePage {
    layout: Layout,
    file: &'static str,
    held: Vec<View>,
    flagged: Vec<View>,
    hidden: Vec<View>,
}

pub async fn show(cx: Context) -> Response {
    cx.respond(page(&cx).await)
}

async fn page(cx: &Context) -> Result<Response> {
    cx.check_moderator()?;
    let all = format!("{STORY} text parent article flags");
    let stories = article("PAGE").words("1 BY TIME ASC HELD").entries(&all);
    let comments = article("COMMENTS").words("1 BY TIME ASC HELD").entries(COMMENT);
    let flagged = article("MARKED").words("mods reported 1").entries(&all);
    // What was hidden lately: by moderators, or by flags.
    let hidden = article("PAGE").words("1 BY TIME HIDDEN SIZE 10").entries(&all);
    let others = [comments.json(), flagged.json(), hidden.json()];
    let (layout, replies) = cx.ask(&stories, &others).await?;
    let mut lists = replies.into_iter().map(json::<Vec<Item>>);
    let mut next = || lists.next().unwrap_or_else(|| Ok(Vec::new()));
    let (mut held, comments, mut flagged, mut hidden) = (next()?, next()?, next()?, next()?);
    held.extend(comments);
    held.sort_by_key(|item| (item.time, item.id));
    hidden.retain(|item| item.hidden == 1);
    for list in [&mut held, &mut flagged] {
        add_titles(cx, list).await?;
    }
    let views =
        |items: Vec<Item>| items.into_iter().map(|item| View::new(item, cx.viewer())).collect();
    let (held, flagged, hidden) = (views(held), views(flagged), views(hidden));
    Ok(cx.page(&QueuePage { layout, file: file!(), held, flagged, hidden }))
}
