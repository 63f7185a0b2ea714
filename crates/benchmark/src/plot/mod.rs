//! The plots, as SVG: what goes into them, taken from the figures.

mod bars;
mod lines;
mod style;

use anyhow::{Result, anyhow};

use crate::bench::Bench;
use crate::figures::{Figures, Measure};
use crate::who::Who;

/// A file with panels side by side.
#[derive(Clone, Copy, PartialEq)]
pub enum Plot {
    /// What each operation costs.
    Cost,
    /// The same by the number of articles.
    Growth,
    /// Operations a second.
    Throughput,
    /// How long operations take at worst.
    Latency,
    /// The memory that things take.
    Memory,
}

/// A part of a plot, asked for by a section. With one point it is drawn as a bar for each
/// contender, with more as a line for each.
pub struct Panel {
    /// Where it belongs.
    pub plot: Plot,
    /// What stands above it.
    pub title: String,
    /// What it shows from left to right.
    pub points: Vec<Point>,
}

/// A place from left to right.
pub struct Point {
    /// What stands below it.
    pub label: String,
    /// What was done there.
    pub case: String,
    /// What of it is shown.
    pub measure: Measure,
}

/// The values of a contender at the points of a panel.
struct Series {
    who: Who,
    values: Vec<Option<f64>>,
}

impl Plot {
    const ALL: [Self; 5] =
        [Self::Cost, Self::Growth, Self::Throughput, Self::Latency, Self::Memory];

    fn file(self) -> &'static str {
        match self {
            Self::Cost => "cost.svg",
            Self::Growth => "growth.svg",
            Self::Throughput => "throughput.svg",
            Self::Latency => "latency.svg",
            Self::Memory => "memory.svg",
        }
    }

    fn title(self) -> &'static str {
        match self {
            Self::Cost => "Time in the command, in microseconds",
            Self::Growth => "Time in the command by the number of articles, in microseconds",
            Self::Throughput => "Operations a second by how many at a time x connections",
            Self::Latency => "Time from request to reply, one at a time, in microseconds",
            Self::Memory => "Memory, in bytes",
        }
    }
}

impl Panel {
    /// A panel of one point.
    pub fn single(plot: Plot, title: &str, case: String, measure: Measure) -> Self {
        let points = vec![Point { label: String::new(), case, measure }];
        Self { plot, title: title.to_owned(), points }
    }

    /// Who was measured at any of the points.
    fn series(&self, figures: &Figures) -> Vec<Series> {
        let mut contenders: Vec<Who> = Vec::new();
        for figure in figures.all() {
            let shown = self.points.iter().any(|point| point.case == figure.case);
            if shown && !contenders.contains(&figure.who) {
                contenders.push(figure.who);
            }
        }
        let value = |who, point: &Point| figures.median(&point.case, point.measure, who);
        let series = contenders.into_iter().map(|who| {
            let values = self.points.iter().map(|point| value(who, point)).collect();
            Series { who, values }
        });
        series.filter(|series| series.values.iter().any(Option::is_some)).collect()
    }
}

/// Draws all plots for which there are figures.
pub fn draw(bench: &Bench, panels: &[Panel]) -> Result<()> {
    for plot in Plot::ALL {
        let filled = panels.iter().filter(|panel| panel.plot == plot);
        let filled = filled.map(|panel| (panel, panel.series(&bench.figures)));
        let filled: Vec<_> = filled.filter(|(_, series)| !series.is_empty()).collect();
        if filled.is_empty() {
            continue;
        }
        let path = bench.options.out.join(plot.file());
        let areas = style::page(&path, plot.title(), filled.len());
        let drawn = areas.and_then(|(page, areas)| {
            for (area, (panel, series)) in areas.iter().zip(&filled) {
                if panel.points.len() == 1 {
                    bars::draw(area, panel, series)?;
                } else {
                    lines::draw(area, panel, series)?;
                }
            }
            page.present()
        });
        drawn.map_err(|error| anyhow!("cannot draw {}: {error}", path.display()))?;
    }
    Ok(())
}
