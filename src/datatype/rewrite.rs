//! A site as commands, for an append-only file that is rewritten without an RDB preamble.

use article_load_words::{CREATE, Limits, Word, export, settings_words};
use article_site::{Settings, Site};

use crate::ffi::{AofWriter, CommandBuilder};

/// Adds the settings of a site, and the ids of a part, as options.
pub fn with_settings<'a>(command: CommandBuilder<'a>, settings: &Settings) -> CommandBuilder<'a> {
    with_words(command, &settings_words(settings))
}

/// Writes commands that create the site.
pub fn rewrite(site: &Site, writer: &AofWriter) {
    let all = Limits { count: usize::MAX, bytes: usize::MAX };
    export(site, None, all, &mut |words| {
        match words.split_first() {
            Some((&CREATE, rest)) => with_words(writer.command(c"ARTICLE.CREATE"), rest),
            _ => with_words(writer.command(c"ARTICLE.LOAD"), &words),
        }
        .send();
    });
}

fn with_words<'a>(command: CommandBuilder<'a>, words: &[Word]) -> CommandBuilder<'a> {
    words.iter().fold(command, |command, word| command.with(&word.bytes()))
}
