//! A connection that sends commands and hands back replies as they came, errors included.

use super::{DEADLINE, Fields, reply};
use redis::{Connection, ConnectionLike, ToRedisArgs, Value};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    Resp2,
    Resp3,
}

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
        // No time limit on what follows: with one, a read that is stopped and continued (Ctrl-Z, a
        // frozen container) fails with EINTR. cargo names a test that hangs after a minute.
        let connection = redis::Client::open(address)?.get_connection_with_timeout(DEADLINE)?;
        Ok(Self { connection, protocol })
    }

    /// Sends a line of words that are separated by blanks; the word `""` is an empty argument.
    pub fn run(&mut self, line: &str) -> Value {
        self.connection
            .req_command(&command(line))
            .unwrap_or_else(|error| panic!("no reply to {line}: {error}"))
    }

    /// Sends arguments of any kind, such as texts with blanks and bytes.
    pub fn call(&mut self, name: &str, args: impl ToRedisArgs) -> Value {
        self.connection
            .req_command(redis::cmd(name).arg(args))
            .unwrap_or_else(|error| panic!("no reply to {name}: {error}"))
    }

    /// Sends many lines at once and hands back their replies.
    pub fn run_all(&mut self, lines: &[String]) -> Vec<Value> {
        let mut replies = Vec::with_capacity(lines.len());
        for chunk in lines.chunks(1000) {
            let mut pipeline = redis::pipe();
            for line in chunk {
                pipeline.add_command(command(line));
            }
            let packed = pipeline.get_packed_pipeline();
            let answers = self.connection.req_packed_commands(&packed, 0, chunk.len());
            replies.extend(answers.expect("replies to a pipeline"));
        }
        replies
    }

    /// Sends a line that must be answered with OK.
    pub fn ok(&mut self, line: &str) {
        assert_eq!(self.run(line), Value::Okay, "{line}");
    }

    /// Sends a line that must be answered with an integer.
    pub fn int(&mut self, line: &str) -> i64 {
        match self.run(line) {
            Value::Int(number) => number,
            other => panic!("{line}: no integer but {other:?}"),
        }
    }

    /// Sends a line that must be answered with a map.
    pub fn map(&mut self, line: &str) -> Fields {
        let value = self.run(line);
        self.fields(&value)
    }

    /// Reads a reply as a map, in the form that a map has in this connection's protocol.
    pub fn fields(&self, value: &Value) -> Fields {
        Fields::read(value, self.protocol)
    }

    /// Reads a reply as an array of maps.
    pub fn articles(&self, value: &Value) -> Vec<Fields> {
        reply::items(value).iter().map(|item| self.fields(item)).collect()
    }

    /// Sends a line that must be answered with an array of articles.
    pub fn page(&mut self, line: &str) -> Vec<Fields> {
        let value = self.run(line);
        self.articles(&value)
    }

    /// The ids on the page that the line asks for, in its order.
    pub fn ids(&mut self, line: &str) -> Vec<i64> {
        self.page(line).iter().map(|article| article.int("id")).collect()
    }

    pub fn article(&mut self, key: &str, id: i64) -> Fields {
        self.map(&format!("ARTICLE.GET {key} {id}"))
    }

    pub fn info(&mut self, key: &str) -> Fields {
        self.map(&format!("ARTICLE.INFO {key}"))
    }

    /// The map of GROUPS as pairs of name and number, in the order of the reply.
    pub fn groups(&mut self, line: &str) -> Vec<(String, i64)> {
        let map = self.map(line);
        map.names()
            .into_iter()
            .map(|name| {
                let number = map.int(&name);
                (name, number)
            })
            .collect()
    }

    /// A text that the server makes for people, such as that of INFO.
    pub fn report(&mut self, line: &str) -> String {
        match self.run(line) {
            Value::VerbatimString { text, .. } => text,
            other => reply::text(&other),
        }
    }

    /// The server's version as it tells it: major and minor number.
    pub fn version(&mut self) -> (u32, u32) {
        let report = self.report("INFO server");
        let line = report.lines().find_map(|line| line.strip_prefix("redis_version:"));
        let mut numbers = line.expect("a version").split('.').map(str::parse);
        let mut next = || numbers.next().expect("a number").expect("a number");
        (next(), next())
    }

    /// The server's clock in whole seconds.
    pub fn now(&mut self) -> i64 {
        let reply = self.run("TIME");
        reply::text(&reply::items(&reply)[0]).parse().expect("seconds")
    }
}

fn command(line: &str) -> redis::Cmd {
    let mut command = redis::Cmd::new();
    for word in line.split_ascii_whitespace() {
        command.arg(if word == "\"\"" { "" } else { word });
    }
    command
}
