//! A warning of servers that lose data when they load it. Until Redis 8.6 and Valkey 9.1.2, a
//! server that loads an append-only file checks the commands of transactions and scripts there
//! against the permissions of the user `default`, and drops those that are denied (redis#14541,
//! valkey#3983).

use std::cell::Cell;

use crate::ffi::Context;

thread_local! {
    /// Whether the log says it already.
    static IS_LOGGED: Cell<bool> = const { Cell::new(false) };
    /// The number of calls of [`tend`].
    static CALLS: Cell<u32> = const { Cell::new(0) };
}

/// Calls [`check`] now and then: at first, and once per minute if called ten times per second.
pub fn tend(context: &Context) {
    let calls = CALLS.replace(CALLS.get().wrapping_add(1));
    if calls.is_multiple_of(600) {
        check(context);
    }
}

/// Warns, once, if the server drops data when it loads its append-only file.
pub fn check(context: &Context) {
    let is_at_risk = context.server_config("appendonly").as_deref() == Some("yes")
        && !may_run_everything(&context.call("ACL", &["LIST"]))
        && checks_permissions(&context.call("INFO", &["server"]).join("\n"));
    if is_at_risk && !IS_LOGGED.get() {
        context.log_warning(
            "the user default may not run every command on every key: when this server loads its \
             append-only file, it drops the transactions and scripts in it. Run ACL SETUSER \
             default off resetpass ~* &* +@all, and store it",
        );
    }
    IS_LOGGED.set(is_at_risk);
}

/// Returns whether the user `default`, among all users as the server lists them, may run every
/// command on every key, if the user could log in.
fn may_run_everything(users: &[String]) -> bool {
    let Some(rules) = users.iter().find_map(|user| user.strip_prefix("user default ")) else {
        return true;
    };
    let has = |wanted| rules.split_whitespace().any(|rule| rule == wanted);
    // The server leaves out what `+@all` includes and what `-@all` takes away.
    has("~*") && has("+@all") && !rules.contains(" -")
}

/// Returns whether a server checks permissions when it loads a file.
fn checks_permissions(server: &str) -> bool {
    let version = |name| {
        let line = server.lines().find_map(|line| line.strip_prefix(name))?;
        let mut numbers = line.trim().split('.').map_while(|number| number.parse::<u32>().ok());
        Some([(); 3].map(|()| numbers.next().unwrap_or(0)))
    };
    // Valkey also reports the version of Redis that it is compatible with.
    match (version("valkey_version:"), version("redis_version:")) {
        (Some(valkey), _) => valkey < [9, 1, 2],
        (None, Some(redis)) => redis < [8, 6, 0],
        (None, None) => false,
    }
}
