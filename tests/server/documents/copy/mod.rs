//! The code of the reference that copies a site by ARTICLE.EXPORT makes an equal copy.

use std::process::Command;

use test_support::*;

use super::{read, root};

/// Calls the function that the document defines, with the ports of two servers.
const CALL: &str = r#"
import sys
import redis

copy(*[redis.Redis(port=int(port)) for port in sys.argv[1:]], "news")
"#;

#[test]
fn the_code_of_the_reference_copies_a_site() {
    let [source, target] = [(); 2].map(|()| with_module().start());
    let [mut from, mut to] = [&source, &target].map(Server::resp2);
    fill_site(&mut from, "news");
    let document = read("docs/commands/article.export.md");
    let code = document.split("```python\n").nth(1).and_then(|code| code.split("```").next());
    let code = code.expect("the code").to_owned() + CALL;
    assert!(code.lines().count() < 18, "the code is about ten lines");
    let status = Command::new("python3")
        .args(["-B", "-c", &code])
        .args([source.port(), target.port()].map(|port| port.to_string()))
        .env("PYTHONPATH", root().join("tests/server/documents/copy"))
        .status();
    assert!(status.expect("python3").success());
    let digest = |c: &mut Client| c.run("DEBUG DIGEST-VALUE news");
    assert_eq!(digest(&mut to), digest(&mut from));
    to.check("news");
}
