//! The proxy's own commands: those of connections, and of keys of any kind.

use std::fmt::Write;

use bytes::Bytes;
use redis::Value;

use crate::create::keys;
use crate::form::Form;
use crate::job::Reply;
use crate::proxy::Proxy;
use crate::resp::{error, wrong_number};

pub const REFUSED: &str = "ERR article-proxy does not have this command: it has those of sites \
    but ARTICLE.DEBUG, DEL, UNLINK, EXISTS, TYPE, and those of connections";
const WRONG_PASSWORD: &str = "WRONGPASS invalid username-password pair or user is disabled.";
const NO_PASSWORD: &str = "ERR AUTH called without any password configured for the default user. \
    Are you sure your configuration is correct?";

/// What a connection has set.
pub struct State {
    id: u64,
    name: Bytes,
    pub resp3: bool,
    /// Whether it has sent the password, if one is needed.
    is_trusted: bool,
    /// Whether no more commands are read.
    pub is_ending: bool,
}

impl State {
    pub fn new(id: u64, is_trusted: bool) -> Self {
        Self { id, name: Bytes::new(), resp3: false, is_trusted, is_ending: false }
    }

    pub fn is_trusted(&self) -> bool {
        self.is_trusted
    }

    fn value(&self, value: &Value) -> Reply {
        Ok(Form { resp3: self.resp3, json: false }.value(value))
    }

    /// Runs a command that needs no server; none if it is another one.
    pub fn run(&mut self, proxy: &Proxy, words: &[Bytes]) -> Option<Reply> {
        let (name, words) = words.split_first()?;
        let upper = name.to_ascii_uppercase();
        let ok = || Ok(Bytes::from_static(b"+OK\r\n"));
        let is_open = matches!(&upper[..], b"AUTH" | b"HELLO" | b"QUIT" | b"RESET");
        if !self.is_trusted && !is_open {
            return Some(Err(error("NOAUTH Authentication required.")));
        }
        Some(match (&upper[..], words) {
            (b"PING", []) => Ok(Bytes::from_static(b"+PONG\r\n")),
            (b"PING" | b"ECHO", [word]) => self.value(&text(word)),
            (b"SELECT", [index]) if index == "0" => ok(),
            (b"SELECT", [_]) => Err(error("ERR article-proxy has only database 0")),
            (b"AUTH", [user @ .., password]) if user.len() < 2 => {
                let user = user.first().map_or(&b"default"[..], |user| user);
                self.authenticate(proxy, user, password).and_then(|()| ok())
            }
            (b"HELLO", options) => self.hello(proxy, options),
            (b"CLIENT", [what, rest @ ..]) => self.client(&what.to_ascii_uppercase(), rest),
            (b"INFO", _) => self.value(&text(info(proxy))),
            (b"QUIT", _) => {
                self.is_ending = true;
                ok()
            }
            (b"RESET", _) => {
                *self = Self::new(self.id, proxy.password.is_none());
                Ok(Bytes::from_static(b"+RESET\r\n"))
            }
            (b"PING" | b"ECHO" | b"SELECT" | b"AUTH" | b"CLIENT", _) => Err(wrong_number(name)),
            _ => return None,
        })
    }

    fn authenticate(&mut self, proxy: &Proxy, user: &[u8], password: &[u8]) -> Result<(), Bytes> {
        let Some(own) = &proxy.password else { return Err(error(NO_PASSWORD)) };
        // In a time that does not depend on where they differ.
        let pairs = own.bytes().zip(password.iter().copied().chain(std::iter::repeat(0)));
        let differs =
            pairs.fold(own.len() ^ password.len(), |sum, (a, b)| sum | usize::from(a ^ b));
        if differs != 0 || user != b"default" {
            return Err(error(WRONG_PASSWORD));
        }
        self.is_trusted = true;
        Ok(())
    }

