//! The tables and `results.json`.

use std::fs::{self, File};
use std::io::BufWriter;
use std::thread::available_parallelism;

use anyhow::{Context, Result};
use serde::Serialize;

use crate::bars::Bar;
use crate::bench::Bench;
use crate::figures::{Figure, Figures};
use crate::numbers::grouped;
use crate::who::Who;

/// Under which conditions the figures came about.
#[derive(Serialize)]
struct Conditions<'a> {
    server: &'a str,
    processors: usize,
    /// The machine's load average before the run, where it is known: times in the command are
    /// not to be trusted where others use the processors too.
    load: Option<f64>,
    articles: &'static str,
    largest_site: u32,
    rounds: u16,
    operations: u32,
    seed: u64,
}

/// What `results.json` holds.
#[derive(Serialize)]
struct Results<'a> {
    conditions: Conditions<'a>,
    bars: Vec<Verdict<'a>>,
    figures: &'a Figures,
}

#[derive(Serialize)]
struct Verdict<'a> {
    #[serde(flatten)]
    bar: &'a Bar,
    passed: Option<bool>,
}

impl<'a> Conditions<'a> {
    fn of(bench: &'a Bench) -> Self {
        let options = &bench.options;
        Self {
            server: &bench.version,
            processors: available_parallelism().map_or(0, usize::from),
            load: bench.load,
            articles: if options.articles.is_some() { "real" } else { "made up" },
            largest_site: options.size(),
            rounds: options.rounds,
            operations: options.operations,
            seed: options.seed,
        }
    }
}

/// Prints all figures and all bars.
pub fn print(bench: &Bench, bars: &[Bar]) {
    let Conditions { server, processors, load, articles, largest_site, rounds, operations, seed } =
        Conditions::of(bench);
    let load = load.map_or("unknown".into(), number);
    println!("{server} on {processors} processors, load average before the run: {load}");
    let (size, operations) = (grouped(largest_site), grouped(operations));
    println!("up to {size} {articles} articles, {operations} operations x {rounds}, seed {seed}");
    print_figures(&bench.figures);
    print_bars(bars);
}

/// Writes `results.json`.
pub fn write(bench: &Bench, bars: &[Bar]) -> Result<()> {
    let folder = &bench.options.out;
    fs::create_dir_all(folder)?;
    let path = folder.join("results.json");
    let file = File::create(&path).with_context(|| format!("cannot write {}", path.display()))?;
    let results = Results {
        conditions: Conditions::of(bench),
        bars: bars.iter().map(|bar| Verdict { bar, passed: bar.passed() }).collect(),
        figures: &bench.figures,
    };
    serde_json::to_writer_pretty(BufWriter::new(file), &results)?;
    Ok(())
}

fn print_figures(figures: &Figures) {
    let mut case = "";
    let mut measure = None;
    for figure in in_order(figures) {
        if figure.case != case {
            println!("\n{}", figure.case);
            measure = None;
        }
        if measure != Some(figure.measure) {
            let (name, unit) = (figure.measure.name(), figure.measure.unit());
            println!("  {name:<32} {unit:>17} {:^25}  beside the module", "range");
        }
        (case, measure) = (&figure.case, Some(figure.measure));
        let (least, greatest) = figure.range();
        let range = format!("{} .. {}", number(least), number(greatest));
        let ratio = match figures.median(case, figure.measure, Who::Module) {
            Some(module) if figure.who != Who::Module => times(figure.median / module),
            _ => String::new(),
        };
        let (who, median) = (figure.who.name(), number(figure.median));
        println!("    {who:<30} {median:>17} {range:^25}  {ratio}");
    }
}

/// The figures by case and measure, each in the order of its first one.
fn in_order(figures: &Figures) -> Vec<&Figure> {
    let all = figures.all();
    let place = |same: &dyn Fn(&Figure) -> bool| all.iter().position(same);
    let mut sorted: Vec<&Figure> = all.iter().collect();
    sorted.sort_by_cached_key(|figure| {
        let case = place(&|other| other.case == figure.case);
        let measure = place(&|other| other.case == figure.case && other.measure == figure.measure);
        (case, measure)
    });
    sorted
}

fn print_bars(bars: &[Bar]) {
    println!("\n{:<88} {:>10} {:>12}", "The bars", "figure", "at most");
    for bar in bars {
        let figure = bar.figure.map_or("-".into(), |figure| with_unit(figure, bar.unit));
        let verdict = match bar.passed() {
            Some(true) => "pass",
            Some(false) => "MISS",
            None => "not run",
        };
        let limit = with_unit(bar.limit, bar.unit);
        println!("{:<88} {figure:>10} {limit:>12}  {verdict}", bar.what);
    }
}

fn with_unit(value: f64, unit: &str) -> String {
    match unit {
        "x" => times(value),
        unit => format!("{} {unit}", number(value)),
    }
}

/// A ratio, with as many digits as tell something.
fn times(ratio: f64) -> String {
    match ratio {
        10.0.. => format!("{ratio:.1} x"),
        1.0.. => format!("{ratio:.2} x"),
        _ => format!("{ratio:.3} x"),
    }
}

/// A number with as many digits as tell something.
fn number(value: f64) -> String {
    match value.abs() {
        1000.0.. => grouped(value.round() as u64),
        100.0.. => format!("{value:.0}"),
        10.0.. => format!("{value:.1}"),
        _ => format!("{value:.2}"),
    }
}
