//! The clocks of the server and of the machine.

use redis_module::raw;

/// Returns the time of the server's clock in UNIX seconds. A command must ask only once: in Redis
/// 6.2 and 7.0, the time goes on. Later servers keep it for a whole script or transaction.
pub fn now() -> i64 {
    // SAFETY: neither function has a precondition.
    unsafe {
        match raw::RedisModule_CachedMicroseconds {
            Some(microseconds) => microseconds() / 1_000_000,
            None => api!(RedisModule_Milliseconds)() / 1_000,
        }
    }
}

/// Returns the seconds since some moment by the machine's own clock, which nobody can set. It goes
/// on while the machine sleeps.
pub fn seconds_passed() -> i64 {
    #[cfg(target_os = "linux")]
    const CLOCK: libc::clockid_t = libc::CLOCK_BOOTTIME;
    // On macOS, this is the clock that goes on during sleep.
    #[cfg(not(target_os = "linux"))]
    const CLOCK: libc::clockid_t = libc::CLOCK_MONOTONIC;
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the pointer is valid for the call. It cannot fail: every supported system has the
    // clock.
    unsafe { libc::clock_gettime(CLOCK, &raw mut time) };
    time.tv_sec
}
