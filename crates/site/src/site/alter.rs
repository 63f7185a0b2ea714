//! Changing the settings of a site.

use crate::item::tally::Tally;
use crate::site::Site;
use crate::terms::settings::SettingsChange;
use crate::terms::types::UnixTime;

impl Site {
    /// Changes settings, and returns whether anything changed.
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
        self.settings = settings;
        self.changes.count();
        true
    }
}
