//! Servers and sites for the tests.

use test_support::classic::{Ballot, Choice, Classic, Design, Outcome, Voters};
use test_support::{BINARY, Client, Connect, Server, Setup, int, with_module};

use crate::harness::{Run, between, run};

/// A classic site that the program imports, with the connection to its server.
pub struct ClassicSite {
    pub client: Client,
    pub classic: Classic<'static>,
}

impl ClassicSite {
    pub fn new(client: Client, design: Design) -> Self {
        // Python's times are floats.
        let fraction = if design == Design::PYTHON { 0.25 } else { 0.0 };
        Self { client, classic: Classic { fraction, ..Classic::new(design) } }
    }

    /// Sends lines.
    pub fn run(&mut self, lines: &[&str]) {
        self.client.run_all(lines);
    }

    /// Posts an article now and returns its id.
    pub fn post_now(&mut self, user: &str, title: &str, link: &str) -> i64 {
        let now = self.client.now();
        self.post(user, title, link, now)
    }

    pub fn post(&mut self, user: &str, title: &str, link: &str, time: i64) -> i64 {
        self.classic.post(&mut self.client, user, title, link, time)
    }

    pub fn post_with_id(&mut self, id: i64, title: &str) {
        let now = self.client.now();
        self.classic.post_with_id(&mut self.client, id, ["ann", title, ""], now);
    }

    /// Returns whether the vote counts.
    pub fn vote(&mut self, user: &str, id: i64, choice: Choice) -> bool {
        let now = self.client.now();
        self.classic.vote(&mut self.client, Ballot { user, id, choice }, now) == Outcome::Counted
    }
}

/// A classic site, and the server with the module and the site `news` that it moves to.
pub struct Pair {
    pub from: Server,
    pub to: Server,
    pub classic: ClassicSite,
    /// A connection to the server with the module.
    pub c: Client,
}

impl Pair {
    /// Starts both servers, and fills the classic site.
    pub fn new(design: Design, count: i64) -> Self {
        let (from, (to, c)) = (plain_server(), empty_site());
        let classic = fill(&from, design, count);
        Self { from, to, classic, c }
    }

    /// Starts both servers, and moves a classic site.
    pub fn imported(design: Design, count: i64) -> Self {
        let pair = Self::new(design, count);
        pair.run("import");
        pair
    }

    /// Returns the line of a command, perhaps with options, from one to the other.
    pub fn line(&self, command: &str) -> String {
        between(command, &self.from, &self.to, "news")
    }

    /// Runs a command, which must succeed.
    #[track_caller]
    pub fn run(&self, command: &str) -> Run {
        run(&self.line(command))
    }
}

/// Starts a server without the module.
pub fn plain_server() -> Server {
    Setup::default().config("enable-debug-command yes").start()
}

/// Starts a server with the module.
pub fn module_server() -> Server {
    with_module().config("enable-debug-command yes").start()
}

/// Starts a server with the module, and connects to it.
pub fn empty_site() -> (Server, Client) {
    let server = module_server();
    let client = server.resp2();
    (server, client)
}

/// Starts a server with the site `news` that a function makes.
pub fn site_of(fill: impl Fn(&mut Client)) -> (Server, Client) {
    let (server, mut client) = empty_site();
    fill(&mut client);
    (server, client)
}

/// Fills a classic site with `count` articles of this week, votes and groups.
pub fn fill(server: &Server, design: Design, count: i64) -> ClassicSite {
    let mut site = ClassicSite::new(server.resp2(), design);
    let now = site.client.now();
    for number in 1..=count {
        let time = now - 1_000 * (count - number) - 10;
        let (poster, title) = (format!("poster{}", number % 7), format!("Title {number}"));
        let id = site.post(&poster, &title, "http://x", time);
        for voter in 0..number % 5 {
            let against = design.voters != Voters::Set && voter == 3;
            let choice = if against { Choice::Against } else { Choice::For };
            site.vote(&format!("voter{voter}"), id, choice);
        }
        let group = ["rust", "news", "c"][(number % 3) as usize];
        site.classic.join(&mut site.client, id, &[group]);
    }
    site
}

/// Loads lines into the site `news`. OPEN and CLOSED stand for the times of what is open for
/// voting and of what is not, LONG for a text. Lines with # are comments.
pub fn load(c: &mut Client, lines: &str) {
    let lines = lines.lines().filter(|line| !line.starts_with('#'));
    c.all_ok(lines.map(|line| {
        let line = line.replace("OPEN", "TIME 1700000000 CLOSES 4000000000");
        let line = line.replace("CLOSED", "TIME 1700000000 CLOSES 1700000005");
        format!("ARTICLE.LOAD news {}", line.replace("LONG", &"long".repeat(40)))
    }));
}

/// Fills the site `news` with articles of every kind that the module knows.
pub fn fill_module(c: &mut Client) {
    c.ok("ARTICLE.CREATE news VOTESCORE 300 PAGESIZE 7 FORMULA log DEDUPE 60 DOWNVOTES no");
    let binary = ("GROUPS", 1, BINARY, "FIELDS", 1, BINARY, BINARY);
    assert_eq!(c.call("ARTICLE.POST", ("news", BINARY, BINARY, BINARY, binary)), int(1));
    load(c, "ARTICLE 2 ann Gone x CLOSED");
    assert_eq!(c.int("ARTICLE.DEL news 2"), 1);
    load(c, include_str!("data/articles.txt"));
}

/// Fills the site `news` with threads that have everything that the module keeps of comments.
pub fn fill_comments(c: &mut Client) {
    c.ok("ARTICLE.CREATE news VOTESCORE 300");
    load(c, include_str!("data/comments.txt"));
    assert_eq!(c.int("ARTICLE.DEL news 6 7 10 13 14 15"), 6);
    let binary = ("news", BINARY, 1, BINARY, "TIME", 1_700_002_000, "FIELDS", 1, BINARY, BINARY);
    assert_eq!(c.call("ARTICLE.COMMENT", binary), int(19));
    load(c, "LASTID 30");
}
