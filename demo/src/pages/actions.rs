//! What forms do. Each sends one command, which the next page shows with its reply.

use std::collections::HashMap;
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::extract::{FromRequestParts, State};
use axum::http::Request;
use axum::response::{IntoResponse, Redirect, Response};
use redis::Value;
use serde_json::json;
use tokio::time::timeout;

use super::context::{App, Context, as_json, local, log_in, note};
use super::form::{Fields, MAX_GROUPS, MAX_TEXT, MAX_TITLE, again};
use super::moderation;
use super::text::{is_blank, plain, web_address};
use crate::guard::act as guarded;
use crate::store::{Command, Error, Result, Sent, article, script};

/// The largest form, in bytes. A character of a text can be 12 of them, as `%F0%9F%98%80`.
const MOST: usize = 32 * 1024;
/// How long a form may take to arrive.
const ARRIVAL: Duration = Duration::from_secs(10);
/// The flags that hide a story or comment, until a moderator looks at it.
const FLAGS: u32 = 3;
/// The most stories that a reader saves.
const SAVED: u64 = 1000;

/// What a form has done: the command, and where the reader goes from here.
pub struct Done {
    pub sent: Option<Sent>,
    pub next: String,
}

/// Takes a form.
pub async fn act(State(app): State<App>, request: Request<Body>) -> Response {
    let (mut parts, body) = request.into_parts();
    let Ok(mut cx) = Context::from_request_parts(&mut parts, &app).await;
    let body = match timeout(ARRIVAL, to_bytes(body, MOST)).await {
        Ok(Ok(body)) => body,
        Ok(Err(_)) => return cx.failed(Error::Refused(413, "The form is too large.".into())),
        Err(_) => return cx.failed(Error::Refused(408, "The form did not arrive.".into())),
    };
    let form = Fields::parse(&body);
    let mut logged_in = None;
    let done = match check(&mut cx, &form) {
        Ok(user) => {
            logged_in = user;
            run(&cx, &form).await
        }
        Err(error) => Err(error),
    };
    let mut response = match done {
        Ok(done) if cx.is_part => part(&cx, &form, done),
        Ok(Done { sent, next }) => {
            let mut response = Redirect::to(&next).into_response();
            if let Some(sent) = sent {
                note(&mut response, &sent);
            }
            response
        }
        Err(error) if cx.is_part => cx.failed(error),
        Err(error) => {
            let path = cx.path.clone();
            again(&cx, &path, &form, Some(error)).await
        }
    };
    match logged_in {
        Some(user) => log_in(&mut response, &cx.app.key, Some(&user)),
        None if cx.path == "/logout" => log_in(&mut response, &cx.app.key, None),
        None => {}
    }
    response
}

/// Checks who sends a form. Returns the user whom it logs in.
fn check(cx: &mut Context, form: &Fields) -> Result<Option<String>> {
    let name = form.get("login").to_ascii_lowercase();
    if !name.is_empty() || cx.path == "/login" {
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
        if name.is_empty() || name.len() > 20 || !name.bytes().all(is_plain) {
            let text = "A name has 1 to 20 letters, digits, hyphens, or underscores.";
            return Err(Error::Field("login", text.to_owned()));
        }
        cx.user = Some(name.clone());
        return Ok(Some(name));
    }
    if cx.path != "/logout" {
        // A page from before a login or a logout must not act for another user.
        if form.get("reader") != cx.user()? {
            let text = "You have logged in or out since this page was opened. Try again.";
            return Err(Error::Refused(409, text.to_owned()));
        }
    }
    Ok(None)
}

async fn run(cx: &Context, form: &Fields) -> Result<Done> {
    let next = local(form.get("next")).to_owned();
    let user = cx.viewer();
    let command = match cx.path.as_str() {
        "/login" | "/logout" => return Ok(Done { sent: None, next }),
        "/submit" => return submit(cx, form).await,
        "/comment" => return comment(cx, form).await,
        "/flag" => return flag(cx, form, next).await,
        "/delete" => return delete(cx, form).await,
        "/moderate" | "/restrict" => {
            let sent = Some(moderation::act(cx, form).await?);
            return Ok(Done { sent, next });
        }
        "/vote" => {
            let (choice, id) = form.get("vote").split_once(':').ok_or(Error::NotFound)?;
            let known = ["up", "down", "none"].contains(&choice);
            let id: u32 = id.parse().ok().filter(|_| known).ok_or(Error::NotFound)?;
            article("VOTE").arg(user).arg(id).arg(choice.to_uppercase()).arg("WITHCOUNTS")
        }
        "/save" => {
            let name = if form.get("on") == "1" { "MARK" } else { "UNMARK" };
            let lists: Vec<(String, u64)> = cx.app.store.read(&article("LISTS").arg(user)).await?;
            if name == "MARK" && lists.iter().any(|(list, size)| list == "saved" && *size >= SAVED)
            {
                return Err(Error::refused("You have saved 1,000 stories. Take one off first."));
            }
            article(name).arg(user).arg("saved").arg(form.id()?)
        }
        _ => {
            let verb = form.get("verb").to_uppercase();
            let (kind, name) = (form.get("kind").to_uppercase(), form.get("name"));
            let is_known = ["FOLLOW", "UNFOLLOW", "MUTE", "UNMUTE"].contains(&verb.as_str())
                && ["GROUP", "USER", "ID"].contains(&kind.as_str())
                && (1..=255).contains(&name.len());
            if !is_known {
                return Err(Error::NotFound);
            }
            article(&verb).arg(user).arg(kind).arg(name)
        }
    };
    let (sent, _) = send(cx, &command, "").await?;
    Ok(Done { sent: Some(sent), next })
}

