//! How much to ask for at once.

/// The bytes of arguments, or of replies, that one round trip should have.
pub const ROUND_TRIP: usize = 1 << 20;

/// How many to ask for first.
const FIRST: usize = 4;

/// The number of articles, or of changes, to ask for at once.
///
/// Their lengths are known only from the replies: one field can have a megabyte. So the first
/// request asks for a few. Then the number follows the last reply, and at most doubles from
/// request to request.
#[derive(Debug)]
pub struct Pace {
    count: usize,
    max: usize,
}

impl Pace {
    /// Returns a pace that asks for at most `max` at once.
    pub fn new(max: usize) -> Self {
        Self { count: max.min(FIRST), max }
    }

    pub fn count(&self) -> usize {
        self.count
    }

    /// Adapts the number to replies that had this many bytes for `count` of them.
    pub fn learn(&mut self, count: usize, bytes: usize) {
        if count > 0 {
            let fitting = ROUND_TRIP.saturating_mul(count) / bytes.max(1);
            self.count = fitting.clamp(1, self.max.min(2 * self.count));
        }
    }
}
