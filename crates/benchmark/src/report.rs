//! The tables that the run prints.

use crate::contenders::Contender;
use crate::figures::{Bar, Figure, Figures};
use crate::numbers::{number, ratio, with_unit};

/// Prints all figures, each with its quartiles and its ratio to the module's.
pub fn print_figures(server: &str, figures: &Figures) {
    println!("{server}; medians of the rounds, with their quartiles");
    let mut group = None;
    for figure in grouped(figures) {
        let (case, measure) = (figure.case.as_str(), figure.measure);
        if group != Some((case, measure)) {
            println!("\n{case}: {} {}", measure.name(), measure.unit());
            group = Some((case, measure));
        }
        let [lower, median, upper] = figure.quartiles().map(number);
        let key = |contender| (case, measure, contender);
        let to_module = match figure.contender {
            Contender::Module => None,
            other => figures.ratio(key(other), key(Contender::Module)),
        };
        let to_module = to_module.map_or(String::new(), ratio);
        let range = format!("{lower} .. {upper}");
        let name = figure.contender.name();
        let line = format!("  {name:<10} {median:>10} {range:^23} {to_module:>9}");
        println!("{}", line.trim_end());
    }
}

/// Returns the figures grouped by case and measure, in the order in which these first occur.
fn grouped(figures: &Figures) -> Vec<&Figure> {
    let group = |figure: &Figure| -> Option<usize> {
        let same = |other: &Figure| other.case == figure.case && other.measure == figure.measure;
        figures.all().iter().position(same)
    };
    let mut sorted: Vec<&Figure> = figures.all().iter().collect();
    sorted.sort_by_cached_key(|figure| group(figure));
    sorted
}

/// Prints the bars that were measured. Returns whether none was missed.
pub fn print_bars(bars: &[Bar]) -> bool {
    if bars.is_empty() {
        return true;
    }
    println!("\n{:<86} {:>10} {:>12}", "Bar", "figure", "at most");
    for bar in bars {
        if let Some(figure) = bar.figure {
            let (figure, limit) = (with_unit(figure, &bar.unit), with_unit(bar.limit, &bar.unit));
            let verdict = if bar.is_missed() { "MISSED" } else { "" };
            println!("{:<86} {figure:>10} {limit:>12}  {verdict}", bar.what);
        }
    }
    let measured = bars.iter().filter(|bar| bar.figure.is_some()).count();
    let missed = bars.iter().filter(|bar| bar.is_missed()).count();
    println!("{measured} of {} bars measured, {missed} missed", bars.len());
    missed == 0
}
