//! The bars that the run prints.

use crate::figures::Bar;
use crate::numbers::with_unit;

/// Prints the bars that were measured. Returns whether none was missed.
pub fn print_bars(bars: &[Bar]) -> bool {
    if bars.is_empty() {
        return true;
    }
    println!("\n{:<86} {:>10} {:>12}", "Bar", "figure", "at most");
    for bar in bars {
        if let Some(figure) = bar.figure {
            let (figure, limit) = (with_unit(figure, bar.unit), with_unit(bar.limit, bar.unit));
            let verdict = if bar.is_missed() { "MISSED" } else { "" };
            println!("{:<86} {figure:>10} {limit:>12}  {verdict}", bar.what);
        }
    }
    let measured = bars.iter().filter(|bar| bar.figure.is_some()).count();
    let missed = bars.iter().filter(|bar| bar.is_missed()).count();
    println!("{measured} of {} bars measured, {missed} missed", bars.len());
    missed == 0
}
