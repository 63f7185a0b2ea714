//! Safe and thin wrappers of the server's module API. All unsafe code is here.
//!
//! Invariants of the whole layer:
//!
//! - The server calls the module only from its main thread. The exception is the type's `free`
//!   callback, which touches nothing but the value that it gets. On other threads, the module
//!   calls only the server's allocator, which is thread-safe. What belongs to the main thread
//!   cannot be sent to another, and what needs no context finds nothing to do there.
//! - A value is borrowed through an open key. No other key is open while one is open for changes.
//! - Pointers that the server passes to a callback are valid until the callback returns, and
//!   lifetimes keep the wrappers made from them from outliving it.
//! - No panic unwinds into the server.
#![allow(unsafe_code)]

// First, because the macro `api!` that it defines is visible only below.
#[macro_use]
mod api;

mod alloc;
mod args;
mod clock;
mod command;
mod command_builder;
mod command_info;
mod config;
mod config_event;
mod context;
mod cron;
mod defragmentation;
mod entry;
mod info;
mod kept_constant;
mod kept_reply;
mod kept_string;
mod key;
mod keys_event;
mod lasting_context;
mod log;
mod native_type;
mod permission;
mod rdb;
mod text;
mod timer;
mod waiting_client;

pub use alloc::{ServerAllocator, bytes_held};
pub use api::missing_function;
pub use args::Args;
pub use clock::{now, seconds_passed};
pub use command::{Handler, Refusal, add_category, register_command};
pub use command_builder::{AofWriter, CommandBuilder};
pub use command_info::{Access, Arg, ArgType, CommandInfo};
pub use config::{load_configs, register_enum, register_number};
pub use config_event::on_config_change;
pub use context::{Context, set_options};
pub use cron::on_cron;
pub use entry::load_module;
pub(crate) use entry::module_entry;
pub use info::register_info;
pub use kept_constant::KeptConstant;
pub use kept_reply::{KeptReply, keeps_replies, set_up_kept_replies};
pub use kept_string::KeptWord;
pub use key::{Key, KeyMut, KeyName, OpenError, with_value};
pub use keys_event::on_keys_replaced;
pub use lasting_context::make_lasting_context;
pub use log::{log_panics, log_warning};
pub use native_type::{Digest, NativeValue, TypeHandle, register_type};
pub use rdb::{RdbReader, RdbWriter};
pub use timer::after;
pub use waiting_client::{WaitId, WaitingCommand, waiting_clients, wake};

use std::panic::{AssertUnwindSafe, catch_unwind};

/// Runs the body of a callback. Returns None after a panic, which the panic hook has logged.
fn catch_panic<R>(body: impl FnOnce() -> R) -> Option<R> {
    catch_unwind(AssertUnwindSafe(body)).ok()
}

/// What is of the server's main thread cannot be sent to another: this would not compile, since it
/// would be ambiguous which of the two is implemented.
#[cfg(test)]
mod tests {
    use super::*;

    trait IsNotSend<A> {
        fn check() {}
    }
    struct IsSend;
    impl<T> IsNotSend<()> for T {}
    impl<T: Send> IsNotSend<IsSend> for T {}

    #[test]
    fn nothing_of_the_main_thread_can_be_sent_to_another() {
        Context::check();
        Args::check();
        CommandBuilder::check();
        KeptReply::check();
        Key::<u8>::check();
        KeyMut::<u8>::check();
    }
}
