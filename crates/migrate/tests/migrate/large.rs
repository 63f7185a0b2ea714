//! Articles with large fields need little memory: batches have a limit in bytes.

use test_support::{Client, Connect};

use crate::program::{digest, import, run_within, url, verify, words};
use crate::sites::{module_server, plain_server};

/// What each article has: together 8 MiB, of the 32 MiB that it can have.
const FIELDS: usize = 32;
const FIELD: usize = 256 << 10;
/// All articles together have 128 MiB.
const ARTICLES: usize = 16;
/// A batch of all articles does not fit into it.
const KILOBYTES: u32 = 96 << 10;

fn fill(c: &mut Client) {
    let now = c.now();
    for id in 1..=ARTICLES {
        let line = format!(
            "news ARTICLE {id} ann Title{id} link TIME {} CLOSES {} UP 1 ann FIELDS {FIELDS}",
            now - 9,
            now + 90_000
        );
        let mut words: Vec<Vec<u8>> = line.split(' ').map(Into::into).collect();
        for number in 0..FIELDS {
            words.push(format!("field{number}").into());
            words.push(vec![b'a' + (number % 26) as u8; FIELD]);
        }
        assert_eq!(c.call("ARTICLE.LOAD", words), test_support::Value::Okay);
    }
}

#[test]
fn large_fields_move_in_batches_of_bounded_length() {
    let (site, plain) = (module_server(), plain_server());
    let mut c = site.resp2();
    fill(&mut c);
    let run = |options: &[String]| run_within(KILOBYTES, options);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("news.jsonl");
    let file = file.to_str().unwrap();
    let from = ["--from", &url(&site), "--key", "news"];
    let expected = digest(&site, "news");

    run(&words(&[&["export"], &from[..], &["--to", &url(&plain)]].concat()));
    run(&words(&[&["export"], &from[..], &["--jsonl", file]].concat()));
    run(&words(&[&["follow"], &from[..], &["--jsonl", "-", "--once"]].concat()));
    run(&verify(&plain, &site));
    run(&[import(&plain, &site), words(&["--update"])].concat());
    c.run("DEL news");
    run(&import(&plain, &site));
    assert_eq!(digest(&site, "news"), expected);
    run(&words(&["import", "--jsonl", file, "--to", &url(&site), "--key", "copy"]));
    assert_eq!(digest(&site, "copy"), expected);
}
