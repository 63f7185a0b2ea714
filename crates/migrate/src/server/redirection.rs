//! Error replies that send a client to another node of a cluster.

use redis::Value;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// None for the host that replied: a node may not know its own name.
    pub host: Option<String>,
    pub port: u16,
}

impl Location {
    pub fn new(host: &str, port: u16) -> Self {
        Self { host: Some(host.to_owned()).filter(|host| !host.is_empty()), port }
    }
}

/// What a node replied that has not, or not yet, or no longer a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Redirection {
    Moved {
        slot: u16,
        to: Location,
    },
    /// The slot is being moved, and the key is at its new node already.
    Ask {
        to: Location,
    },
    /// The key is being moved.
    Later,
}

impl Redirection {
    /// Returns where an error reply sends a client, if it does.
    pub fn of(reply: &Value) -> Option<Self> {
        let Value::ServerError(error) = reply else { return None };
        if error.code() == "TRYAGAIN" {
            return Some(Self::Later);
        }
        let (slot, address) = error.details()?.split_once(' ')?;
        let location = || {
            // The host can be an IPv6 address, which has colons, too.
            let (host, port) = address.rsplit_once(':')?;
            Some(Location::new(host, port.parse().ok()?))
        };
        match error.code() {
            "MOVED" => Some(Self::Moved { slot: slot.parse().ok()?, to: location()? }),
            "ASK" => Some(Self::Ask { to: location()? }),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(reply: &str) -> Option<Redirection> {
        Redirection::of(&redis::parse_redis_value(format!("-{reply}\r\n").as_bytes()).unwrap())
    }

    #[test]
    fn errors_name_the_node() {
        let ipv4 = Location { host: Some("10.0.0.1".to_owned()), port: 6381 };
        let ipv6 = Location { host: Some("fe80::1".to_owned()), port: 6381 };
        let own = Location { host: None, port: 6381 };
        assert_eq!(of("MOVED 17 10.0.0.1:6381"), Some(Redirection::Moved { slot: 17, to: ipv4 }));
        assert_eq!(of("MOVED 17 fe80::1:6381"), Some(Redirection::Moved { slot: 17, to: ipv6 }));
        assert_eq!(of("ASK 17 :6381"), Some(Redirection::Ask { to: own }));
        assert_eq!(of("TRYAGAIN Multiple keys"), Some(Redirection::Later));
        assert_eq!(of("ERR 17 10.0.0.1:6381"), None);
        assert_eq!(of("MOVED"), None);
    }
}
