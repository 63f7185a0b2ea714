//! `article-migrate follow`.

mod feed;
mod line;
mod output;

use std::io::ErrorKind;
use std::process::exit;

use anyhow::{Context, Result};

use self::feed::Feed;
use self::line::Line;
use self::output::{Output, has_reader, read_version};
use crate::options::Follow;

const BEGINNING: &str = "0";

/// Writes the changes of a site, until nothing is left or for ever.
pub fn run(options: &Follow) -> Result<()> {
    let saved = options.version_file.as_deref().map(read_version).transpose()?.flatten();
    let version = saved.or_else(|| options.since.clone()).unwrap_or_else(|| BEGINNING.to_owned());
    let feed = Feed::open(options)?;
    ctrlc::set_handler(|| exit(0)).context("cannot handle signals")?;
    let output = Output::new(options.version_file.clone())?;
    let mut follower = Follower { feed, output, version, is_complete: false };
    match follower.follow(options.once) {
        // The reader has ended.
        Err(error) if is_closed_pipe(&error) => Ok(()),
        result => result,
    }
}

struct Follower<'a> {
    feed: Feed<'a>,
    output: Output,
    /// What was written is of this version.
    version: String,
    /// Whether everything has been written since the start or the last resync.
    is_complete: bool,
}

impl Follower<'_> {
    fn follow(&mut self, once: bool) -> Result<()> {
        if self.version == BEGINNING {
            self.begin_again()?;
        }
        while has_reader() {
            match self.feed.next(&self.version, self.is_complete)? {
                None => self.begin_again()?,
                Some((lines, version)) => {
                    self.version = version;
                    if !lines.is_empty() {
                        self.write(&lines)?;
                        continue;
                    }
                    if !self.is_complete {
                        self.complete()?;
                    }
                    if once {
                        break;
                    }
                }
            }
        }
        Ok(())
    }

    /// Starts with an empty copy.
    fn begin_again(&mut self) -> Result<()> {
        self.is_complete = false;
        self.version = BEGINNING.to_owned();
        self.write(&[Line::of("resync", true)])
    }

    /// Announces that the copy now equals the site.
    fn complete(&mut self) -> Result<()> {
        self.is_complete = true;
        if self.version == BEGINNING {
            eprintln!("article-migrate: there is no article under that key so far");
        }
        self.write(&[Line::of("complete", true)])
    }

    fn write(&self, lines: &[Line]) -> Result<()> {
        self.output.write(lines, &self.version)
    }
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let error = error.downcast_ref::<std::io::Error>();
    error.is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}
