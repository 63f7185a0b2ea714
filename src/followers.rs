//! Clients that wait for a change of a site.
//!
//! A change wakes nobody at once: all who wait for a site are woken together, when the server has
//! run the commands that have come already. After that, those who wait next are left to wait for
//! some time, in proportion to the number that was woken, so that many of them do not keep the
//! server from its work.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::ffi::{WaitId, after, wake};
use crate::identity::SiteIdentity;

/// The least time from waking clients to waking others, per client that was woken.
const PAUSE_PER_CLIENT: Duration = Duration::from_micros(100);
/// The least such time.
const SHORTEST_PAUSE: Duration = Duration::from_millis(1);

/// The number of clients that wait, apart from the rest: every change reads it.
static COUNT: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    static FOLLOWERS: RefCell<Followers> = RefCell::default();
}

/// What a client has that waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Has {
    /// Nothing: the site was empty, or there was none.
    Nothing,
    /// All of a site. The client must learn when the site is gone.
    Site,
}

/// Which clients a change wakes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wakes {
    /// All that wait for the site.
    All,
    /// Those who have something. The others would get nothing, since the site has no items.
    WhoHasSomething,
}

#[derive(Default)]
struct Followers {
    /// The clients that wait, by their sites.
    by_site: BTreeSet<(SiteIdentity, WaitId)>,
    /// The site of each, and what they have of it.
    sites: HashMap<WaitId, (SiteIdentity, Has)>,
    /// The clients whose key holds no site.
    siteless: BTreeSet<WaitId>,
    /// The sites whose clients are to be woken, and which of them.
    changed: BTreeMap<SiteIdentity, Wakes>,
    /// Before that, nobody is woken.
    pause_until: Option<Instant>,
}

impl Followers {
    fn of(&self, site: SiteIdentity) -> impl Iterator<Item = WaitId> + '_ {
        self.by_site.range((site, WaitId::MIN)..=(site, WaitId::MAX)).map(|(_, id)| *id)
    }

    fn has(&self, id: &WaitId) -> Option<Has> {
        self.sites.get(id).map(|(_, has)| *has)
    }
}

/// Notes for which site a client waits, or that its key holds none.
pub fn wait(id: WaitId, site: Option<(SiteIdentity, Has)>) {
    forget(id);
    FOLLOWERS.with_borrow_mut(|followers| {
        let Some((site, has)) = site else {
            followers.siteless.insert(id);
            return;
        };
        followers.by_site.insert((site, id));
        followers.sites.insert(id, (site, has));
        COUNT.store(followers.sites.len(), Ordering::Relaxed);
    });
}

/// Notes that a client does not wait any more.
pub fn forget(id: WaitId) {
    FOLLOWERS.with_borrow_mut(|followers| {
        followers.siteless.remove(&id);
        if let Some((site, _)) = followers.sites.remove(&id) {
            followers.by_site.remove(&(site, id));
        }
        COUNT.store(followers.sites.len(), Ordering::Relaxed);
    });
}

/// Returns whether any client waits for any site.
pub fn are_waiting() -> bool {
    COUNT.load(Ordering::Relaxed) > 0
}

/// Has the clients that wait for a site woken: it has changed, or it was freed.
pub fn note_change(site: SiteIdentity, wakes: Wakes) {
    if !are_waiting() {
        return;
    }
    FOLLOWERS.with_borrow_mut(|followers| {
        if let Some(noted) = followers.changed.get_mut(&site) {
            *noted = wakes;
            return;
        }
        if followers.of(site).next().is_none() {
            return;
        }
        if followers.changed.is_empty() {
            let pause = followers
                .pause_until
                .map_or(Duration::ZERO, |until| until.saturating_duration_since(Instant::now()));
            after(pause, wake_all);
        }
        followers.changed.insert(site, wakes);
    });
}

/// Notes that a key does not hold a site any more. Those who have something of it are woken. The
/// others wait for the key alone: the server runs their command again when the key holds
/// something.
pub fn note_unlinked(site: SiteIdentity) {
    if !are_waiting() {
        return;
    }
    let has_nothing: Vec<WaitId> = FOLLOWERS.with_borrow(|followers| {
        followers.of(site).filter(|id| followers.has(id) == Some(Has::Nothing)).collect()
    });
    has_nothing.into_iter().for_each(|id| wait(id, None));
    note_change(site, Wakes::WhoHasSomething);
}

/// Notes that the server has loaded its data. It runs no command of a client whose key holds a
/// site now that held none before.
pub fn note_loaded() {
    if FOLLOWERS.with_borrow(|followers| !followers.siteless.is_empty()) {
        after(Duration::ZERO, wake_siteless);
    }
}

fn wake_siteless() {
    let ids = FOLLOWERS.with_borrow(|followers| followers.siteless.clone());
    ids.into_iter().for_each(wake);
}

/// Wakes the clients that wait for the sites that have changed.
fn wake_all() {
    let ids: Vec<WaitId> = FOLLOWERS.with_borrow_mut(|followers| {
        let changed = std::mem::take(&mut followers.changed);
        let is_woken =
            |id: &WaitId, wakes| wakes == Wakes::All || followers.has(id) == Some(Has::Site);
        let mut ids = Vec::new();
        for (site, wakes) in changed {
            ids.extend(followers.of(site).filter(|id| is_woken(id, wakes)));
        }
        ids
    });
    let pause = PAUSE_PER_CLIENT.saturating_mul(ids.len() as u32).max(SHORTEST_PAUSE);
    ids.into_iter().for_each(wake);
    let until = Instant::now() + pause;
    FOLLOWERS.with_borrow_mut(|followers| followers.pause_until = Some(until));
}
