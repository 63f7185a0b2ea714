//! `make demo`: a news site with simulated voters, on a Redis server of its own.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod error;
mod follow;
mod guard;
mod http;
mod item;
mod live;
mod options;
mod pages;
mod search;
mod server;
mod simulation;
mod store;

use std::error::Error;
use std::io;
use std::net::Ipv4Addr;
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};

use follow::Follower;
use live::Live;
use options::Options;
use search::Search;
use simulation::Crowd;
use store::Store;

/// How long a pipeline may take that fills the site.
const FILLING: Duration = Duration::from_secs(60);
/// The users of a new site whose posts wait for a moderator.
const HELD: usize = 3;
/// The command that the program suggests.
const FRONT: &str = "ARTICLE.PAGE news 1 BY GRAVITY SIZE 3 RETURN 3 id title votes";

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
    let (mut server, url) = match options.redis {
        Some(url) => (None, url),
        None => {
            let server = server::start(&options.module)?;
            let url = format!("redis://127.0.0.1:{}", server.port());
            (Some(server), url)
        }
    };
    let store = Store::connect(&url)?;
    // Pipelines that fill the site can take longer than a page may on a busy machine.
    let filling = Store::with_timeout(&url, FILLING)?;
    let held = if options.seconds_per_story > 0 { HELD } else { 0 };
    tokio::select! {
        filled = simulation::fill(&filling, options.stories, held) => filled?,
        () = &mut stop => return Ok(()),
    }
    // The voters have a connection of their own, so that pages need not wait for their pipelines.
    let voters = Store::connect(&url)?;
    let crowd = Crowd::new(voters, options.votes_per_second, options.seconds_per_story);
    let live = Live::new();
    let counts = Follower::new(&url, "0", "id votes comments listed")?;
    let search = Search::default();
    let words = Follower::new(&url, "0", search::ENTRIES)?;
    let key = pages::key(&store).await?;
    let address = listener.local_addr()?;
    let site = pages::router(store.clone(), live.clone(), search.clone(), key);
    welcome(&address.to_string(), &url);
    tokio::select! {
        () = http::serve(listener, site) => {}
        () = live.clone().follow(counts) => {}
        () = live.measure(store) => {}
        () = search.follow(words) => {}
        () = crowd.run() => {}
        () = server::ended(&mut server) => return Err("the Redis server has ended".into()),
        () = &mut stop => {}
    }
    Ok(())
}

/// Returns what waits for a signal. From now on, signals end [`run`] rather than the process, and
/// the server with it.
fn stop() -> io::Result<impl Future<Output = ()>> {
    let kinds = [SignalKind::interrupt(), SignalKind::terminate(), SignalKind::hangup()];
    let mut signals = kinds.into_iter().map(signal).collect::<io::Result<Vec<_>>>()?;
    Ok(async move {
        let signals = signals.iter_mut().map(|signal| Box::pin(signal.recv()));
        futures_util::future::select_all(signals).await;
    })
}

fn welcome(site: &str, redis: &str) {
    let port = redis.rsplit(':').next().unwrap_or_default();
    println!(
        "Open http://{site} (Ctrl-C stops the site)

This shows that each page of a voting site is one command of the module, and each click, too:
1. Look at the line above the front page: the command, and the microseconds that it took in the
   server. Copy it, and run it:

   redis-cli -3 -p {port} {FRONT}

2. Vote. The command that it was appears, with its reply. The number of votes per second, in the
   header, is that of the simulated voters: the list moves while each page stays exact.
3. Log in as `moderator` (there are no passwords), and look at the queue."
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
