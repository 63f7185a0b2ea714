//! Clients that wait for a change of a site.
//!
//! A change wakes nobody at once. The server first runs the commands that have come already. Then
//! the clients get their replies in turn, those who have waited longest first. A turn ends after
//! a millisecond, and a pause of at least its length follows, so that thousands of clients with
//! large replies take no more than half of the server's time, and most replies are sent before the
//! next ones are made.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::ffi::{WaitId, after, wake};
use crate::identity::SiteIdentity;

/// The time after which a turn makes no other reply, and the least pause between two turns.
const TURN: Duration = Duration::from_millis(1);

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
    /// The site of each, and what they have of it. A client whose key holds no site is not there.
    sites: HashMap<WaitId, (SiteIdentity, Has)>,
    /// The sites that have changed, and whom that wakes, once nobody is due any more.
    changed: BTreeMap<SiteIdentity, Wakes>,
    /// The same of the sites for which clients are due.
    waking: BTreeMap<SiteIdentity, Wakes>,
    /// The clients to be woken, in turn.
    due: BTreeSet<WaitId>,
    /// Whether the timer of the next turn is set, or a turn is being taken.
    is_timed: bool,
    /// The beginning of the turn, and who is being woken.
    turn: Option<Instant>,
    woken: Option<WaitId>,
    /// The end of the pause after the last turn.
    pause_until: Option<Instant>,
}

impl Followers {
    fn of(&self, site: SiteIdentity) -> impl Iterator<Item = WaitId> + '_ {
        self.by_site.range((site, WaitId::MIN)..=(site, WaitId::MAX)).map(|(_, id)| *id)
    }

    fn wait(&mut self, id: WaitId, site: Option<(SiteIdentity, Has)>) {
        self.forget(id);
        if let Some((site, has)) = site {
            self.by_site.insert((site, id));
            self.sites.insert(id, (site, has));
        }
        COUNT.store(self.sites.len(), Ordering::Relaxed);
    }

    fn forget(&mut self, id: WaitId) {
        self.due.remove(&id);
        if let Some((site, _)) = self.sites.remove(&id) {
            self.by_site.remove(&(site, id));
        }
        COUNT.store(self.sites.len(), Ordering::Relaxed);
    }

    /// Sets a timer if anybody has to be woken.
    fn time_next_turn(&mut self) {
        let is_needed = !self.changed.is_empty() || !self.due.is_empty();
        if is_needed && !self.is_timed {
            let left = |until: Instant| until.saturating_duration_since(Instant::now());
            after(self.pause_until.map_or(Duration::ZERO, left), take_turn);
            self.is_timed = true;
        }
    }

    fn begin_turn(&mut self) {
        self.turn = Some(Instant::now());
        if self.due.is_empty() {
            self.waking = std::mem::take(&mut self.changed);
            self.due = self.waking.keys().flat_map(|site| self.of(*site)).collect();
        }
    }

    /// Returns the next client to be woken in this turn. If there is none, ends the turn.
    fn next(&mut self) -> Option<WaitId> {
        let taken = self.turn.map_or(Duration::ZERO, |start| start.elapsed());
        let is_over = taken >= TURN && self.woken.is_some();
        self.woken = if is_over { None } else { self.pop_due() };
        if self.woken.is_none() {
            self.end_turn();
        }
        self.woken
    }

    fn end_turn(&mut self) {
        let taken = self.turn.take().map_or(Duration::ZERO, |start| start.elapsed());
        self.woken = None;
        self.pause_until = Some(Instant::now() + taken.max(TURN));
        self.is_timed = false;
        self.time_next_turn();
    }

    fn pop_due(&mut self) -> Option<WaitId> {
        while let Some(id) = self.due.pop_first() {
            match self.sites.get(&id) {
                Some((site, Has::Nothing)) if self.wakes(site) == Wakes::WhoHasSomething => {}
                _ => return Some(id),
            }
        }
        None
    }

    fn wakes(&self, site: &SiteIdentity) -> Wakes {
        let noted = self.changed.get(site).or_else(|| self.waking.get(site));
        noted.copied().unwrap_or(Wakes::All)
    }
}

