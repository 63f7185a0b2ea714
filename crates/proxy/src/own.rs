//! The proxy's own commands: those of connections, and of keys of any kind.

use std::fmt::Write;

use bytes::Bytes;

use crate::cluster::Reply;
use crate::create::keys;
use crate::proxy::Proxy;
use crate::resp::{Form, Value, encode, error};

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
}

fn text(text: &'static str) -> Bytes {
    format!("+{text}\r\n").into()
}

fn wrong_number(name: &str) -> Reply {
    let name = name.to_ascii_lowercase();
    Err(error(format!("ERR wrong number of arguments for '{name}' command")))
}

/// Runs a command that needs no server; none if it is another one.
pub fn early(state: &mut State, proxy: &Proxy, words: &[Bytes]) -> Option<Reply> {
    let upper =
        |at: usize| words.get(at).map(|word| word.to_ascii_uppercase()).unwrap_or_default();
    let (name, first) = (upper(0), upper(1));
    let name = str::from_utf8(&name).unwrap_or_default();
    let is_open = matches!(name, "AUTH" | "HELLO" | "QUIT" | "RESET");
    if !state.is_trusted && !is_open {
        return Some(Err(error("NOAUTH Authentication required.")));
    }
    let form = Form { resp3: state.resp3, json: false };
    let bulk = |word: &Bytes| Value::Text(word.clone()).reply(form);
    Some(Ok(match (name, words.get(1..).unwrap_or_default()) {
        ("PING", []) => text("PONG"),
        ("PING" | "ECHO", [word]) => bulk(word),
        ("PING" | "ECHO", _) => return Some(wrong_number(name)),
        ("QUIT", _) => {
            state.is_ending = true;
            text("OK")
        }
        ("RESET", _) => {
            *state = State::new(state.id, proxy.password.is_none());
            text("RESET")
        }
        ("SELECT", [_]) if first == b"0" => text("OK"),
        ("SELECT", [_]) => return Some(Err(error("ERR article-proxy has only database 0"))),
        ("AUTH", [password]) => return Some(authenticate(state, proxy, b"default", password)),
        ("AUTH", [user, password]) => return Some(authenticate(state, proxy, user, password)),
        ("AUTH" | "SELECT", _) => return Some(wrong_number(name)),
        ("HELLO", options) => return Some(hello(state, proxy, options)),
        ("CLIENT", [_, rest @ ..]) => match (str::from_utf8(&first).unwrap_or_default(), rest) {
            ("ID", []) => Value::Int(state.id as i64).reply(form),
            ("GETNAME", []) if state.name.is_empty() => form.nil(),
            ("GETNAME", []) => bulk(&state.name),
            ("SETNAME", [name]) => {
                state.name = name.clone();
                text("OK")
            }
            ("SETINFO", [_, _]) | ("NO-EVICT" | "NO-TOUCH", [_]) => text("OK"),
            ("INFO" | "LIST", _) => {
                let resp = if state.resp3 { 3 } else { 2 };
                let name = String::from_utf8_lossy(&state.name);
                bulk(&format!("id={} name={name} resp={resp}\n", state.id).into())
            }
            _ => return Some(Err(error("ERR article-proxy does not have this CLIENT command"))),
        },
        ("CLIENT", []) => return Some(wrong_number(name)),
        ("INFO", _) => bulk(&info(proxy).into()),
        _ => return None,
    }))
}

fn authenticate(state: &mut State, proxy: &Proxy, user: &[u8], password: &[u8]) -> Reply {
    let Some(own) = &proxy.password else { return Err(error(NO_PASSWORD)) };
    // In a time that does not depend on where they differ.
    let pairs = own.bytes().zip(password.iter().copied().chain(std::iter::repeat(0)));
    let is_same = pairs.fold(own.len() ^ password.len(), |sum, (a, b)| sum | usize::from(a ^ b));
    if is_same != 0 || user != b"default" {
        return Err(error(WRONG_PASSWORD));
    }
    state.is_trusted = true;
    Ok(text("OK"))
}

