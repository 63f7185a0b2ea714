//! The plots, as SVG files.

mod columns;
mod lines;
mod style;

use std::path::Path;

use anyhow::{Result, anyhow};

use crate::contenders::Contender;
use crate::figures::Figures;
use crate::measure::Measure;

/// A file of panels side by side.
#[derive(Clone, Copy, PartialEq)]
pub enum Plot {
    /// The cost of each operation.
    Cost,
    /// The cost of a page by order and window of time.
    Listing,
    /// The cost by the number of articles.
    Growth,
    /// Operations per second.
    Throughput,
    /// Percentiles of the time that operations take.
    Latency,
    /// Memory per article and vote.
    Memory,
}

/// A part of a plot. With one point, it has a column per contender, with more, a line.
pub struct Panel {
    /// The plot that it is part of.
    pub plot: Plot,
    /// The title.
    pub title: String,
    /// The points from left to right.
    pub points: Vec<Point>,
}

/// A position on the horizontal axis.
pub struct Point {
    /// The label below it.
    pub label: String,
    /// The case of its figures.
    pub case: String,
    /// The measure of its figures.
    pub measure: Measure,
}

/// The values of a contender at the points of a panel.
struct Series {
    contender: Contender,
    values: Vec<Option<f64>>,
}

impl Plot {
    const ALL: [Self; 6] =
        [Self::Cost, Self::Listing, Self::Growth, Self::Throughput, Self::Latency, Self::Memory];

    fn file(self) -> &'static str {
        match self {
            Self::Cost => "cost.svg",
            Self::Listing => "listing.svg",
            Self::Growth => "growth.svg",
            Self::Throughput => "throughput.svg",
            Self::Latency => "latency.svg",
            Self::Memory => "memory.svg",
        }
    }

    /// Whether the lines of all panels have the same scale, to be compared with each other.
    fn has_common_scale(self) -> bool {
        self == Self::Listing
    }

    fn title(self) -> &'static str {
        match self {
            Self::Cost => "Time in the command, in microseconds",
            Self::Listing => "Time in the command of a page of 25, in microseconds, by window",
            Self::Growth => "Time in the command by the number of articles, in microseconds",
            Self::Throughput => "Operations per second, by operations at a time x connections",
            Self::Latency => "Time from request to reply, one at a time, in microseconds",
            Self::Memory => "Memory, in bytes",
        }
    }
}

impl Panel {
    /// Returns a panel with one point.
    pub fn single(plot: Plot, title: &str, case: String, measure: Measure) -> Self {
        let points = vec![Point { label: String::new(), case, measure }];
        Self { plot, title: title.to_owned(), points }
    }

    /// Returns the contenders that were measured at any of the points, and their values.
    fn series(&self, figures: &Figures) -> Vec<Series> {
        let mut contenders: Vec<Contender> = Vec::new();
        for figure in figures.all() {
            let shown = self.points.iter().any(|point| point.case == figure.case);
            // The plots are for readers who choose a contender, not between builds of the module.
            let is_choice = figure.contender != Contender::Baseline;
            if shown && is_choice && !contenders.contains(&figure.contender) {
                contenders.push(figure.contender);
            }
        }
        let value =
            |contender, point: &Point| figures.median((&point.case, point.measure, contender));
        let series = contenders.into_iter().map(|contender| {
            let values = self.points.iter().map(|point| value(contender, point)).collect();
            Series { contender, values }
        });
        series.filter(|series| series.values.iter().any(Option::is_some)).collect()
    }
}

/// Draws all plots that have figures into a folder.
pub fn draw(folder: &Path, figures: &Figures, panels: &[Panel]) -> Result<()> {
    for plot in Plot::ALL {
        let filled = panels.iter().filter(|panel| panel.plot == plot);
        let filled = filled.map(|panel| (panel, panel.series(figures)));
        let filled: Vec<_> = filled.filter(|(_, series)| !series.is_empty()).collect();
        if filled.is_empty() {
            continue;
        }
        let path = folder.join(plot.file());
        let is_line = |panel: &Panel| panel.points.len() > 1;
        let lines = filled.iter().filter(|(panel, _)| is_line(panel));
        let common = lines::scale(lines.flat_map(|(_, series)| series));
        let areas = style::page(&path, plot.title(), filled.len());
        let drawn = areas.and_then(|(page, areas)| {
            for (area, (panel, series)) in areas.iter().zip(&filled) {
                if is_line(panel) {
                    let scale = match plot.has_common_scale() {
                        true => common.clone(),
                        false => lines::scale(series.iter()),
                    };
                    lines::draw(area, panel, series, scale)?;
                } else {
                    columns::draw(area, panel, series)?;
                }
            }
            page.present()
        });
        drawn.map_err(|error| anyhow!("cannot draw {}: {error}", path.display()))?;
    }
    Ok(())
}
