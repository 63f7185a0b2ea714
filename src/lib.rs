//! A voting site as a Redis data type: the module's entry point, which registers its type,
//! commands and configurations.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod cache;
mod clock;
mod commands;
mod config;
mod datatype;
mod default_user;
mod ffi;
mod followers;
mod identity;
mod stats;
mod sweeping;

#[cfg(feature = "fuzzing")]
pub use commands::run_stream;

use std::ffi::CStr;
use std::time::Duration;

ffi::module_entry!(c"article", 10000, crate::set_up);

fn set_up(context: &ffi::Context, args: &[&[u8]]) -> Result<(), String> {
    if let Some(function) = ffi::missing_function() {
        return Err(format!(
            "this server is too old, because it has no {function}: use Redis 6.2 or later, or \
             Valkey"
        ));
    }
    ffi::log_panics();
    require_script_effects(context)?;
    ffi::set_options(context);
    if !ffi::make_lasting_context(context) {
        return Err("the server refused a context".into());
    }
    datatype::register(context)?;
    commands::register(context)?;
    if !ffi::register_info(context, show_info) {
        return Err("the server refused the module's section of INFO".into());
    }
    config::load(context, args)?;
    clock::accept(context);
    if !ffi::set_up_kept_replies(context) {
        context.log_notice("this server does not keep replies, so pages take longer");
    }
    commands::prepare_replies(context);
    ffi::on_cron(context, tend);
    let look_again = || ffi::after(Duration::ZERO, commands::look_again);
    ffi::on_keys_replaced(context, look_again, default_user::check);
    context.log_notice(&format!(
        "version {}; new sites: {}",
        env!("CARGO_PKG_VERSION"),
        config::describe(),
    ));
    warn_of_eviction(context);
    ffi::on_config_change(
        context,
        &[
            (c"maxmemory-policy", warn_of_eviction),
            (c"article.clock-guard", clock::note_configuration),
        ],
    );
    Ok(())
}

/// Tells those who must know which sites are gone, and looks at the clock. Called now and then.
fn tend(context: &ffi::Context) {
    clock::observe(context, ffi::now());
    default_user::tend(context);
    let freed = identity::take_freed_sites();
    freed.iter().for_each(|site| followers::note_gone(*site));
    cache::tend(&freed);
}

/// Calls `show` with the name and value of each number of `INFO article`.
fn show_info(show: &mut dyn FnMut(&CStr, u64)) {
    stats::for_each(show);
    cache::show_figures(show);
    let sweeping = sweeping::sites() + identity::freed_sites() + cache::gone_sites();
    show(c"sites_sweeping", sweeping as u64);
    show(c"clock_ahead", clock::seconds_ahead(ffi::now()).unsigned_abs());
}

/// Refuses Redis 6.2 with scripts replicated verbatim. A POST in a script would then run again on
/// each replica, by its own clock. Later servers always replicate the effects of a script.
fn require_script_effects(context: &ffi::Context) -> Result<(), String> {
    match context.server_config("lua-replicate-commands").as_deref() {
        Some("no") => Err("scripts must replicate their effects: set lua-replicate-commands to \
                           yes in the server's configuration"
            .into()),
        _ => Ok(()),
    }
}

/// Warns if the server may evict a site. It evicts sites whole, with all articles and votes.
fn warn_of_eviction(context: &ffi::Context) {
    let policy = context.server_config("maxmemory-policy").unwrap_or_default();
    if policy.starts_with("allkeys") {
        context.log_warning(&format!(
            "maxmemory-policy {policy} evicts whole sites when memory runs out; noeviction and \
             the volatile policies spare sites that do not expire"
        ));
    }
}
