//! A site as commands, for an append-only file that is rewritten without an RDB preamble.

use article_site::{
    Activity, Boost, Flags, GroupName, ItemRecord, ItemView, RecordContent, RecordedVote, Setting,
    Settings, Site, SiteEntry, Tally, UserName, VacancyRecord, Vote, VoteRecords,
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
    for entry in site.entries() {
        match entry {
            SiteEntry::Item(item) => rewrite_item(&item, writer),
            SiteEntry::Place(place) => rewrite_place(site, place, writer),
        }
    }
    let last_id = site.last_id();
    if last_id > 0 {
        writer.command(c"ARTICLE.LOAD").with_integer_option("LASTID", last_id.into()).send();
    }
}

fn rewrite_item(item: &ItemView, writer: &AofWriter) {
    let record = item.record();
    let closes = record.closes();
    let ItemRecord {
        id,
        poster,
        time,
        window: _,
        tally,
        boost,
        flags: Flags { hidden, locked, pinned },
        content,
        ledger,
        fields,
    } = record;
    let id = id.get().into();
    // Commands without a score leave the item with the score of the formula.
    let score = Some(tally.score).filter(|score| *score != item.formula_score());
    let voters: Vec<(UserName, RecordedVote)> =
        ledger.into_iter().flat_map(VoteRecords::iter).collect();
    let mut parts = voters.chunks(VOTERS);

    let command = writer.command(c"ARTICLE.LOAD");
    let mut command = match content {
        RecordContent::Article { title, link, .. } => command
            .with_integer_option("ARTICLE", id)
            .with(poster.as_bytes())
            .with(title.as_bytes())
            .with(link.as_bytes()),
        RecordContent::Comment { text, lineage, .. } => command
            .with_integer_option("COMMENT", id)
            .with(poster.as_bytes())
            .with_integer(lineage.parent.get().into())
            .with(text.as_bytes()),
    };
    command = command.with_integer_option("TIME", time.get());
    command = with_boost(command.with_integer_option("CLOSES", closes), boost);
    for (flag, is_set) in [(b"HIDDEN", hidden), (b"LOCKED", locked), (b"PINNED", pinned)] {
        if is_set {
            command = command.with(flag);
        }
    }
    if let RecordContent::Article { activity: Activity { comments, bumped }, groups, .. } = content
    {
        if comments != 0 {
            command = command.with_integer_option("COMMENTS", comments.into());
        }
        if bumped != time {
            command = command.with_integer_option("BUMPED", bumped.get());
        }
        command = command.with_list("GROUPS", groups.iter().map(GroupName::as_bytes));
    }
    if ledger.is_none() {
        command = with_counts(command, tally);
    }
    command = with_voters(command, parts.next().unwrap_or_default());
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

fn rewrite_place(site: &Site, place: VacancyRecord, writer: &AofWriter) {
    let VacancyRecord { id, time, tally, boost, parent } = place;
    let formula_score = site.formula_score(time, tally.votes(), boost);
    let score = Some(tally.score).filter(|score| *score != formula_score);
    let command = writer.command(c"ARTICLE.LOAD").with_integer_option("PLACE", id.get().into());
    let command = command.with_integer(parent.map_or(0, |parent| parent.get().into()));
    let command = with_counts(command.with_integer_option("TIME", time.get()), tally);
    with_score(with_boost(command, boost), score).send();
}

fn with_boost(command: CommandBuilder, boost: Boost) -> CommandBuilder {
    match boost.get() {
        0 => command,
        seconds => command.with_integer_option("BOOST", seconds),
    }
}

fn with_counts(command: CommandBuilder, tally: Tally) -> CommandBuilder {
    let counts = command.with_integer_option("COUNTS", tally.upvotes.into());
    counts.with_integer(tally.downvotes.into())
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
