//! A site as commands, for an append-only file that is rewritten without an RDB preamble.

use article_site::{
    Activity, ArticleRecord, ArticleView, Boost, Flags, GroupName, RecordedVote, Setting,
    Settings, Site, UserName, Vote, VoteRecords,
};

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
    let last_id = site.last_id();
    if last_id > 0 {
        writer.command(c"ARTICLE.LOAD").with_integer_option("LASTID", last_id.into()).send();
    }
}

fn rewrite_article(article: &ArticleView, writer: &AofWriter) {
    let record = article.record();
    let closes = record.closes();
    let ArticleRecord {
        id,
        poster,
        title,
        link,
        time,
        window: _,
        tally,
        boost,
        flags: Flags { hidden, locked, pinned },
        activity: Activity { comments, bumped },
        ledger,
        groups,
        fields,
    } = record;
    let id = id.get().into();
    // Commands without a score leave the article with the score of the formula.
    let score = Some(tally.score).filter(|score| *score != article.formula_score());
    let voters: Vec<(UserName, RecordedVote)> =
        ledger.into_iter().flat_map(VoteRecords::iter).collect();
    let mut parts = voters.chunks(VOTERS);

    let mut command = writer
        .command(c"ARTICLE.LOAD")
        .with_integer_option("ARTICLE", id)
        .with(poster.as_bytes())
        .with(title.as_bytes())
        .with(link.as_bytes())
        .with_integer_option("TIME", time.get())
        .with_integer_option("CLOSES", closes);
    if boost != Boost::default() {
        command = command.with_integer_option("BOOST", boost.get());
    }
    for (flag, is_set) in [(b"HIDDEN", hidden), (b"LOCKED", locked), (b"PINNED", pinned)] {
        if is_set {
            command = command.with(flag);
        }
    }
    if comments != 0 {
        command = command.with_integer_option("COMMENTS", comments.into());
    }
    if bumped != time {
        command = command.with_integer_option("BUMPED", bumped.get());
    }
    if ledger.is_none() {
        let counts = command.with_integer_option("COUNTS", tally.upvotes.into());
        command = counts.with_integer(tally.downvotes.into());
    }
    command = with_voters(command, parts.next().unwrap_or_default());
    command = command.with_list("GROUPS", groups.iter().map(GroupName::as_bytes));
    if !fields.is_empty() {
        command = command.with_integer_option("FIELDS", fields.len() as i64);
        for field in fields {
            command = command.with(field.name().as_bytes()).with(field.value().as_bytes());
        }
    }
    with_score(command, score).send();
    for part in parts {
        let command = writer.command(c"ARTICLE.LOAD").with_integer_option("VOTERS", id);
        with_score(with_voters(command, part), score).send();
    }
}

fn with_voters(command: CommandBuilder, voters: &[(UserName, RecordedVote)]) -> CommandBuilder {
    let of_kind = |kind: RecordedVote| -> Vec<&[u8]> {
        voters.iter().filter(|(_, vote)| *vote == kind).map(|(user, _)| user.as_bytes()).collect()
    };
    let kinds = [
        ("UP", Vote::Up.counted()),
        ("DOWN", Vote::Down.counted()),
        ("SILENTUP", Vote::Up.silent()),
        ("SILENTDOWN", Vote::Down.silent()),
    ];
    kinds.into_iter().fold(command, |command, (option, kind)| {
        command.with_list(option, of_kind(kind).into_iter())
    })
}

fn with_score(command: CommandBuilder, score: Option<i64>) -> CommandBuilder {
    match score {
        Some(score) => command.with_integer_option("SCORE", score),
        None => command,
    }
}
