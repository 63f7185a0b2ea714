//! Search: the index finds ids, and the module says what a reader may see of them.

use std::collections::HashMap;

use askama::Template;
use axum::response::Response;

use super::context::{Context, Layout};
use super::lists::add_titles;
use super::view::View;
use crate::item::{Item, STORY};
use crate::store::{Command, Result, article, json};

/// How many hits are looked at, and how many are shown.
const FOUND: usize = 100;
const SHOWN: usize = 20;

#[derive(Template)]
#[template(path = "search.html")]
struct SearchPage {
    layout: Layout,
    file: &'static str,
    words: String,
    items: Vec<View>,
}

pub async fn show(cx: Context) -> Response {
    cx.respond(page(&cx).await)
}

async fn page(cx: &Context) -> Result<Response> {
    let words: String = cx.query("q").unwrap_or_default().chars().take(200).collect();
    let ids = cx.app.search.find(&words, FOUND);
    let items = ids.iter().fold(article("MGET").arg(ids.len()), Command::arg);
    let entries = format!("{STORY} text parent article listed");
    let (layout, mut replies) = cx.ask(&items.entries(&entries), &[]).await?;
    let items: Vec<Option<Item>> = json(replies.remove(0))?;
    // Nothing counts what is not shown, so a guess at hidden words is never confirmed.
    let listed = items.into_iter().flatten().filter(|item| item.listed == 1);
    let mut items: Vec<Item> = listed.collect();
    // A story comes before the comments on it.
    let places: HashMap<u32, usize> = items.iter().map(|item| item.id).zip(0..).collect();
    items.sort_by_key(|item| {
        let place = |id: u32| places.get(&id).copied().unwrap_or_default();
        (place(item.id).max(place(item.article)), item.is_comment())
    });
    items.truncate(SHOWN);
    add_titles(cx, &mut items).await?;
    let items = items.into_iter().map(|item| View::new(item, cx.viewer())).collect();
    Ok(cx.page(&SearchPage { layout, file: file!(), words, items }))
}
