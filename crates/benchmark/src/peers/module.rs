//! The site in the module.

use std::thread::sleep;
use std::time::Duration;

use anyhow::Result;

use super::resources::bytes_below;
use super::site::{Item, Read, Site, THREAD, Write, group, user};
use super::{Client, Peer};
use crate::contenders::{Contender, SITE};
use crate::options::Options;
use crate::sandbox::Sandbox;
use crate::server::{Connection, Reply, rewrite_append_only_file};

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
}

impl ModuleClient {
    fn open(sandbox: &Sandbox, articles: u32) -> Result<Self> {
        Ok(Self { connection: Connection::open(sandbox.server.port())?, articles })
    }

    fn call(&mut self, name: &str, arguments: &[&str]) -> Result<Reply> {
        self.connection.call(name, &[&[SITE], arguments].concat())
    }
}

impl Client for ModuleClient {
    fn keep(&mut self, each: bool) -> Result<()> {
        let policy = if each { "always" } else { "everysec" };
        self.connection.call("CONFIG", &["SET", "appendfsync", policy]).map(drop)
    }

    fn write(&mut self, write: &Write) -> Result<()> {
        let reply = match write {
            Write::Post { user: poster, title, link, group: of, time } => {
                let (poster, of, time) = (user(*poster), group(*of), time.to_string());
                let options = ["GROUPS", "1", &of, "TIME", &time];
                self.call(
                    "ARTICLE.POST",
                    &[&[poster.as_str(), title, link], &options[..]].concat(),
                )
            }
            Write::Vote { user: voter, article, up } => {
                let direction = if *up { "UP" } else { "DOWN" };
                self.call("ARTICLE.VOTE", &[&user(*voter), &article.to_string(), direction])
            }
            Write::Comment { user: poster, article, parent, text, time } => {
                let parent = if *parent == 0 { *article } else { self.articles + parent };
                let (poster, parent, time) = (user(*poster), parent.to_string(), time.to_string());
                self.call("ARTICLE.COMMENT", &[&poster, &parent, text, "TIME", &time])
            }
            Write::Hide { user: reader, article } => {
                self.call("ARTICLE.MARK", &[&user(*reader), "hidden", &article.to_string()])
            }
            Write::Seen { user: reader, comment } => {
                let id = self.articles + comment;
                self.call("ARTICLE.SEEN", &[&user(*reader), &id.to_string()])
            }
        };
        reply.map(drop)
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
        let item = |map: &Reply| {
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
