//! Commands of the module.

use crate::server::Requests;

/// The key of the site.
pub const SITE: &str = "site";

/// Writes a POST with options that take a number.
pub fn post(
    out: &mut Requests,
    [poster, title, link]: [&str; 3],
    groups: &[String],
    options: &[(&str, i64)],
) {
    let length = 5 + 2 * options.len() + groups_length(groups);
    let command = out.command("ARTICLE.POST", length).arg(SITE);
    command.arg(poster).arg(title).arg(link);
    for (name, number) in options {
        command.arg(name).int(*number);
    }
    write_groups(command, groups);
}

pub fn groups_length(groups: &[String]) -> usize {
    if groups.is_empty() { 0 } else { 2 + groups.len() }
}

pub fn write_groups(command: &mut Requests, groups: &[String]) {
    if !groups.is_empty() {
        command.arg("GROUPS").int(groups.len() as i64);
    }
    for group in groups {
        command.arg(group);
    }
}
