//! The cost of a page of a group without other groups, and of what two groups have in common.

use anyhow::Result;

use super::queries::{self, Case, module};
use super::{Name, Section, none};
use crate::bench::Bench;
use crate::contender::Contender;
use crate::numbers::with_commas;
use crate::plan::{Groups, Plan};
use crate::query::{Order, Query};
use crate::targets::Target;

pub const SECTION: Section =
    Section { name: Name::Filter, length: 30, run, targets, panels: none };

fn run(bench: &mut Bench) -> Result<()> {
    let plan = site(bench);
    let [page, without] = none_of_cases(&plan);
    let query = Query { group: Some(ALL.to_owned()), ..Query::new(Order::Score) };
    let none_of = (0..EXCLUDED).map(excluded).collect();
    let filtered = Query { none_of, ..query.clone() };
    let cases =
        vec![Case::new(page, query, bench.pages()), Case::new(without, filtered, bench.pages())];
    measure(bench, &plan, cases)?;

    let plan = halves(bench);
    let cases = Common::ALL.into_iter().flat_map(|common| {
        [Order::Score, Order::Gravity].map(|order| {
            let query = Query { all_of: common.groups().into(), ..Query::new(order) };
            Case::new(all_of_case(&plan, common, order), query, 5)
        })
    });
    measure(bench, &plan, cases.collect())
}

fn measure(bench: &mut Bench, plan: &Plan, cases: Vec<Case>) -> Result<()> {
    let mut sandboxes = bench.sandboxes_for_queries(&[Contender::Module], plan)?;
    queries::verify(bench, &mut sandboxes, plan, &cases)?;
    bench.measure_costs(&mut [queries::workload(&mut sandboxes, &cases)])
}

/// The group of all articles.
const ALL: &str = "all";
/// The number of groups that a page excludes. Together they have a tenth of the articles.
const EXCLUDED: u32 = 3;

fn excluded(number: u32) -> String {
    format!("excluded-{number}")
}

/// Returns the site with a group of all articles and those that a page excludes.
fn site(bench: &Bench) -> Plan {
    let groups = |id: u32| {
        let number = id % (10 * EXCLUDED);
        let excluded = (number < EXCLUDED).then(|| excluded(number));
        [ALL.to_owned()].into_iter().chain(excluded).collect()
    };
    bench.plan_with_history(1_000_000).with_groups(Groups::Of(groups))
}

/// Returns the cases of a page of the group, and of one that excludes groups.
fn none_of_cases(plan: &Plan) -> [String; 2] {
    let page = format!("GROUPPAGE of 25, all {} articles", with_commas(plan.articles));
    let without = format!("{page}, NONEOF {EXCLUDED} groups with a tenth of it");
    [page, without]
}

fn targets(bench: &Bench) -> Vec<Target> {
    let [page, without] = none_of_cases(&site(bench));
    let what = format!("{without}: time in the command, / GROUPPAGE");
    vec![Target::ratio(what, &bench.figures, module(&without), module(&page), 2.0)]
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
fn halves(bench: &Bench) -> Plan {
    let groups = |id: u32| {
        let [oldest, spread] = [Common::Oldest, Common::Spread].map(|common| common.groups_of(id));
        oldest.chain(spread).collect()
    };
    let common = IN_COMMON.min(bench.options.size() / IN_COMMON);
    Plan::with_history(common * ONE_IN).with_groups(Groups::Of(groups))
}

fn all_of_case(plan: &Plan, common: Common, order: Order) -> String {
    let common_articles = plan.articles / ONE_IN;
    let size = with_commas((plan.articles + common_articles) / 2);
    let which = match common {
        Common::Spread => "with",
        Common::Oldest => "with their oldest",
    };
    format!("PAGE of 25 BY {order} ALLOF two groups of {size} {which} {common_articles} in common")
}
