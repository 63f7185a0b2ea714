//! A connection that sends commands and returns replies as they come, errors included.

use super::{DEADLINE, Fields, contract, json, reply};
use redis::{Connection, ConnectionLike, ToRedisArgs, Value};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    Resp2,
    Resp3,
}

pub const PROTOCOLS: [Protocol; 2] = [Protocol::Resp2, Protocol::Resp3];

pub struct Client {
    pub connection: Connection,
    pub protocol: Protocol,
}

impl Client {
    pub fn connect(port: u16, protocol: Protocol) -> redis::RedisResult<Self> {
        let query = match protocol {
            Protocol::Resp2 => "",
            Protocol::Resp3 => "?protocol=resp3",
        };
        let address = format!("redis://127.0.0.1:{port}/{query}");
        // Only connecting has a time limit: with one on reads, a read that is stopped and
        // continued (Ctrl-Z, a frozen container) fails with EINTR. Cargo names a test that hangs.
        let connection = redis::Client::open(address)?.get_connection_with_timeout(DEADLINE)?;
        Ok(Self { connection, protocol })
    }

    /// Sends a line of words separated by blanks. The word `""` is an empty argument.
    #[track_caller]
    pub fn run(&mut self, line: &str) -> Value {
        self.request(&command(line))
    }

    /// Sends a command. The contract must have its reply.
    #[track_caller]
    fn request(&mut self, command: &redis::Cmd) -> Value {
        let reply = self.connection.req_command(command);
        let reply = reply.unwrap_or_else(|error| panic!("no reply to {command:?}: {error}"));
        contract::check(command, &reply);
        reply
    }

    /// Sends a line without waiting for its reply, which [`Client::receive`] returns.
    pub fn send(&mut self, line: &str) {
        let packed = command(line).get_packed_command();
        self.connection.send_packed_command(&packed).expect("a command sent");
    }

    /// Waits for the next reply to what was sent.
    pub fn receive(&mut self) -> Value {
        self.connection.recv_response().expect("a reply")
    }

    /// Sends arguments of any kind, such as texts with blanks, or bytes.
    pub fn call(&mut self, name: &str, args: impl ToRedisArgs) -> Value {
        self.request(redis::cmd(name).arg(args))
    }

    /// Sends lines in pipelines and returns their replies.
    pub fn run_all(&mut self, lines: impl IntoIterator<Item = impl AsRef<str>>) -> Vec<Value> {
        self.send_all(lines.into_iter().map(|line| command(line.as_ref())))
    }

    /// Sends command lines of any bytes in pipelines and returns their replies.
    pub fn call_all(&mut self, lines: impl IntoIterator<Item = impl ToRedisArgs>) -> Vec<Value> {
        self.send_all(lines.into_iter().map(|line| redis::Cmd::new().arg(line).clone()))
    }

    /// Sends command lines that only read, each also with FORMAT JSON. Panics if the two replies
    /// to a line are not the same. Returns the replies in the protocol of the connection.
    #[track_caller]
    pub fn read_all(&mut self, lines: impl IntoIterator<Item = Vec<Vec<u8>>>) -> Vec<Value> {
        let lines: Vec<_> = lines.into_iter().collect();
        let json = |line: &Vec<_>| [&line[..], &[b"FORMAT".to_vec(), b"JSON".to_vec()]].concat();
        let replies = self.call_all(lines.iter().flat_map(|line| [line.clone(), json(line)]));
        for (line, replies) in lines.iter().zip(replies.chunks(2)) {
            let line = line.join(&b' ').escape_ascii().to_string();
            json::assert_same(&replies[1], &replies[0], self.protocol, &line);
        }
        replies.into_iter().step_by(2).collect()
    }

    fn send_all(&mut self, mut commands: impl Iterator<Item = redis::Cmd>) -> Vec<Value> {
        let mut replies = Vec::new();
        loop {
            let mut pipeline = redis::pipe();
            let part: Vec<_> = commands.by_ref().take(1000).collect();
            part.iter().for_each(|command| _ = pipeline.add_command(command.clone()));
            if pipeline.is_empty() {
                return replies;
            }
            let packed = pipeline.get_packed_pipeline();
            let received = self.connection.req_packed_commands(&packed, 0, pipeline.len());
            let received = received.expect("replies to a pipeline");
            part.iter().zip(&received).for_each(|(sent, reply)| contract::check(sent, reply));
            replies.extend(received);
        }
    }

