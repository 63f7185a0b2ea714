//! The site without a mouse.

use fantoccini::actions::{InputSource, KeyAction, KeyActions};
use fantoccini::key::Key;

use crate::browser::Browser;
use crate::world::{Talk, World};

impl Browser {
    async fn press(&self, key: Key) {
        let value = char::from(key);
        let keys = KeyActions::new("keyboard".to_owned())
            .then(KeyAction::Down { value })
            .then(KeyAction::Up { value });
        self.client.perform_actions(keys).await.expect("the key can be pressed");
    }

    async fn has_focus(&self, selector: &str) -> bool {
        let script = format!("return document.activeElement.matches(\"{selector}\")");
        self.read(&script).await
    }

    async fn tab_to(&self, selector: &str) {
        for _ in 0..100 {
            self.press(Key::Tab).await;
            if self.has_focus(selector).await {
                return;
            }
        }
        panic!("the tab key does not lead to {selector}");
    }
}

#[tokio::test]
async fn one_can_vote_go_on_and_comment_with_the_keyboard() {
    let world = World::start();
    let browser = world.reader("ada").await.at("/new").await;
    let id = browser.stories().await.swap_remove(0);
    let votes: i64 = world.site.entry(id, "votes");
    let up = format!("#story-{id} .up");
    // The first key leads past the header and the tabs.
    browser.press(Key::Tab).await;
    assert!(browser.has_focus(".skip").await);
    browser.press(Key::Enter).await;
    browser.wait_until("return document.activeElement.id === 'content'").await;
    browser.tab_to(&up).await;
    assert!(!browser.has_focus(".top *").await);
    browser.press(Key::Enter).await;
    browser.wait_for_text(&format!("#story-{id} .votes"), &(votes + 1).to_string()).await;
    // The focus stays where it was.
    browser.wait_until("return document.activeElement.matches('.up[aria-pressed=true]')").await;
    assert!(browser.has_focus(&up).await);
    // Keys lead from story to story, and send forms.
    browser.open("/new").await;
    let press = "const [key, ctrlKey] = KEY;
        const event = { key, ctrlKey, bubbles: true, cancelable: true };
        document.activeElement.dispatchEvent(new KeyboardEvent('keydown', event))";
    let here = "return document.activeElement.closest('li')?.dataset.id ?? ''";
    for (name, id) in [("j", "2000"), ("j", "1999"), ("j", "1998"), ("k", "1999")] {
        browser.run(&press.replace("KEY", &format!("['{name}', false]"))).await;
        assert_eq!(browser.run(here).await, id, "{name}");
    }
    browser.open("/a/2000").await;
    browser.fill("form.answer textarea", "Sent with a key").await;
    browser.run("document.querySelector('form.answer textarea').focus()").await;
    browser.run(&press.replace("KEY", "['Enter', true]")).await;
    browser.wait_for_text("article.comment .text", "Sent with a key").await;
}

#[tokio::test]
async fn menus_open_and_close_with_the_keyboard() {
    let world = World::start();
    let browser = world.browser().await.at("/").await;
    let (menu, summary) = (".tabs .menu", ".tabs .menu summary");
    browser.tab_to(summary).await;
    browser.press(Key::Enter).await;
    browser.element(&format!("{menu}[open]")).await;
    browser.press(Key::Tab).await;
    assert!(browser.has_focus("a[href='/day']").await);
    browser.press(Key::Escape).await;
    assert!(browser.has_focus(summary).await);
    assert_eq!(browser.count(&format!("{menu}[open]")).await, 0);
    // A menu closes when the focus leaves it.
    browser.press(Key::Enter).await;
    browser.tab_to(".tabs .menu:last-child summary").await;
    assert_eq!(browser.count(&format!("{menu}[open]")).await, 0);
}

#[tokio::test]
async fn the_focus_is_visible_and_never_trapped() {
    let (world, talk) = Talk::start();
    talk.comment("ada", talk.story, "First");
    let browser = world.reader("ada").await;
    for page in [talk.path().as_str(), "/submit", "/settings", "/flag/2000"] {
        browser.open(page).await;
        // All that can have the focus gets it, in the order of the page, and then it leaves.
        browser
            .run(
                "const visible = (element) =>
                     element.checkVisibility({ visibilityProperty: true });
                 window.expected = [...document.querySelectorAll(
                     'a[href], button, input, textarea, select, summary')].filter(visible);",
            )
            .await;
        let count: usize = browser.read("return expected.length").await;
        assert!(count > 10, "{page}");
        for place in 0..count {
            browser.press(Key::Tab).await;
            let element = browser
                .run(&format!(
                    "const focused = document.activeElement, style = getComputedStyle(focused);
                     const box = focused.getBoundingClientRect();
                     const header = document.querySelector('.top');
                     const isBelow = header.contains(focused)
                         || box.bottom > header.getBoundingClientRect().bottom;
                     const isVisible = style.outlineStyle !== 'none'
                         && parseFloat(style.outlineWidth) >= 2
                         && isBelow && box.top < innerHeight;
                     return focused === expected[{place}] && isVisible ? ''
                         : focused.outerHTML + ' not ' + expected[{place}].outerHTML"
                ))
                .await;
            assert_eq!(element, "", "{page}");
        }
    }
}
