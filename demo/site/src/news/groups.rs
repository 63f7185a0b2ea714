use super::{News, Result, site};

const SHOWN: usize = 100;
const GROUPS: u32 = 1000;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    pub name: String,
    pub size: u32,
}

impl News {
    /// Returns the groups, largest first, without the groups of hosts.
    pub async fn groups(&self) -> Result<Vec<Group>> {
        let groups = self.query(&site().groups().limit(0, GROUPS)).await?.into_iter();
        let groups = groups.filter(|(name, _)| host_of(name).is_none()).take(SHOWN);
        Ok(groups.map(|(name, size)| Group { name, size }).collect())
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

pub fn host_of(group: &str) -> Option<&str> {
    group.strip_prefix(PREFIX)
}
