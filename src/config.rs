//! The defaults of new sites, as configurations of the module: by load arguments, in the server's
//! configuration file, or by `CONFIG SET`.

use std::ffi::CStr;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};

use crate::commands::cursor::parse_integer;
use crate::ffi::{Context, load_configs, register_bool, register_number};
use article_site::{
    self, NumericSetting, PAGE_SIZE, Settings, SettingsChange, VOTE_SCORE, WINDOW,
};

/// A configuration that is a number.
struct NumberConfig {
    name: &'static CStr,
    range: NumericSetting,
    value: &'static AtomicI64,
}

static VOTE_SCORE_VALUE: AtomicI64 = AtomicI64::new(VOTE_SCORE.default as i64);
static WINDOW_VALUE: AtomicI64 = AtomicI64::new(WINDOW.default as i64);
static PAGE_SIZE_VALUE: AtomicI64 = AtomicI64::new(PAGE_SIZE.default as i64);
static SELF_VOTE_VALUE: AtomicBool = AtomicBool::new(true);

const NUMBERS: [NumberConfig; 3] = [
    NumberConfig { name: c"vote-score", range: VOTE_SCORE, value: &VOTE_SCORE_VALUE },
    NumberConfig { name: c"vote-window", range: WINDOW, value: &WINDOW_VALUE },
    NumberConfig { name: c"page-size", range: PAGE_SIZE, value: &PAGE_SIZE_VALUE },
];
const SELF_VOTE_NAME: &CStr = c"self-vote";

/// What a site is created with that is not told otherwise.
pub fn default_settings() -> Settings {
    // Values out of range cannot be here: the server and `load` keep them out.
    fn read() -> Result<SettingsChange, article_site::Error> {
        let mut change = SettingsChange::default();
        change.set_vote_score(VOTE_SCORE_VALUE.load(Ordering::Relaxed))?;
        change.set_window(WINDOW_VALUE.load(Ordering::Relaxed))?;
        change.set_page_size(PAGE_SIZE_VALUE.load(Ordering::Relaxed))?;
        change.set_self_vote(SELF_VOTE_VALUE.load(Ordering::Relaxed));
        Ok(change)
    }
    Settings::default().with(read().unwrap_or_default())
}

/// Takes the load arguments (`name value` pairs) for the configurations' defaults, and registers
/// these with the server. What the server's configuration file says comes after and wins.
///
/// # Errors
///
/// A line for the log: which argument is wrong, and why.
pub fn load(context: &Context, args: &[&[u8]]) -> Result<(), String> {
    let (pairs, rest) = args.as_chunks::<2>();
    for [name, value] in pairs {
        set_default(name, value)?;
    }
    if let [name] = rest {
        return Err(format!("load argument '{}' has no value", name.escape_ascii()));
    }
    let registered = NUMBERS.iter().all(|config| {
        let range = config.range.min.into()..=config.range.max.into();
        let default = config.value.load(Ordering::Relaxed);
        register_number(context, config.name, config.value, default, range)
    });
    let default = SELF_VOTE_VALUE.load(Ordering::Relaxed);
    if !registered || !register_bool(context, SELF_VOTE_NAME, &SELF_VOTE_VALUE, default) {
        return Err("the server refused a configuration of the module".into());
    }
    if !load_configs(context) {
        return Err("the server's configuration file has a wrong value for the module".into());
    }
    Ok(())
}

fn set_default(name: &[u8], value: &[u8]) -> Result<(), String> {
    let is = |config: &CStr| name.eq_ignore_ascii_case(config.to_bytes());
    if let Some(config) = NUMBERS.iter().find(|config| is(config.name)) {
        let NumericSetting { min, max, .. } = config.range;
        let number = parse_integer(value)
            .filter(|number| config.range.check(*number).is_ok())
            .ok_or_else(|| {
                let (name, value) = (config.name.to_string_lossy(), value.escape_ascii());
                format!("load argument {name} must be from {min} to {max}, and is '{value}'")
            })?;
        config.value.store(number, Ordering::Relaxed);
        Ok(())
    } else if is(SELF_VOTE_NAME) {
        let switch = match value {
            word if word.eq_ignore_ascii_case(b"yes") => true,
            word if word.eq_ignore_ascii_case(b"no") => false,
            _ => {
                let value = value.escape_ascii();
                return Err(format!(
                    "load argument self-vote must be yes or no, and is '{value}'"
                ));
            }
        };
        SELF_VOTE_VALUE.store(switch, Ordering::Relaxed);
        Ok(())
    } else {
        Err(format!("there is no load argument '{}'", name.escape_ascii()))
    }
}