    fn hello(&mut self, proxy: &Proxy, options: &[Bytes]) -> Reply {
        let (protocol, mut rest) = match options.split_first() {
            Some((protocol, rest)) => (&protocol[..], rest),
            None => (if self.resp3 { &b"3"[..] } else { b"2" }, options),
        };
        if !matches!(protocol, b"2" | b"3") {
            return Err(error("NOPROTO unsupported protocol version"));
        }
        let mut name = self.name.clone();
        loop {
            rest = match rest {
                [] => break,
                [word, user, password, rest @ ..] if word.eq_ignore_ascii_case(b"AUTH") => {
                    self.authenticate(proxy, user, password)?;
                    rest
                }
                [word, own, rest @ ..] if word.eq_ignore_ascii_case(b"SETNAME") => {
                    name = own.clone();
                    rest
                }
                _ => return Err(error("ERR syntax error in HELLO")),
            }
        }
        if !self.is_trusted {
            let text = "NOAUTH HELLO must be called with the client already authenticated";
            return Err(error(text));
        }
        (self.resp3, self.name) = (protocol == b"3", name);
        let entries = [
            ("server", text("article-proxy")),
            ("version", text(env!("CARGO_PKG_VERSION"))),
            ("proto", Value::Int(if self.resp3 { 3 } else { 2 })),
            ("id", Value::Int(self.id as i64)),
            ("mode", text("standalone")),
            ("role", text("master")),
            ("modules", Value::Array(Vec::new())),
        ];
        self.value(&Value::Map(entries.map(|(name, value)| (text(name), value)).into()))
    }

    fn client(&mut self, what: &[u8], rest: &[Bytes]) -> Reply {
        match (what, rest) {
            (b"ID", []) => self.value(&Value::Int(self.id as i64)),
            (b"GETNAME", []) if self.name.is_empty() => self.value(&Value::Nil),
            (b"GETNAME", []) => self.value(&text(&self.name)),
            (b"SETNAME", [name]) if !name.iter().all(u8::is_ascii_graphic) => Err(error(
                "ERR Client names cannot contain spaces, newlines or special characters.",
            )),
            (b"SETNAME", [name]) => {
                self.name = name.clone();
                Ok(Bytes::from_static(b"+OK\r\n"))
            }
            (b"SETINFO", [_, _]) | (b"NO-EVICT" | b"NO-TOUCH", [_]) => {
                Ok(Bytes::from_static(b"+OK\r\n"))
            }
            (b"INFO" | b"LIST", _) => {
                let resp = if self.resp3 { 3 } else { 2 };
                let name = String::from_utf8_lossy(&self.name);
                self.value(&text(format!("id={} name={name} resp={resp}\n", self.id)))
            }
            _ => Err(error("ERR article-proxy does not have this CLIENT command")),
        }
    }
}

fn text(text: impl AsRef<[u8]>) -> Value {
    Value::BulkString(text.as_ref().to_vec())
}

/// Runs a command that needs servers.
pub async fn of_servers(proxy: &Proxy, words: &[Bytes], resp3: bool) -> Reply {
    let name = words.first().map(|name| name.to_ascii_uppercase()).unwrap_or_default();
    match name.as_slice() {
        b"DEL" | b"UNLINK" | b"EXISTS" | b"TYPE" => keys(proxy, words, resp3).await,
        // What the servers say of commands. Any of them knows it.
        b"COMMAND" => {
            let second = words.get(1).cloned().unwrap_or_default();
            let answer = proxy.cluster.call(0, words, &second, resp3).await;
            answer.map_err(|_| error("PARTDOWN the servers cannot be reached"))
        }
        _ => Err(error(REFUSED)),
    }
}

fn info(proxy: &Proxy) -> String {
    let mut text = format!(
        "# Server\r\narticle_proxy_version:{}\r\nredis_mode:standalone\r\nprocess_id:{}\r\n\
         uptime_in_seconds:{}\r\nloading:0\r\nservers:{}\r\n\r\n# Stats\r\n",
        env!("CARGO_PKG_VERSION"),
        std::process::id(),
        proxy.started.elapsed().as_secs(),
        proxy.cluster.addresses(),
    );
    for (name, value) in proxy.metrics.all() {
        // Writing into memory does not fail.
        let _ = write!(text, "{name}:{value}\r\n");
    }
    text
}
