//! A voting site as a Redis data type: the module's name, type, commands and configurations.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod commands;
mod config;
mod datatype;
mod ffi;
mod stats;

/// What the server calls at load; the crate's macro makes it.
#[allow(unsafe_code, missing_docs)]
mod module {
    use redis_module::{Context, RedisString, Status, redis_module};

    use crate::ffi::ServerAllocator;

    redis_module! {
        name: "article",
        version: 100,
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
        return Err(format!("the server is too old, it has no {function}"));
    }
    ffi::log_panics();
    ffi::set_options(context);
    if !ffi::register_type::<datatype::StoredSite>(context) {
        return Err("the server refused the type of sites".into());
    }
    commands::register(context)?;
    if !ffi::register_info(context) {
        return Err("the server refused the module's section of INFO".into());
    }
    config::load(context, args)?;
    commands::reply::prepare(context);
    let settings = config::default_settings();
    context.log_notice(&format!(
        "version {}; new sites: vote-score {}, vote-window {}, page-size {}, self-vote {}",
        env!("CARGO_PKG_VERSION"),
        settings.vote_score(),
        settings.window(),
        settings.page_size(),
        if settings.self_vote() { "yes" } else { "no" },
    ));
    warn_of_eviction(context);
    ffi::on_config_change(context, c"maxmemory-policy", warn_of_eviction);
    Ok(())
}

/// A site is evicted whole, with all its articles and votes: worth a warning.
fn warn_of_eviction(context: &ffi::Context) {
    let policy = context.server_config("maxmemory-policy").unwrap_or_default();
    if policy.starts_with("allkeys") {
        context.log_warning(&format!(
            "maxmemory-policy {policy} evicts whole sites when memory runs out; noeviction and \
             the volatile policies spare sites that do not expire"
        ));
    }
}
