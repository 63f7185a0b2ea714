//! `ARTICLE.CREATE`.

use article_site::{Ids, Settings, SettingsChange, Site};

use crate::commands::run::write::*;

/// Creates an empty site with some settings, and the configured defaults for the others.
///
/// Replicas get all settings, so that they do not depend on their configuration.
pub struct Create;

/// The settings and the ids, and whether the site may exist.
pub struct Request {
    change: SettingsChange,
    ids: Ids,
    may_exist: bool,
}

impl Write for Create {
    const SPEC: Spec = Spec {
        name: c"article.create",
        summary: c"Creates an empty site.",
        complexity: c"O(1)",
        arity: -2,
        flags: &[Flag::Memory, Flag::Fast, Flag::Creates],
        args: args![&[options::KEY, Arg::flag("NX"), options::PART], options::SETTINGS],
        reply: returns::one_of(&[
            returns::OK,
            returns::nil("The key is a site already.").with("NX"),
        ]),
        errors: &[Error::BusyKey],
        ..Spec::WRITE
    };

    type Request<'a> = Request;

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Request, Error> {
        let (mut change, mut ids, mut may_exist) =
            (SettingsChange::default(), Ids::default(), false);
        while let Some(option) = arguments.option()? {
            match option {
                "NX" => may_exist = true,
                "IDS" => ids = options::ids(arguments)?,
                _ if options::setting(&mut change, option, arguments)? => {}
                _ => return Err(Error::Syntax),
            }
        }
        Ok(Request { change, ids, may_exist })
    }

    fn write(site: &mut Site, request: &mut Request, call: &Call) -> Result<Outcome, Error> {
        let Request { change, ids, may_exist } = *request;
        if call.is_new {
            // A replayed CREATE names every setting that its primary knows. The others must not
            // depend on the configuration here.
            let others = if call.is_replay() { Settings::default() } else { *site.settings() };
            *site = Site::new(others.with(change).with_ids(ids));
            let change = Change { form: Form::OnKey, ..Additions::default().into() };
            Ok(Outcome::nothing(Reply::Ok).with(true, change))
        } else if may_exist {
            Ok(Outcome::nothing(Reply::Null))
        } else {
            Err(Error::BusyKey)
        }
    }
}
