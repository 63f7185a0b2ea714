//! The first articles of two sites in the orders that they have in common.

/// The orders that a classic site and the module have in common, by their entries.
pub const ORDERS: [&str; 2] = ["score", "time"];

/// The id of an article and its value in an order.
pub type Ranked = (u32, i64);

/// Returns a line about the first place at which two sites have different articles, if there is
/// one. Articles of equal value have no order. Each list has `size` articles unless the site has
/// fewer.
pub fn first_difference(
    order: &str,
    source: &[Ranked],
    target: &[Ranked],
    size: u32,
) -> Option<String> {
    let [(source, is_whole_source), (target, is_whole_target)] =
        [source, target].map(|ranked| places(ranked, size));
    let mut places = 0..source.len().max(target.len());
    let place = places.find(|place| match (source.get(*place), target.get(*place)) {
        (Some(source), Some(target)) => source != target,
        // One list may be cut where the other is not.
        (None, _) => is_whole_source,
        (_, None) => is_whole_target,
    })?;
    let [source, target] = [source, target]
        .map(|ids| ids.get(place).map_or_else(|| "none".to_owned(), |id| format!("article {id}")));
    let (order, place) = (order.to_uppercase(), place + 1);
    Some(format!("BY {order}, place {place}: {source} in the source, {target} in the target"))
}

/// Returns the ids by place, and whether these are all of the site. Ids of articles of equal value
/// are in descending order.
fn places(ranked: &[Ranked], size: u32) -> (Vec<u32>, bool) {
    let are_all = ranked.len() < size as usize;
    let mut runs: Vec<&[Ranked]> = ranked.chunk_by(|(_, a), (_, b)| a == b).collect();
    // More articles may have the last value.
    if !are_all {
        runs.pop();
    }
    let ids = runs.into_iter().flat_map(|run| {
        let mut ids: Vec<u32> = run.iter().map(|(id, _)| *id).collect();
        ids.sort_unstable_by(|a, b| b.cmp(a));
        ids
    });
    (ids.collect(), are_all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_articles_of_different_values_have_an_order() {
        let source = [(7, 30), (9, 20), (10, 20), (3, 10)];
        let difference = |source: &[Ranked], target: &[Ranked]| {
            first_difference("score", source, target, 4).unwrap_or_default()
        };
        assert_eq!(difference(&source, &[(7, 30), (10, 20), (9, 20), (4, 10)]), "");
        assert_eq!(
            difference(&source, &[(9, 20), (7, 30), (10, 20), (3, 10)]),
            "BY SCORE, place 1: article 7 in the source, article 9 in the target"
        );
        // All of one value.
        assert_eq!(difference(&[(1, 5), (2, 5), (3, 5), (4, 5)], &source), "");
    }
}
