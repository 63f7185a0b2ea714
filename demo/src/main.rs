//! `make demo`: a news site with simulated voters, on a Redis server of its own.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

use std::error::Error;
use std::net::Ipv4Addr;
use std::process::ExitCode;

use article_demo::news::News;
use article_demo::options::Options;
use article_demo::pages;
use article_demo::simulation::Crowd;
use clap::Parser;
use test_server::{Server, Setup};
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};

fn main() -> ExitCode {
    // One thread is plenty: the work is done in Redis.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    match runtime.map_err(Into::into).and_then(|runtime| runtime.block_on(run(Options::parse()))) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("article-demo: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn run(options: Options) -> Result<(), Box<dyn Error>> {
    // From here on, signals end this function rather than the process, and the server with it.
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    let mut hang_up = signal(SignalKind::hangup())?;
    let listener = listen(options.port).await?;
    // The server runs until this variable goes out of scope.
    let (_server, url) = match &options.redis {
        Some(url) => (None, url.clone()),
        None => {
            let server = start_server(&options)?;
            let url = format!("redis://127.0.0.1:{}", server.port());
            (Some(server), url)
        }
    };
    News::connect(&url)?.fill().await?;
    // The voters have a connection of their own, so that pages need not wait for their pipelines.
    let crowd =
        Crowd::new(News::connect(&url)?, options.votes_per_second, options.seconds_per_story);
    println!("Open http://{} (Ctrl-C stops the site)", listener.local_addr()?);
    tokio::select! {
        served = axum::serve(listener, pages::router(News::connect(&url)?)) => served?,
        () = crowd.run() => {}
        _ = interrupt.recv() => {}
        _ = terminate.recv() => {}
        _ = hang_up.recv() => {}
    }
    Ok(())
}

async fn listen(port: u16) -> Result<TcpListener, String> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await.map_err(|error| {
        format!(
            "cannot use port {port}: {error}. \
             Stop what uses it, or choose another port: make demo DEMO_PORT=8081"
        )
    })
}

fn start_server(options: &Options) -> Result<Server, Box<dyn Error>> {
    let module = options.module.canonicalize().map_err(|error| {
        format!("cannot find the module {}: {error}. Run: make build", options.module.display())
    })?;
    let setup = Setup::default()
        .module(module)
        // A server that was killed has the site again once it is started on the same port.
        .config("appendonly yes")
        // Sessions, the only keys that expire, give way before the memory runs out.
        .config("maxmemory 512mb")
        .config("maxmemory-policy volatile-ttl");
    Ok(setup.try_start()?)
}
