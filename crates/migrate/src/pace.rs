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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replies_are_as_large_as_a_round_trip_should_be() {
        let mut pace = Pace::new(200);
        let counts: Vec<usize> = (0..8)
            .map(|_| {
                let count = pace.count();
                pace.learn(count, count * 1_000);
                count
            })
            .collect();
        assert_eq!(counts, [4, 8, 16, 32, 64, 128, 200, 200]);
        pace.learn(200, 200 * 100_000);
        assert_eq!(pace.count(), 10);
        pace.learn(10, 10 * ROUND_TRIP * 8);
        assert_eq!(pace.count(), 1);
        pace.learn(1, 0);
        pace.learn(0, 9);
        assert_eq!(pace.count(), 2);
    }
}
