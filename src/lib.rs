//! A voting site as a Redis data type: the module's entry point, which registers its type, commands
//! and configurations.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod commands;
mod config;
mod datatype;
mod ffi;
mod stats;

/// The functions that the server calls at load, which the macro of the crate redis-module defines.
#[allow(unsafe_code, missing_docs)]
mod module {
    use redis_module::{Context, RedisString, Status, redis_module};

    use crate::ffi::ServerAllocator;

    redis_module! {
        name: "article",
        version: 200,
        allocator: (ServerAllocator, ServerAllocator),
        data_types: [],
        init: load,
    }

    fn load(context: &Context, args: &[RedisString]) -> Status {
        crate::load(context, args)
    }
}

fn load(
    context: &redis_module::Context,
    args: &[redis_module::RedisString],
) -> redis_module::Status {
    let context = ffi::Context::of_load(context);
    let args: Vec<&[u8]> = args.iter().map(|arg| arg.as_slice()).collect();
    match set_up(&context, &args) {
        Ok(()) => redis_module::Status::Ok,
        Err(reason) => {
            context.log_warning(&format!("the module cannot be loaded: {reason}"));
            redis_module::Status::Err
        }
    }
}

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
    datatype::register(context)?;
    commands::register(context)?;
    if !ffi::register_info(context, stats::for_each) {
        return Err("the server refused the module's section of INFO".into());
    }
    config::load(context, args)?;
    commands::prepare_replies(context);
    context.log_notice(&format!(
        "version {}; new sites: {}",
        env!("CARGO_PKG_VERSION"),
        config::describe(),
    ));
    warn_of_eviction(context);
    ffi::on_config_change(context, c"maxmemory-policy", warn_of_eviction);
    Ok(())
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
