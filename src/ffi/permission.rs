//! The permissions of a client's user.

use std::ffi::c_int;

use redis_module::raw;

use super::args::Args;
use super::context::Context;

impl Context<'_> {
    /// Returns whether the client's user may run the command with these arguments now. The server
    /// checks that before it runs a command, but not before it calls a client that has waited.
    /// Always true on servers before Redis 7.0, which do not let a module ask.
    pub fn may_run(&self, args: Args) -> bool {
        // SAFETY: the context is the context of a client, and the arguments are valid. Name and user
        // are freed once; a user that does not exist any more is null.
        unsafe {
            let (Some(user_name), Some(user_named), Some(may_run), Some(free_user)) = (
                raw::RedisModule_GetCurrentUserName,
                raw::RedisModule_GetModuleUserFromUserName,
                raw::RedisModule_ACLCheckCommandPermissions,
                raw::RedisModule_FreeModuleUser,
            ) else {
                return true;
            };
            let name = user_name(self.raw);
            let user = user_named(name);
            api!(RedisModule_FreeString)(self.raw, name);
            if user.is_null() {
                return false;
            }
            // The server does not write to the arguments.
            let argv = args.raw_from(0).as_ptr().cast_mut();
            let result = may_run(user, argv, args.len() as c_int);
            free_user(user);
            result as isize == raw::REDISMODULE_OK
        }
    }
}
