use redis::{Cmd, cmd};

use super::guard::form_key;
use super::item::text;
use super::preferences::{all_followed, names};
use super::round_trip::{Replies, RoundTrip};
use super::{KEY, Login, News, Preferences, Result};

/// The most groups that the site shows.
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
    Ok(groups.filter(|group| host_of(&group.name).is_none()).take(SHOWN).collect())
}

impl News {
    /// Returns the groups, largest first, without the groups of hosts.
    pub async fn groups(&self) -> Result<Vec<Group>> {
        read(&mut RoundTrip::of(None).add(groups()).run(self).await?)
    }

    pub async fn groups_for(&self, login: Option<&Login>) -> Result<(Vec<Group>, Vec<String>)> {
        let mut trip = RoundTrip::of(login);
        trip.add(groups()).add_all(login.map(|login| all_followed(&login.user)));
        let mut replies = trip.run(self).await?;
        let groups = read(&mut replies)?;
        Ok((groups, names(replies.next_if(login.is_some())?)))
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

/// Each story with a link is in the group of its host, besides the groups that its poster chose.
/// So the page of a host is the page of a group.
const PREFIX: &str = "host:";

/// The longest host that has a group, in bytes.
const MAX_HOST: usize = 250;

/// Returns the name of the group of a host, unless that is too long for a group.
pub fn host_group(host: &str) -> Option<String> {
    let fits = !host.is_empty() && host.len() <= MAX_HOST;
    fits.then(|| format!("{PREFIX}{host}"))
}

/// Returns the host of a group, if it is of one.
pub fn host_of(group: &str) -> Option<&str> {
    group.strip_prefix(PREFIX)
}

#[cfg(test)]
mod tests {
    use super::{host_group, host_of};

    #[test]
    fn a_host_has_a_group() {
        let group = host_group("example.com").unwrap();
        assert_eq!(group, "host:example.com");
        assert_eq!(host_of(&group), Some("example.com"));
        assert_eq!(host_of("hosting"), None);
        assert_eq!(host_group(""), None);
        assert_eq!(host_group(&"a".repeat(251)), None);
    }
}
