//! The site without a mouse.

use fantoccini::actions::{InputSource, KeyAction, KeyActions};
use fantoccini::key::Key;

use crate::browser::Browser;
use crate::world::World;

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
