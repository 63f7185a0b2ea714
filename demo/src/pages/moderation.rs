//! What moderators do.

use redis::Cmd;

use super::context::{Context, MODERATOR};
use super::form::Fields;
use crate::guard::{BANNED, HELD};
use crate::item::Item;
use crate::store::{Command, Error, Result, Sent, article};

/// What a moderator can do with a story or comment.
const ITEM_ACTIONS: [&str; 9] =
    ["HIDE", "SHOW", "PUBLISH", "LOCK", "UNLOCK", "PIN", "UNPIN", "REJECT", "BAN"];

/// Runs the form of a moderator. Returns the command that it was.
pub async fn act(cx: &Context, form: &Fields) -> Result<Sent> {
    cx.check_moderator()?;
    let action = form.get("action");
    let command = match cx.path.as_str() {
        "/moderate" => moderate(cx, form.id()?, action).await?,
        _ => restrict(cx, form.get("user"), action).await?,
    };
    let (sent, _) = cx.app.store.ask(&command, command.cmd(), &[]).await?;
    Ok(sent)
}

/// Returns the command that acts on a story or comment.
async fn moderate(cx: &Context, id: u32, action: &str) -> Result<Command> {
    if !ITEM_ACTIONS.contains(&action) {
        return Err(Error::NotFound);
    }
    let get = article("GET").arg(id).words("RETURN 1 poster");
    let item: Option<Item> = cx.app.store.read(&get).await?;
    let poster = item.ok_or(Error::NotFound)?.poster;
    // Whoever looks at it has settled the flags.
    let settle = article("UNMARK").words("mods reported").arg(id);
    cx.app.store.run::<i64>(&settle.cmd()).await?;
    Ok(match action {
        "REJECT" => article("DEL").arg(id),
        // One step for the moderator: the post is removed, its poster banned, and the votes of
        // the poster withdrawn.
        "BAN" => {
            ban(cx, &poster).await?;
            article("MODERATE").arg("HIDE").arg(id)
        }
        action => article("MODERATE").arg(action).arg(id),
    })
}

/// Returns the command that restricts a user, or ends that.
async fn restrict(cx: &Context, user: &str, action: &str) -> Result<Command> {
    if user == MODERATOR {
        return Err(Error::refused("You cannot restrict yourself."));
    }
    if !(1..=255).contains(&user.len()) {
        return Err(Error::NotFound);
    }
    match action {
        "BAN" => ban(cx, user).await?,
        "UNBAN" => cx.app.store.run(&Cmd::srem(BANNED, user)).await?,
        "HOLD" => cx.app.store.run(&Cmd::sadd(HELD, user)).await?,
        "RELEASE" => cx.app.store.run(&Cmd::srem(HELD, user)).await?,
        "SILENCE" => walk(cx, &article("SILENCE").arg(user).arg("YES")).await?,
        "COUNT" => walk(cx, &article("SILENCE").arg(user).arg("NO")).await?,
        _ => return Err(Error::NotFound),
    }
    Ok(article("USER").arg(user))
}

/// Bans a user, and then withdraws the user's votes: none comes after the ban.
async fn ban(cx: &Context, user: &str) -> Result<()> {
    if user == MODERATOR {
        return Err(Error::refused("You cannot ban yourself."));
    }
    cx.app.store.run::<()>(&Cmd::sadd(BANNED, user)).await?;
    walk(cx, &article("UNVOTE").arg(user)).await
}

/// Runs a command on all votes of a user, in steps.
async fn walk(cx: &Context, command: &Command) -> Result<()> {
    let mut cursor = "0".to_owned();
    loop {
        let step = command.clone().arg(&cursor);
        let (next, _): (String, i64) = cx.app.store.run(&step.cmd()).await?;
        if next == "0" {
            return Ok(());
        }
        cursor = next;
    }
}
