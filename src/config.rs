//! The configurations of the module: the defaults of new sites, and the memory for kept replies.
//! They are set by load arguments, in the server's configuration file, or with `CONFIG SET`.

use std::ffi::CStr;
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicI64, Ordering};

use article_site::{Setting, SettingKind, Settings, SettingsChange, parse_integer};

use crate::ffi::{Context, load_configs, register_enum, register_memory, register_number};

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
        Setting::BumpWindow => c"bump-window",
        Setting::KeepVotes => c"keep-votes",
    }
}

/// Returns the name of a setting in the reply of `ARTICLE.INFO`.
pub fn info_name(setting: Setting) -> String {
    config_name(setting).to_string_lossy().replace('-', "_")
}

/// The values of the configurations, in the order of the settings.
static VALUES: [AtomicI64; Setting::ALL.len()] = [const { AtomicI64::new(0) }; Setting::ALL.len()];

/// The memory for kept replies, in bytes: its name, default, range and value.
const REPLY_CACHE: &CStr = c"reply-cache";
const REPLY_CACHE_DEFAULT: i64 = 16 << 20;
const REPLY_CACHE_RANGE: RangeInclusive<i64> = 0..=1 << 40;
static REPLY_CACHE_VALUE: AtomicI64 = AtomicI64::new(0);

/// Returns the memory for kept replies, in bytes. With 0, none are kept.
pub fn reply_cache() -> usize {
    usize::try_from(REPLY_CACHE_VALUE.load(Ordering::Relaxed)).unwrap_or(0)
}

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
    REPLY_CACHE_VALUE.store(REPLY_CACHE_DEFAULT, Ordering::Relaxed);
    let (pairs, rest) = args.as_chunks::<2>();
    for [name, text] in pairs {
        set_default(name, text)?;
    }
    if let [name] = rest {
        return Err(format!("load argument '{}' has no value", name.escape_ascii()));
    }
    let has_settings = Setting::ALL.into_iter().all(|setting| register(context, setting));
    if !has_settings || !register_reply_cache(context) {
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

fn register_reply_cache(context: &Context) -> bool {
    let (value, range) = (&REPLY_CACHE_VALUE, &REPLY_CACHE_RANGE);
    let default = value.load(Ordering::Relaxed);
    register_memory(context, REPLY_CACHE, value, default, range)
}

fn set_default(name: &[u8], text: &[u8]) -> Result<(), String> {
    let is_named = |config: &CStr| config.to_bytes().eq_ignore_ascii_case(name);
    if is_named(REPLY_CACHE) {
        let bytes = parse_bytes(text).filter(|bytes| REPLY_CACHE_RANGE.contains(bytes));
        let bytes = bytes.ok_or_else(|| {
            let (name, max) = (REPLY_CACHE.to_string_lossy(), REPLY_CACHE_RANGE.end());
            let text = text.escape_ascii();
            format!(
                "invalid load argument {name} '{text}': must be a number of bytes from 0 to {max}, \
                 such as 16mb"
            )
        })?;
        REPLY_CACHE_VALUE.store(bytes, Ordering::Relaxed);
        return Ok(());
    }
    let setting = Setting::ALL.into_iter().find(|setting| is_named(config_name(*setting)));
    let setting = setting.ok_or_else(|| {
        let settings = Setting::ALL.iter().map(|setting| config_name(*setting));
        let names = settings.chain([REPLY_CACHE]).map(CStr::to_string_lossy);
        let names = names.collect::<Vec<_>>().join(", ");
        format!("unknown load argument '{}': use {names}", name.escape_ascii())
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

/// Parses a number of bytes with the units of the server's configuration file.
fn parse_bytes(text: &[u8]) -> Option<i64> {
    const UNITS: [(&[u8], i64); 7] = [
        (b"kb", 1 << 10),
        (b"mb", 1 << 20),
        (b"gb", 1 << 30),
        (b"k", 1_000),
        (b"m", 1_000_000),
        (b"g", 1_000_000_000),
        (b"b", 1),
    ];
    let text = text.to_ascii_lowercase();
    let with_unit = |(unit, factor): &(&[u8], i64)| Some((text.strip_suffix(*unit)?, *factor));
    let (digits, factor) = UNITS.iter().find_map(with_unit).unwrap_or((&text, 1));
    parse_integer(digits)?.checked_mul(factor)
}
