//! The reply of INFO.

use std::collections::HashMap;
use std::thread::sleep;
use std::time::Duration;

use anyhow::{Context, Result};

use crate::server::Reply;
use crate::server::connection::Connection;

/// The time between two questions whether a condition holds.
const PAUSE: Duration = Duration::from_millis(1);

/// One section of the reply of INFO.
pub struct Info(HashMap<String, String>);

impl Info {
    pub fn ask(connection: &mut Connection, section: &str) -> Result<Self> {
        Ok(Self::parse(&connection.call("INFO", &[section])?.text()?))
    }

    /// Waits until a condition holds for a section, and returns that.
    pub fn once(
        connection: &mut Connection,
        section: &str,
        condition: impl Fn(&Self) -> Result<bool>,
    ) -> Result<Self> {
        loop {
            let info = Self::ask(connection, section)?;
            if condition(&info)? {
                return Ok(info);
            }
            sleep(PAUSE);
        }
    }

    fn parse(text: &str) -> Self {
        let fields = text.lines().filter_map(|line| line.split_once(':'));
        Self(fields.map(|(name, value)| (name.to_owned(), value.to_owned())).collect())
    }

    pub fn number(&self, name: &str) -> Result<f64> {
        let value = self.0.get(name).with_context(|| format!("INFO has no field {name}"))?;
        value.parse().with_context(|| format!("not a number in INFO: {name}:{value}"))
    }

    pub fn text(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// Returns the fields whose name begins with `prefix` and whose value is a list of numbers,
    /// such as `cmdstat_get:calls=1,usec=2`, as pairs of the rest of the name and the numbers.
    pub fn lists<'a>(
        &'a self,
        prefix: &'a str,
    ) -> impl Iterator<Item = (&'a str, HashMap<&'a str, f64>)> {
        self.0.iter().filter_map(move |(name, values)| {
            let values = values.split(',').filter_map(|pair| pair.split_once('='));
            let values = values.filter_map(|(name, value)| Some((name, value.parse().ok()?)));
            Some((name.strip_prefix(prefix)?, values.collect()))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_and_lists_are_found() {
        let info = Info::parse("# Stats\r\nused_memory:12\r\ncmdstat_get:calls=3,usec=7\r\n");
        assert_eq!(info.number("used_memory").unwrap(), 12.0);
        assert!(info.number("missing").is_err());
        let lists: Vec<_> = info.lists("cmdstat_").collect();
        assert_eq!(lists, [("get", HashMap::from([("calls", 3.0), ("usec", 7.0)]))]);
    }
}
