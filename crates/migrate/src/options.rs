//! The command line.

use clap::builder::NonEmptyStringValueParser as NonEmpty;
use clap::{ArgGroup, Args, Parser, Subcommand, value_parser};

use crate::classic::DialectOptions;
use crate::server::{Ends, From, Tls};
use crate::spread::Spread;

const AFTER: &str = "\
URLs:
  redis://[user:password@]host[:port][/database]
  rediss://[user:password@]host[:port][/database]   with TLS
  unix:///path/to/redis.sock[?db=database]
  Any node of a cluster leads to all of it.
  In a user or password, write % @ / : ? # as %25 %40 %2F %3A %3F %23.
  Better keep a password out of the URL, because every user of the machine can see it in the
  process list: set the variable REDISCLI_AUTH, or name a file.

Exit codes:
  0  everything went well; the report may still name problems of the data
  2  an error, described on standard error

More: docs/migrating.md";

/// Moves voting sites between plain Redis keys, JSON lines, and the ARTICLE commands.
///
/// A classic site is one in plain Redis keys, as the code of "Redis in Action", chapter 1, and its
/// ports make it: hashes article:ID, sorted sets time: and score:, sets voted:ID and
/// group:NAME. A site is a key of the module redis-article, or one that article-proxy spreads over
/// parts. JSON lines are a file of one line per article and comment, and of lines with the lists
/// of users.
#[derive(Debug, Parser)]
#[command(name = "article-migrate", version, after_help = AFTER, max_term_width = 100)]
pub struct Options {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    Import(Import),
    Export(Export),
    Spread(Spread),
    Follow(Follow),
}

/// Loads a classic site or JSON lines into a site
///
/// The source is only read, and neither server is blocked. The target must not exist, or be an
/// empty site with the same settings. It appears once it is complete.
///
/// If it is interrupted, run the same command again: it continues. If a line is not right, nothing
/// is left of what was loaded. At the end, a report on standard output counts what was moved, and
/// what was wrong.
#[derive(Debug, Args)]
#[command(
    group(ArgGroup::new("source").required(true).args(["from", "jsonl"])),
    mut_arg("to", |to| to.required(true)),
    after_help = "\
Examples:
  See what an import would do, without writing anything:
    article-migrate import --from redis://old:6379 --to redis://new:6379 --key news --dry-run

  Import a file, or standard input:
    article-migrate import --jsonl news.jsonl --to redis://new:6379 --key news
    zcat news.jsonl.gz | article-migrate import --jsonl - --to redis://new:6379 --key news

  Import articles and comments from a database that numbers them separately:
    article-migrate import --jsonl rows.jsonl --map-ids ids.csv --to redis://new:6379 --key news"
)]
pub struct Import {
    /// The file of JSON lines; - for standard input
    #[arg(long, value_name = "FILE", conflicts_with = "DialectOptions")]
    pub jsonl: Option<String>,

    /// Give the lines new ids, and write these to a file
    ///
    /// For articles and comments whose ids are of two sequences. What is answered, marked, or
    /// deleted is then named as article:17 or comment:17. The new ids ascend by time. The file
    /// gets one line per article and comment, such as article,17,40 for the article 17 that
    /// becomes 40.
    #[arg(long, value_name = "FILE", requires = "jsonl", value_parser = NonEmpty::new())]
    pub map_ids: Option<String>,

    /// Read a classic site and print the report, but write nothing
    #[arg(long, conflicts_with = "jsonl")]
    pub dry_run: bool,

    /// The number of examples of each problem in the report
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub examples: usize,

    #[command(flatten)]
    pub ends: Ends,

    #[command(flatten)]
    pub dialect: DialectOptions,
}

