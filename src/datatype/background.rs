//! Freeing vote records on a background thread. The records of a popular article take milliseconds
//! to free, and once voting has closed there may be no further command that could free them in
//! steps.

use std::sync::OnceLock;
use std::sync::mpsc::{SendError, Sender, channel};
use std::thread;

use article_site::ClosedLedger;

use super::memory::MemoryAccount;

/// The queue to the thread, or None if it could not be started. A forked child has no such thread,
/// but it runs no commands and so never frees vote records.
static QUEUE: OnceLock<Option<Sender<Batch>>> = OnceLock::new();

/// Vote records to free, and the account of their site.
struct Batch {
    ledgers: Vec<ClosedLedger>,
    account: MemoryAccount,
}

/// Frees the vote records of a site in the background or, if that is impossible, here.
pub fn free(ledgers: Vec<ClosedLedger>, account: &MemoryAccount) {
    let batch = Batch { ledgers, account: account.clone() };
    match QUEUE.get_or_init(start) {
        Some(queue) => {
            if let Err(SendError(batch)) = queue.send(batch) {
                batch.free();
            }
        }
        None => batch.free(),
    }
}

fn start() -> Option<Sender<Batch>> {
    let (sender, receiver) = channel::<Batch>();
    let thread = thread::Builder::new().name("article-free".into());
    thread.spawn(move || receiver.into_iter().for_each(Batch::free)).ok()?;
    Some(sender)
}

impl Batch {
    /// Frees the ledgers in steps, so that the account follows.
    fn free(self) {
        let Self { mut ledgers, account } = self;
        for ledger in &mut ledgers {
            while account.track(|| ledger.free_chunk()) {}
        }
        account.track(|| drop(ledgers));
    }
}
