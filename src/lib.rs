//! A voting site as a Redis data type: the module's name, type, commands and configurations.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod commands;
mod config;
mod cursor;
mod datatype;
mod error;
mod ffi;
mod reply;
mod rewrite;
pub mod site;
mod spec;

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
    config::load(context, args)
}
