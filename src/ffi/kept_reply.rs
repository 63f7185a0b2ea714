//! Replies that the server has formatted, kept to be sent again.
//!
//! `RedisModule_Call` returns the bytes of a command's reply, and `RedisModule_ReplyWithCallReply`
//! sends them with a single copy. So the module has a command for its own use, which replies with
//! what it is to keep: one reply, or several in a row, such as some entries of a map. They must be
//! the same bytes in RESP2 and RESP3: no maps, no nulls, and no other types of RESP3.

use std::cell::Cell;
use std::ffi::{CStr, c_int};
use std::ptr::NonNull;

use once_cell::sync::OnceCell;
use redis_module::raw;

use super::args::Args;
use super::command::{Handler, entry};
use super::context::Context;
use super::lasting_context::lasting_context;

const COMMAND: &CStr = c"article._reply";
/// Its flags: it leaves no trace in MONITOR and SLOWLOG and, on servers that know the last one
/// (Redis 8), it does not exist for clients.
const FLAGS: [&CStr; 2] =
    [c"readonly fast no-monitor no-slowlog internal", c"readonly fast no-monitor no-slowlog"];

/// One reply or several in a row, as the server has formatted them. It must be dropped on the
/// server's main thread.
#[derive(Debug)]
pub struct KeptReply {
    raw: NonNull<raw::RedisModuleCallReply>,
    /// The approximate number of bytes of memory.
    memory: usize,
}

impl KeptReply {
    /// Returns the approximate number of bytes of memory that it takes.
    pub fn memory(&self) -> usize {
        self.memory
    }

    /// Returns the approximate memory of a reply of `len` bytes, in bytes.
    fn memory_of(len: usize) -> usize {
        /// The server collects blocks of about this size, and appends one to the other.
        const BLOCK: usize = 20 << 10;
        /// When there is no room for a block, the server doubles it, or adds this if that is less.
        const MOST_SPARE: usize = 1 << 20;
        let mut filled = len.min(BLOCK);
        let mut room = filled;
        while filled < len {
            filled = len.min(filled + BLOCK);
            if filled > room {
                room = filled + filled.min(MOST_SPARE);
            }
        }
        // The server stores their number in front, and the allocator adds a tenth on average.
        room + room / 10 + 16
    }

    /// Returns the bytes that are sent. Nothing else reads a reply: what parses it shortens it to
    /// the first one.
    fn bytes(&self) -> Option<&[u8]> {
        let mut len = 0;
        // SAFETY: the server sets the pointer before the module's load function runs. The reply is
        // valid, and its bytes are until it is freed.
        unsafe {
            let start = raw::RedisModule_CallReplyProto?(self.raw.as_ptr(), &raw mut len);
            (!start.is_null()).then(|| std::slice::from_raw_parts(start.cast(), len))
        }
    }

    fn new(raw: NonNull<raw::RedisModuleCallReply>) -> Self {
        let mut kept = Self { raw, memory: 0 };
        // SAFETY: as above; the server allocated the structure with its own allocator.
        let structure =
            unsafe { raw::RedisModule_MallocSize.map_or(0, |size| size(raw.as_ptr().cast())) };
        kept.memory = structure + Self::memory_of(kept.bytes().map_or(0, <[u8]>::len));
        kept
    }
}

impl Drop for KeptReply {
    fn drop(&mut self) {
        // SAFETY: the reply is freed once. The context of its call is never freed: some servers
        // look at it here.
        unsafe { api!(RedisModule_FreeCallReply)(self.raw.as_ptr()) };
    }
}

/// Set if the server keeps replies as they are.
static IS_FAITHFUL: OnceCell<()> = OnceCell::new();

/// What the command replies with; None if it has nothing to reply with.
type Replies<'a> = dyn Fn(&Context) -> Option<()> + 'a;

thread_local! {
    /// What the command that is about to be called replies with.
    static NEXT: Cell<Option<NonNull<Replies<'static>>>> = const { Cell::new(None) };
}

