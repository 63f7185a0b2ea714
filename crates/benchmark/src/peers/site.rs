//! The site that all peers hold, and what is asked of them.

use fastrand::Rng;

use crate::site::{DAY, rng, story};

pub const USERS: u32 = 1_000;
pub const GROUPS: u32 = 20;
/// The articles that each user has hidden.
const HIDDEN: u32 = 20;
/// The comments on the first article.
pub const THREAD: u32 = 1_000;
const VOTES_PER_ARTICLE: u32 = 10;
/// The difference between the numbers of users who vote on the same article of a site that grows.
pub const APART: u32 = 47;

/// A change of the site. Users, articles and comments have numbers from 1.
pub enum Write {
    Post {
        user: u32,
        title: String,
        link: String,
        group: u32,
        time: i64,
    },
    Vote {
        user: u32,
        article: u32,
        up: bool,
    },
    /// A parent of 0 is the article itself.
    Comment {
        user: u32,
        article: u32,
        parent: u32,
        text: String,
        time: i64,
    },
    Hide {
        user: u32,
        article: u32,
    },
    /// The user has seen the answers up to this comment.
    Seen {
        user: u32,
        comment: u32,
    },
}

/// A page that is read.
#[derive(Clone, Copy, Debug)]
pub enum Read {
    Hot,
    Gravity,
    /// The most votes of articles posted since a time.
    Top(i64),
    Group(u32),
    /// With the user's votes.
    Viewer(u32),
    /// Without what the user has hidden.
    Unhidden(u32),
    Thread(u32),
    /// Articles that the user has voted on.
    Voted(u32),
    /// Answers to the user after the last one seen.
    Unread(u32),
}

/// What must be the same on the pages of all peers: the title of an article or the text of a
/// comment, its votes, and the viewer's vote, or 0 on a page without a viewer.
#[derive(Debug, PartialEq)]
pub struct Item(pub String, pub i64, pub i64);

/// Returns the name of a user.
pub fn user(number: u32) -> String {
    format!("user-{number:05}")
}

/// Returns the name of a group.
pub fn group(number: u32) -> String {
    format!("group-{number:03}")
}

pub struct Site {
    pub articles: u32,
    /// The time of the last article.
    time: i64,
    random: Rng,
    /// The poster of each article.
    posters: Vec<u32>,
    commented: u32,
}

impl Site {
    /// Plans a site whose articles were posted in the two days before `time`.
    pub fn new(articles: u32, time: i64) -> Self {
        Self { articles, time, random: rng("peers", 0), posters: Vec::new(), commented: 0 }
    }

    /// Returns the changes that make the site, in the order in which they are made, with the name
    /// of what they add.
    pub fn writes(&mut self) -> [(&'static str, Vec<Write>); 4] {
        let articles = self.articles;
        let posts = (0..articles).map(|_| self.post()).collect();
        let mut comments = Vec::new();
        for parent in 0..THREAD {
            let parent = self.random.u32(0..=parent);
            comments.push(self.comment_on(1, parent));
        }
        comments.extend((0..articles * 2).map(|_| self.comment()));
        let votes = (0..articles * VOTES_PER_ARTICLE).map(|_| self.vote()).collect();
        let mut read = Vec::new();
        for user in 1..=USERS {
            read.extend((0..HIDDEN).map(|_| Write::Hide { user, article: self.article() }));
            read.push(Write::Seen { user, comment: self.commented / 2 });
        }
        [("article", posts), ("comment", comments), ("vote", votes), ("mark", read)]
    }

    pub fn post(&mut self) -> Write {
        let (user, group) = (self.user(), self.random.u32(1..=GROUPS));
        self.posters.push(user);
        let number = self.posters.len() as u32;
        let (title, link) = story(number);
        let before = i64::from(self.articles) - i64::from(number);
        // Later posts follow the others, four per second.
        let time = match before {
            0.. => self.time - before * 2 * DAY as i64 / i64::from(self.articles),
            _ => self.time - before / 4,
        };
        Write::Post { user, title: format!("{title} {number}"), link, group, time }
    }

    /// Votes on a random article of somebody else. Newer ones have more votes. Who votes on an
    /// article again votes the same, which changes nothing.
    pub fn vote(&mut self) -> Write {
        let article = self.article();
        let poster = self.posters.get(article as usize - 1).copied().unwrap_or_default();
        let others = self.random.u32(1..USERS);
        let user = if others == poster { USERS } else { others };
        Write::Vote { user, article, up: !(user + article).is_multiple_of(8) }
    }

    /// Comments on a random article, but not on the one with the long thread.
    pub fn comment(&mut self) -> Write {
        let article = self.random.u32(2..=self.articles);
        self.comment_on(article, 0)
    }

    fn comment_on(&mut self, article: u32, parent: u32) -> Write {
        self.commented += 1;
        let (text, _) = story(self.commented);
        let text = format!("{text} {text} {text} {}", self.commented);
        Write::Comment { user: self.user(), article, parent, text, time: self.time }
    }

    pub fn user(&mut self) -> u32 {
        self.random.u32(1..=USERS)
    }

    /// Returns one of a hundred pages that readers ask for: most are front pages and threads.
    pub fn page(&mut self, nth: usize) -> Read {
        match nth % 20 {
            0..8 => Read::Hot,
            8..12 => Read::Viewer(self.user()),
            12..16 => Read::Thread(self.article()),
            16 | 17 => Read::Group(self.random.u32(1..=GROUPS)),
            18 => Read::Unhidden(self.user()),
            _ => Read::Unread(self.user()),
        }
    }

    fn article(&mut self) -> u32 {
        let age = self.random.f64().powi(2) * f64::from(self.articles);
        (self.articles - age as u32).max(1)
    }

    /// Returns a page of each kind, with its name.
    pub fn reads(&mut self) -> [(&'static str, Read); 9] {
        let user = self.user();
        [
            ("front page by hot rank", Read::Hot),
            ("front page by gravity", Read::Gravity),
            ("top of the day", Read::Top(self.time - DAY as i64)),
            ("page of a group", Read::Group(self.random.u32(1..=GROUPS))),
            ("page with the viewer's votes", Read::Viewer(user)),
            ("page without what the reader has hidden", Read::Unhidden(user)),
            ("thread of 1000 comments", Read::Thread(1)),
            ("what a user voted on", Read::Voted(user)),
            ("unread answers", Read::Unread(user)),
        ]
    }
}
