//! The cost of a page of a group without other groups, and of what two groups have in common.

use anyhow::Result;

use super::queries::{self, Case, module};
use super::{Name, Section, none};
use crate::bench::Bench;
use crate::contender::Contender;
use crate::feature::Feature;
use crate::numbers::with_commas;
use crate::plan::{Groups, Plan};
use crate::query::{Order, Query};
use crate::targets::Target;

pub const SECTION: Section =
    Section { name: Name::Filter, length: 30, run, targets, panels: none };

fn run(bench: &mut Bench) -> Result<()> {
    let plan = excluding(bench);
    let query = Query { group: Some(ALL.to_owned()), ..Query::new(Order::Score) };
    let mut cases = vec![Case::new(page_case(&plan), query.clone(), bench.pages())];
    for excluded in Excluded::ALL {
        let none_of = (0..EXCLUDED).map(|number| excluded.group(number)).collect();
        let query = Query { none_of, ..query.clone() };
        cases.push(Case::new(none_of_case(&plan, excluded), query, bench.pages() / 20));
    }
    measure(bench, &plan, cases)?;

    let plan = intersecting(bench);
    let cases = Common::ALL.into_iter().flat_map(|common| {
        [Order::Score, Order::Gravity].map(|order| {
            let query = Query { all_of: common.groups().into(), ..Query::new(order) };
            Case::new(all_of_case(&plan, common, order), query, 5)
        })
    });
    measure(bench, &plan, cases.collect())
}

fn measure(bench: &mut Bench, plan: &Plan, cases: Vec<Case>) -> Result<()> {
    let mut sandboxes = bench.sandboxes_for(Feature::Queries, &[Contender::Module], plan)?;
    queries::verify(bench, &mut sandboxes, plan, &cases)?;
    bench.measure_costs(&mut [queries::workload(&mut sandboxes, &cases)])
}

fn targets(bench: &Bench) -> Vec<Target> {
    let plan = excluding(bench);
    let (page, without) = (page_case(&plan), none_of_case(&plan, Excluded::Spread));
    let what = format!("{without}: time in the command, / GROUPPAGE");
    vec![Target::ratio(what, &bench.figures, module(&without), module(&page), 2.0)]
}

/// The group of all articles.
const ALL: &str = "all";
/// The number of articles of the group, unless the options reduce it.
const ARTICLES: u32 = 1_000_000;
/// The number of groups that a page excludes. Together they have a tenth of the articles.
const EXCLUDED: u32 = 3;

/// The articles of the groups that a page excludes.
#[derive(Clone, Copy)]
enum Excluded {
    /// A tenth of all times.
    Spread,
    /// The newest tenth, which a page by score passes over first.
    Newest,
}

impl Excluded {
    const ALL: [Self; 2] = [Self::Spread, Self::Newest];

    fn group(self, number: u32) -> String {
        match self {
            Self::Spread => format!("spread-{number}"),
            Self::Newest => format!("newest-{number}"),
        }
    }

    /// Returns the group of an article, of these.
    fn group_of(self, id: u32) -> Option<String> {
        let number = match self {
            Self::Spread => id % (10 * EXCLUDED),
            Self::Newest if id > ARTICLES - ARTICLES / 10 => id % EXCLUDED,
            Self::Newest => return None,
        };
        (number < EXCLUDED).then(|| self.group(number))
    }
}

/// Returns the site with a group of all articles and those that a page excludes.
fn excluding(bench: &Bench) -> Plan {
    let groups = |id: u32| {
        let excluded = [Excluded::Newest, Excluded::Spread].into_iter();
        let excluded = excluded.filter_map(|excluded| excluded.group_of(id));
        [ALL.to_owned()].into_iter().chain(excluded).collect()
    };
    bench.plan_with_history(ARTICLES).with_groups(Groups::Of(groups))
}

fn page_case(plan: &Plan) -> String {
    format!("GROUPPAGE of 25, all {} articles", with_commas(plan.articles))
}

fn none_of_case(plan: &Plan, excluded: Excluded) -> String {
    let which = match excluded {
        Excluded::Spread => "a tenth",
        Excluded::Newest => "the newest tenth",
    };
    format!("{}, NONEOF {EXCLUDED} groups with {which} of it", page_case(plan))
}

/// One in this number of articles is in both groups of [`Common::Spread`].
const ONE_IN: u32 = 1_999;
/// The number of articles that two groups of 1,000,000 have in common.
const IN_COMMON: u32 = 1_000;

/// The articles that two groups have in common. All others alternate between the groups.
#[derive(Clone, Copy)]
enum Common {
    /// Articles of all times.
    Spread,
    /// The oldest articles.
    Oldest,
}

impl Common {
    const ALL: [Self; 2] = [Self::Spread, Self::Oldest];

    fn groups(self) -> [String; 2] {
        match self {
            Self::Spread => ["spread-1".into(), "spread-2".into()],
            Self::Oldest => ["oldest-1".into(), "oldest-2".into()],
        }
    }

    /// Returns the groups of an article, of these two.
    fn groups_of(self, id: u32) -> impl Iterator<Item = String> {
        let is_common = match self {
            Self::Spread => id.is_multiple_of(ONE_IN),
            Self::Oldest => id <= IN_COMMON,
        };
        let groups = self.groups().into_iter().zip([true, false]);
        groups
            .filter(move |(_, is_odd)| is_common || id.is_multiple_of(2) != *is_odd)
            .map(|(name, _)| name)
    }
}

/// Returns the site with two groups of 1,000,000, or of fewer if the options reduce it.
fn intersecting(bench: &Bench) -> Plan {
    let groups = |id: u32| {
        let [oldest, spread] = [Common::Oldest, Common::Spread].map(|common| common.groups_of(id));
        oldest.chain(spread).collect()
    };
    let common = IN_COMMON.min(bench.options.size() / IN_COMMON);
    Plan::with_history(common * ONE_IN).with_groups(Groups::Of(groups))
}

fn all_of_case(plan: &Plan, common: Common, order: Order) -> String {
    let spread = plan.articles / ONE_IN;
    let size = with_commas((plan.articles + spread) / 2);
    let which = match common {
        Common::Spread => format!("{} in common", with_commas(spread)),
        Common::Oldest => format!("their oldest {} in common", with_commas(IN_COMMON)),
    };
    format!("PAGE of 25 BY {order} ALLOF two groups of {size} with {which}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_groups_have_as_many_articles_as_their_names_say() {
        for common in Common::ALL {
            let mut sizes = [0; 3];
            for id in 1..=IN_COMMON * ONE_IN {
                let groups: Vec<String> = common.groups_of(id).collect();
                for (size, name) in sizes.iter_mut().zip(common.groups()) {
                    *size += u32::from(groups.contains(&name));
                }
                sizes[2] += u32::from(groups.len() == 2);
            }
            assert_eq!(sizes, [1_000_000, 1_000_000, 1_000]);
        }
    }
}
