//! Serves HTTP, with limits on connections and on how long a request may take to arrive.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::time::sleep;

/// The most connections at a time.
const CONNECTIONS: usize = 1000;
/// How long the head of a request may take.
const HEAD: Duration = Duration::from_secs(10);

/// Serves the site for ever.
pub async fn serve(listener: TcpListener, site: Router) {
    let connections = Arc::new(Semaphore::new(CONNECTIONS));
    loop {
        let Ok(permit) = connections.clone().acquire_owned().await else { return };
        let Ok((stream, _)) = listener.accept().await else {
            // There are no more files for now.
            sleep(Duration::from_millis(100)).await;
            continue;
        };
        let site = site.clone();
        tokio::spawn(async move {
            let mut server = http1::Builder::new();
            server.timer(TokioTimer::new()).header_read_timeout(HEAD);
            // An error means that the client has gone.
            let service = TowerToHyperService::new(site);
            let _ = server.serve_connection(TokioIo::new(stream), service).await;
            drop(permit);
        });
    }
}
