//! Changing the settings of a site.

use crate::item::tally::Tally;
use crate::site::Site;
use crate::terms::settings::SettingsChange;
use crate::terms::types::UnixTime;

impl Site {
    /// Changes settings, and returns whether anything changed.
    ///
    /// Votes are kept of what closes while the site is set to that. They are dropped, in the
    /// background, when it is not any more.
    ///
    /// A new vote score or formula re-ranks the articles and comments that are open for voting at
    /// `now`; the others keep what their votes added to their score. A new window applies to what
    /// is posted later.
    pub fn alter(&mut self, change: SettingsChange, now: UnixTime) -> bool {
        let settings = self.settings.with(change);
        if settings == self.settings {
            return false;
        }
        let rule = settings.gain_rule();
        if rule != self.settings.gain_rule() {
            for id in self.closing.after(now.get()) {
                self.change_item(id, |item, _| {
                    let score = item.formula_score(rule);
                    item.set_tally(Tally { score, ..item.tally });
                });
            }
        }
        match (self.settings.keep_votes(), settings.keep_votes()) {
            (false, true) => self.begin_to_keep_votes(now),
            (true, false) => self.sweep.drop_kept(),
            _ => {}
        }
        self.settings = settings;
        self.changes.count();
        true
    }

    /// Drops all votes of articles and comments whose voting has closed: users keep only votes on
    /// what closes later.
    fn begin_to_keep_votes(&mut self, now: UnixTime) {
        self.sweep_kept(usize::MAX);
        self.drop_closed_first(usize::MAX, now);
    }
}
