//! Listening, the page for Prometheus, and the end.

use std::env;
use std::fs;
use std::os::unix::net::UnixDatagram;
use std::rc::Rc;
use std::time::Duration;

use anyhow::{Context, Result};
use rustix::process::{Resource, getrlimit, setrlimit};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream, UnixListener};
use tokio::signal::unix::{SignalKind, signal};
use tokio::task::spawn_local;
use tokio::time::{Instant, sleep, timeout};

use crate::client::serve;
use crate::metrics::{count, log};
use crate::options::Options;
use crate::proxy::Proxy;
use crate::stream::Stream;

/// How long what runs at the end may take.
const END: Duration = Duration::from_secs(10);
/// The pause after a connection could not be accepted, and between looks at what runs.
const PAUSE: Duration = Duration::from_millis(20);
/// How long a request for metrics may take, and how long it may be.
const REQUEST: (Duration, u64) = (Duration::from_secs(5), 8_192);

enum Listener {
    Tcp(TcpListener),
    Unix(UnixListener, String),
}

impl Listener {
    async fn open(address: &str) -> Result<Self> {
        let context = || format!("--listen: cannot listen at {address}");
        let Some(path) = address.strip_prefix("unix:") else {
            return Ok(Self::Tcp(TcpListener::bind(address).await.with_context(context)?));
        };
        // One that an earlier run left, which nobody listens at.
        if std::os::unix::net::UnixStream::connect(path)
            .is_err_and(|it| it.kind() == std::io::ErrorKind::ConnectionRefused)
        {
            fs::remove_file(path).with_context(context)?;
        }
        Ok(Self::Unix(UnixListener::bind(path).with_context(context)?, path.to_owned()))
    }

    async fn accept(&self) -> std::io::Result<Stream> {
        match self {
            Self::Tcp(listener) => {
                let (stream, _) = listener.accept().await?;
                stream.set_nodelay(true)?;
                Ok(Box::pin(stream))
            }
            Self::Unix(listener, _) => Ok(Box::pin(listener.accept().await?.0)),
        }
    }
}

/// Serves clients until a signal comes.
pub async fn run(options: Options) -> Result<()> {
    let (mut terminate, mut interrupt) =
        (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    // Each client is a file.
    let limit = getrlimit(Resource::Nofile);
    let _ =
        setrlimit(Resource::Nofile, rustix::process::Rlimit { current: limit.maximum, ..limit });
    let proxy = Proxy::new(options)?;
    let listener = Listener::open(&proxy.options.listen).await?;
    if let Some(address) = &proxy.options.metrics {
        let listener = TcpListener::bind(address).await;
        let listener =
            listener.with_context(|| format!("--metrics: cannot listen at {address}"))?;
        spawn_local(serve_metrics(Rc::clone(&proxy), listener));
    }
    let address = match &listener {
        Listener::Tcp(listener) => listener.local_addr()?.to_string(),
        Listener::Unix(_, path) => path.clone(),
    };
    log(format_args!("version {}, listening at {address}", env!("CARGO_PKG_VERSION")));
    spawn_local(announce(Rc::clone(&proxy)));
    let mut last_id = 0;
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = terminate.recv() => break,
            _ = interrupt.recv() => break,
        };
        let mut stream = match accepted {
            Ok(stream) => stream,
            Err(error) => {
                log(format_args!("cannot accept a connection: {error}"));
                sleep(PAUSE).await;
                continue;
            }
        };
        let metrics = Rc::clone(&proxy.metrics);
        if metrics.connected_clients.get() >= proxy.options.max_clients {
            count(&metrics.rejected_connections);
            spawn_local(async move {
                let _ = stream.write_all(b"-ERR max number of clients reached\r\n").await;
            });
            continue;
        }
        last_id += 1;
        count(&metrics.total_connections_received);
        count(&metrics.connected_clients);
        let serving = serve(Rc::clone(&proxy), stream, last_id);
        spawn_local(async move {
            serving.await;
            metrics.connected_clients.set(metrics.connected_clients.get() - 1);
        });
    }
    if let Listener::Unix(_, path) = &listener {
        let _ = fs::remove_file(path);
    }
    drop(listener);
    notify("STOPPING=1");
    let clients = &proxy.metrics.connected_clients;
    log(format_args!("ending: {} clients get their last replies", clients.get()));
    proxy.stopped.send_replace(true);
    let start = Instant::now();
    while clients.get() > 0 && start.elapsed() < END {
        sleep(PAUSE).await;
    }
    Ok(())
}

/// Says once the servers are known that the proxy is ready.
async fn announce(proxy: Rc<Proxy>) {
    while proxy.cluster.link(0, true).await.is_err() && !proxy.cluster.is_known() {
        sleep(PAUSE * 10).await;
    }
    log(format_args!("ready, with servers {}", proxy.cluster.addresses()));
    notify("READY=1");
}

/// Tells systemd, if it has started the proxy.
fn notify(state: &str) {
    let path = env::var_os("NOTIFY_SOCKET");
    let socket = path.and_then(|path| Some((UnixDatagram::unbound().ok()?, path)));
    // Nobody but systemd misses it.
    let _ = socket.map(|(socket, path)| socket.send_to(state.as_bytes(), path));
}

async fn serve_metrics(proxy: Rc<Proxy>, listener: TcpListener) {
    loop {
        match listener.accept().await {
            Ok((stream, _)) => {
                let proxy = Rc::clone(&proxy);
                spawn_local(async move {
                    // Who asks too slowly gets nothing.
                    let _ = timeout(REQUEST.0, respond(&proxy, stream)).await;
                });
            }
            Err(_) => sleep(PAUSE).await,
        }
    }
}

/// Returns the page for Prometheus.
fn metrics_page(proxy: &Proxy) -> String {
    let line = |(name, value): (&str, u64)| {
        let kind = if name.starts_with("connected") { "gauge" } else { "counter" };
        format!("# TYPE article_proxy_{name} {kind}\narticle_proxy_{name} {value}\n")
    };
    proxy.metrics.all().map(line).collect()
}

async fn respond(proxy: &Proxy, stream: TcpStream) -> std::io::Result<()> {
    let mut lines = BufReader::new(stream.take(REQUEST.1)).lines();
    let first = lines.next_line().await?.unwrap_or_default();
    while lines.next_line().await?.is_some_and(|line| !line.is_empty()) {}
    let (status, body) = match first.split(' ').nth(1).unwrap_or_default() {
        "/metrics" => ("200 OK", metrics_page(proxy)),
        "/ready" if proxy.cluster.is_known() => ("200 OK", "ready\n".to_owned()),
        "/ready" => ("503 Service Unavailable", "no server can be reached\n".to_owned()),
        _ => ("404 Not Found", "see /metrics and /ready\n".to_owned()),
    };
    let length = body.len();
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: text/plain; version=0.0.4\r\n\
         Content-Length: {length}\r\nConnection: close\r\n\r\n"
    );
    let mut stream = lines.into_inner().into_inner().into_inner();
    stream.write_all((head + &body).as_bytes()).await
}
