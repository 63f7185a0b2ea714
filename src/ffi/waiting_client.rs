//! Clients that wait at a key.
//!
//! The server keeps such a client until something happens to the key, the time is over, the client
//! leaves or somebody unblocks it. It keeps the client's command, too, which is run again at the
//! end.

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
use super::key::KeyName;

/// A client that waits. No two have the same id, not even one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WaitId(usize);

impl WaitId {
    pub const MIN: Self = Self(0);
    pub const MAX: Self = Self(usize::MAX);
}

/// A command whose clients can wait.
pub trait WaitingCommand: Handler {
    /// Notes that something happened to the key. The client goes on waiting.
    fn touched(context: &Context, args: Args, id: WaitId);

    /// Runs the command again and replies: [`wake`] or the time has ended the waiting.
    fn resume(context: &Context, args: Args);

    /// Forgets a client that does not wait any more.
    fn ended(id: WaitId);
}

/// The server's handle of a client that waits, and the key at which it does.
struct Waiting {
    client: NonNull<raw::RedisModuleBlockedClient>,
    key: KeyName,
}

thread_local! {
    /// The clients that wait. On any other thread than the server's main one, there are none.
    static WAITING: RefCell<HashMap<WaitId, Waiting>> = RefCell::default();
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
        let (mut key, name) = (args.raw(1)?, self.key_name(args, 1)?);
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
        let (id, client) = (WaitId(id), NonNull::new(client)?);
        WAITING.with_borrow_mut(|waiting| waiting.insert(id, Waiting { client, key: name }));
        Some(id)
    }
}

/// Returns the clients that wait, and their keys.
pub fn waiting_clients() -> Vec<(WaitId, KeyName)> {
    WAITING.with_borrow(|all| all.iter().map(|(id, one)| (*id, one.key.clone())).collect())
}

/// Ends the waiting of a client: its command runs again, now or once the work of the server is
/// done, and [`WaitingCommand::ended`] is called after that. Returns false if it does not wait.
pub fn wake(WaitId(id): WaitId) -> bool {
    let client = WAITING.with_borrow(|all| all.get(&WaitId(id)).map(|one| one.client));
    client.is_some_and(|client| {
        // SAFETY: the handle is valid until `ended` has removed it. The server ignores a client
        // whose waiting has ended.
        unsafe { api!(RedisModule_UnblockClient)(client.as_ptr(), id as *mut c_void) };
        true
    })
}

extern "C" fn key_touched<C: WaitingCommand>(
    context: *mut raw::RedisModuleCtx,
    argv: *mut *mut raw::RedisModuleString,
    argc: c_int,
) -> c_int {
    // SAFETY: the server passes what `called` requires.
    let (context, args, id) = unsafe { called(context, argv, argc) };
    catch_panic(|| C::touched(&context, args, id));
    raw::REDISMODULE_ERR as c_int
}

extern "C" fn over<C: WaitingCommand>(
    context: *mut raw::RedisModuleCtx,
    argv: *mut *mut raw::RedisModuleString,
    argc: c_int,
) -> c_int {
    // SAFETY: as above.
    let (context, args, _) = unsafe { called(context, argv, argc) };
    if catch_panic(|| C::resume(&context, args)).is_none() {
        catch_panic(|| C::panicked(&context));
    }
    raw::REDISMODULE_OK as c_int
}

/// # Safety
///
/// The server passed these to a callback of a waiting client, which lasts for `'a`.
unsafe fn called<'a>(
    raw: *mut raw::RedisModuleCtx,
    argv: *mut *mut raw::RedisModuleString,
    argc: c_int,
) -> (Context<'a>, Args<'a>, WaitId) {
    // SAFETY: the context is valid, and so are the arguments of the client's command. The server
    // has what `wait` gave it.
    unsafe {
        let id = api!(RedisModule_GetBlockedClientPrivateData)(raw) as usize;
        let len = usize::try_from(argc).unwrap_or(0);
        (Context::new(raw), Args::new(argv, len), WaitId(id))
    }
}

extern "C" fn ended<C: WaitingCommand>(_context: *mut raw::RedisModuleCtx, id: *mut c_void) {
    let id = WaitId(id as usize);
    catch_panic(|| {
        WAITING.with_borrow_mut(|waiting| waiting.remove(&id));
        C::ended(id);
    });
}
