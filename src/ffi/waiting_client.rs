//! Clients that wait at a key.
//!
//! The server keeps such a client until something happens to the key, the time is over, the client
//! leaves or somebody unblocks it. It keeps the client's command, too, which is then run again.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::ffi::{c_int, c_void};
use std::ptr::NonNull;
use std::time::Duration;

use redis_module::raw;

use super::args::Args;
use super::catch_panic;
use super::command::Handler;
use super::context::Context;

/// A client that waits. No two have the same id, not even one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WaitId(usize);

impl WaitId {
    /// The lowest id.
    pub const MIN: Self = Self(0);
    /// The highest id.
    pub const MAX: Self = Self(usize::MAX);
}

/// When a command of a waiting client runs again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resumption {
    /// Something happened to the key. The client may go on waiting.
    KeyTouched,
    /// The waiting is over: by [`wake`], or because the time is.
    Over,
}

/// A command whose clients can wait.
pub trait WaitingCommand: Handler {
    /// Runs the command again. Returns false if it has not replied since the client goes on
    /// waiting.
    fn resume(context: &Context, args: Args, id: WaitId, resumption: Resumption) -> bool;

    /// Forgets a client that does not wait any more.
    fn ended(id: WaitId);
}

thread_local! {
    /// The server's handles of the clients that wait.
    static WAITING: RefCell<HashMap<WaitId, NonNull<raw::RedisModuleBlockedClient>>> =
        RefCell::default();
    static LAST_ID: Cell<usize> = const { Cell::new(0) };
}

impl Context<'_> {
    /// Returns whether the client can wait. In transactions and scripts it cannot.
    pub fn can_wait(&self) -> bool {
        !self.has_flag(
            raw::REDISMODULE_CTX_FLAGS_MULTI
                | raw::REDISMODULE_CTX_FLAGS_LUA
                | raw::REDISMODULE_CTX_FLAGS_DENY_BLOCKING,
        )
    }

    /// Has the client wait at the command's key, at most so long; for ever if the time is zero.
    /// The command must not reply. Returns None if the server does not let it wait.
    pub fn wait<C: WaitingCommand>(&self, args: Args, time: Duration) -> Option<WaitId> {
        let mut key = args.raw(1)?;
        let id = LAST_ID.get() + 1;
        LAST_ID.set(id);
        // SAFETY: context and key are valid, and the server takes its own reference to the key.
        // The callbacks take the id, which is not null: the server would not pass that to `ended`.
        let client = unsafe {
            api!(RedisModule_BlockClientOnKeys)(
                self.raw,
                Some(key_touched::<C>),
                Some(over::<C>),
                Some(ended::<C>),
                time.as_millis() as i64,
                &raw mut key,
                1,
                id as *mut c_void,
            )
        };
        let id = WaitId(id);
        WAITING.with_borrow_mut(|waiting| waiting.insert(id, NonNull::new(client)?));
        NonNull::new(client).map(|_| id)
    }
}

/// Ends the waiting of a client, if it waits: its command runs again and must reply.
pub fn wake(WaitId(id): WaitId) {
    let client = WAITING.with_borrow(|waiting| waiting.get(&WaitId(id)).copied());
    if let Some(client) = client {
        // SAFETY: the handle is valid until `ended` has removed it. The server ignores a client
        // whose waiting has ended.
        unsafe { api!(RedisModule_UnblockClient)(client.as_ptr(), id as *mut c_void) };
    }
}

extern "C" fn key_touched<C: WaitingCommand>(
    context: *mut raw::RedisModuleCtx,
    argv: *mut *mut raw::RedisModuleString,
    argc: c_int,
) -> c_int {
    let has_replied = resume::<C>(context, argv, argc, Resumption::KeyTouched);
    (if has_replied { raw::REDISMODULE_OK } else { raw::REDISMODULE_ERR }) as c_int
}

extern "C" fn over<C: WaitingCommand>(
    context: *mut raw::RedisModuleCtx,
    argv: *mut *mut raw::RedisModuleString,
    argc: c_int,
) -> c_int {
    resume::<C>(context, argv, argc, Resumption::Over);
    raw::REDISMODULE_OK as c_int
}

fn resume<C: WaitingCommand>(
    raw: *mut raw::RedisModuleCtx,
    argv: *mut *mut raw::RedisModuleString,
    argc: c_int,
    resumption: Resumption,
) -> bool {
    // SAFETY: the server passes a valid context, the arguments of the client's command, and what
    // `wait` gave it.
    let (context, args, id) = unsafe {
        let id = api!(RedisModule_GetBlockedClientPrivateData)(raw) as usize;
        let len = usize::try_from(argc).unwrap_or(0);
        (Context::new(raw), Args::new(argv, len), WaitId(id))
    };
    catch_panic(|| C::resume(&context, args, id, resumption)).unwrap_or_else(|| {
        catch_panic(|| C::panicked(&context));
        true
    })
}

extern "C" fn ended<C: WaitingCommand>(_context: *mut raw::RedisModuleCtx, id: *mut c_void) {
    let id = WaitId(id as usize);
    catch_panic(|| {
        WAITING.with_borrow_mut(|waiting| waiting.remove(&id));
        C::ended(id);
    });
}
