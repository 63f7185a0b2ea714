//! The site in the module.

use std::thread::sleep;
use std::time::Duration;

use anyhow::Result;
use redis::Value;

use super::resources::bytes_below;
use super::site::{APART, GROUPS, Item, Read, Site, THREAD, USERS, Write, group, user};
use super::{Client, Peer};
use crate::contenders::{Contender, SITE};
use crate::options::Options;
use crate::sandbox::Sandbox;
use crate::server::{Connection, Reply, Requests, rewrite_append_only_file};

pub struct Module {
    sandbox: Sandbox,
    own: ModuleClient,
}

pub struct ModuleClient {
    connection: Connection,
    /// The ids of comments follow the articles that were loaded.
    articles: u32,
}

impl Module {
    pub fn start(options: &Options, site: &Site) -> Result<Self> {
        let sandbox = Sandbox::start(Contender::Module, options, &["appendonly yes"])?;
        let own = ModuleClient::open(&sandbox, site.articles)?;
        Ok(Self { sandbox, own })
    }

    pub fn port(&self) -> u16 {
        self.sandbox.server.port()
    }
}

impl ModuleClient {
    fn open(sandbox: &Sandbox, articles: u32) -> Result<Self> {
        Ok(Self { connection: Connection::open(sandbox.server.port())?, articles })
    }

    /// Makes a change, and returns the reply.
    fn make(&mut self, write: &Write) -> Result<Value> {
        let mut requests = Requests::default();
        add(&mut requests, write, self.articles);
        self.connection.send(&requests)?;
        self.connection.receive()
    }

    fn call(&mut self, name: &str, arguments: &[&str]) -> Result<Value> {
        self.connection.call(name, &[&[SITE], arguments].concat())
    }
}

/// Adds the command that makes a change, on a site that was loaded with `articles` articles before
/// its first comment.
fn add(requests: &mut Requests, write: &Write, articles: u32) {
    match write {
        Write::Post { user: poster, title, link, group: of, time } => {
            let (poster, of, time) = (user(*poster), group(*of), time.to_string());
            let options = ["GROUPS", "1", &of, "TIME", &time];
            requests
                .words(&[&["ARTICLE.POST", SITE, &poster, title, link], &options[..]].concat());
        }
        Write::Vote { user: voter, article, up } => {
            let direction = if *up { "UP" } else { "DOWN" };
            let (voter, id) = (user(*voter), article.to_string());
            requests.words(&["ARTICLE.VOTE", SITE, &voter, &id, direction]);
        }
        Write::Comment { user: poster, article, parent, text, time } => {
            let parent = if *parent == 0 { *article } else { articles + parent };
            let (poster, parent, time) = (user(*poster), parent.to_string(), time.to_string());
            requests.words(&["ARTICLE.COMMENT", SITE, &poster, &parent, text, "TIME", &time]);
        }
        Write::Hide { user: reader, article } => {
            let (reader, id) = (user(*reader), article.to_string());
            requests.words(&["ARTICLE.MARK", SITE, &reader, "hidden", &id]);
        }
        Write::Seen { user: reader, comment } => {
            let (reader, id) = (user(*reader), (articles + comment).to_string());
            requests.words(&["ARTICLE.SEEN", SITE, &reader, &id]);
        }
    }
}

impl Client for ModuleClient {
    fn keep(&mut self, each: bool) -> Result<()> {
        let policy = if each { "always" } else { "everysec" };
        self.connection.call("CONFIG", &["SET", "appendfsync", policy]).map(drop)
    }

    fn write(&mut self, write: &Write) -> Result<()> {
        self.make(write).map(drop)
    }

