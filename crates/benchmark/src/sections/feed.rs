//! The cost of a page of hundreds of groups: the feed of a user who follows them. There is a vote
//! before each page, so that none is from a kept listing.

use anyhow::Result;

use super::listing::after_votes;
use super::section::Section;
use crate::bench::{Bench, Case, Workload};
use crate::contenders::Contender;
use crate::figures::{Bar, Measure::Command};
use crate::site::{Op, Order, Plan, Query};
use crate::verify;

pub const SECTION: Section = Section { name: "feed", run, bars };

const BY_SCORE: &str = "PAGE ANYOF 500 groups BY SCORE";
const BY_GRAVITY: &str = "PAGE ANYOF 500 groups BY GRAVITY";
/// A page by score, in a function from the union of all groups, which later pages need.
const UNION: &str = "PAGE ANYOF 500 groups BY SCORE, by ZUNIONSTORE";

/// The number of groups in the feed.
const GROUPS: u32 = 500;
/// One in this many articles is in as many of the groups.
const EACH: u32 = 4;

fn group(number: u32) -> String {
    format!("group-{number}")
}

/// Returns the groups of an article: one of each part, of changing combinations.
fn groups_of(id: u32) -> Vec<String> {
    if !id.is_multiple_of(EACH) {
        return Vec::new();
    }
    let part = GROUPS / EACH;
    let number = |one| one * part + (id / EACH) * (one + 1) % part;
    (0..EACH).map(|one| group(number(one))).collect()
}

fn run(bench: &mut Bench) -> Result<()> {
    let plan = Plan { groups: groups_of, ..bench.plan_with_history(1_000_000) };
    let mut sandboxes = bench.sandboxes(&[Contender::Module, Contender::Function], &plan)?;
    let feed = |order| Query { any_of: (0..GROUPS).map(group).collect(), ..Query::new(order) };
    let (by_score, by_gravity) = (Op::query(feed(Order::Score)), Op::query(feed(Order::Gravity)));
    let union = Op::UnionQuery(feed(Order::Score).into());
    verify::same_page(&mut sandboxes, &by_score)?;
    verify::same_page(&mut sandboxes, &union)?;
    let mut functions = sandboxes.split_off(1);
    let count = bench.pages() / 20;
    let cases = vec![
        after_votes(BY_SCORE.to_owned(), by_score.clone(), count, &plan),
        after_votes(BY_GRAVITY.to_owned(), by_gravity, count, &plan),
    ];
    let function_cases = vec![Case::repeat(BY_SCORE, by_score, 20), Case::repeat(UNION, union, 1)];
    bench.measure(&mut [
        Workload { sandboxes: &mut sandboxes, cases },
        Workload { sandboxes: &mut functions, cases: function_cases },
    ])
}

fn bars(bench: &Bench) -> Vec<Bar> {
    vec![Bar::beside(&bench.figures, BY_SCORE, Command, Contender::Function, 0.05)]
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn all_groups_have_the_same_size() {
        let mut sizes = BTreeMap::<_, u32>::new();
        (1..=1_000_000)
            .flat_map(groups_of)
            .for_each(|group| *sizes.entry(group).or_default() += 1);
        assert_eq!(sizes.into_values().collect::<Vec<_>>(), [8_000 / EACH; GROUPS as usize]);
    }
}
