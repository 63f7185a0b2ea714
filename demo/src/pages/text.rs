//! The texts of users: what the site accepts, and how it shows them.

use std::ops::Range;

use linkify::{LinkFinder, LinkKind};
use pulldown_cmark::{Event, Parser, Tag, TagEnd, html};
use url::Url;

/// The levels of quotes and lists in a text. One with more is shown as it is.
const DEEPEST: usize = 8;
/// The letters of an excerpt.
const EXCERPT: usize = 240;

/// Returns a link as a URL if it leads to the web.
pub fn web_address(link: &str) -> Option<Url> {
    let url = Url::parse(link).ok()?;
    let is_web = ["http", "https"].contains(&url.scheme()) && url.has_host();
    (is_web && link.trim() == link && link.contains("://")).then_some(url)
}

/// Returns a text without what is not for reading: controls, and marks that turn the direction of
/// the text after it.
pub fn plain(text: &str) -> String {
    let is_other = |letter: char| {
        (letter.is_control() && letter != '\n')
            || matches!(letter, '\u{200e}' | '\u{200f}' | '\u{61c}' | '\u{202a}'..='\u{202e}' |
                '\u{2066}'..='\u{2069}')
    };
    text.replace("\r\n", "\n").chars().filter(|letter| !is_other(*letter)).collect()
}

/// Returns a text as HTML that is safe in a page: paragraphs, links, quotes, lists, emphasis, and
/// code of Markdown. HTML in it is shown as text, and links lead to the web.
pub fn rendered(text: &str) -> String {
    let mut page = String::with_capacity(text.len() * 5 / 4);
    html::push_html(&mut page, events(&plain(text)).into_iter());
    page
}

/// Returns the beginning of what a text shows, in one line.
pub fn excerpt(text: &str) -> String {
    let letters = events(&plain(text)).into_iter().map(|event| match event {
        Event::Text(text) | Event::Code(text) => text.into_string(),
        Event::InlineHtml(_) => String::new(),
        _ => " ".to_owned(),
    });
    let shown = letters.collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ");
    match shown.char_indices().nth(EXCERPT) {
        Some((end, _)) => format!("{}…", shown.get(..end).unwrap_or_default()),
        None => shown,
    }
}

/// Returns whether a text shows nothing.
pub fn is_blank(text: &str) -> bool {
    let is_unseen = |letter: char| {
        letter.is_whitespace()
            || matches!(letter, '\u{ad}' | '\u{200b}'..='\u{200d}' | '\u{2060}' |
            '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{fffc}')
    };
    excerpt(text).chars().all(is_unseen)
}

/// Marks bare addresses as links, so that Markdown leaves their letters alone.
fn with_links(text: &str) -> String {
    let is_other = |event: &Event<'_>| {
        matches!(
            event,
            Event::Code(_)
                | Event::Html(_)
                | Event::InlineHtml(_)
                | Event::Start(Tag::Link { .. } | Tag::Image { .. } | Tag::CodeBlock(_))
        )
    };
    let others = Parser::new(text).into_offset_iter().filter(|(event, _)| is_other(event));
    let others: Vec<Range<usize>> = others.map(|(_, range)| range).collect();
    let mut finder = LinkFinder::new();
    // Curly quotes and the like end an address.
    finder.kinds(&[LinkKind::Url]).url_can_be_iri(false);
    let mut marked = String::with_capacity(text.len());
    for span in finder.spans(text) {
        let is_bare = span.kind().is_some() && !others.iter().any(|r| r.contains(&span.start()));
        // These end emphasis rather than belong to an address.
        let address = span.as_str().trim_end_matches(['*', '_', '~']);
        match is_bare {
            true => marked.extend(["<", address, ">", span.as_str().trim_start_matches(address)]),
            false => marked.push_str(span.as_str()),
        }
    }
    marked
}

fn events(text: &str) -> Vec<Event<'static>> {
    let mut events = Vec::new();
    let (mut depth, mut links) = (0, Vec::new());
    for event in Parser::new(&with_links(text)) {
        depth = match event {
            Event::Start(_) => depth + 1,
            Event::End(_) => depth - 1,
            _ => depth,
        };
        if depth > DEEPEST {
            let [start, end] = [Event::Start(Tag::Paragraph), Event::End(TagEnd::Paragraph)];
            return vec![start, Event::Text(text.to_owned().into()), end];
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
            Event::Start(Tag::Heading { .. } | Tag::HtmlBlock) => {
                events.push(Event::Start(Tag::Paragraph));
            }
            Event::End(TagEnd::Heading(_) | TagEnd::HtmlBlock) => {
                events.push(Event::End(TagEnd::Paragraph));
            }
            Event::Html(text) | Event::InlineHtml(text) => {
                events.push(Event::Text(text.into_string().into()));
            }
            Event::SoftBreak => events.push(Event::HardBreak),
            event => events.push(event.into_static()),
        }
    }
    events
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
    use super::*;

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
                let is_plain = plain.contains(&tag.trim_start_matches('/'));
                assert!(is_link || is_plain || tag == "/a", "{html}");
            }
        }
    }

    #[test]
    fn a_bare_link_ends_where_it_does_for_a_reader() {
        for (text, link) in [
            ("see https://example.com/a_(b)_*c*d there", "https://example.com/a_(b)_*c*d"),
            ("**https://example.com/a_**", "https://example.com/a"),
            ("“https://example.com/a”", "https://example.com/a"),
            ("(https://example.com/a)", "https://example.com/a"),
        ] {
            assert!(rendered(text).contains(&format!("href=\"{link}\"")), "{}", rendered(text));
        }
    }

    #[test]
    fn addresses_in_code_and_links_stay_as_they_are() {
        let link = "[a](https://example.com/)";
        assert!(
            rendered(&format!("`https://a.example`, {link}")).starts_with(
                "<p><code>https://a.example</code>, <a href=\"https://example.com/\" "
            )
        );
        assert!(!rendered("    https://a.example").contains("<a"));
    }

    #[test]
    fn only_addresses_of_the_web_are_links() {
        assert!(web_address("https://example.com/a?b#c").is_some());
        let others = [
            "javascript:alert(1)",
            " https://a.example",
            "data:text/html,x",
            "//a",
            "",
            "https://",
        ];
        for link in others {
            assert!(web_address(link).is_none(), "{link:?}");
        }
    }

    #[test]
    fn what_nobody_can_see_is_blank() {
        for text in ["", "\u{200b}\u{fffc}", "[a]: https://example.com", "[](https://example.com)"]
        {
            assert!(is_blank(text), "{text:?}");
        }
        assert!(!is_blank("ok"));
    }
}
