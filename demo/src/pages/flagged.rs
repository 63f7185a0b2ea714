use askama::Template;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::response::{Html, Redirect};

use super::error::PageError;
use super::form::Form;
use super::moderation::Action;
use super::session::{Claim, Session};
use super::stories::Layout;
use crate::news::{Flag, Item, Moderator, News};

/// The reasons to choose from.
const REASONS: [&str; 4] = ["spam", "off topic", "unkind", "wrong link"];

/// A story or comment, as far as it is shown to those who decide about it.
struct Subject {
    id: u32,
    /// `story` or `comment`.
    kind: &'static str,
    address: String,
    poster: String,
    /// The title of a story, or the text of a comment.
    text: String,
    flags: Vec<Flag>,
}

impl Subject {
    fn new(item: Item) -> Self {
        match item {
            Item::Article(story) => Self {
                id: story.id,
                kind: "story",
                address: super::article::address(story.id),
                poster: story.poster,
                text: story.title,
                flags: story.flags,
            },
            Item::Comment(comment) => Self {
                id: comment.id,
                kind: "comment",
                address: super::comments::address(comment.id),
                poster: comment.poster,
                text: comment.text,
                flags: comment.flags,
            },
        }
    }
}

/// The form with which readers flag a story or comment.
#[derive(Template)]
#[template(path = "flag.html")]
struct FlagPage<'a> {
    layout: &'a Layout,
    subject: Subject,
    reasons: [&'static str; REASONS.len()],
    /// The reason for which the reader has flagged it, if so.
    reason: Option<String>,
}

/// What readers have flagged, for the moderator.
#[derive(Template)]
#[template(path = "flags.html")]
struct FlagsPage<'a> {
    layout: &'a Layout,
    rows: Vec<Row>,
}

struct Row {
    id: u32,
    /// The story or comment; nothing if it was deleted meanwhile.
    subject: Option<Subject>,
    reasons: String,
    flags: usize,
    actions: Vec<Action>,
}

/// Shows the form.
pub async fn form(
    State(news): State<News>,
    claim: Claim,
    id: Result<Path<u32>, PathRejection>,
) -> Result<Html<String>, PageError> {
    let Path(id) = id?;
    let login = claim.needed_login()?;
    let (session, (item, reason)) = claim.confirm(news.flag_by(&login, id)).await?;
    let subject = Subject::new(item.ok_or(PageError::NotFound)?);
    if subject.flags.contains(&Flag::Hidden) {
        return Err(PageError::Gone);
    }
    let layout = Layout::new(&session, format!("/flag/{id}"));
    Ok(Html(FlagPage { layout: &layout, subject, reasons: REASONS, reason }.render()?))
}

/// Flags a story or comment, or withdraws the flag.
pub async fn flag(State(news): State<News>, form: Form) -> Result<Redirect, PageError> {
    let user = form.user()?;
    let reason = match form.text("reason") {
        "" => None,
        reason => Some(reason),
    };
    if reason.is_some_and(|reason| !REASONS.contains(&reason)) {
        return Err(PageError::Invalid("There is no such reason.".to_owned()));
    }
    news.flag(user, form.number("id")?, reason).await?;
    Ok(form.back())
}

/// Shows what readers have flagged.
pub async fn list(State(news): State<News>, session: Session) -> Result<Html<String>, PageError> {
    session.check_moderator()?;
    let rows = news.flagged().await?.into_iter().map(|flagged| {
        let subject = flagged.item.map(Subject::new);
        Row {
            id: flagged.id,
            flags: flagged.reasons.len(),
            reasons: counted(&flagged.reasons),
            actions: subject.as_ref().map(|s| Action::possible(&s.flags)).unwrap_or_default(),
            subject,
        }
    });
    let layout = Layout::new(&session, "/flags");
    Ok(Html(FlagsPage { layout: &layout, rows: rows.collect() }.render()?))
}

/// Forgets the flags of a story or comment.
pub async fn dismiss(State(news): State<News>, form: Form) -> Result<Redirect, PageError> {
    let (name, key) = form.moderator()?;
    news.dismiss_flags(Moderator { name, form: &key }, form.number("id")?).await?;
    Ok(form.back())
}

/// Returns reasons with their numbers, in the order in which the site lists them.
fn counted(reasons: &[String]) -> String {
    let count = |reason: &&str| reasons.iter().filter(|other| other == reason).count();
    let given = REASONS.iter().map(|reason| (reason, count(reason)));
    let given = given.filter(|(_, count)| *count > 0);
    given.map(|(reason, count)| format!("{count} × {reason}")).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::counted;

    #[test]
    fn reasons_are_counted() {
        let reasons = ["unkind", "spam", "unkind"].map(str::to_owned);
        assert_eq!(counted(&reasons), "1 × spam, 2 × unkind");
        assert_eq!(counted(&[]), "");
    }
}
