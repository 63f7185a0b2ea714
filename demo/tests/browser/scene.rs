//! Scenes: what readers request and what Redis is told, a line each.
//!
//! ```text
//! # A comment, and a command, whose reply has a name from here on.
//! talk: ARTICLE.POST news bob 'A talk' https://example.com/talk
//! ARTICLE.COUNT news => 2001
//! # A page, without a name as a visitor: its status unless that is 200, and texts on it.
//! visitor /a/{talk} 'Log in to comment.'
//! eve /a/{talk}/edit 404 'Not found'
//! # Fields, or the form of a page with these fields (`.` is the last reply). The status is 303,
//! # and the text a part of the location, whose id gets the name.
//! first: ada POST /comment parent={talk}&text=Hello 303 /c/
//! ada FORM /c/{first}/edit /edit text=Changed /c/{first}
//! # `!` is what is not there, and `~` HTML. `=` has the ids of a list, or a command with these.
//! ada /c/{first} Changed !Hello '~<b>'
//! ada /new = ARTICLE.PAGE news 1 BY TIME
//! # Repeated until it is so.
//! ada UNTIL /search?q=changed = {first}
//! ```

use std::collections::HashMap;

use redis::{Value, cmd};

use crate::visitor::{Reply, plain};
use crate::world::{Site, now, wait_until};

/// Plays the scenes of a file, each on a site of its own.
fn play_all(scenes: &str) {
    for scene in scenes.split("== ").skip(1) {
        let (title, scene) = scene.split_once('\n').unwrap();
        println!("{title}");
        Site::start().play(scene);
    }
}

macro_rules! scenes {
    ($($file:ident)*) => {$(
        #[test]
        fn $file() {
            play_all(include_str!(concat!("scenes/", stringify!($file), ".txt")));
        }
    )*};
}

scenes! { comments limits lists moderation readers sessions stories threads }

/// Returns what scenes can name from the beginning: times, and texts that are long.
pub fn values() -> HashMap<String, String> {
    let times = [50, 3700, 7200, 7300].map(|age| (format!("-{age}"), (now() - age).to_string()));
    let texts = [("long", "x", 2001), ("letters", "%E6%BC%A2", 2000), ("lines", "a%0D%0A", 1000)];
    let texts = texts.map(|(name, text, times)| (name.to_owned(), text.repeat(times)));
    times.into_iter().chain(texts).collect()
}

impl Site {
    #[track_caller]
    pub fn play(&self, scene: &str) {
        let lines = scene.lines().map(str::trim);
        let mut last = Reply::default();
        for line in lines.filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let line = self.filled(line);
            let mut words = words(&line);
            let name = words[0].strip_suffix(':').map(str::to_owned);
            words.drain(..usize::from(name.is_some()));
            let value = match words[0].starts_with(|letter: char| letter.is_ascii_uppercase()) {
                true => self.command(&words),
                false => self.request(&words, &mut last),
            };
            let value = value.unwrap_or_else(|found| panic!("{line}\n{found}"));
            name.map(|name| self.values.lock().unwrap().insert(name, value));
        }
    }

    /// Puts in the values that have names.
    fn filled(&self, line: &str) -> String {
        let values = self.values.lock().unwrap();
        values.iter().fold(line.to_owned(), |line, (name, value)| {
            line.replace(&format!("{{{name}}}"), value)
        })
    }

    fn command(&self, words: &[String]) -> Result<String, String> {
        match words[0].as_str() {
            "STOP" => self.server().kill(),
            "RESTART" => self.server().start_again(),
            _ => return self.reply(words),
        }
        Ok(String::new())
    }

    fn reply(&self, words: &[String]) -> Result<String, String> {
        let end = words.iter().position(|word| word == "=>").unwrap_or(words.len());
        let reply = cmd(&words[0]).arg(&words[1..end]).query(&mut self.connection());
        let reply = reply.map_err(|error| error.to_string())?;
        let reply = text(&reply);
        let expected = words.get(end + 1..).map_or(reply.clone(), |words| words.join(" "));
        let last = reply.rsplit(' ').next().unwrap_or_default().to_owned();
        if reply == expected { Ok(last) } else { Err(reply) }
    }

    fn request(&self, words: &[String], last: &mut Reply) -> Result<String, String> {
        let (reader, rest) = words.split_first().expect("a reader");
        let reader = self.reader(if reader == "visitor" { "" } else { reader });
        let (reply, status, rest) = match rest {
            [word, path, rest @ ..] if word == "UNTIL" => {
                wait_until(path, || self.check(&reader.get(path), 200, rest).is_ok());
                (reader.get(path), 200, rest)
            }
            [word, path, fields, rest @ ..] if word == "POST" => {
                (reader.post(path, fields), 303, rest)
            }
            [word, page, action, fields, rest @ ..] if word == "FORM" => {
                let page = if page == "." { last.clone() } else { reader.get(page) };
                (reader.submit(&page, action, fields), 303, rest)
            }
            [path, rest @ ..] if path == "." => (last.clone(), 200, rest),
            [path, rest @ ..] => (reader.get(path), 200, rest),
            [] => panic!("a path"),
        };
        last.clone_from(&reply);
        self.check(&reply, status, rest)?;
        let location = reply.header("location").unwrap_or_default();
        let numbers = location.split(|letter: char| !letter.is_ascii_digit());
        Ok(numbers.max_by_key(|number| number.len()).unwrap_or_default().to_owned())
    }

    fn check(&self, reply: &Reply, usual: u16, words: &[String]) -> Result<(), String> {
        let shown = match reply.header("location") {
            Some(location) => location.to_owned(),
            None => plain(&reply.body),
        };
        let (status, rest) = match words.first().and_then(|word| word.parse().ok()) {
            Some(status) => (status, &words[1..]),
            None => (usual, words),
        };
        let mut parts = rest.split(|word| word == "=");
        let is_right = parts.next().unwrap_or_default().iter().all(|text| {
            let (text, is_there) =
                text.strip_prefix('!').map_or((&**text, true), |text| (text, false));
            let html = text.strip_prefix('~').map(|html| reply.body.contains(html));
            html.unwrap_or_else(|| shown.contains(text)) == is_there
        });
        let are_right = parts.next().is_none_or(|ids| match ids {
            [word, ..] if word.starts_with('A') => reply.ids() == self.ids(&ids.join(" ")),
            ids => reply.ids().iter().map(i64::to_string).eq(ids.iter().cloned()),
        });
        match reply.status == status && is_right && are_right {
            true => Ok(()),
            false => Err(format!("{} {:?} {shown}", reply.status, reply.ids())),
        }
    }
}

/// Returns the words of a line. Those with spaces are in single quotes.
fn words(line: &str) -> Vec<String> {
    let parts = line.split('\'').enumerate();
    let words = parts.flat_map(|(place, part)| match place % 2 {
        0 => part.split_whitespace().map(str::to_owned).collect(),
        _ => vec![part.to_owned()],
    });
    words.collect()
}

fn text(reply: &Value) -> String {
    match reply {
        Value::Array(values) => joined(values.iter().map(text)),
        Value::BulkString(bytes) => joined(String::from_utf8_lossy(bytes).split_whitespace()),
        Value::Int(number) => number.to_string(),
        _ => String::new(),
    }
}

fn joined(words: impl Iterator<Item: AsRef<str>>) -> String {
    let words: Vec<String> = words.map(|word| word.as_ref().to_owned()).collect();
    words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}
