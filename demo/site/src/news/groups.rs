use redis::{Cmd, cmd};

use super::guard::form_key;
use super::item::text;
use super::round_trip::{Replies, RoundTrip};
use super::{KEY, Login, News, Preferences, Result, hosts, subscriptions};

/// The groups that the site shows.
const SHOWN: usize = 100;

/// The groups among which it finds them. The others are of hosts.
const GROUPS: usize = 1000;

/// A group and the number of its listed stories.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    pub name: String,
    pub size: u64,
}

/// Returns the command for the groups, largest first.
fn groups() -> Cmd {
    cmd("ARTICLE.GROUPS").arg(KEY).arg("LIMIT").arg(0).arg(GROUPS).take()
}

/// Reads its reply. The groups of hosts are left out.
fn read(replies: &mut Replies) -> Result<Vec<Group>> {
    let groups: Vec<(Vec<u8>, u64)> = replies.next()?;
    let groups = groups.into_iter().map(|(name, size)| Group { name: text(name), size });
    Ok(groups.filter(|group| !hosts::is_host_group(&group.name)).take(SHOWN).collect())
}

impl News {
    /// Returns the groups, largest first, but not the groups of hosts.
    pub async fn groups(&self) -> Result<Vec<Group>> {
        read(&mut RoundTrip::of(None).add(groups()).run(self).await?)
    }

    pub async fn groups_for(&self, login: Option<&Login>) -> Result<(Vec<Group>, Vec<String>)> {
        let mut trip = RoundTrip::of(login);
        trip.add(groups()).add_all(login.map(|login| subscriptions::all(&login.user)));
        let mut replies = trip.run(self).await?;
        let groups = read(&mut replies)?;
        Ok((groups, subscriptions::names(replies.next_if(login.is_some())?)))
    }

    /// Returns the groups, how a reader wants to see lists, and what to say about a form with
    /// which the reader has just changed that.
    pub async fn settings(
        &self,
        login: &Login,
        form: Option<&str>,
    ) -> Result<(Vec<Group>, Preferences, Option<String>)> {
        let mut trip = RoundTrip::of(Some(login));
        trip.add(groups()).add_all(Preferences::commands(&login.user));
        trip.add_all(form.map(|form| Cmd::get(form_key(&login.user, form))));
        let mut replies = trip.run(self).await?;
        let (groups, preferences) = (read(&mut replies)?, Preferences::read(&mut replies)?);
        Ok((groups, preferences, replies.next_if(form.is_some())?))
    }
}
