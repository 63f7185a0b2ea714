//! Where a server is, and with which password to connect.

use std::env;
use std::time::Duration;

use anyhow::{Result, anyhow, bail};
use redis::{
    Client, Connection, ConnectionAddr, ConnectionInfo, ConnectionLike, ErrorKind,
    IntoConnectionInfo, ProtocolVersion, RedisResult, Value, cmd,
};

use crate::server::access::Access;
use crate::server::advice::advice;
use crate::server::tls;

/// How long to wait for a connection.
const CONNECT: Duration = Duration::from_secs(10);
/// The variable with a password that redis-cli reads, too.
const VARIABLE: &str = "REDISCLI_AUTH";

pub struct Address {
    end: &'static str,
    info: ConnectionInfo,
    /// The password in the variable. The server may need none.
    variable: Option<String>,
}

impl Address {
    pub fn new(access: &Access) -> Result<Self> {
        let end = access.end;
        let info = access.url.as_str().into_connection_info().map_err(|_| {
            anyhow!(
                "{end}: not a URL of a server. Examples: redis://127.0.0.1:6379, \
                 rediss://user:password@host:6379/2, unix:///run/redis/redis.sock?db=2. In a user \
                 or password, write % @ / : ? # as %25 %40 %2F %3A %3F %23"
            )
        })?;
        let settings = info.redis_settings().clone().set_protocol(ProtocolVersion::RESP2);
        let info = tls::with_certificates(info.set_redis_settings(settings), &access.tls)?;
        let has_password = info.redis_settings().password().is_some();
        match access.password()? {
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

    /// Returns the address of another node of the same cluster. One that does not know its own
    /// host has none.
    pub fn of_node(&self, host: &str, port: u16) -> Self {
        let mut address = self.info.addr().clone();
        match &mut address {
            ConnectionAddr::Tcp(own_host, own_port)
            | ConnectionAddr::TcpTls { host: own_host, port: own_port, .. } => {
                if !host.is_empty() {
                    host.clone_into(own_host);
                }
                *own_port = port;
            }
            _ => {
                let host = if host.is_empty() { "127.0.0.1" } else { host };
                address = ConnectionAddr::Tcp(host.to_owned(), port);
            }
        }
        let info = self.info.clone().set_addr(address);
        Self { end: self.end, info, variable: self.variable.clone() }
    }

    pub fn connect(&self, timeout: Option<Duration>) -> Result<Connection> {
        let end = self.end;
        let connected = self.try_connect();
        connected.and_then(|new| new.set_read_timeout(timeout).map(|()| new)).map_err(|error| {
            let code = match error.kind() {
                ErrorKind::AuthenticationFailed => "WRONGPASS",
                _ => error.code().unwrap_or_default(),
            };
            let advice = tls::advice(&error).or_else(|| advice(code));
            let advice = advice.map_or_else(|| self.questions(), str::to_owned);
            anyhow!("{end}: cannot connect to {}: {error}. {advice}", self.info.addr())
        })
    }

    /// Asks what may be wrong if the error does not say it.
    fn questions(&self) -> String {
        let tls = match self.info.addr() {
            ConnectionAddr::TcpTls { .. } => " Does the server use TLS on this port?",
            ConnectionAddr::Tcp(..) => {
                " Does the server use TLS on this port? Then write rediss://"
            }
            _ => "",
        };
        format!(
            "Is the server running, and are the host, port, user, password and database in the \
             URL right?{tls}"
        )
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
