//! `ARTICLE.EXPORT`.

use article_load_words::{Cursor, Limits, LoadWords, export};

use crate::commands::run::read::*;

/// Returns a site as the commands that create it again, step by step.
pub struct Export;

/// The number of articles, comments, votes, marks, and names in a step, unless COUNT says it.
const DEFAULT_COUNT: usize = 100;
/// The bytes after which a step ends, whatever COUNT says.
const MAX_BYTES: usize = 4 << 20;

impl Read for Export {
    const SPEC: Spec = Spec {
        name: c"article.export",
        summary: c"Iterates over the commands that create a site again.",
        complexity:
            c"O(N) for every call, where N is COUNT. O(M) for a complete iteration, where \
                      M is the number of articles, comments, votes, marks, and names of the site",
        arity: -3,
        flags: &[Flag::Dangerous],
        args: &[
            options::KEY,
            Arg::new("cursor", ArgType::String),
            options::COUNT,
            options::FORMAT,
        ],
        reply: returns::EXPORT,
        errors: &[Error::Site(SiteError::InvalidCursor)],
        ..Spec::READ
    };

    type Request<'a> = (Option<Cursor>, usize);

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Self::Request<'a>, Error> {
        let text = arguments.text()?;
        let mut count = DEFAULT_COUNT;
        while let Some(option) = arguments.option()? {
            match option {
                "COUNT" => count = options::count(arguments)?,
                _ => return Err(Error::Syntax),
            }
        }
        let cursor = match text {
            b"0" => None,
            text => Some(Cursor::parse(text).ok_or(SiteError::InvalidCursor)?),
        };
        Ok((cursor, count))
    }

    fn read(
        reading: Reading<'_>,
        (cursor, count): Self::Request<'_>,
        sink: &mut dyn Sink,
    ) -> Result<(), Error> {
        let mut commands: Vec<LoadWords> = Vec::new();
        let next = reading.site().and_then(|site| {
            let limits = Limits { count, bytes: MAX_BYTES };
            export(site, cursor, limits, &mut |words| commands.push(words))
        });
        reading.budget.spend(count);
        reading.budget.check()?;
        // More than the texts of a step and the largest item.
        let most = || 12 * MAX_BYTES;
        sink.limited(most, |sink| {
            sink.array(2, |sink| {
                match &next {
                    Some(next) => sink.text(next),
                    None => sink.string(b"0"),
                }
                sink.array(commands.len(), |sink| {
                    for words in &commands {
                        sink.array(words.len(), |sink| {
                            words.iter().for_each(|word| sink.string(&word.bytes()));
                        });
                    }
                });
            });
        })
    }
}
