use askama::Template;
use axum::Extension;
use axum::extract::State;
use serde::Deserialize;

use super::address::encoded;
use super::listing::Items;
use super::{ItemView, Layout, Page, PageError, Query, Session, page};
use crate::news::News;
use crate::search::{self, Found, Search};

const SIZE: usize = 30;
const LAST_PAGE: usize = 20;
pub const MAX_WORDS: usize = 200;

#[derive(Template)]
#[template(path = "search.html")]
struct SearchPage<'a> {
    layout: &'a Layout,
    words: &'a str,
    total: usize,
    list: Option<Items<'a>>,
}

#[derive(Deserialize)]
pub struct Selection {
    #[serde(default)]
    q: String,
    page: Option<usize>,
}

pub async fn show(
    State(news): State<News>,
    Extension(search): Extension<Search>,
    session: Session,
    Query(Selection { q, page: number }): Query<Selection>,
) -> Page {
    let (words, number) = (q.trim(), number.unwrap_or(1).clamp(1, LAST_PAGE));
    if words.chars().count() > MAX_WORDS {
        return Err(PageError::Invalid(format!("Search for at most {MAX_WORDS} characters.")));
    }
    let address = |number| match number {
        1 => format!("/search?q={}", encoded(words)),
        _ => format!("/search?q={}&page={number}", encoded(words)),
    };
    let layout = Layout::in_tabs(&session, address(number), "/search");
    let found = match words.is_empty() {
        true => Found::default(),
        false => search
            .find(words, (number - 1) * SIZE, SIZE)
            .map_err(|error| PageError::Internal(error.to_string()))?,
    };
    let items = news.found(&found.ids, session.user.as_deref()).await?.into_iter();
    let marked = search::words(words);
    let views =
        items.map(|item| ItemView { words: marked.clone(), ..ItemView::new(item, &layout, None) });
    let goes_on = number * SIZE < found.total && number < LAST_PAGE;
    let list = Items::found(&layout, views.collect(), goes_on.then(|| address(number + 1)));
    let list = (!words.is_empty()).then_some(list);
    page(&SearchPage { layout: &layout, words, total: found.total, list })
}
