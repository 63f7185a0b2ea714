use axum::extract::State;

use super::{Form, PageError, Redirected};
use crate::news::{News, Topic};

const VERBS: [&str; 4] = ["FOLLOW", "UNFOLLOW", "MUTE", "UNMUTE"];

/// Follows or mutes a group or a user, or ends that.
pub async fn follow(State(news): State<News>, form: Form) -> Redirected {
    let (reader, name) = (form.user()?, form.text("topic"));
    let verb = VERBS.into_iter().find(|verb| *verb == form.text("verb"));
    let verb = verb.ok_or(PageError::invalid("One follows or mutes, or ends that."))?;
    let topic = match form.text("kind") {
        "group" => Topic::Group(name),
        "user" if name == reader => {
            return Err(PageError::invalid("You cannot follow or mute yourself."));
        }
        "user" => Topic::User(name),
        _ => return Err(PageError::invalid("One follows or mutes groups and users.")),
    };
    // Nobody can fill the server with names.
    if !verb.starts_with("UN") && (name.is_empty() || !news.exists(topic).await?) {
        return Err(PageError::invalid("There is no such group or user."));
    }
    news.follow(reader, verb, topic).await?;
    Ok(form.back())
}
