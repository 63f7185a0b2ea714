//! The plots, as SVG files.

mod panel;

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use article_svg::{Anchor, Svg};

use crate::contenders::Contender;
use crate::figures::{Figures, Measure};
use panel::{Frame, STYLE};

const WIDTH: f64 = 1080.0;
const HEIGHT: f64 = 360.0;
const MARGIN: f64 = 8.0;

/// A file of panels side by side.
#[derive(Clone, Copy, PartialEq)]
pub enum Plot {
    Cost,
    Listing,
    Growth,
    Throughput,
    Latency,
    Memory,
    Peers,
}

/// The plots with their files and titles.
const PLOTS: [(Plot, &str, &str); 7] = [
    (Plot::Cost, "cost.svg", "Time in the command, in microseconds"),
    (
        Plot::Listing,
        "listing.svg",
        "Time in the command of a page of 25, in microseconds, by window",
    ),
    (Plot::Growth, "growth.svg", "Time in the command by the number of articles, in microseconds"),
    (
        Plot::Throughput,
        "throughput.svg",
        "Operations per second, by operations at a time x connections",
    ),
    (Plot::Latency, "latency.svg", "Time from request to reply, one at a time, in microseconds"),
    (Plot::Memory, "memory.svg", "Memory, in bytes"),
    (Plot::Peers, "peers.svg", "Time that one client waits at the median, in microseconds"),
];

/// A part of a plot. With one point, it has a column per contender, with more, a line.
pub struct Panel {
    plot: Plot,
    title: String,
    /// The points from left to right.
    points: Vec<Point>,
}

/// A position on the horizontal axis: its label, and the case and measure of the figures above it.
type Point = (String, String, Measure);

/// The values of a contender at the points of a panel.
struct Series {
    contender: Contender,
    values: Vec<Option<f64>>,
}

impl Panel {
    pub fn new(plot: Plot, title: &str, points: impl IntoIterator<Item = Point>) -> Self {
        Self { plot, title: title.to_owned(), points: points.into_iter().collect() }
    }

    /// Returns a panel with one point.
    pub fn single(plot: Plot, title: &str, case: &str, measure: Measure) -> Self {
        Self::new(plot, title, [(String::new(), case.to_owned(), measure)])
    }

    fn has_lines(&self) -> bool {
        self.points.len() > 1
    }

    /// Returns the contenders that were measured at any of the points, and their values.
    fn series(&self, figures: &Figures) -> Vec<Series> {
        let mut contenders: Vec<Contender> = Vec::new();
        for figure in figures.all() {
            let shown = self.points.iter().any(|(_, case, _)| *case == figure.case);
            // The plots are for readers who choose a contender, not between builds of the module.
            let is_choice = figure.contender != Contender::Baseline;
            if shown && is_choice && !contenders.contains(&figure.contender) {
                contenders.push(figure.contender);
            }
        }
        let series = contenders.into_iter().map(|contender| {
            let value = |(_, case, measure): &Point| figures.median((case, *measure, contender));
            Series { contender, values: self.points.iter().map(value).collect() }
        });
        series.filter(|series| series.values.iter().any(Option::is_some)).collect()
    }
}

/// Draws all plots that have figures into a folder.
pub fn draw(folder: &Path, figures: &Figures, panels: &[Panel]) -> Result<()> {
    for (plot, file, title) in PLOTS {
        let panels = panels.iter().filter(|panel| panel.plot == plot);
        let filled = panels.map(|panel| (panel, panel.series(figures)));
        let filled: Vec<_> = filled.filter(|(_, series)| !series.is_empty()).collect();
        if !filled.is_empty() {
            let path = folder.join(file);
            let context = || format!("cannot write {}", path.display());
            fs::write(&path, page(plot, title, &filled)).with_context(context)?;
        }
    }
    Ok(())
}

/// Draws the panels of a plot side by side.
fn page(plot: Plot, title: &str, panels: &[(&Panel, Vec<Series>)]) -> String {
    let mut svg = Svg::new(WIDTH, HEIGHT, title, STYLE);
    svg.text("title", Anchor::Middle, (WIDTH / 2.0, 26.0), title);
    let lines = panels.iter().filter(|(panel, _)| panel.has_lines());
    let common = panel::scale(lines.flat_map(|(_, series)| series));
    let width = (WIDTH - 2.0 * MARGIN) / panels.len() as f64;
    for (nth, (panel, series)) in panels.iter().enumerate() {
        let left = MARGIN + nth as f64 * width;
        let mut frame = Frame::new(&mut svg, left, left + width);
        match plot {
            _ if !panel.has_lines() => frame.columns(panel, series),
            // To be compared with each other.
            Plot::Listing => frame.lines(panel, series, common.clone()),
            _ => frame.lines(panel, series, panel::scale(series)),
        }
    }
    svg.finish()
}
