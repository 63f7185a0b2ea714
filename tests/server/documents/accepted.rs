//! A server accepts every command in the documents about pages, orders, and recipes.

use test_support::*;

/// Returns the commands between backticks, and in fenced blocks.
fn commands(text: &str) -> impl Iterator<Item = &str> {
    // Texts between backticks are every second part.
    let code = text.split('`').skip(1).step_by(2).flat_map(str::lines).map(str::trim);
    code.filter(|line| line.starts_with("ARTICLE.") && line.contains(" news "))
}

#[test]
fn a_server_accepts_every_command_in_the_texts() {
    let server = with_module().start();
    let mut c = server.resp3();
    for path in ["docs/pages.md", "docs/ranking.md", "docs/recipes.md"] {
        c.run("DEL news");
        c.ok("ARTICLE.CREATE news WINDOW 3153600000");
        for id in 1..=20 {
            c.int(&format!("ARTICLE.POST news alice t l{id} TIME 1600000000"));
        }
        let text = super::read(path);
        assert!(commands(&text).count() > 10, "{path}");
        for command in commands(&text) {
            let words = super::transcripts::words(command);
            let reply = c.call(&words[0], &words[1..]);
            assert!(!is_error(&reply), "{path}: {command}: {reply:?}");
        }
    }
}
