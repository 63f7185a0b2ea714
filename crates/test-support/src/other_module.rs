//! A module that takes a name from the module under test.

use std::path::PathBuf;
use std::sync::OnceLock;

use super::compile::compile;

static LIBRARY: OnceLock<PathBuf> = OnceLock::new();

/// Returns a module that takes a name as its load arguments say: `module NAME`, `type NAME`, or
/// `command NAME`. With `filter NAME`, it replaces each call of a command by one of PING, or of a
/// command whose name follows.
pub fn other_module() -> PathBuf {
    LIBRARY.get_or_init(|| compile("other_module", include_str!("other_module.c"))).clone()
}
