//! The defaults of new sites, as configurations of the module: set by load arguments, in the
//! server's configuration file, or with `CONFIG SET`.

use std::ffi::CStr;
use std::sync::atomic::{AtomicI64, Ordering};

use article_site::{Setting, SettingKind, Settings, SettingsChange};

use crate::ffi::{Context, load_configs, register_enum, register_number};

/// Returns the name of a setting's configuration, without the module's prefix.
const fn config_name(setting: Setting) -> &'static CStr {
    match setting {
        Setting::VoteScore => c"vote-score",
        Setting::Window => c"vote-window",
        Setting::PageSize => c"page-size",
        Setting::SelfVote => c"self-vote",
        Setting::Formula => c"formula",
        Setting::DownVotes => c"downvotes",
        Setting::Dedupe => c"dedupe",
    }
}

/// Returns the name of a setting in the reply of `ARTICLE.INFO`.
pub fn info_name(setting: Setting) -> String {
    config_name(setting).to_string_lossy().replace('-', "_")
}

/// The values of the configurations, in the order of the settings.
static VALUES: [AtomicI64; Setting::ALL.len()] = [const { AtomicI64::new(0) }; Setting::ALL.len()];

#[allow(clippy::indexing_slicing)] // There is a value for each setting.
fn value(setting: Setting) -> &'static AtomicI64 {
    &VALUES[setting as usize]
}

/// Returns the settings of a site that is created without any.
pub fn default_settings() -> Settings {
    let mut change = SettingsChange::default();
    for setting in Setting::ALL {
        // The server and `load` keep every value within its range.
        let _ = change.set(setting, value(setting).load(Ordering::Relaxed));
    }
    Settings::default().with(change)
}

/// Formats the defaults of new sites for the log.
pub fn describe() -> String {
    let settings = default_settings();
    let describe = |setting: Setting| {
        let value = setting.text(settings.get(setting));
        format!("{} {value}", config_name(setting).to_string_lossy())
    };
    Setting::ALL.map(describe).join(", ")
}

/// Makes the load arguments (`name value` pairs) the defaults of the configurations, and registers
/// these with the server. Values from the server's configuration file take precedence.
///
/// # Errors
///
/// A line for the log that names the argument that is wrong.
pub fn load(context: &Context, args: &[&[u8]]) -> Result<(), String> {
    for setting in Setting::ALL {
        value(setting).store(setting.default(), Ordering::Relaxed);
    }
    let (pairs, rest) = args.as_chunks::<2>();
    for [name, text] in pairs {
        set_default(name, text)?;
    }
    if let [name] = rest {
        return Err(format!("load argument '{}' has no value", name.escape_ascii()));
    }
    if !Setting::ALL.into_iter().all(|setting| register(context, setting)) {
        return Err("the server refused a configuration of the module".into());
    }
    if !load_configs(context) {
        return Err("the server's configuration file has an invalid value for the module: \
                    correct the line with the name that is logged above"
            .into());
    }
    Ok(())
}

fn register(context: &Context, setting: Setting) -> bool {
    let (name, value) = (config_name(setting), value(setting));
    let default = value.load(Ordering::Relaxed);
    match setting.kind() {
        SettingKind::Number { .. } => {
            register_number(context, name, value, default, &setting.range())
        }
        SettingKind::Words { words, .. } => register_enum(context, name, value, default, words),
    }
}

fn set_default(name: &[u8], text: &[u8]) -> Result<(), String> {
    let named = |setting: &Setting| config_name(*setting).to_bytes().eq_ignore_ascii_case(name);
    let setting = Setting::ALL.into_iter().find(named);
    let setting = setting.ok_or_else(|| {
        let names = Setting::ALL.map(|setting| config_name(setting).to_string_lossy());
        format!("unknown load argument '{}': use {}", name.escape_ascii(), names.join(", "))
    })?;
    let parsed = setting.parse(text).map_err(|error| {
        let (name, text) = (config_name(setting).to_string_lossy(), text.escape_ascii());
        // The code word is for clients, not for the log.
        let error = error.to_string();
        let reason = error.strip_prefix("ERR ").unwrap_or(&error);
        format!("invalid load argument {name} '{text}': {reason}")
    })?;
    value(setting).store(parsed, Ordering::Relaxed);
    Ok(())
}
