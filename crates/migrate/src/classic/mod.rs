//! Sites in plain Redis keys, as the code of "Redis in Action" (J. L. Carlson, Manning, 2013),
//! section 1.3, and its ports to other languages make them.
//!
//! docs/migrating.md lists the keys. What they have no place for, an export stores as words: those
//! of CREATE in the list `settings:`, and options of LOAD in a list per article.

mod claim;
mod convert;
mod detect;
mod dialect;
mod keys;
mod read;
mod sink;
mod source;
mod survey;

pub use dialect::{DialectOptions, TimeUnit};
pub use sink::ClassicSink;
pub use source::ClassicSource;

use anyhow::Result;
use article_site::{Setting, Settings, SettingsChange};

use crate::words::{Command, settings};

/// Returns the settings in the words of CREATE.
fn settings_of(create: &Command) -> Result<Settings> {
    let mut change = SettingsChange::default();
    for words in settings(create) {
        // Not the first id and the step of a part, which a classic site has not.
        let [name, value] = words else { continue };
        let is_named = |setting: &Setting| setting.name().as_bytes() == name.as_slice();
        if let Some(setting) = Setting::ALL.into_iter().find(is_named) {
            change.set_text(setting, value)?;
        }
    }
    Ok(Settings::default().with(change))
}
