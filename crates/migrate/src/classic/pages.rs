//! The first articles of a classic site, as its visitors see them.

use anyhow::{Result, bail};
use redis::cmd;

use crate::classic::convert::Converter;
use crate::classic::dialect::{DialectOptions, TimeUnit};
use crate::classic::keys::Keys;
use crate::classic::read::ClassicReader;
use crate::classic::source::dialect_of;
use crate::item::{Bytes, Item};
use crate::ranking::{Order, Ranked};
use crate::report::Report;
use crate::server::Server;

/// The number of articles from which the dialect is detected.
const SAMPLE: u32 = 200;

pub struct ClassicPages {
    reader: ClassicReader,
    converter: Converter,
}

impl ClassicPages {
    /// Detects the dialect of the site from its first articles.
    pub fn open(server: Server, prefix: &str, options: &DialectOptions) -> Result<Self> {
        let mut server = server.with_all_nodes()?;
        let (keys, unit) = (Keys::new(prefix), options.time_unit.unwrap_or_default());
        let now = server.now()?;
        let mut reader = ClassicReader::new(server, keys, unit);
        let ranked = rank(&mut reader, Order::Score, unit, SAMPLE)?;
        if ranked.is_empty() {
            let key = reader.keys.named("score:");
            bail!(
                "--from: there is no classic site with --prefix {prefix:?}: {} is empty. Check \
                 the database number in the URL and the prefix",
                String::from_utf8_lossy(&key)
            );
        }
        let ids: Vec<u32> = ranked.iter().map(|ranked| ranked.id).collect();
        let dialect = dialect_of(&mut reader, &ids, options, now)?;
        Ok(Self { reader, converter: Converter { dialect, now } })
    }

    /// Returns the first articles in an order, greatest value first.
    pub fn ranking(&mut self, order: Order, size: u32) -> Result<Vec<Ranked>> {
        rank(&mut self.reader, order, self.converter.dialect.time_unit, size)
    }

    /// Reads articles as they are now, without their groups. Those that are missing or incomplete
    /// are left out.
    pub fn read(&mut self, ids: &[u32]) -> Result<Vec<Item>> {
        let (mut items, mut ignored) = (Vec::with_capacity(ids.len()), Report::new(0));
        let mut done = 0;
        while let Some(part) = self.reader.part(ids, done) {
            done += part.len();
            let classic = self.reader.read(part, &mut ignored)?;
            let convert = |article| self.converter.convert(article, Vec::new(), &mut ignored);
            items.extend(classic.into_iter().filter_map(convert));
        }
        Ok(items)
    }
}

/// Reads the first articles of a ranking. Notes whether its members repeat the prefix.
fn rank(
    reader: &mut ClassicReader,
    order: Order,
    unit: TimeUnit,
    size: u32,
) -> Result<Vec<Ranked>> {
    let key = match order {
        Order::Score => reader.keys.named("score:"),
        Order::Time => reader.keys.named("time:"),
    };
    let last = i64::from(size) - 1;
    let mut range = cmd("ZREVRANGE");
    range.arg(key).arg(0).arg(last).arg("WITHSCORES");
    let mut ranked = Vec::new();
    for (member, score) in reader.server.call::<Vec<(Bytes, f64)>>(&range)? {
        // What is no article is reported by the import.
        let Some(id) = reader.keys.parse_member(&member) else { continue };
        reader.has_prefixed_members |= reader.keys.is_prefixed(&member);
        ranked.push(Ranked { id, value: unit.seconds(score).floor() as i64 });
    }
    Ok(ranked)
}