    /// Sends a line whose reply must be OK.
    #[track_caller]
    pub fn ok(&mut self, line: &str) {
        assert_eq!(self.run(line), Value::Okay, "{line}");
    }

    /// Sends lines in pipelines, whose replies must be OK.
    #[track_caller]
    pub fn all_ok(&mut self, lines: impl IntoIterator<Item = impl AsRef<str>>) {
        for (number, reply) in self.run_all(lines).into_iter().enumerate() {
            assert_eq!(reply, Value::Okay, "line {number}");
        }
    }

    /// Sends a line that must have this error and leave the site as it is.
    #[track_caller]
    pub fn refused(&mut self, key: &str, line: &str, error: &str) {
        let reply = assert_unchanged(self, key, |c| c.run(line));
        assert_eq!(reply::error_text(&reply), error, "{line}");
    }

    /// Sends a line that must have this error and change nothing, whatever the key `news` holds.
    #[track_caller]
    pub fn always_refused(&mut self, line: &str, error: &str) {
        let post = "ARTICLE.POST news alice t l GROUPS 1 g FIELDS 1 f v";
        for prepare in ["DEL news", post, "SET news x"] {
            self.run(prepare);
            println!("{prepare}");
            self.refused("news", line, error);
        }
    }

    /// Checks that a site breaks no invariant.
    #[track_caller]
    pub fn check(&mut self, key: &str) {
        assert_eq!(self.call("ARTICLE.DEBUG", ("CHECK", key)), Value::Okay, "{key}");
    }

    /// Sends a line whose reply must be an integer.
    #[track_caller]
    pub fn int(&mut self, line: &str) -> i64 {
        match self.run(line) {
            Value::Int(number) => number,
            other => panic!("{line}: not an integer: {other:?}"),
        }
    }

    /// Sends a line whose reply must be a map.
    #[track_caller]
    pub fn map(&mut self, line: &str) -> Fields {
        let value = self.run(line);
        self.fields(&value)
    }

    /// Reads a reply as a map of this connection's protocol.
    #[track_caller]
    pub fn fields(&self, value: &Value) -> Fields {
        Fields::read(value, self.protocol)
    }

    /// Reads a reply as an array of maps.
    #[track_caller]
    pub fn articles(&self, value: &Value) -> Vec<Fields> {
        reply::items(value).iter().map(|item| self.fields(item)).collect()
    }

    /// Sends a line whose reply must be an array of articles.
    #[track_caller]
    pub fn page(&mut self, line: &str) -> Vec<Fields> {
        let value = self.run(line);
        self.articles(&value)
    }

    /// Returns the ids of a page in its order.
    #[track_caller]
    pub fn ids(&mut self, line: &str) -> Vec<i64> {
        self.page(line).iter().map(|article| article.int("id")).collect()
    }

    /// Sends the line of a page with `WITHCURSOR`. Returns its ids, and the next cursor if there
    /// is one.
    #[track_caller]
    pub fn ids_and_cursor(&mut self, line: &str) -> (Vec<i64>, Option<String>) {
        let reply = self.run(&format!("{line} WITHCURSOR"));
        let [page, cursor] = reply::items(&reply) else { panic!("{line}: {reply:?}") };
        let ids = self.articles(page).iter().map(|article| article.int("id")).collect();
        (ids, (*cursor != Value::Nil).then(|| reply::text(cursor)))
    }

    /// Sends a line whose reply must be the next cursor and a part of something.
    #[track_caller]
    pub fn part(&mut self, line: &str) -> (String, Vec<Value>) {
        let reply = self.run(line);
        let [cursor, part] = reply::items(&reply) else { panic!("{line}: {reply:?}") };
        (reply::text(cursor), reply::items(part).to_vec())
    }

    /// Sends a line with each cursor from 0 in place of `#`, until the next would be 0 again.
    /// Returns the parts.
    #[track_caller]
    pub fn parts(&mut self, line: &str) -> Vec<Vec<Value>> {
        let (mut parts, mut cursor) = (Vec::new(), "0".to_owned());
        loop {
            let (next, part) = self.part(&line.replace('#', &cursor));
            parts.push(part);
            if next == "0" {
                return parts;
            }
            cursor = next;
        }
    }