    fn read(&mut self, read: Read) -> Result<Vec<Item>> {
        let reply = match read {
            Read::Hot => self.call("ARTICLE.PAGE", &["1"]),
            Read::Gravity => self.call("ARTICLE.PAGE", &["1", "BY", "GRAVITY"]),
            Read::Top(since) => {
                let since = since.to_string();
                self.call("ARTICLE.PAGE", &["1", "BY", "VOTES", "SINCE", &since])
            }
            Read::Group(number) => self.call("ARTICLE.GROUPPAGE", &[&group(number), "1"]),
            Read::Viewer(number) => self.call("ARTICLE.PAGE", &["1", "VIEWER", &user(number)]),
            Read::Unhidden(number) => {
                self.call("ARTICLE.PAGE", &["1", "UNMARKED", &user(number), "1", "hidden"])
            }
            Read::Thread(article) => {
                let (id, size) = (article.to_string(), THREAD.to_string());
                self.call("ARTICLE.THREAD", &[&id, "BY", "SCORE", "SIZE", &size])
            }
            Read::Voted(number) => {
                let reader = user(number);
                self.call("ARTICLE.VOTED", &[&reader, "1", "ARTICLES", "VIEWER", &reader])
            }
            Read::Unread(number) => self.call("ARTICLE.ANSWERS", &[&user(number), "1", "UNSEEN"]),
        }?;
        let text = match read {
            Read::Thread(_) | Read::Unread(_) => "text",
            _ => "title",
        };
        let has_viewer = matches!(read, Read::Viewer(_) | Read::Voted(_));
        let item = |map: &Value| {
            let vote = if has_viewer { map.field("vote")?.integer()? } else { 0 };
            Ok(Item(map.field(text)?.text()?, map.field("votes")?.integer()?, vote))
        };
        reply.array()?.iter().map(item).collect()
    }
}

impl Peer for Module {
    fn contender(&self) -> Contender {
        Contender::Module
    }

    fn own(&mut self) -> &mut dyn Client {
        &mut self.own
    }

    fn connect(&self) -> Result<Box<dyn Client + Send>> {
        Ok(Box::new(ModuleClient::open(&self.sandbox, self.own.articles)?))
    }

    /// GRAVITY is computed when it is asked for. Waits until it is that time.
    fn refresh(&mut self, now: i64) -> Result<()> {
        let connection = &mut self.sandbox.connection;
        while connection.call("TIME", &[])?.array()?[0].integer()? < now {
            sleep(Duration::from_millis(20));
        }
        Ok(())
    }

    fn memory(&mut self) -> Result<Option<f64>> {
        self.sandbox.memory_of_site().map(Some)
    }

    fn grow(&mut self, articles: u32, voters: u32, time: i64) -> Result<()> {
        let post = |number: u32| Write::Post {
            user: 1 + number % USERS,
            title: format!("Story {number}"),
            link: format!("https://example.com/{number}"),
            group: 1 + number % GROUPS,
            time: time - i64::from(number / 20),
        };
        let first = self.own.make(&post(0))?.integer()? as u32;
        let ModuleClient { connection, articles: before } = &mut self.own;
        let mut bulk = connection.bulk();
        for number in 1..=articles {
            add(bulk.next()?, &post(number), *before);
            for voter in 1..=voters {
                let user = 1 + (number % USERS + APART * voter) % USERS;
                let vote = Write::Vote { user, article: first + number, up: true };
                add(bulk.next()?, &vote, *before);
            }
        }
        bulk.finish()
    }

    fn processes(&self) -> Result<Vec<u32>> {
        Ok(vec![self.sandbox.server.process_id()])
    }

    fn disk(&mut self) -> Result<f64> {
        let connection = &mut self.sandbox.connection;
        rewrite_append_only_file(connection)?;
        bytes_below(self.sandbox.server.path())
    }

    fn restart(&mut self) -> Result<()> {
        self.sandbox.server.try_restart()?;
        self.sandbox.connection = Connection::open(self.sandbox.server.port())?;
        self.own = ModuleClient::open(&self.sandbox, self.own.articles)?;
        Ok(())
    }
}
