//! Each story with a link is in the group of its host, `host:example.com`, besides the groups that
//! its poster chose. So the page of a host is the page of a group.

const PREFIX: &str = "host:";

/// The longest host that has a group, in bytes.
const MAX_HOST: usize = 250;

/// Returns the name of the group of a host, unless that is too long for a group.
pub fn host_group(host: &str) -> Option<String> {
    let fits = !host.is_empty() && host.len() <= MAX_HOST;
    fits.then(|| format!("{PREFIX}{host}"))
}

/// Whether a group is of a host.
pub fn is_host_group(group: &str) -> bool {
    group.starts_with(PREFIX)
}

#[cfg(test)]
mod tests {
    use super::{host_group, is_host_group};

    #[test]
    fn a_host_has_a_group() {
        let group = host_group("example.com").unwrap();
        assert_eq!(group, "host:example.com");
        assert!(is_host_group(&group));
        assert!(!is_host_group("hosting"));
        assert_eq!(host_group(""), None);
        assert_eq!(host_group(&"a".repeat(251)), None);
    }
}
