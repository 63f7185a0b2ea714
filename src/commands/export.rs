//! `ARTICLE.EXPORT`.

use article_load_words::{Cursor, Limits, LoadWords, export};

use crate::commands::run::command::{
    Access, Arg, ArgType, Arguments, Error, Flag, Read, Reading, Sink, Spec, options, returns,
};
use crate::commands::voters;

/// Returns a site as the commands that create it again, step by step.
pub struct Export;

/// The step. No cursor is the beginning.
pub struct Request<'a> {
    text: &'a [u8],
    cursor: Option<Cursor>,
    count: usize,
}

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
        since: c"1.0.0",
        arity: -3,
        access: Access::Read,
        flags: &[Flag::Dangerous],
        args: &[options::KEY, Arg::new("cursor", ArgType::String), voters::COUNT, options::FORMAT],
        reply: returns::EXPORT,
        errors: &[Error::INVALID_CURSOR],
    };

    type Request<'a> = Request<'a>;

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Request<'a>, Error> {
        let text = arguments.text()?;
        let mut count = DEFAULT_COUNT;
        while let Some(option) = arguments.option()? {
            match option {
                "COUNT" => count = voters::parse_count(arguments)?,
                _ => return Err(Error::Syntax),
            }
        }
        Ok(Request { text, cursor: None, count })
    }

    fn check(Request { text, cursor, .. }: &mut Request<'_>) -> Result<(), Error> {
        if *text != b"0" {
            *cursor = Some(Cursor::parse(text).ok_or(Error::INVALID_CURSOR)?);
        }
        Ok(())
    }

    fn read(
        reading: Reading<'_>,
        Request { cursor, count, .. }: Request<'_>,
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
