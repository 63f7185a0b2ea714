//! The configurations of the module: the defaults of new sites, and numbers for the whole server.
//! They are set by load arguments, in the server's configuration file, or with `CONFIG SET`.

use std::collections::HashSet;
use std::ffi::CStr;
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicI64, Ordering};

use article_site::{Budget, Setting, SettingKind, Settings, SettingsChange, parse_integer};

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

/// A configuration that is no default of new sites.
struct Own {
    name: &'static CStr,
    default: i64,
    range: RangeInclusive<i64>,
    /// Whether it is a number of bytes, for which units such as `mb` are accepted.
    is_memory: bool,
    value: AtomicI64,
}

/// The memory for kept replies, in bytes.
static REPLY_CACHE: Own = Own::new(c"reply-cache", 16 << 20, 0..=1 << 40, true);
/// How many articles, comments, votes and entries of lists a reading command may visit.
static READ_LIMIT: Own = Own::new(c"read-limit", 200_000, 0..=i64::MAX, false);
/// How long a reply of a reading command may be, in bytes.
static REPLY_LIMIT: Own = Own::new(c"reply-limit", 64 << 20, 0..=1 << 40, true);
/// The seconds by which the clock may be ahead.
static CLOCK_GUARD: Own = Own::new(c"clock-guard", 3_600, 0..=3_153_600_000, false);
static OWN: [&Own; 4] = [&REPLY_CACHE, &READ_LIMIT, &REPLY_LIMIT, &CLOCK_GUARD];

impl Own {
    const fn new(
        name: &'static CStr,
        default: i64,
        range: RangeInclusive<i64>,
        is_memory: bool,
    ) -> Self {
        Self { name, default, range, is_memory, value: AtomicI64::new(0) }
    }

    fn get(&self) -> usize {
        usize::try_from(self.value.load(Ordering::Relaxed)).unwrap_or(0)
    }

    fn register(&'static self, context: &Context) -> bool {
        let default = self.value.load(Ordering::Relaxed);
        register_number(context, self.name, &self.value, default, &self.range, self.is_memory)
    }

    fn parse(&self, text: &[u8]) -> Result<i64, String> {
        let parsed = if self.is_memory { parse_bytes(text) } else { parse_integer(text) };
        parsed.filter(|number| self.range.contains(number)).ok_or_else(|| {
            let (start, end) = (self.range.start(), self.range.end());
            match self.is_memory {
                true => format!("must be a number of bytes from {start} to {end}, such as 16mb"),
                false => format!("must be an integer from {start} to {end}"),
            }
        })
    }
}

/// Returns the memory for kept replies, in bytes. With 0, none are kept.
pub fn reply_cache() -> usize {
    REPLY_CACHE.get()
}

/// Returns the seconds by which the clock may be ahead before no vote records are freed. With 0,
/// they always are.
pub fn clock_guard() -> i64 {
    CLOCK_GUARD.value.load(Ordering::Relaxed)
}

/// Returns how much a reading command may visit.
pub fn read_budget() -> Budget {
    Budget::new(READ_LIMIT.get())
}

/// Returns how long a reply of a reading command may be, in bytes.
pub fn reply_limit() -> usize {
    if REPLY_LIMIT.get() == 0 { usize::MAX } else { REPLY_LIMIT.get() }
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
    for own in OWN {
        own.value.store(own.default, Ordering::Relaxed);
    }
    let (pairs, rest) = args.as_chunks::<2>();
    let mut names = HashSet::new();
    for [name, text] in pairs {
        set_default(name, text)?;
        if !names.insert(name.to_ascii_lowercase()) {
            return Err(format!("load argument '{}' is given twice", name.escape_ascii()));
        }
    }
    if let [name] = rest {
        return Err(format!("load argument '{}' has no value", name.escape_ascii()));
    }
    let has_settings = Setting::ALL.into_iter().all(|setting| register(context, setting));
    if !has_settings || !OWN.into_iter().all(|own| own.register(context)) {
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
            register_number(context, name, value, default, &setting.range(), false)
        }
        SettingKind::Words { words, .. } => register_enum(context, name, value, default, words),
    }
}

fn set_default(name: &[u8], text: &[u8]) -> Result<(), String> {
    let is_named = |config: &CStr| config.to_bytes().eq_ignore_ascii_case(name);
    let invalid = |name: &CStr, reason: &str| {
        let (name, text) = (name.to_string_lossy(), text.escape_ascii());
        format!("invalid load argument {name} '{text}': {reason}")
    };
    if let Some(own) = OWN.into_iter().find(|own| is_named(own.name)) {
        let number = own.parse(text).map_err(|reason| invalid(own.name, &reason))?;
        own.value.store(number, Ordering::Relaxed);
        return Ok(());
    }
    let setting = Setting::ALL.into_iter().find(|setting| is_named(config_name(*setting)));
    let setting = setting.ok_or_else(|| {
        let settings = Setting::ALL.iter().map(|setting| config_name(*setting));
        let names = settings.chain(OWN.map(|own| own.name)).map(CStr::to_string_lossy);
        let names = names.collect::<Vec<_>>().join(", ");
        format!("unknown load argument '{}': use {names}", name.escape_ascii())
    })?;
    let parsed = setting.parse(text).map_err(|error| {
        // The code word is for clients, not for the log.
        let error = error.to_string();
        invalid(config_name(setting), error.strip_prefix("ERR ").unwrap_or(&error))
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