/// Has the server format replies. It runs the filters of other modules, and may run another
/// command in place of the module's own, so the caller must hold nothing that a command can free.
fn keep(replies: &Replies) -> Option<KeptReply> {
    let caller = lasting_context()?;
    let is_done = Cell::new(false);
    let replies = |context: &Context| {
        is_done.set(replies(context).is_some());
        Some(())
    };
    let next: NonNull<Replies<'_>> = NonNull::from(&replies);
    // SAFETY: only the lifetime differs. The pointer is used during the call below, if at all.
    let next =
        unsafe { std::mem::transmute::<NonNull<Replies<'_>>, NonNull<Replies<'static>>>(next) };
    NEXT.set(Some(next));
    // SAFETY: the context is valid, and the texts end with a NUL. There are no arguments.
    let reply = unsafe { api!(RedisModule_Call)(caller.as_ptr(), COMMAND.as_ptr(), c"".as_ptr()) };
    NEXT.set(None);
    let kept = KeptReply::new(NonNull::new(reply)?);
    // The server may have run nothing or another command in its place, or it may have panicked.
    is_done.get().then_some(kept)
}

struct Reply;

impl Handler for Reply {
    fn handle(context: &Context, _args: Args) {
        match NEXT.take() {
            Some(replies) => {
                // SAFETY: `keep` set it, and waits for the command.
                let replies = unsafe { replies.as_ref() };
                let _ = replies(context);
            }
            None => context.reply_error("ERR this command is for the module's own use"),
        }
    }

    fn panicked(context: &Context) {
        context.reply_error("ERR internal error");
    }
}

impl Context<'_> {
    /// Has the server format some replies, and keeps them. They must be the same bytes in RESP2
    /// and RESP3. Returns None if there are none, or the server cannot.
    ///
    /// The server may run any command of another module, or in place of the module's own: no value
    /// of a key may be borrowed.
    pub fn keep(&self, replies: &Replies) -> Option<KeptReply> {
        IS_FAITHFUL.get()?;
        keep(replies)
    }

    pub fn reply_kept(&self, kept: &KeptReply) {
        // SAFETY: context and reply are valid, and the server copies the bytes.
        unsafe { api!(RedisModule_ReplyWithCallReply)(self.raw, kept.raw.as_ptr()) };
    }
}

/// Registers the command and checks that what it keeps is sent as it is. Returns false, and keeps
/// nothing from then on, if the server behaves otherwise.
pub fn set_up_kept_replies(context: &Context) -> bool {
    let (raw, name) = (context.raw, COMMAND.as_ptr());
    let is_registered = FLAGS.iter().any(|flags| {
        let (run, flags) = (Some(entry::<Reply> as _), flags.as_ptr());
        // SAFETY: the load function got the context, and the texts end with a NUL.
        let created = unsafe { api!(RedisModule_CreateCommand)(raw, name, run, flags, 0, 0, 0) };
        created == raw::REDISMODULE_OK as c_int
    });
    is_registered && is_faithful() && IS_FAITHFUL.set(()).is_ok()
}

pub fn keeps_replies() -> bool {
    IS_FAITHFUL.get().is_some()
}

/// Returns whether the server keeps several replies as they are, and sends them as they were kept.
fn is_faithful() -> bool {
    let bytes = b"$4\r\na\r\nb\r\n:-5\r\n*2\r\n$0\r\n\r\n:7\r\n";
    let Some(kept) = keep(&|context| {
        context.reply_bulk(b"a\r\nb");
        context.reply_integer(-5);
        context.reply_array(2);
        context.reply_bulk(b"");
        context.reply_integer(7);
        Some(())
    }) else {
        return false;
    };
    let sent = keep(&|context| {
        context.reply_kept(&kept);
        context.reply_kept(&kept);
        Some(())
    });
    kept.bytes() == Some(bytes)
        && sent.is_some_and(|sent| sent.bytes() == Some(&bytes.repeat(2)[..]))
}
