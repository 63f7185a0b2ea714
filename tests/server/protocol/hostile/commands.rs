//! Random command lines: each gets a reply, refused ones change nothing, and sites stay
//! consistent.

use super::vocabulary::{Hostile, MARK};
use super::{assert_unharmed, inputs, line, setup};
use test_support::*;

/// Command lines per pipeline.
const BATCH: usize = 50;

#[test]
fn random_command_lines_do_no_harm() {
    let server = setup().start();
    for protocol in PROTOCOLS {
        let mut c = server.client(protocol);
        c.ok("SET text text");
        let mut vocabulary = Hostile::new(Random::new(seed("command lines")));
        let (mut done, mut refused) = (0, 0);
        for _ in 0..inputs().div_ceil(2 * BATCH) {
            let made_up: Vec<_> = (0..BATCH).map(|_| vocabulary.line()).collect();
            let digest = line(&[b"DEBUG", b"DIGEST"]);
            let mut lines = vec![digest.clone()];
            lines.extend(made_up.iter().flat_map(|line| [line.clone(), digest.clone()]));
            let replies = c.call_all(&lines);
            for (line, replies) in made_up.iter().zip(replies[..].windows(3).step_by(2)) {
                let what: Vec<_> = line.iter().map(|w| w.escape_ascii().to_string()).collect();
                let [before, reply, after] = replies else { panic!("three replies") };
                if !matches!(reply, Value::ServerError(_)) {
                    done += 1;
                    continue;
                }
                refused += 1;
                let text = error_text(reply);
                assert!(is_well_formed(&text), "{what:?}: {text}");
                assert_eq!(before, after, "{what:?} changes something: {text}");
            }
        }
        assert!(done > 0 && refused > 0);
        report(format!("{protocol:?}: {done} lines made up were accepted, {refused} refused"));
        assert_unharmed(&server, &mut c);
    }
}

/// Whether an error begins with its code, is one line of ASCII, and repeats no input.
fn is_well_formed(text: &str) -> bool {
    let code = text.split(' ').next().unwrap_or_default();
    let is_code = !code.is_empty() && code.bytes().all(|byte| byte.is_ascii_uppercase());
    let is_one_line = text.bytes().all(|byte| (b' '..=b'~').contains(&byte));
    is_code && is_one_line && !text.contains(MARK) && !text.contains("internal error")
}
