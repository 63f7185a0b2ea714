//! Lines in the server's log.

use std::ffi::CStr;
use std::ptr::null_mut;

use redis_module::raw;

use super::context::Context;
use super::text::c_text;

impl Context<'_> {
    pub fn log_warning(&self, text: &str) {
        log(self.raw, c"warning", text);
    }

    pub fn log_notice(&self, text: &str) {
        log(self.raw, c"notice", text);
    }
}

/// Logs a line at the level of warnings, outside a callback too.
pub fn log_warning(text: &str) {
    log(null_mut(), c"warning", text);
}

/// Logs the message and the source position of every panic.
pub fn log_panics() {
    std::panic::set_hook(Box::new(|panic| {
        log_warning(&format!("internal error: {panic}"));
    }));
}

fn log(context: *mut raw::RedisModuleCtx, level: &CStr, text: &str) {
    let text = c_text(text);
    // SAFETY: the format declares one string, which follows. A log line needs no context.
    unsafe {
        if let Some(log) = raw::RedisModule_Log {
            log(context, level.as_ptr(), c"%s".as_ptr(), text.as_ptr());
        }
    }
}

/// Logs a line about a value that is being read.
///
/// # Safety
///
/// `io` is valid.
pub(super) unsafe fn log_io_error(io: *mut raw::RedisModuleIO, text: &str) {
    let text = c_text(text);
    // SAFETY: the format declares one string, which follows; `io` is valid.
    unsafe {
        if let Some(log) = raw::RedisModule_LogIOError {
            log(io, c"warning".as_ptr(), c"%s".as_ptr(), text.as_ptr());
        }
    }
}
