//! The order of lines in which they get their ids.

use std::cmp::Ordering;

/// What decides on the order of a line: the time, and among equal times, how the lines are ordered
/// in the file. An answer comes after what it answers, so it has the time of that if its own is
/// earlier, and the line of that if it stands before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rank {
    time: i64,
    line: u32,
    /// The number of answers above it with the same time and line.
    step: u32,
}

impl Rank {
    /// Returns the rank of an article, or the rank of an answer by itself.
    fn new(time: i64, line: u32) -> Self {
        Self { time, line, step: 0 }
    }

    /// Returns the rank of an answer to what has this rank.
    fn below(self, time: i64, line: u32) -> Self {
        match (time, line).cmp(&(self.time, self.line)) {
            Ordering::Greater => Self::new(time, line),
            Ordering::Less | Ordering::Equal => Self { step: self.step + 1, ..self },
        }
    }
}

/// The parent of a line that is no answer.
pub const NOTHING: u32 = u32::MAX;

/// The rank and the article of each line.
pub struct Ranks {
    pub ranks: Vec<Rank>,
    pub articles: Vec<u32>,
    /// Lines that answer themselves through others.
    pub circles: Vec<u32>,
}

/// Returns the ranks of lines, of which `time_of` knows the times. `parents` has the index of what
/// each line answers, or [`NOTHING`].
pub fn rank(parents: &[u32], time_of: impl Fn(u32) -> i64) -> Ranks {
    /// The article of a line that has no rank yet.
    const UNRANKED: u32 = u32::MAX - 1;
    let mut ranks = vec![Rank::default(); parents.len()];
    let mut articles = vec![UNRANKED; parents.len()];
    let mut circles = Vec::new();
    // The lines from one to the next one above that has its rank.
    let mut path = Vec::new();
    for start in 0..parents.len() as u32 {
        let mut next = start;
        while get(&articles, next) == Some(UNRANKED) {
            // Until it gets its own, to notice a circle.
            set(&mut articles, next, NOTHING);
            path.push(next);
            next = get(parents, next).unwrap_or(NOTHING);
        }
        if path.contains(&next) {
            circles.push(next);
            next = NOTHING;
        }
        while let Some(index) = path.pop() {
            let time = time_of(index);
            let rank = match get(&ranks, next) {
                Some(above) => above.below(time, index),
                None => Rank::new(time, index),
            };
            set(&mut ranks, index, rank);
            let article = get(&articles, next).unwrap_or(index);
            set(&mut articles, index, article);
            next = index;
        }
    }
    Ranks { ranks, articles, circles }
}

fn get<T: Copy>(all: &[T], index: u32) -> Option<T> {
    all.get(index as usize).copied()
}

pub fn set<T>(all: &mut [T], index: u32, value: T) {
    if let Some(slot) = all.get_mut(index as usize) {
        *slot = value;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(lines: &[(i64, Option<u32>)]) -> (Vec<u32>, Ranks) {
        let parents: Vec<u32> =
            lines.iter().map(|(_, parent)| parent.unwrap_or(NOTHING)).collect();
        let found = rank(&parents, |index| lines[index as usize].0);
        let mut order: Vec<u32> = (0..lines.len() as u32).collect();
        order.sort_by_key(|index| found.ranks[*index as usize]);
        (order, found)
    }

    #[test]
    fn lines_are_ordered_by_time_and_answers_come_later() {
        let (sorted, found) = order(&[
            (50, Some(2)),
            (30, None),
            (20, None),
            // Before what it answers, which is on a later line.
            (10, Some(4)),
            (30, Some(1)),
            (30, None),
            (20, Some(5)),
            (20, Some(6)),
        ]);
        assert_eq!(sorted, [2, 1, 4, 3, 5, 6, 7, 0]);
        assert_eq!(found.articles, [2, 1, 2, 1, 1, 5, 5, 5]);
        assert!(found.circles.is_empty());
        let (sorted, _) = order(&[(10, Some(1)), (10, None), (10, None)]);
        assert_eq!(sorted, [1, 0, 2]);
    }

    #[test]
    fn circles_are_found() {
        let (_, found) =
            order(&[(1, Some(1)), (1, Some(2)), (1, Some(1)), (1, Some(3)), (1, None)]);
        assert_eq!(found.circles, [1, 3]);
    }
}