/// Notes for which site a client waits, or that its key holds none.
pub fn wait(id: WaitId, site: Option<(SiteIdentity, Has)>) {
    FOLLOWERS.with_borrow_mut(|followers| followers.wait(id, site));
}

/// Notes that a client does not wait any more. If it was woken, the next one is.
pub fn note_ended(id: WaitId) {
    let was_woken = FOLLOWERS.with_borrow_mut(|followers| {
        followers.forget(id);
        followers.woken == Some(id)
    });
    if was_woken {
        wake_next();
    }
}

/// Returns whether any client waits for any site.
pub fn are_waiting() -> bool {
    COUNT.load(Ordering::Relaxed) > 0
}

/// Has the clients that wait for a site woken, since it has changed.
pub fn note_change(site: SiteIdentity, wakes: Wakes) {
    if !are_waiting() {
        return;
    }
    FOLLOWERS.with_borrow_mut(|followers| {
        if followers.of(site).next().is_some() {
            followers.changed.insert(site, wakes);
            followers.time_next_turn();
        }
    });
}

/// Notes that a site is gone, at least from its key. Those who have something of it are woken. The
/// others wait for the key alone.
pub fn note_gone(site: SiteIdentity) {
    if !are_waiting() {
        return;
    }
    FOLLOWERS.with_borrow_mut(|followers| {
        let has_nothing = |id: &WaitId| followers.sites.get(id) == Some(&(site, Has::Nothing));
        let ids: Vec<WaitId> = followers.of(site).filter(has_nothing).collect();
        ids.into_iter().for_each(|id| followers.forget(id));
    });
    note_change(site, Wakes::WhoHasSomething);
}

/// Notes which site the key of a client holds now, and whether that has no items. The client is
/// woken if it waited for another and has to learn of this.
pub fn note_site(id: WaitId, holds: Option<(SiteIdentity, bool)>) {
    FOLLOWERS.with_borrow_mut(|followers| {
        match (followers.sites.get(&id), holds) {
            (Some((site, _)), Some((held, _))) if *site == held => return,
            (Some((_, Has::Site)), _) => {
                followers.due.insert(id);
            }
            (_, holds) => {
                followers.wait(id, holds.map(|(site, _)| (site, Has::Nothing)));
                if holds.is_some_and(|(_, is_empty)| !is_empty) {
                    followers.due.insert(id);
                }
            }
        }
        followers.time_next_turn();
    });
}

/// Begins a turn, in which at least one client is woken.
fn take_turn() {
    let _turn = Turn;
    FOLLOWERS.with_borrow_mut(Followers::begin_turn);
    wake_next();
}

/// Wakes the next client of the turn, or ends the turn. Servers differ in when they make the
/// reply: the next client is woken once this one is no longer waiting.
fn wake_next() {
    let _turn = Turn;
    while let Some(id) = FOLLOWERS.with_borrow_mut(Followers::next) {
        if wake(id) {
            return;
        }
    }
}

/// A part of a turn. A panic in it ends the turn, so that the next one wakes the other clients.
struct Turn;

impl Drop for Turn {
    fn drop(&mut self) {
        if std::thread::panicking() {
            FOLLOWERS.with_borrow_mut(Followers::end_turn);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn has_timer() -> bool {
        FOLLOWERS.with_borrow(|followers| followers.is_timed && followers.turn.is_none())
    }

    #[test]
    fn a_panic_in_a_turn_ends_no_other_turn() {
        let site = SiteIdentity::new();
        wait(WaitId::MIN, Some((site, Has::Site)));
        note_change(site, Wakes::All);
        assert!(has_timer());
        let panicked = std::panic::catch_unwind(|| {
            let _turn = Turn;
            FOLLOWERS.with_borrow_mut(Followers::begin_turn);
            panic!("in a turn");
        });
        assert!(panicked.is_err());
        assert!(has_timer(), "the client is still due");
        take_turn();
        assert!(!has_timer(), "nobody is due");
        note_change(site, Wakes::All);
        assert!(has_timer());
    }
}
