//! The tables that the run prints.

use crate::bench::Bench;
use crate::contender::Contender;
use crate::figures::{Figure, Figures};
use crate::measure::Measure;
use crate::numbers::{number, ratio, with_commas, with_unit};
use crate::results::Conditions;
use crate::sections;
use crate::targets::Target;

/// Prints all figures and all bars.
pub fn print(bench: &Bench, targets: &[Target]) {
    let Conditions { server, processors, load, articles, largest_site, rounds, operations, seed } =
        Conditions::of(bench);
    let load = load.map_or("unknown".into(), number);
    println!("{server}, {processors} processors, load average before the run: {load}");
    let (size, operations) = (with_commas(largest_site), with_commas(operations));
    println!(
        "Up to {size} {articles} articles; {operations} operations per round, {rounds} rounds; \
         seed {seed}"
    );
    println!("Each figure is the median of its rounds, each ratio that of the rounds' ratios.");
    print_figures(&bench.figures);
    print_targets(targets);
    let rows = sections::worst_rows(bench);
    if !rows.is_empty() {
        println!("\n| command | site | time |\n| --- | --- | --- |\n{}", rows.join("\n"));
    }
}

/// Prints the bars that were missed, if any, to standard error. Returns whether none was.
pub fn print_missed(targets: &[Target]) -> bool {
    let missed: Vec<&Target> =
        targets.iter().filter(|target| target.is_met() == Some(false)).collect();
    if !missed.is_empty() {
        eprintln!("\n{} of {} bars missed:", missed.len(), targets.len());
    }
    for target in &missed {
        let figure = target.figure.map_or(String::new(), |figure| with_unit(figure, target.unit));
        let limit = with_unit(target.limit, target.unit);
        eprintln!("  {}: {figure}, at most {limit}", target.what);
    }
    missed.is_empty()
}

fn print_figures(figures: &Figures) {
    let mut case = "";
    let mut measure = None;
    for figure in by_case_and_measure(figures) {
        if figure.case != case {
            println!("\n{}", figure.case);
            measure = None;
        }
        if measure != Some(figure.measure) {
            let (name, unit) = (figure.measure.name(), figure.measure.unit());
            let [to_module, of_module] = match figure.measure {
                Measure::Baseline => [""; 2],
                _ => ["/ module", "module /"],
            };
            let line =
                format!("  {name:<44} {unit:>9} {:^23} {to_module:>9} {of_module:>9}", "range");
            println!("{}", line.trim_end());
        }
        (case, measure) = (&figure.case, Some(figure.measure));
        print_figure(figures, figure);
    }
}

fn print_figure(figures: &Figures, figure: &Figure) {
    let (least, greatest) = figure.range();
    let text = |value| match figure.measure.unit() {
        "x" => ratio(value),
        _ => number(value),
    };
    let range = format!("{} .. {}", text(least), text(greatest));
    let own = (figure.case.as_str(), figure.measure, figure.contender);
    let module = (figure.case.as_str(), figure.measure, Contender::Module);
    let ratio_of = |one, other| match figure.contender {
        Contender::Module => String::new(),
        _ => figures.ratio(one, other).map_or(String::new(), ratio),
    };
    let (to_module, of_module) = (ratio_of(own, module), ratio_of(module, own));
    let (name, median) = (figure.contender.name(), text(figure.median));
    let line = format!("    {name:<42} {median:>9} {range:^23} {to_module:>9} {of_module:>9}");
    println!("{}", line.trim_end());
}

/// Returns the figures grouped by case and measure, in the order in which these first occur.
fn by_case_and_measure(figures: &Figures) -> Vec<&Figure> {
    let all = figures.all();
    let first = |same: &dyn Fn(&Figure) -> bool| all.iter().position(same);
    let mut sorted: Vec<&Figure> = all.iter().collect();
    sorted.sort_by_cached_key(|figure| {
        let case = first(&|other| other.case == figure.case);
        let measure = first(&|other| other.case == figure.case && other.measure == figure.measure);
        (case, measure)
    });
    sorted
}

fn print_targets(targets: &[Target]) {
    println!("\n{:<88} {:>10} {:>12}", "Bar", "figure", "at most");
    let (measured, others): (Vec<_>, Vec<_>) =
        targets.iter().partition(|target| target.is_met().is_some());
    for target in measured {
        let figure = target.figure.map_or("-".into(), |figure| with_unit(figure, target.unit));
        let verdict = if target.is_met() == Some(true) { "pass" } else { "MISS" };
        let limit = with_unit(target.limit, target.unit);
        println!("{:<88} {figure:>10} {limit:>12}  {verdict}", target.what);
    }
    if !others.is_empty() {
        println!("{} bars were not measured.", others.len());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missed_bar_is_reported_and_an_unmeasured_one_is_not() {
        let target = |figure| Target::value("what", figure, "us", 2.0);
        assert!(print_missed(&[target(None), target(Some(2.0))]));
        assert!(!print_missed(&[target(None), target(Some(2.1))]));
    }
}
