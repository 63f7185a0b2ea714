use super::listing::{Header, Place, Response, Visit, encoded};
use crate::news::hosts::host_group;
use crate::news::{Order, Source};
use crate::pages::error::PageError;

/// Returns the address of the page of a host.
pub fn address(host: &str) -> String {
    format!("/d/{}", encoded(host))
}

/// The stories whose links lead to a host.
pub async fn show(visit: Visit) -> Response {
    let host = visit.name();
    let group = host_group(&host).ok_or(PageError::NotFound)?;
    let place = Place {
        title: host.clone(),
        path: address(&host),
        default: Order::New,
        source: Source::Group(group),
        header: Header::Domain,
    };
    visit.show(place).await
}
