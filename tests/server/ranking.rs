//! A server accepts every command in `docs/ranking.md`.

use std::path::PathBuf;

use test_support::*;

#[test]
fn a_server_accepts_every_command_in_the_text() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("docs/ranking.md");
    let text = std::fs::read_to_string(path).unwrap();
    // Texts between backticks are every second part.
    let code = text.split('`').skip(1).step_by(2);
    let commands: Vec<&str> = code.filter(|code| code.starts_with("ARTICLE.")).collect();
    assert!(commands.len() > 10);
    let server = with_module().start();
    let mut client = server.client(Protocol::Resp3);
    client.run("ARTICLE.POST news alice Hello https://example.com");
    for command in commands {
        let reply = client.run(command);
        assert!(!is_error(&reply), "{command}: {reply:?}");
    }
}
