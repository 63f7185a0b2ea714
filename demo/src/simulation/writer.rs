use article_news::news::{Story, host_group};
use fastrand::Rng;

use super::remarks::remark;
use super::words::{ENDINGS, GROUPS, HOSTS, PATTERNS, choose};

/// The share of stories that are a text and lead nowhere.
const TEXTS: f32 = 0.1;

/// Writes stories with believable titles and groups, and with links to hosts for examples.
pub struct Writer {
    rng: Rng,
    written: u64,
}

impl Writer {
    /// Returns a writer. The same seed gives the same stories.
    pub fn new(seed: u64) -> Self {
        Self { rng: Rng::with_seed(seed), written: 0 }
    }

    /// Returns the next story. No other story with this seed has its link.
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
        groups.extend(host_group(host));
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

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use article_news::news::Story;

    use super::{GROUPS, Writer};
    use crate::simulation::remarks::subject_of;

    #[test]
    fn a_seed_determines_the_stories() {
        let stories = |seed| {
            let mut writer = Writer::new(seed);
            (0..50).map(|_| writer.write()).collect::<Vec<_>>()
        };
        assert_eq!(stories(1), stories(1));
        assert_ne!(stories(1), stories(2));
    }

    #[test]
    fn titles_tell_what_stories_are_about() {
        let mut writer = Writer::new(3);
        for story in (0..500).map(|_| writer.write()) {
            let mut groups = GROUPS.iter().filter(|(group, _)| story.groups[0] == *group);
            let (_, subjects) = groups.next().unwrap();
            assert!(subjects.contains(&subject_of(&story.title)), "{}", story.title);
        }
        assert_eq!(subject_of("Something else"), "this");
    }

    #[test]
    fn each_group_has_its_subjects() {
        assert!(GROUPS.len() == 15 && GROUPS.iter().all(|(_, subjects)| subjects.len() == 10));
    }

    #[test]
    fn links_are_distinct() {
        let mut writer = Writer::new(7);
        let stories: Vec<Story> = (0..2000).map(|_| writer.write()).collect();
        let links: HashSet<&String> = stories.iter().map(|story| &story.link).collect();
        let texts = stories.iter().filter(|story| !story.text.is_empty());
        // All texts have the empty link.
        assert_eq!(links.len(), 2001 - texts.clone().count());
        assert!(texts.clone().count() > 100);
        assert!(texts.clone().all(|story| story.link.is_empty()));
    }
}