    /// Reads a listing by cursor to its end, from a cursor or the beginning, in pages that its
    /// line limits with `SIZE`. Returns the ids of each page.
    #[track_caller]
    pub fn walk(&mut self, line: &str, from: Option<&str>) -> Vec<Vec<i64>> {
        let mut pages = Vec::new();
        let mut after = from.map(str::to_owned);
        loop {
            let option = after.as_ref().map_or_else(String::new, |c| format!(" AFTER {c}"));
            let (ids, next) = self.ids_and_cursor(&format!("{line}{option}"));
            pages.push(ids);
            if next.is_none() {
                return pages;
            }
            assert_ne!(next, after, "the cursor stays: {line}");
            after = next;
        }
    }

    /// Returns the position of an article or comment in an inbox.
    #[track_caller]
    pub fn position(&mut self, key: &str, id: i64) -> String {
        format!("time:{}-{id}", self.article(key, id).int("time"))
    }

    #[track_caller]
    pub fn article(&mut self, key: &str, id: i64) -> Fields {
        self.map(&format!("ARTICLE.GET {key} {id}"))
    }

    #[track_caller]
    pub fn info(&mut self, key: &str) -> Fields {
        self.map(&format!("ARTICLE.INFO {key}"))
    }

    /// Sends an ARTICLE.GROUPS and returns the groups and their sizes in the order of the reply.
    #[track_caller]
    pub fn groups(&mut self, line: &str) -> Vec<(String, i64)> {
        let reply = self.run(line);
        let groups = self.group_sizes(&reply).into_iter();
        groups.map(|(name, size)| (String::from_utf8_lossy(&name).into_owned(), size)).collect()
    }

    /// Reads a reply of ARTICLE.GROUPS: an array of pairs in RESP3, a flat array in RESP2.
    #[track_caller]
    pub fn group_sizes(&self, reply: &Value) -> Vec<(Vec<u8>, i64)> {
        let pair = |pair: &[Value]| match pair {
            [name, size] => (reply::bytes(name), reply::number(size)),
            other => panic!("not a group and its size: {other:?}"),
        };
        let groups = reply::items(reply);
        match self.protocol {
            Protocol::Resp2 => groups.chunks(2).map(pair).collect(),
            Protocol::Resp3 => groups.iter().map(|group| pair(reply::items(group))).collect(),
        }
    }

    /// Returns the payload of a DUMP.
    #[track_caller]
    pub fn dump(&mut self, key: &str) -> Vec<u8> {
        reply::bytes(&self.run(&format!("DUMP {key}")))
    }

    /// Restores a key's payload as another key, or as itself.
    #[track_caller]
    pub fn restore(&mut self, from: &str, to: &str) {
        let payload = self.dump(from);
        assert_eq!(self.call("RESTORE", (to, 0, payload, "REPLACE")), Value::Okay, "{to}");
    }

    /// Returns a text that the server makes for people, such as the reply of INFO.
    pub fn report(&mut self, line: &str) -> String {
        match self.run(line) {
            Value::VerbatimString { text, .. } => text,
            other => reply::text(&other),
        }
    }

    /// Returns the major and the minor number of the server's `redis_version`.
    pub fn version(&mut self) -> (u32, u32) {
        let report = self.report("INFO server");
        let line = report.lines().find_map(|line| line.strip_prefix("redis_version:"));
        let mut numbers = line.expect("a version").split('.').map(str::parse);
        let mut next = || numbers.next().expect("a number").expect("a number");
        (next(), next())
    }

    /// Returns the server's time in whole seconds.
    pub fn now(&mut self) -> i64 {
        self.now_in_micros() / 1_000_000
    }

    /// Returns the server's time in microseconds.
    pub fn now_in_micros(&mut self) -> i64 {
        let reply = self.run("TIME");
        let number = |item: &Value| reply::text(item).parse::<i64>().expect("a number");
        let [seconds, micros] = reply::items(&reply) else { panic!("not a time: {reply:?}") };
        number(seconds) * 1_000_000 + number(micros)
    }
}

fn command(line: &str) -> redis::Cmd {
    let mut command = redis::Cmd::new();
    for word in line.split_ascii_whitespace() {
        command.arg(if word == "\"\"" { "" } else { word });
    }
    command
}

/// Returns the reply to the action. Panics if the action changes the key.
#[track_caller]
pub fn assert_unchanged(
    client: &mut Client,
    key: &str,
    action: impl FnOnce(&mut Client) -> Value,
) -> Value {
    let line = format!("DUMP {key}");
    let before = client.run(&line);
    let reply = action(client);
    assert_eq!(before, client.run(&line), "{key}");
    reply
}
