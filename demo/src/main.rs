//! `make demo`: a news site with simulated voters, on a Redis server of its own.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod options;
mod server;
mod simulation;

use std::error::Error;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::process::ExitCode;

use article_news::live::Live;
use article_news::news::{KEY, News};
use article_news::{pages, search};
use clap::Parser;
use options::Options;
use simulation::Crowd;
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
    let stop = stop()?;
    tokio::pin!(stop);
    let listener = listen(options.port).await?;
    let (server, url) = match options.redis {
        Some(url) => (None, url),
        None => {
            let server = server::start(&options.module)?;
            let url = format!("redis://127.0.0.1:{}", server.port());
            (Some(server), url)
        }
    };
    let news = News::connect(&url)?;
    // Pipelines that fill the site can take longer than a page may on a busy machine.
    let filling = News::connect_to_wait(&url)?;
    tokio::select! {
        filled = simulation::fill(&filling, options.stories) => filled?,
        () = &mut stop => return Ok(()),
    }
    // The voters have a connection of their own, so that pages need not wait for their pipelines.
    let crowd =
        Crowd::new(News::connect(&url)?, options.votes_per_second, options.seconds_per_story);
    let live = Live::default();
    let follower = live.clone().run(News::connect_to_wait(&url)?, News::connect(&url)?);
    let (search, indexer) = search::index()?;
    let indexer = indexer.run(News::connect_to_wait(&url)?);
    let router = pages::router(news, live, search, options.origin);
    let router = router.into_make_service_with_connect_info::<SocketAddr>();
    welcome(&listener.local_addr()?.to_string(), &url);
    tokio::select! {
        served = axum::serve(listener, router) => served?,
        () = follower => {}
        () = indexer => {}
        () = crowd.run() => {}
        () = &mut stop => {}
    }
    drop(server);
    Ok(())
}

/// Returns what waits for a signal. From now on, signals end [`run`] rather than the process, and
/// the server with it.
fn stop() -> io::Result<impl Future<Output = ()>> {
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    let mut hang_up = signal(SignalKind::hangup())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
            _ = hang_up.recv() => {}
        }
    })
}

fn welcome(site: &str, redis: &str) {
    let redis_cli = match redis.strip_prefix("redis://127.0.0.1:") {
        Some(port) => format!("redis-cli -p {port}"),
        None => "redis-cli".to_owned(),
    };
    println!(
        "Open http://{site} (Ctrl-C stops the site)

Log in with any name; there are no passwords. The account `moderator` hides, locks, pins, boosts,
holds back, silences, and bans. Try to
- vote, answer a comment, and submit a story, and open the site in a second window: it is live;
- follow groups, save and hide stories, and see the orders under the title;
- read the command below each list, and run it yourself:

  {redis_cli} ARTICLE.PAGE {KEY} 1 BY GRAVITY SIZE 3 RETURN 3 id title votes"
    );
}

async fn listen(port: u16) -> Result<TcpListener, String> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await.map_err(|error| {
        let other = port.checked_add(1).unwrap_or(8080);
        format!(
            "cannot use port {port}: {error}. \
             Stop what uses it, or choose another port: make demo DEMO_PORT={other}"
        )
    })
}
