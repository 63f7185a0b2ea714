//! Votes in the module's site, beside those in a classic site.

use super::SITE;
use test_support::classic::{Ballot, Choice, Outcome};
use test_support::*;

pub trait Cast {
    /// Votes in the module's site.
    fn cast(self, c: &mut Client) -> Outcome;
}

impl Cast for Ballot<'_> {
    fn cast(self, c: &mut Client) -> Outcome {
        let word = match self.choice {
            Choice::For => "UP",
            Choice::Against => "DOWN",
            Choice::Withdrawn => "NONE",
        };
        let line = format!("ARTICLE.VOTE {SITE} {} {} {word}", self.user, self.id);
        match c.run(&line) {
            Value::Int(1) => Outcome::Counted,
            Value::Int(0) => Outcome::Repeated,
            error => match error_text(&error).as_str() {
                VOTE_CLOSED => Outcome::Closed,
                SELF_VOTE => Outcome::OwnArticle,
                other => panic!("{line}: {other}"),
            },
        }
    }
}
