use askama::Template;
use axum::response::Html;

use super::error::PageError;
use super::session::Session;
use super::tabs::Tabs;

pub type Page = Result<Html<String>, PageError>;

/// Renders a page or a part of one.
pub fn page(template: &impl Template) -> Page {
    Ok(Html(template.render()?))
}

/// What every page shows around its content.
pub struct Layout {
    pub user: Option<String>,
    pub is_moderator: bool,
    /// The token of the page's forms.
    pub token: String,
    /// The address of the page, to which its forms return.
    pub here: String,
    /// A random text. The server runs a form that has it once, however often it is sent.
    pub once: String,
    pub tabs: Tabs,
    /// How many answers to the user are new, as far as the page has asked.
    pub unseen: i64,
}

impl Layout {
    /// Returns the frame of the page with this address.
    pub fn new(session: &Session, here: impl Into<String>) -> Self {
        Self {
            user: session.user.clone(),
            is_moderator: session.is_moderator(),
            token: session.token(),
            here: here.into(),
            // It tells forms apart, and need not be secret.
            once: format!("{:016x}", fastrand::u64(..)),
            tabs: Tabs::of_site(""),
            unseen: 0,
        }
    }

    /// Returns the frame of a page that the site's tabs lead to.
    pub fn in_tabs(session: &Session, here: impl Into<String>, tab: &str) -> Self {
        Self { tabs: Tabs::of_site(tab), ..Self::new(session, here) }
    }
}
