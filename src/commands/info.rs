//! `ARTICLE.INFO`.

use article_site::{Info as SiteInfo, Setting, SettingKind, Settings};

use crate::commands::run::read::*;
use crate::commands::words::copy_version::CopyVersion;
use crate::config;
use crate::ffi::NativeValue;

/// Returns the numbers and settings of a site.
pub struct Info;

impl Read for Info {
    const SPEC: Spec = Spec {
        name: c"article.info",
        summary: c"Returns the numbers and settings of a site.",
        complexity: c"O(log(N)) where N is the number of articles",
        arity: -2,
        flags: &[Flag::Fast],
        args: &[options::KEY, options::FORMAT],
        reply: returns::INFO,
        ..Spec::READ
    };

    type Request<'a> = ();

    fn parse<'a>(_arguments: &mut Arguments<'a>) -> Result<(), Error> {
        Ok(())
    }

    fn read(reading: Reading<'_>, (): (), sink: &mut dyn Sink) -> Result<(), Error> {
        use Setting::{
            BumpWindow, Dedupe, DownVotes, Formula, KeepVotes, PageSize, SelfVote, VoteScore,
            Window,
        };
        let Some(stored) = reading.stored else {
            sink.null();
            return Ok(());
        };
        let SiteInfo { articles, last_id, open, groups, votes, hidden, users, comments, marks } =
            stored.site().info(reading.now);
        sink.map(13 + Setting::ALL.len(), |sink| {
            sink.entry("articles", articles as i64);
            sink.entry("last_id", last_id.into());
            sink.entry("open", open as i64);
            sink.entry("groups", groups as i64);
            sink.entry("votes", votes as i64);
            let write_settings = |sink: &mut dyn Sink, settings: &[Setting]| {
                let stored = stored.site().settings();
                settings.iter().for_each(|setting| write_setting(sink, stored, *setting));
            };
            write_settings(sink, &[VoteScore, Window, PageSize, SelfVote]);
            sink.entry("memory", stored.memory() as i64);
            write_settings(sink, &[Formula, DownVotes, Dedupe]);
            sink.entry("hidden", hidden as i64);
            sink.entry("users", users as i64);
            write_settings(sink, &[BumpWindow]);
            sink.entry("comments", comments as i64);
            sink.name(b"version");
            sink.text(&CopyVersion::now(stored));
            write_settings(sink, &[KeepVotes]);
            sink.entry("marks", marks as i64);
            let ids = stored.site().settings().ids;
            sink.entry("ids_first", ids.first().into());
            sink.entry("ids_step", ids.step().into());
        });
        Ok(())
    }
}

fn write_setting(sink: &mut dyn Sink, settings: &Settings, setting: Setting) {
    let (name, value) = (config::info_name(setting), settings.get(setting));
    match setting.kind() {
        SettingKind::Number { .. } => sink.entry(&name, value),
        SettingKind::Words { .. } => {
            sink.name(name.as_bytes());
            sink.text(&setting.text(value));
        }
    }
}
