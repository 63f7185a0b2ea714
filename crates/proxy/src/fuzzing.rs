//! What clients send, for a fuzzer.

use bytes::{Bytes, BytesMut};

use crate::merge::Place;
use crate::resp::{Scanner, take_command};
use crate::table::named;
use crate::words::Words;

/// The most bytes of a command.
const LIMIT: usize = 1_000;

/// Reads commands that come in pieces of such a length.
fn commands(input: &[u8], piece: usize) -> (Vec<Vec<Bytes>>, Option<String>) {
    let (mut scanner, mut found) = (Scanner::of_client(), Vec::new());
    let mut rest = BytesMut::new();
    for piece in input.chunks(piece) {
        rest.extend_from_slice(piece);
        loop {
            match take_command(&mut scanner, &mut rest, LIMIT) {
                Ok(Some(words)) => found.push(words),
                Ok(None) => break,
                Err(text) => return (found, Some(text)),
            }
        }
    }
    (found, None)
}

/// Reads bytes as a client's commands. Panics if it matters in which pieces they come, or if a
/// command that is taken apart is another one.
pub fn run(input: &[u8]) {
    let whole = commands(input, input.len().max(1));
    assert_eq!(commands(input, 1), whole);
    for line in whole.0 {
        let spec = line.first().and_then(|name| named(name));
        let Some(words) = spec.and_then(|spec| Words::parse(spec, &line)) else { continue };
        assert_eq!(words.line(), line);
        let _ = words.first("AFTER").map(|cursor| Place::read(cursor, true));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_read_in_any_pieces_and_kept_as_they_are() {
        let corpus = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/corpus/requests");
        let mut random = fastrand::Rng::new();
        for file in std::fs::read_dir(corpus).unwrap() {
            let input = std::fs::read(file.unwrap().path()).unwrap();
            run(&input);
            for _ in 0..2_000 {
                let mut other = input.clone();
                for _ in 0..random.usize(1..4) {
                    let at = random.usize(..other.len());
                    other[at] = random.u8(..);
                }
                run(&other);
            }
        }
    }
}