fn hello(state: &mut State, proxy: &Proxy, options: &[Bytes]) -> Reply {
    let (protocol, mut rest) = match options.split_first() {
        Some((protocol, rest)) => (&protocol[..], rest),
        None if state.resp3 => (&b"3"[..], options),
        None => (&b"2"[..], options),
    };
    if !matches!(protocol, b"2" | b"3") {
        return Err(error("NOPROTO unsupported protocol version"));
    }
    let mut name = None;
    loop {
        rest = match rest {
            [] => break,
            [word, user, password, rest @ ..] if word.eq_ignore_ascii_case(b"AUTH") => {
                authenticate(state, proxy, user, password)?;
                rest
            }
            [word, own, rest @ ..] if word.eq_ignore_ascii_case(b"SETNAME") => {
                name = Some(own.clone());
                rest
            }
            _ => return Err(error("ERR syntax error in HELLO")),
        }
    }
    if !state.is_trusted {
        return Err(error("NOAUTH HELLO must be called with the client already authenticated"));
    }
    state.resp3 = protocol == b"3";
    state.name = name.unwrap_or_else(|| state.name.clone());
    let word = |text: &'static str| Value::Text(Bytes::from_static(text.as_bytes()));
    let entries = [
        ("server", word("article-proxy")),
        ("version", word(env!("CARGO_PKG_VERSION"))),
        ("proto", Value::Int(if state.resp3 { 3 } else { 2 })),
        ("id", Value::Int(state.id as i64)),
        ("mode", word("standalone")),
        ("role", word("master")),
        ("modules", Value::List(Vec::new())),
    ];
    let entries = entries.map(|(name, value)| (Bytes::from_static(name.as_bytes()), value));
    Ok(Value::Map(entries.into()).reply(Form { resp3: state.resp3, json: false }))
}

/// Runs a command that needs servers.
pub async fn late(proxy: &Proxy, words: &[Bytes], resp3: bool) -> Reply {
    let name = words.first().map(|name| name.to_ascii_uppercase()).unwrap_or_default();
    match name.as_slice() {
        b"DEL" | b"UNLINK" | b"EXISTS" | b"TYPE" => keys(proxy, words, resp3).await,
        // What the servers say of commands. Any of them knows it.
        b"COMMAND" => {
            let line = encode(words, words.get(1).map_or(b"", |word| word));
            let answer = proxy.cluster.call(0, &line, resp3).await;
            answer.map_err(|_| error("PARTDOWN the servers cannot be reached"))
        }
        _ => Err(error(REFUSED)),
    }
}

fn info(proxy: &Proxy) -> String {
    let mut text = String::from("# Server\r\n");
    let facts = [
        ("article_proxy_version", env!("CARGO_PKG_VERSION").to_owned()),
        ("redis_mode", "standalone".to_owned()),
        ("process_id", std::process::id().to_string()),
        ("uptime_in_seconds", proxy.started.elapsed().as_secs().to_string()),
        ("loading", "0".to_owned()),
        ("servers", proxy.cluster.addresses().join(",")),
    ];
    // Writing into memory does not fail.
    facts.iter().for_each(|(name, value)| _ = write!(text, "{name}:{value}\r\n"));
    text += "\r\n# Stats\r\n";
    for (name, value, _) in proxy.metrics.all() {
        let _ = write!(text, "{name}:{value}\r\n");
    }
    text
}

/// Returns the page for Prometheus.
pub fn metrics_page(proxy: &Proxy) -> String {
    let mut text = String::new();
    for (name, value, can_fall) in proxy.metrics.all() {
        let kind = if can_fall { "gauge" } else { "counter" };
        let _ = write!(text, "# TYPE article_proxy_{name} {kind}\narticle_proxy_{name} {value}\n");
    }
    text
}
