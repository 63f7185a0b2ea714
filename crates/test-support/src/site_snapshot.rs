//! Everything that can be seen of a site, for tests that say: this changed nothing.

use super::{BINARY, Client, Fields, Value};

/// Those who vote in `fill_site`.
pub const USERS: [&str; 6] = ["ann", "bob", "cleo", "dan", "eve", "fay"];

/// Every reply that a site gives to its reading commands, each with the command that it answers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Picture(Vec<(String, Vec<Fields>)>);

impl Picture {
    /// The picture is the same in both protocols, so a client of either may take it.
    pub fn of(client: &mut Client, key: &str) -> Self {
        let info = client.run(&format!("ARTICLE.INFO {key}"));
        if info == Value::Nil {
            return Self(Vec::new());
        }
        let info = client.fields(&info).without("memory");
        let groups = client.map(&format!("ARTICLE.GROUPS {key}"));
        let mut seen =
            vec![("INFO".to_owned(), vec![info]), ("GROUPS".to_owned(), vec![groups.clone()])];
        for by in ["SCORE", "TIME"] {
            for order in ["ASC", "DESC"] {
                seen.push(all_pages(client, key, &format!("BY {by} {order}")));
            }
        }
        for user in USERS {
            seen.push(all_pages(client, key, &format!("VIEWER {user}")));
        }
        for (group, _) in &groups.0 {
            let reply = client.call("ARTICLE.GROUPPAGE", (key, group.as_slice(), 1, "SIZE", 1000));
            let label = format!("GROUPPAGE {}", String::from_utf8_lossy(group));
            seen.push((label, client.articles(&reply)));
        }
        Self(seen)
    }

    /// The picture without what a server answers by its own clock: whether voting is open, and
    /// therefore the vote of a viewer.
    pub fn without_clock(mut self) -> Self {
        self.0.retain(|(label, _)| !label.starts_with("PAGE VIEWER"));
        for (label, maps) in &mut self.0 {
            if label == "INFO" {
                *maps = maps.drain(..).map(|info| info.without("open")).collect();
            }
        }
        self
    }

    #[track_caller]
    pub fn assert_same(&self, after: &Self) {
        for (before, after) in self.0.iter().zip(&after.0) {
            assert_eq!(before, after);
        }
        assert_eq!(self.0.len(), after.0.len());
    }
}

/// The reply to the action, which must leave the site as it is.
#[track_caller]
pub fn assert_unchanged(
    client: &mut Client,
    key: &str,
    action: impl FnOnce(&mut Client) -> Value,
) -> Value {
    let before = Picture::of(client, key);
    let reply = action(client);
    before.assert_same(&Picture::of(client, key));
    reply
}

/// Makes a site in which everything occurs that a site can hold.
pub fn fill_site(client: &mut Client, key: &str) {
    let now = client.now();
    client.ok(&format!("ARTICLE.CREATE {key} VOTESCORE 100 WINDOW 10000 PAGESIZE 7"));
    for number in 1..=30 {
        // Pairs of equal times, and some articles whose voting is over.
        let age = if number < 5 { 20_000 } else { 0 };
        let time = now - 4000 + number / 2 * 100 - age;
        let poster = USERS[number as usize % 4];
        let article = format!("t{number} l{number} TIME {time} GROUPS 2 all of-{}", number % 3);
        let line = format!("ARTICLE.POST {key} {poster} {article} FIELDS 2 lang en n {number}");
        assert_eq!(client.int(&line), number);
    }
    let blob = ("GROUPS", 1, BINARY, "FIELDS", 2, BINARY, BINARY, "x", "");
    let reply = client.call("ARTICLE.POST", (key, BINARY, BINARY, BINARY, blob));
    assert_eq!(reply, Value::Int(31));
    for number in 5..=30 {
        for (index, user) in USERS.iter().enumerate() {
            let vote = match (number * 7 + index * 5) % 11 {
                0..5 => "UP",
                5..8 => "DOWN",
                _ => continue,
            };
            client.run(&format!("ARTICLE.VOTE {key} {user} {number} {vote}"));
        }
    }
    client.ok(&format!("ARTICLE.EDIT {key} 8 TITLE edited FIELDS 1 late yes UNSET 1 lang"));
    assert_eq!(client.int(&format!("ARTICLE.GROUPADD {key} 9 nine")), 1);
    assert_eq!(client.int(&format!("ARTICLE.GROUPREM {key} 10 all")), 1);
    assert_eq!(client.int(&format!("ARTICLE.DEL {key} 3 12 30")), 3);
}

fn all_pages(client: &mut Client, key: &str, options: &str) -> (String, Vec<Fields>) {
    let mut articles = Vec::new();
    for page in 1.. {
        let part = client.page(&format!("ARTICLE.PAGE {key} {page} SIZE 1000 {options}"));
        if part.is_empty() {
            break;
        }
        articles.extend(part);
    }
    (format!("PAGE {options}"), articles)
}
