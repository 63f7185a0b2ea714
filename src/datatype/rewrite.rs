//! A site as commands, for an append-only file that is rewritten without an RDB preamble.

use article_site::{ArticleView, Setting, Settings, Site, UnixTime};

use crate::ffi::{AofWriter, CommandBuilder};

/// The maximum number of voters in one command.
const VOTERS: usize = 1_000;

/// Adds the settings of a site as options.
pub fn with_settings(command: CommandBuilder, settings: &Settings) -> CommandBuilder {
    Setting::ALL.into_iter().fold(command, |command, setting| {
        let text = setting.text(settings.get(setting));
        command.with(setting.name().as_bytes()).with(text.as_bytes())
    })
}

/// Writes commands that create the site.
pub fn rewrite(site: &Site, writer: &AofWriter) {
    with_settings(writer.command(c"ARTICLE.CREATE"), site.settings()).send();
    for article in site.articles() {
        rewrite_article(&article, writer);
    }
    let last_id = site.info(UnixTime::clamped(0)).last_id;
    if last_id > 0 {
        writer.command(c"ARTICLE.LOAD").with_integer_option("LASTID", last_id.into()).send();
    }
}

fn rewrite_article(article: &ArticleView, writer: &AofWriter) {
    let id = article.id().get().into();
    let [title, link, poster] = article.texts();
    let tally = article.tally();
    let voters: Vec<(&[u8], i64)> =
        article.ledger().map(|(user, vote)| (user, vote.weight())).collect();
    let mut parts = voters.chunks(VOTERS);

    let mut command = writer
        .command(c"ARTICLE.LOAD")
        .with_integer_option("ARTICLE", id)
        .with(poster)
        .with(title)
        .with(link)
        .with_integer_option("TIME", article.time().get())
        .with_integer_option("CLOSES", article.closes());
    if article.is_ledger_dropped() {
        let counts = command.with_integer_option("COUNTS", tally.upvotes.into());
        command = counts.with_integer(tally.downvotes.into());
    }
    command = with_voters(command, parts.next().unwrap_or_default());
    command = command.with_list("GROUPS", article.groups());
    if !article.fields().is_empty() {
        command = command.with_integer_option("FIELDS", article.fields().len() as i64);
        for field in article.fields() {
            command = command.with(field.name()).with(field.value());
        }
    }
    with_score(command, article).send();
    for part in parts {
        let command = writer.command(c"ARTICLE.LOAD").with_integer_option("VOTERS", id);
        with_score(with_voters(command, part), article).send();
    }
}

fn with_voters(command: CommandBuilder, voters: &[(&[u8], i64)]) -> CommandBuilder {
    let by_weight = |sign: i64| -> Vec<&[u8]> {
        voters.iter().filter(|(_, weight)| *weight == sign).map(|(user, _)| *user).collect()
    };
    command.with_list("UP", by_weight(1).into_iter()).with_list("DOWN", by_weight(-1).into_iter())
}

/// Adds the score to each part of an article, unless the formula gives it.
fn with_score(command: CommandBuilder, article: &ArticleView) -> CommandBuilder {
    let score = article.tally().score;
    if score == article.formula_score() {
        command
    } else {
        command.with_integer_option("SCORE", score)
    }
}
