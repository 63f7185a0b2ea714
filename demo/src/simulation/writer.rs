use fastrand::Rng;

use super::remarks::remark;
use super::words::{ENDINGS, GROUPS, HOSTS, PATTERNS, choose};
use crate::store::{Command, article};

const TEXTS: f32 = 0.1;

/// A story before it is posted.
pub struct Story {
    pub title: String,
    pub link: String,
    pub text: String,
    pub groups: Vec<String>,
}

impl Story {
    /// Returns the command that posts the story.
    pub fn post(&self, poster: &str) -> Command {
        self.with_groups(article("POST").arg(poster).arg(&self.title).arg(&self.link))
    }

    /// Adds the groups and the text.
    pub fn with_groups(&self, command: Command) -> Command {
        let command = command.list("GROUPS", &self.groups);
        match self.text.is_empty() {
            true => command,
            false => command.words("FIELDS 1 text").arg(&self.text),
        }
    }
}

pub struct Writer {
    rng: Rng,
    written: u64,
}

impl Writer {
    pub fn new(seed: u64) -> Self {
        Self { rng: Rng::with_seed(seed), written: 0 }
    }

    pub fn write(&mut self) -> Story {
        self.written += 1;
        let (group, subjects) = choose(&mut self.rng, &GROUPS);
        let subject = choose(&mut self.rng, subjects);
        let mut title = choose(&mut self.rng, &PATTERNS).replace("{}", subject);
        let ending = choose(&mut self.rng, &ENDINGS);
        if !title.contains([':', '?', ',']) {
            title += ending;
        }
        let mut groups = vec![(*group).to_owned()];
        let (second, _) = choose(&mut self.rng, &GROUPS);
        if second != group && self.rng.f32() < 0.3 {
            groups.push((*second).to_owned());
        }
        let title = capitalized(&title);
        if title.starts_with("Ask:") || self.rng.f32() < TEXTS {
            let text = remark(&mut self.rng, &title, true);
            return Story { title, text, link: String::new(), groups };
        }
        let host = choose(&mut self.rng, &HOSTS);
        let number = self.written << 16 | self.rng.u64(..1 << 16);
        let link = format!("https://{host}/{group}/{}-{number:x}", slug(subject));
        Story { title, link, text: String::new(), groups }
    }
}

fn capitalized(title: &str) -> String {
    let mut letters = title.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

fn slug(subject: &str) -> String {
    let words = subject.split(|letter: char| !letter.is_ascii_alphanumeric());
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-").to_lowercase()
}
