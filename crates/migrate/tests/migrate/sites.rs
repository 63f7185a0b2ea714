//! Servers and sites for the tests.

use test_support::classic::{Ballot, Choice, Classic, Design, Outcome, Voters};
use test_support::{Client, Connect, Server, Setup, int, with_module};

use crate::program::{import, run};

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

    /// Posts an article now and returns its id.
    pub fn post_now(&mut self, user: &str, title: &str, link: &str) -> i64 {
        let now = self.client.now();
        self.post(user, title, link, now)
    }

    pub fn post(&mut self, user: &str, title: &str, link: &str, time: i64) -> i64 {
        self.classic.post(&mut self.client, user, title, link, time)
    }

    pub fn post_with_id(&mut self, id: i64, user: &str, title: &str, link: &str, time: i64) {
        self.classic.post_with_id(&mut self.client, id, [user, title, link], time);
    }

    /// Returns whether the vote counts.
    pub fn vote(&mut self, user: &str, id: i64, choice: Choice) -> bool {
        let now = self.client.now();
        self.classic.vote(&mut self.client, Ballot { user, id, choice }, now) == Outcome::Counted
    }

    pub fn join(&mut self, id: i64, group: &str) {
        self.classic.join(&mut self.client, id, &[group]);
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

/// Starts a server with the site that [`fill_comments`] makes.
pub fn site_with_comments() -> (Server, Client) {
    let (server, mut client) = empty_site();
    fill_comments(&mut client);
    (server, client)
}

/// Returns the servers of a classic site and of the site `news` that was imported from it.
pub fn imported(design: Design, count: i64) -> (Server, Server, ClassicSite) {
    let (from, to) = (plain_server(), module_server());
    let site = fill(&from, design, count);
    run(&import(&from, &to));
    (from, to, site)
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
        site.join(id, ["rust", "news", "c"][(number % 3) as usize]);
    }
    site
}

/// Returns the times of what is open for voting, and of what has closed, as ARTICLE.LOAD has them.
pub fn times(client: &mut Client) -> [String; 2] {
    let now = client.now();
    [(now - 1_000, now + 90_000), (now - 9_000_000, now - 8_999_995)]
        .map(|(time, closes)| format!("TIME {time} CLOSES {closes}"))
}

/// Fills the site `news` with articles of every kind that the module knows.
pub fn fill_module(client: &mut Client) {
    let [open, closed] = times(client);
    let old = client.now() - 9_000_000;
    client.ok("ARTICLE.CREATE news VOTESCORE 300 PAGESIZE 7 FORMULA log DEDUPE 60 DOWNVOTES no");
    let binary = test_support::BINARY;
    let mut post = vec![&b"news"[..], binary, binary, binary, b"GROUPS", b"1", binary];
    post.extend([&b"FIELDS"[..], b"1", binary, binary]);
    assert_eq!(client.call("ARTICLE.POST", post), int(1));
    client.ok(&format!("ARTICLE.LOAD news ARTICLE 2 ann Gone x {closed}"));
    assert_eq!(client.int("ARTICLE.DEL news 2"), 1);
    let (long, own, far) = ("long".repeat(40), old + 77, (1_i64 << 61) - 1);
    for line in [
        // Counts only; a score and a window of its own.
        format!("ARTICLE 3 ann Old http://o {closed} COUNTS 300 7 SCORE {own}"),
        // Open: voters, groups, and fields whose order is not that of their names.
        format!(
            "ARTICLE 5 bob Open http://p {open} UP 2 bob ann DOWN 1 eve SILENTUP 2 mallory oscar \
             SILENTDOWN 1 trudy GROUPS 2 rust c FIELDS 3 zeta 1 alpha {long} poster2 x"
        ),
        // Open, without any vote, and with a score of its own.
        format!("ARTICLE 6 cleo Unvoted \"\" {open} SCORE 17"),
        // Voting has closed, but the vote records are still there.
        format!(
            "ARTICLE 7 dan Records http://q {closed} UP 2 dan ann DOWN 1 eve SILENTDOWN 1 mallory"
        ),
        // Everything that moderators do.
        format!(
            "ARTICLE 8 eve Hidden http://r {open} BOOST -60 HIDDEN LOCKED PINNED SCORE 123 UP 1 \
             eve GROUPS 1 rust FIELDS 2 user x now y"
        ),
        // A score that a float cannot hold.
        format!("ARTICLE 9 fay Far http://s {open} SCORE {far} COUNTS 0 0"),
        format!("ARTICLE 10 fay Plain http://s {open} UP 1 fay"),
        "LASTID 20".to_owned(),
    ] {
        client.ok(&format!("ARTICLE.LOAD news {line}"));
    }
}

