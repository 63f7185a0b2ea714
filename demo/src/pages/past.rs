use axum::response::Redirect;

use super::dates::Day;
use super::error::PageError;
use super::listing::{Header, Place, Response, Visit};
use crate::news::{Order, Source, unix_time};

/// Leads to the front page of yesterday, the last day that is over.
pub async fn latest() -> Redirect {
    Redirect::to(&address(Day::of(unix_time()).previous()))
}

/// The stories of a day, most votes first.
pub async fn day(visit: Visit) -> Response {
    let day = Day::parse(&visit.name()).ok_or(PageError::NotFound)?;
    let today = Day::of(unix_time());
    let place = Place {
        title: format!("Stories of {day}"),
        path: address(day),
        default: Order::All,
        source: Source::Day(day.start()),
        header: Header::Day {
            day,
            previous: address(day.previous()),
            next: (day < today).then(|| address(day.next())),
        },
    };
    visit.show(place).await
}

fn address(day: Day) -> String {
    format!("/past/{day}")
}
