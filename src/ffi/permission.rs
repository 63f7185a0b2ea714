//! The permissions of a client's user.

use std::ffi::c_int;
use std::ptr::NonNull;

use redis_module::raw;

use super::args::Args;
use super::context::Context;

impl Context<'_> {
    /// Returns whether the client's user may run the command with these arguments now. The server
    /// checks that before it runs a command, but not before it calls a client that has waited.
    ///
    /// Always true where the server does not say: before Redis 7.0, and for users that only
    /// another module knows. The server disconnects the clients of a user that is deleted.
    pub fn may_run(&self, args: Args) -> bool {
        self.permission(args).unwrap_or(true)
    }

    fn permission(&self, args: Args) -> Option<bool> {
        // SAFETY: the context is the context of a client, and the arguments, to which the server
        // does not write, are valid. Name and user are null if there is none, and each is freed
        // once.
        unsafe {
            let name_of = raw::RedisModule_GetClientUserNameById?;
            let user_of = raw::RedisModule_GetModuleUserFromUserName?;
            let check = raw::RedisModule_ACLCheckCommandPermissions?;
            let free_user = raw::RedisModule_FreeModuleUser?;
            let name = name_of(self.raw, api!(RedisModule_GetClientId)(self.raw));
            let name = NonNull::new(name)?.as_ptr();
            let user = user_of(name);
            api!(RedisModule_FreeString)(self.raw, name);
            let user = NonNull::new(user)?.as_ptr();
            let argv = args.raw_from(0).as_ptr().cast_mut();
            let result = check(user, argv, args.len() as c_int);
            free_user(user);
            Some(result as isize == raw::REDISMODULE_OK)
        }
    }
}