/// Writes a site into plain keys or JSON lines
///
/// Importing either of them gives an identical site, but plain keys have no place for comments,
/// and for what is kept of users, such as lists and follows: these are left out and counted in
/// the report. If it is interrupted, run the same command again: it begins from the start.
#[derive(Debug, Args)]
#[command(
    group(ArgGroup::new("sink").required(true).args(["to", "jsonl"])),
    mut_arg("from", |from| from.required(true)),
    after_help = "\
Examples:
  Write the keys of a classic site, each with the prefix \"site:\":
    article-migrate export --from redis://new:6379 --key news --to redis://old:6379 --prefix site:

  Write a file, or a compressed one:
    article-migrate export --from redis://new:6379 --key news --jsonl news.jsonl
    article-migrate export --from redis://new:6379 --key news --jsonl - | gzip > news.jsonl.gz"
)]
pub struct Export {
    /// A text with which all keys of the classic site shall begin [default: none]
    ///
    /// The members of its sets do not begin with it, as with clients that add a prefix to all
    /// keys.
    #[arg(
        long,
        value_name = "PREFIX",
        conflicts_with = "jsonl",
        default_value = "",
        hide_default_value = true
    )]
    pub prefix: String,

    /// The file of JSON lines; - for standard output
    ///
    /// A file gets its name once the export is complete. Only its owner can read it, because it
    /// says who voted. Links are followed; pipes and devices are written as they are.
    #[arg(long, value_name = "FILE")]
    pub jsonl: Option<String>,

    /// Replace the file if it exists
    #[arg(long, requires = "jsonl")]
    pub force: bool,

    /// Write only what is of this user, for a user who asks for it
    ///
    /// That is what the user posted, voted on, follows, has muted, and has on lists. No other user
    /// is named but those followed and muted. A vote is a line such as
    /// ["VOTERS","17","UP","1","alice"]. Votes on what has closed are known only if the site has
    /// KEEPVOTES. An import does not take these lines.
    #[arg(long, value_name = "USER", conflicts_with = "to", value_parser = NonEmpty::new())]
    pub user: Option<String>,

    #[command(flatten)]
    pub ends: Ends,
}

/// Writes the changes of a site as JSON lines
///
/// Writes each article and comment of a site to standard output, and from then on each one that
/// changes or is deleted, until it is stopped. A reader that applies each line in turn has a copy
/// that equals the site. The server can be a replica.
#[derive(Debug, Args)]
#[command(mut_arg("from", |from| from.required(true)), after_help = "\
Examples:
  Feed a program with all changes of a site, and continue there after an interruption:
    article-migrate follow --from redis://host:6379 --key news --jsonl - \\
        --version-file news.version | ./index

  Write what has changed since the last run, for example every night:
    article-migrate follow --from redis://host:6379 --key news --jsonl - \\
        --version-file news.version --once > changes.jsonl")]
pub struct Follow {
    /// The key of the site
    ///
    /// If there is no such key, the program waits for it.
    #[arg(long, value_name = "KEY", value_parser = NonEmpty::new())]
    pub key: String,

    /// Where to write the lines: -, which is standard output
    #[arg(long, value_name = "FILE", value_parser = ["-"], hide_possible_values = true)]
    pub jsonl: String,

    /// The file that keeps the version of what was written [default: none, begin from the start]
    ///
    /// It is written after the lines. So after an interruption, the next run may repeat lines, but
    /// misses none.
    #[arg(long, value_name = "FILE", value_parser = NonEmpty::new())]
    pub version_file: Option<String>,

    /// The version after which to begin [default: the start]
    ///
    /// For readers that keep the version of the lines that they have applied.
    #[arg(long, value_name = "VERSION", conflicts_with = "version_file")]
    pub since: Option<String>,

    /// The most changes that one command asks for, up to 1000
    #[arg(long, value_name = "N", default_value_t = 500,
        value_parser = value_parser!(u16).range(1..=1_000))]
    pub count: u16,

    /// End once nothing is left
    ///
    /// A lost connection is an error then.
    #[arg(long)]
    pub once: bool,

    #[command(flatten, next_help_heading = "Servers")]
    pub from: From,

    #[command(flatten)]
    pub tls: Tls,
}
