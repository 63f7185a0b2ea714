use axum::extract::State;
use axum::response::Redirect;

use super::error::PageError;
use super::form::Form;
use crate::news::{Flag, Moderator, News};

/// The most seconds that one press of a button adds to a score.
const MAX_BOOST: i64 = 86_400;

/// An action of ARTICLE.MODERATE.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Action {
    /// The command's keyword.
    pub keyword: &'static str,
    /// The text of the button.
    pub label: &'static str,
    /// The flag that it sets or clears.
    flag: Flag,
    sets: bool,
}

impl Action {
    const ALL: [Self; 6] = [
        Self { keyword: "HIDE", label: "Hide", flag: Flag::Hidden, sets: true },
        Self { keyword: "SHOW", label: "Show", flag: Flag::Hidden, sets: false },
        Self { keyword: "LOCK", label: "Lock", flag: Flag::Locked, sets: true },
        Self { keyword: "UNLOCK", label: "Unlock", flag: Flag::Locked, sets: false },
        Self { keyword: "PIN", label: "Pin", flag: Flag::Pinned, sets: true },
        Self { keyword: "UNPIN", label: "Unpin", flag: Flag::Pinned, sets: false },
    ];

    /// Returns the actions that would change a story with these flags.
    pub fn possible(flags: &[Flag]) -> Vec<Self> {
        let changes = |action: &Self| flags.contains(&action.flag) != action.sets;
        Self::ALL.into_iter().filter(changes).collect()
    }
}

/// Hides, locks, or pins a story, or reverses that.
pub async fn moderate(State(news): State<News>, form: Form) -> Result<Redirect, PageError> {
    let (name, key) = form.moderator()?;
    let moderator = Moderator { name, form: &key };
    let action = Action::ALL.into_iter().find(|action| action.keyword == form.text("action"));
    let action = action.ok_or(PageError::Invalid("There is no such action.".to_owned()))?;
    news.moderate(moderator, action.keyword, form.number("id")?).await?;
    Ok(form.back())
}

/// Adds seconds to a story's score.
pub async fn boost(State(news): State<News>, form: Form) -> Result<Redirect, PageError> {
    let (name, key) = form.moderator()?;
    let moderator = Moderator { name, form: &key };
    let seconds: i64 = form.number("seconds")?;
    let seconds = seconds.clamp(-MAX_BOOST, MAX_BOOST);
    news.boost(moderator, form.number("id")?, seconds).await?;
    Ok(form.back())
}

/// Bans a user, or lifts the ban.
pub async fn ban(State(news): State<News>, form: Form) -> Result<Redirect, PageError> {
    let (name, key) = form.moderator()?;
    let moderator = Moderator { name, form: &key };
    let user = form.text("user");
    match form.text("ban") {
        "yes" => news.ban(moderator, user).await?,
        "no" => news.lift_ban(moderator, user).await?,
        _ => return Err(PageError::Invalid("A ban is yes or no.".to_owned())),
    }
    Ok(form.back())
}