/// Sends a command of the user, within limits.
async fn send(cx: &Context, command: &Command, form: &str) -> Result<(Sent, Value)> {
    let guarded = guarded(command, cx.user()?, form);
    let (sent, replies) = cx.app.store.ask(command, guarded, &[]).await?;
    Ok((sent, replies.into_iter().next().unwrap_or(Value::Nil)))
}

/// Returns the text of a field, which can be empty.
fn text(form: &Fields) -> Result<String> {
    let text = plain(form.get("text"));
    match text.chars().count() > MAX_TEXT {
        true => Err(Error::Field("text", format!("It can have up to {MAX_TEXT} letters."))),
        false => Ok(text),
    }
}

async fn submit(cx: &Context, form: &Fields) -> Result<Done> {
    let (title, link, text) = (plain(form.get("title")), form.get("link"), text(form)?);
    if is_blank(&title) || title.chars().count() > MAX_TITLE {
        let text = format!("The title must have 1 to {MAX_TITLE} letters.");
        return Err(Error::Field("title", text));
    }
    let link = match link {
        "" => String::new(),
        link => web_address(link).filter(|_| link.len() <= 1000).map(String::from).ok_or_else(
            || {
                let text = "A link begins with http:// or https://, and has up to 1,000 bytes.";
                Error::Field("link", text.to_owned())
            },
        )?,
    };
    if link.is_empty() && is_blank(&text) {
        return Err(Error::Field("text", "A story needs a link or a text.".to_owned()));
    }
    let groups: Vec<&str> = form.all("group").collect();
    let is_named = |name: &&str| (1..=30).contains(&name.len());
    if groups.len() > MAX_GROUPS || !groups.iter().all(is_named) {
        return Err(Error::refused(format!("A story can be in up to {MAX_GROUPS} groups.")));
    }
    let post = article("POST").arg(cx.user()?).arg(title).arg(link).list("GROUPS", &groups);
    let post = if text.is_empty() { post } else { post.words("FIELDS 1 text").arg(text) };
    let (sent, reply) = send(cx, &post.arg("WITHCOUNTS"), form.get("once")).await?;
    // Scripts return maps as names and values.
    let posted: HashMap<String, i64> = redis::from_redis_value(reply)?;
    let number = |name| posted.get(name).copied().unwrap_or_default();
    let merged = if number("created") == 0 { "?merged=1" } else { "" };
    Ok(Done { sent: Some(sent), next: format!("/a/{}{merged}", number("id")) })
}

async fn comment(cx: &Context, form: &Fields) -> Result<Done> {
    let text = text(form)?;
    if is_blank(&text) {
        return Err(Error::Field("text", "A comment cannot be empty.".to_owned()));
    }
    let comment = article("COMMENT").arg(cx.user()?).arg(form.get("parent")).arg(text);
    let (sent, reply) = send(cx, &comment, form.get("once")).await?;
    let id: u32 = redis::from_redis_value(reply)?;
    Ok(Done { sent: Some(sent), next: format!("/c/{id}") })
}

/// Flags an item, once per reader, by the script of docs/moderation.md.
async fn flag(cx: &Context, form: &Fields, next: String) -> Result<Done> {
    let id = form.id()?;
    // Banned users and those who have sent too much are refused as with any other form.
    send(cx, &article("LISTS").arg(cx.user()?), "").await?;
    let shown = article("MARK").arg(cx.user()?).arg("flagged").arg(id);
    let mut flag = script(include_str!("../../../examples/flag.lua"), &[crate::store::KEY]);
    let flag = flag.arg(cx.user()?).arg(id).arg(FLAGS).take();
    let (sent, _) = cx.app.store.ask(&shown, flag, &[]).await?;
    Ok(Done { sent: Some(sent), next })
}

async fn delete(cx: &Context, form: &Fields) -> Result<Done> {
    let id = form.id()?;
    let mut delete = script(include_str!("../../lua/delete.lua"), &[crate::store::KEY]);
    let delete = delete.arg(cx.user()?).arg(id).take();
    let (sent, _) = cx.app.store.ask(&article("DEL").arg(id), delete, &[]).await?;
    Ok(Done { sent: Some(sent), next: "/".to_owned() })
}

/// Returns what the script needs after a vote.
fn part(cx: &Context, form: &Fields, done: Done) -> Response {
    let Sent { command, micros, reply } = done.sent.unwrap_or_default();
    let votes = reply.split(' ').skip_while(|word| *word != "votes").nth(1).unwrap_or_default();
    let votes: i64 = votes.parse().unwrap_or_default();
    let vote = form.get("vote").split(':').next().unwrap_or_default();
    let value = json!({ "votes": votes, "vote": vote, "reader": cx.viewer(),
        "command": command, "micros": micros, "reply": reply });
    as_json(value.to_string().into_bytes())
}
