//! The texts of users as HTML: paragraphs, links, quotes, lists, emphasis, and code of Markdown.

use linkify::{LinkFinder, LinkKind};
use pulldown_cmark::{Event, Parser, Tag, TagEnd, html};

use super::links::web_address;

const DEEPEST: usize = 8;

/// Returns a text as HTML that is safe in a page: HTML in the text is shown as text, there are no
/// images and headings, and links lead to the web. Line breaks are kept.
pub fn rendered(text: &str) -> String {
    let mut page = String::with_capacity(text.len() * 5 / 4);
    html::push_html(&mut page, events(text).into_iter());
    page
}

/// Returns the letters that a text shows.
pub fn visible(text: &str) -> String {
    let letters = events(text).into_iter().map(|event| match event {
        Event::Text(text) | Event::Code(text) => text.into_string(),
        Event::InlineHtml(_) => String::new(),
        _ => "\n".to_owned(),
    });
    letters.collect()
}

fn events(text: &str) -> Vec<Event<'_>> {
    let mut events = Vec::new();
    let (mut depth, mut links) = (0, Vec::new());
    for event in Parser::new(text) {
        depth = match event {
            Event::Start(_) => depth + 1,
            Event::End(_) => depth - 1,
            _ => depth,
        };
        if depth > DEEPEST {
            events = vec![Event::Start(Tag::Paragraph), Event::Text(text.into())];
            events.push(Event::End(TagEnd::Paragraph));
            break;
        }
        match event {
            Event::Start(Tag::Link { dest_url, .. }) => {
                let start = link_to(&dest_url);
                links.push(start.is_some());
                events.extend(start);
            }
            Event::End(TagEnd::Link) => {
                events.extend(links.pop().filter(|has_start| *has_start).map(|_| end_of_link()));
            }
            Event::Start(Tag::Image { .. }) | Event::End(TagEnd::Image) => {}
            Event::Start(Tag::Heading { .. }) => events.push(Event::Start(Tag::Paragraph)),
            Event::End(TagEnd::Heading(_)) => events.push(Event::End(TagEnd::Paragraph)),
            Event::Start(Tag::HtmlBlock) => events.push(Event::Start(Tag::Paragraph)),
            Event::End(TagEnd::HtmlBlock) => events.push(Event::End(TagEnd::Paragraph)),
            Event::Html(text) | Event::InlineHtml(text) => events.push(Event::Text(text)),
            Event::SoftBreak => events.push(Event::HardBreak),
            Event::Text(text) if links.is_empty() => add_text(&mut events, &text),
            event => events.push(event),
        }
    }
    events
}

fn add_text(events: &mut Vec<Event>, text: &str) {
    let mut finder = LinkFinder::new();
    finder.kinds(&[LinkKind::Url]);
    for span in finder.spans(text) {
        let start = span.kind().and_then(|_| link_to(span.as_str()));
        let is_link = start.is_some();
        events.extend(start);
        events.push(Event::Text(span.as_str().to_owned().into()));
        events.extend(is_link.then(end_of_link));
    }
}

/// Returns the beginning of a link, unless it does not lead to the web.
fn link_to(address: &str) -> Option<Event<'static>> {
    let address = String::from(web_address(address)?);
    let address = address.replace('&', "&amp;").replace('"', "%22").replace('\'', "%27");
    Some(Event::InlineHtml(format!("<a href=\"{address}\" rel=\"nofollow noopener ugc\">").into()))
}

fn end_of_link() -> Event<'static> {
    Event::InlineHtml("</a>".into())
}

#[cfg(test)]
mod tests {
    use super::rendered;

    #[test]
    fn nothing_in_a_text_becomes_active() {
        for text in [
            "<script>alert(1)</script>",
            "a <img src=x onerror=alert(1)> b",
            "[x](javascript:alert(1))",
            "![x](https://example.com/pixel.png)",
            "<javascript:alert(1)>",
            "[x](https://example.com/\"onmouseover=\"alert(1))",
            "[x](data:text/html,hello)",
            &"> ".repeat(1_000),
            &format!("{}deep{}", "*".repeat(200), "*".repeat(200)),
        ] {
            let html = rendered(text);
            for part in html.split('<').skip(1) {
                let (tag, _) = part.split_once('>').unwrap();
                let is_link = tag.starts_with("a href=\"http") && tag.matches('"').count() == 4;
                let plain = ["p", "em", "strong", "code", "blockquote", "br /"];
                assert!(
                    is_link || plain.contains(&tag.trim_start_matches('/')) || tag == "/a",
                    "{html}"
                );
            }
        }
    }
}
