//! Which articles and groups there are.

use anyhow::Result;
use article_site::GroupName;

use crate::classic::keys::{Keys, parse_id};
use crate::readable::readable;
use crate::report::{Problem, Report};
use crate::scan::{self, scan};
use crate::server::Server;
use crate::text::{Bytes, Text};

#[derive(Debug, Default)]
pub struct Survey {
    /// Every id of which there is any trace, ascending.
    pub ids: Vec<u32>,
    groups: Vec<Text>,
    /// The id of each member of each group, with the group's index, ascending.
    members: Vec<(u32, u32)>,
    /// Whether sets name the articles with the prefix of the keys.
    pub has_prefixed_members: bool,
}

impl Survey {
    /// Iterates over the keys of the server, and over the sorted sets and groups of the site.
    pub fn take(server: &mut Server, keys: &Keys, report: &mut Report) -> Result<Self> {
        let mut survey = Self::default();
        report.progress.step("looking for articles and groups");
        survey.scan_keys(server, keys, report)?;
        for ranking in [keys.named("time:"), keys.named("score:")] {
            scan::each(server, &scan("ZSCAN", ranking), |elements: Vec<(Bytes, f64)>| {
                for (member, _) in elements {
                    survey.add_ranked(keys, member, report);
                }
                Ok(())
            })?;
        }
        survey.ids.sort_unstable();
        survey.ids.dedup();
        report.progress.step("reading groups");
        survey.scan_groups(server, keys, report)?;
        Ok(survey)
    }

    /// Returns the groups of an article, sorted by name.
    pub fn groups_of(&self, id: u32) -> Vec<GroupName<'_>> {
        let first = self.members.partition_point(|(member, _)| *member < id);
        let memberships = self.members.iter().skip(first).take_while(|(member, _)| *member == id);
        let groups = memberships.filter_map(|(_, group)| self.groups.get(*group as usize));
        groups.filter_map(|name| GroupName::new(name).ok()).collect()
    }

    /// Reports the members of groups that are in none of the ids.
    pub fn report_orphans(&self, report: &mut Report) {
        for (id, group) in &self.members {
            if self.ids.binary_search(id).is_err() {
                let name = self.groups.get(*group as usize).map(|name| readable(name));
                let name = name.unwrap_or_default();
                report.add(Problem::OrphanMember, || format!("article:{id} in group:{name}"));
            }
        }
    }

    fn scan_keys(&mut self, server: &mut Server, keys: &Keys, report: &mut Report) -> Result<()> {
        scan::each_key(server, &keys.pattern(), |_, found| {
            for key in found {
                match keys.parse(&key) {
                    Some((b"group:", name)) if GroupName::new(name).is_ok() => {
                        self.groups.push(Text(name.to_vec()));
                    }
                    Some((b"group:", _)) => report.add(Problem::LongGroup, || readable(&key)),
                    Some((b"article:", b"")) => {}
                    Some((b"article:" | b"voted:" | b"oppose:", id)) => match parse_id(id) {
                        Some(id) => self.ids.push(id),
                        None => report.add(Problem::NotAnId, || readable(&key)),
                    },
                    _ => {}
                }
            }
            Ok(())
        })?;
        self.groups.sort_unstable();
        self.groups.dedup();
        Ok(())
    }

    fn add_ranked(&mut self, keys: &Keys, member: Bytes, report: &mut Report) {
        match keys.parse_member(&member) {
            Some(id) => {
                self.ids.push(id);
                self.has_prefixed_members |= keys.is_prefixed(&member);
            }
            None => report.add(Problem::NotAnId, || format!("the member {}", readable(&member))),
        }
    }

    fn scan_groups(
        &mut self,
        server: &mut Server,
        keys: &Keys,
        report: &mut Report,
    ) -> Result<()> {
        for (index, name) in (0..).zip(&self.groups) {
            let key = keys.group(name);
            if !matches!(server.type_of(&key)?.as_str(), "set" | "none") {
                report.add(Problem::WrongType, || readable(&key));
                continue;
            }
            scan::each(server, &scan("SSCAN", key), |elements: Vec<Bytes>| {
                for member in elements {
                    match keys.parse_member(&member) {
                        Some(id) => self.members.push((id, index)),
                        None => report.add(Problem::NotAnId, || {
                            format!("the member {} of group:{}", readable(&member), readable(name))
                        }),
                    }
                }
                Ok(())
            })?;
        }
        self.members.sort_unstable();
        self.members.dedup();
        Ok(())
    }
}
