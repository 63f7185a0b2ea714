//! `ARTICLE.INFO`.

use article_site::{Info as SiteInfo, Setting, SettingKind, Settings};

use crate::commands::arguments::Arguments;
use crate::commands::command::Command;
use crate::commands::copy_version::CopyVersion;
use crate::commands::error::Error;
use crate::commands::site_key::{now, open};
use crate::commands::spec::{Access, Flag, Spec};
use crate::commands::{options, reply};
use crate::config;
use crate::ffi::{Args, Context, NativeValue};

/// Returns the numbers and settings of a site.
pub struct Info;

impl Command for Info {
    const SPEC: Spec = Spec {
        name: c"article.info",
        summary: c"Returns the numbers and settings of a site.",
        complexity: c"O(log(N)) where N is the number of articles",
        since: c"0.1.0",
        arity: 2,
        access: Access::Read,
        flags: &[Flag::Fast],
        args: &[options::KEY],
    };

    type Request<'a> = ();

    fn parse<'a>(_arguments: &mut Arguments<'a>) -> Result<(), Error> {
        Ok(())
    }

    fn run(context: &Context, args: Args, (): ()) -> Result<(), Error> {
        let key = open(context, args)?;
        let Some(stored) = key.value() else {
            context.reply_null();
            return Ok(());
        };
        let SiteInfo { articles, last_id, open, groups, votes, hidden, users, comments, marks } =
            stored.site().info(now(context));
        reply::map(context, 11 + Setting::ALL.len());
        reply::integer(context, "articles", articles as i64);
        reply::integer(context, "last_id", last_id.into());
        reply::integer(context, "open", open as i64);
        reply::integer(context, "groups", groups as i64);
        reply::integer(context, "votes", votes as i64);
        // What is new in a version follows what the versions before replied.
        let [in_0_1, in_0_2, in_0_3, in_0_4] = Setting::by_version();
        let reply_settings = |settings: &[Setting]| {
            let stored = stored.site().settings();
            settings.iter().for_each(|setting| reply_setting(context, stored, *setting));
        };
        reply_settings(in_0_1);
        reply::integer(context, "memory", stored.memory() as i64);
        reply_settings(in_0_2);
        reply::integer(context, "hidden", hidden as i64);
        reply::integer(context, "users", users as i64);
        reply_settings(in_0_3);
        reply::integer(context, "comments", comments as i64);
        reply::bulk(context, "version", CopyVersion::now(stored).to_string().as_bytes());
        reply_settings(in_0_4);
        reply::integer(context, "marks", marks as i64);
        Ok(())
    }
}

fn reply_setting(context: &Context, settings: &Settings, setting: Setting) {
    let (name, value) = (config::info_name(setting), settings.get(setting));
    match setting.kind() {
        SettingKind::Number { .. } => reply::integer(context, name.as_str(), value),
        SettingKind::Words { .. } => {
            reply::bulk(context, name.as_str(), setting.text(value).as_bytes());
        }
    }
}
