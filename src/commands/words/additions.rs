//! Options that only replayed commands carry, behind all others.

use article_site::{ItemId, Settings, SettingsChange, UnixTime};

use crate::commands::words::arguments::Arguments;
use crate::commands::words::error::Error;
use crate::commands::words::options;
use crate::commands::words::spec::{Arg, ArgType};

/// The last id that a replayed command changed.
pub const LAST: Arg = Arg::option("LAST", ArgType::Integer);
/// The time at which a replayed command ran first.
pub const TIME: Arg = Arg::option("TIME", ArgType::UnixTime);
/// A replayed command holds vote records of what has closed, as on its primary.
pub const HOLD: Arg = Arg::flag("HOLD");

/// What a step of a walk over the votes of a user carries: the last id, since COUNT also counts
/// votes that are not swept yet, which a replica may have swept; the time, which decides on which
/// articles voting has closed; and whether these were left alone.
pub const OF_STEPS: &[Arg] = &[LAST, TIME, HOLD];

/// Options that a command gets on its way to replicas, so that its effect depends on nothing else.
/// A client cannot give them, but for the id and the time of some commands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Additions {
    /// The id of a new article or comment.
    pub id: Option<ItemId>,
    /// The last id that the command changed.
    pub last: Option<ItemId>,
    /// The time at which the command ran.
    pub time: Option<UnixTime>,
    /// Whether vote records of what had closed were held.
    pub holds: bool,
    /// The settings of the site, if the command created it.
    pub settings: Option<Settings>,
}

impl Additions {
    pub fn parse(arguments: &mut Arguments) -> Result<Self, Error> {
        let mut additions = Self::default();
        while let Some(option) = arguments.replayed_option()? {
            match option {
                "LAST" => additions.last = Some(options::item(arguments)?),
                "TIME" => additions.time = Some(options::time(arguments)?),
                "HOLD" => additions.holds = true,
                _ => additions.read_setting(option, arguments)?,
            }
        }
        Ok(additions)
    }

    fn read_setting(&mut self, option: &str, arguments: &mut Arguments) -> Result<(), Error> {
        let settings = self.settings.unwrap_or_default();
        let mut change = SettingsChange::default();
        self.settings = Some(match option {
            "IDS" => settings.with_ids(options::ids(arguments)?),
            _ if options::setting(&mut change, option, arguments)? => settings.with(change),
            _ => return Err(Error::Syntax),
        });
        Ok(())
    }
}