/// Fills the site `news` with threads that have everything that the module keeps of comments.
pub fn fill_comments(client: &mut Client) {
    let [open, closed] = times(client);
    let now = client.now();
    let long = "long".repeat(40);
    client.ok("ARTICLE.CREATE news VOTESCORE 300");
    for line in [
        // The numbers of comments and the activity of an article are its own.
        format!("ARTICLE 1 ann Old l {closed} COUNTS 9 1 COMMENTS 7"),
        format!(
            "ARTICLE 2 bob Open l {open} UP 1 bob COMMENTS 3 BUMPED {now} FIELDS 4 parent x text \
             y article z depth w"
        ),
        // Voting has closed: counts only; a score of its own.
        format!("COMMENT 3 cleo 1 Closed {closed} COUNTS 30 7 SCORE 17"),
        // Every kind of voters; fields whose order is not that of their names.
        format!(
            "COMMENT 4 dan 2 Open {open} UP 2 dan ann DOWN 1 eve SILENTUP 2 mallory oscar \
             SILENTDOWN 1 trudy FIELDS 4 title 1 groups 2 bumped 3 alpha {long}"
        ),
        // Voting has closed, but the vote records are still there.
        format!("COMMENT 5 eve 4 Records {closed} UP 2 eve ann DOWN 1 bob SILENTUP 1 mallory"),
        format!("COMMENT 6 fay 5 Deleted {open} UP 1 fay DOWN 2 ann bob"),
        format!("COMMENT 7 ann 6 Deleted {open} BOOST 60 SCORE 99 UP 1 ann"),
        format!("COMMENT 8 bob 7 Moderated {open} BOOST -60 HIDDEN LOCKED PINNED"),
        format!("COMMENT 9 bob 7 Pinned {open} PINNED UP 1 bob"),
        // The comments of an article that is deleted.
        format!("ARTICLE 10 ann Gone l {open} UP 2 ann bob BOOST 5"),
        format!("COMMENT 11 bob 10 Orphan {open} UP 1 bob"),
        format!("COMMENT 12 bob 11 Below {open} UP 1 bob"),
        // Nothing remains of these.
        format!("COMMENT 13 bob 12 Gone {open} UP 1 bob"),
        format!("ARTICLE 14 ann Gone l {open}"),
        // Only a hidden comment is below this place.
        format!("COMMENT 15 ann 2 Gone {closed} COUNTS 3 4 SCORE 5"),
        format!("COMMENT 16 ann 15 Hidden {open} HIDDEN"),
        // A hidden article has comments, too.
        format!("ARTICLE 17 ann Hidden l {open} HIDDEN UP 1 ann"),
        format!("COMMENT 18 ann 17 Text {open} UP 1 ann"),
    ] {
        client.ok(&format!("ARTICLE.LOAD news {line}"));
    }
    assert_eq!(client.int("ARTICLE.DEL news 6 7 10 13 14 15"), 6);
    let binary = test_support::BINARY;
    let comment = vec![&b"news"[..], binary, b"1", binary, b"FIELDS", b"1", binary, binary];
    assert_eq!(client.call("ARTICLE.COMMENT", comment), int(19));
    client.ok("ARTICLE.LOAD news LASTID 30");
}
