//! Where a server is, and with which password to connect.

use std::time::Duration;
use std::{env, fs};

use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use redis::{
    Client, Connection, ConnectionAddr, ConnectionInfo, ConnectionLike, ErrorKind,
    IntoConnectionInfo, ProtocolVersion, RedisResult, Value, cmd,
};

use crate::server::End;
use crate::server::advice::advice;

/// How long to wait for a connection.
const CONNECT: Duration = Duration::from_secs(10);
/// The variable with a password that redis-cli reads, too.
const VARIABLE: &str = "REDISCLI_AUTH";

/// Passwords that are not in URLs, where every user of the machine sees them in the process list.
#[derive(Clone, Debug, Args)]
#[command(
    next_help_heading = "Passwords (otherwise in the URL, or in the variable REDISCLI_AUTH)"
)]
pub struct Passwords {
    /// The file with the password for --from
    #[arg(long, value_name = "FILE")]
    from_password_file: Option<String>,

    /// The file with the password for --to
    #[arg(long, value_name = "FILE")]
    to_password_file: Option<String>,
}

/// The password of a command that reads from one server.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Password (otherwise in the URL, or in the variable REDISCLI_AUTH)")]
pub struct FromPassword {
    /// The file with the password for --from
    #[arg(long, value_name = "FILE")]
    from_password_file: Option<String>,
}

impl From<FromPassword> for Passwords {
    fn from(FromPassword { from_password_file }: FromPassword) -> Self {
        Self { from_password_file, to_password_file: None }
    }
}

impl Passwords {
    /// Reads the password of a server from its file, if there is one.
    fn read(&self, end: End) -> Result<Option<String>> {
        let file = match end {
            End::From => &self.from_password_file,
            End::To => &self.to_password_file,
        };
        let Some(file) = file else { return Ok(None) };
        let text = fs::read_to_string(file)
            .with_context(|| format!("{end}-password-file: cannot read {file}"))?;
        let password = text.strip_suffix('\n').unwrap_or(&text);
        Ok(Some(password.strip_suffix('\r').unwrap_or(password).to_owned()))
    }
}

/// The address of a server.
pub struct Address {
    end: End,
    info: ConnectionInfo,
    /// The password in the variable. The server may need none.
    variable: Option<String>,
}

impl Address {
    /// Returns the address of a URL.
    pub fn new(url: &str, end: End, passwords: &Passwords) -> Result<Self> {
        if url.starts_with("rediss:") || url.starts_with("valkeys:") {
            bail!(
                "{end}: this build has no TLS. Use a tunnel, for example \
                 stunnel or ssh -L 6380:localhost:6379 HOST, and redis://127.0.0.1:6380"
            );
        }
        let info = url.into_connection_info().map_err(|_| {
            anyhow!(
                "{end}: not a URL of a server. Examples: redis://127.0.0.1:6379, \
                 redis://user:password@host:6379/2, unix:///run/redis/redis.sock?db=2. In a user \
                 or password, write % @ / : ? # as %25 %40 %2F %3A %3F %23"
            )
        })?;
        let settings = info.redis_settings().clone().set_protocol(ProtocolVersion::RESP2);
        let info = info.set_redis_settings(settings);
        let has_password = info.redis_settings().password().is_some();
        match passwords.read(end)? {
            Some(_) if has_password => {
                bail!("{end}-password-file: the URL of {end} has a password, too")
            }
            Some(password) => Ok(Self { end, info: with(&info, &password), variable: None }),
            None => {
                let variable = env::var(VARIABLE).ok().filter(|password| !password.is_empty());
                Ok(Self { end, info, variable: variable.filter(|_| !has_password) })
            }
        }
    }

    /// Returns the address of another node of the same cluster. Without a host, it is the same one.
    pub fn of_node(&self, host: Option<String>, port: u16) -> Self {
        let own = match self.info.addr() {
            ConnectionAddr::Tcp(host, _) => host.clone(),
            _ => "127.0.0.1".to_owned(),
        };
        let address = ConnectionAddr::Tcp(host.unwrap_or(own), port);
        let info = self.info.clone().set_addr(address);
        Self { end: self.end, info, variable: self.variable.clone() }
    }

    /// Connects to the server.
    pub fn connect(&self) -> Result<Connection> {
        let end = self.end;
        self.try_connect().map_err(|error| {
            let code = match error.kind() {
                ErrorKind::AuthenticationFailed => "WRONGPASS",
                _ => error.code().unwrap_or_default(),
            };
            let advice = advice(code).unwrap_or(
                "Is the server running, and are the host, port, user, password and database in \
                 the URL right?",
            );
            anyhow!("{end}: cannot connect to {}: {error}. {advice}", self.info.addr())
        })
    }

    fn try_connect(&self) -> RedisResult<Connection> {
        let Some(password) = &self.variable else { return connect(&self.info) };
        let connected = connect(&with(&self.info, password));
        let has_user = self.info.redis_settings().username().is_some();
        match connected {
            // The variable may be meant for the other server: one without a password refuses any.
            Err(error) if error.kind() == ErrorKind::AuthenticationFailed && !has_user => {
                let mut connection = connect(&self.info).map_err(|_| error.clone())?;
                match connection.req_command(&cmd("PING"))? {
                    Value::ServerError(reply) if reply.code() == "NOAUTH" => Err(error),
                    _ => Ok(connection),
                }
            }
            connected => connected,
        }
    }
}

fn with(info: &ConnectionInfo, password: &str) -> ConnectionInfo {
    let settings = info.redis_settings().clone().set_password(password);
    info.clone().set_redis_settings(settings)
}

fn connect(info: &ConnectionInfo) -> RedisResult<Connection> {
    Client::open(info.clone())?.get_connection_with_timeout(CONNECT)
}
