//! The other articles of the site: many with few votes, and few with many.

use fastrand::Rng;

use crate::course::{Shape, TimedVote, Wave};

/// Returns the votes of an article, other than the poster's own.
///
/// The number of votes is at least n with a probability of about 1.5 / n, up to 1,500.
pub fn votes(random: &mut Rng) -> impl Iterator<Item = TimedVote> + use<> {
    let total = (1.5 / (0.001 + 0.999 * random.f64())) as u32;
    let expected_downvotes = f64::from(total) * share_of_downvotes(random);
    // The fraction is the probability of one more.
    let downvotes = ((expected_downvotes + random.f64()) as u32).min(total.saturating_sub(1));
    let upvotes = total.saturating_sub(1 + downvotes);
    let half = 2.0 + 8.0 * random.f64();
    Wave::new(0.0, Shape::Burst(half), upvotes, downvotes).votes()
}

/// Most articles get few votes against them. Opinions on one in 20 are divided.
fn share_of_downvotes(random: &mut Rng) -> f64 {
    if random.u32(0..20) == 0 {
        0.25 + 0.5 * random.f64()
    } else {
        0.2 * random.f64() * random.f64()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn about_half_have_at_most_2_votes_and_one_in_100_more_than_130() {
        let mut random = Rng::with_seed(1);
        let mut totals: Vec<usize> = (0..10_000).map(|_| 1 + votes(&mut random).count()).collect();
        totals.sort_unstable();
        let few = totals.iter().filter(|total| **total <= 2).count();
        assert!((4_800..5_200).contains(&few), "{few}");
        assert!((125..150).contains(&totals[9_900]), "{}", totals[9_900]);
        assert!(totals[9_999] <= 1_500);
    }
}
