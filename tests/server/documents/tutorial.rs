//! The code of the tutorial is that of the sites in examples/sites, and its commands reply so.

use super::{compare_or_update, read, transcripts};
use test_support::*;

const TUTORIAL: &str = "docs/tutorial.md";

#[test]
fn the_code_of_the_tutorial_is_that_of_the_sites() {
    let tutorial = read(TUTORIAL);
    for (language, path) in [("python", "fastapi/app.py"), ("js", "express/app.js")] {
        let site = read(&format!("examples/sites/{path}"));
        let blocks: Vec<_> = tutorial.split(&format!("\n```{language}\n")).skip(1).collect();
        assert!(blocks.len() > 5, "{language}");
        for block in blocks {
            let (block, _) = block.split_once("\n```\n").expect("the end of a block");
            assert!(site.contains(&format!("{block}\n")), "{path} lacks:\n{block}");
        }
    }
}

#[test]
fn the_commands_of_the_tutorial_reply_what_it_says() {
    let server = with_module().start();
    let tutorial = read(TUTORIAL);
    compare_or_update(TUTORIAL, &tutorial, &transcripts::replayed(&tutorial, &server));
}
