//! The parts of stories and comments that change while a page is open. Pages and event streams
//! show them the same way.

use askama::Template;

use crate::news::Flag;

/// Returns a text as HTML.
pub fn escaped(text: &str) -> String {
    #[derive(Template)]
    #[template(source = "{{ text }}", ext = "html")]
    struct Escaped<'a> {
        text: &'a str,
    }
    Escaped { text }.render().unwrap_or_default()
}

/// Returns the marks of moderators, as HTML.
pub fn flags(flags: &[Flag]) -> String {
    flags.iter().map(|flag| mark(flag.name())).collect()
}

/// Returns the mark of what was deleted, as HTML.
pub fn deleted() -> String {
    mark("deleted")
}

fn mark(name: &str) -> String {
    format!("<span class=\"flag {name}\">{name}</span> ")
}

/// Returns what leads to the comments on a story.
pub fn discuss(comments: u32) -> String {
    if comments == 0 { "discuss".to_owned() } else { counted(comments, "comment") }
}

/// Returns the heading of the comments on a story.
pub fn heading(comments: u32) -> String {
    if comments == 0 { "Comments".to_owned() } else { counted(comments, "comment") }
}

/// Returns how many answers are below a comment.
pub fn answers(comments: u32) -> String {
    counted(comments, "answer")
}

fn counted(number: u32, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}
