//! Articles with large fields need little memory: batches have a limit in bytes.

use std::process::Command;

use test_support::{Client, Value};

use crate::harness::{Address, Folder, PROGRAM, between, digest, end, of, start};
use crate::servers::{plain_server, site_of};

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
        let times = format!("TIME {} CLOSES {}", now - 9, now + 90_000);
        let line = format!("news ARTICLE {id} ann T{id} link {times} UP 1 ann FIELDS {FIELDS}");
        let mut words: Vec<Vec<u8>> = line.split(' ').map(Into::into).collect();
        for number in 0..FIELDS {
            words.push(format!("field{number}").into());
            words.push(vec![b'a' + (number % 26) as u8; FIELD]);
        }
        assert_eq!(c.call("ARTICLE.LOAD", words), Value::Okay);
    }
}

#[test]
fn large_fields_move_in_batches_of_bounded_length() {
    let ((site, mut c), plain) = (site_of(fill), plain_server());
    let folder = Folder::new();
    let file = folder.file("news.jsonl");
    let expected = digest(&site, "news");
    run_within(&between("export", &site, &plain, "news"));
    run_within(&of(&format!("export --jsonl {file}"), &site, "news"));
    run_within(&of("follow --jsonl - --once", &site, "news"));
    c.run("DEL news");
    run_within(&between("import", &plain, &site, "news"));
    assert_eq!(digest(&site, "news"), expected);
    let to = site.url();
    run_within(&format!("import --jsonl {file} --to {to} --key copy"));
    assert_eq!(digest(&site, "copy"), expected);
}

/// Runs the program, which must succeed with so much memory. Its output is not kept.
#[track_caller]
fn run_within(line: &str) {
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("ulimit -d {KILOBYTES} && exec {PROGRAM} {line} >/dev/null")]);
    end(start(&mut shell)).assert_success();
}
