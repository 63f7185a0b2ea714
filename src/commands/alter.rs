//! `ARTICLE.ALTER`.

use article_site::{SettingsChange, Site};

use crate::commands::run::write::*;

/// Changes settings of a site.
///
/// Replicas get the time of the change.
pub struct Alter;

impl Write for Alter {
    const SPEC: Spec = Spec {
        name: c"article.alter",
        summary: c"Changes settings of a site.",
        complexity: c"O(1). With a new VOTESCORE or FORMULA, O(N*log(N)) where N is the number \
                      of articles open for voting. With KEEPVOTES yes where it was no, O(N) where \
                      N is the number of articles and comments",
        arity: -4,
        args: args![&[options::KEY], options::SETTINGS],
        reply: returns::OK,
        errors: &[Error::NoSuchKey],
        ..Spec::WRITE
    };

    const REPLAYED: &'static [Arg] = &[additions::TIME, additions::HOLD];

    type Request<'a> = SettingsChange;

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<SettingsChange, Error> {
        let mut change = SettingsChange::default();
        while let Some(option) = arguments.option()? {
            if !options::setting(&mut change, option, arguments)? {
                return Err(Error::Syntax);
            }
        }
        Ok(change)
    }

    fn write(site: &mut Site, change: &mut SettingsChange, call: &Call) -> Result<Outcome, Error> {
        if call.is_new {
            return Err(Error::NoSuchKey);
        }
        let (time, additions) = call.begin(site, None);
        Ok(Outcome::nothing(Reply::Ok).with(site.alter(*change, time), additions))
    }
}
