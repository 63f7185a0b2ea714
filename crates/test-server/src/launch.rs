use std::env;
use std::ffi::OsString;
use std::time::Duration;

/// What every start of a server needs besides its folder.
#[derive(Clone, Debug)]
pub(crate) struct Launch {
    pub program: OsString,
    /// Arguments of the command line, where they override redis.conf.
    pub arguments: Vec<OsString>,
    pub environment: Vec<(String, OsString)>,
    /// How long the server may take until it answers.
    pub deadline: Duration,
}

impl Default for Launch {
    fn default() -> Self {
        Self {
            program: env::var_os("REDIS_SERVER").unwrap_or_else(|| "redis-server".into()),
            arguments: Vec::new(),
            environment: Vec::new(),
            deadline: Duration::from_secs(60),
        }
    }
}
