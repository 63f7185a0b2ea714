//! The style of all plots, and the plane that panels are drawn on.

use std::ops::Range;
use std::path::Path;

use plotters::coord::Shift;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use crate::contenders::Contender;

/// A part of an image.
pub type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
/// The inner part of a panel, in the coordinates of its values.
pub type Plane<'a> = DrawingArea<SVGBackend<'a>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;
/// The error of drawing a plot.
pub type Error = DrawingAreaErrorKind<std::io::Error>;

const INK: RGBColor = RGBColor(51, 51, 51);
const FAINT: RGBColor = RGBColor(221, 221, 221);

const WIDTH: u32 = 1080;
const HEIGHT: u32 = 360;

/// Returns an image with a title, and `count` areas side by side.
pub fn page<'a>(
    path: &'a Path,
    title: &str,
    count: usize,
) -> Result<(Area<'a>, Vec<Area<'a>>), Error> {
    let page = SVGBackend::new(path, (WIDTH, HEIGHT)).into_drawing_area();
    page.fill(&WHITE)?;
    page.draw_text(title, &text(18, HPos::Center, VPos::Top), (WIDTH as i32 / 2, 12))?;
    let areas = page.margin(40, 8, 8, 8).split_evenly((1, count));
    Ok((page, areas))
}

/// Returns the plane of a panel with these ranges, a title above it, and room for labels below
/// it and, `left` pixels wide, to the left.
pub fn plane<'a>(
    area: &Area<'a>,
    title: &str,
    across: Range<f64>,
    up: Range<f64>,
    left: u32,
) -> Result<Plane<'a>, Error> {
    let chart = ChartBuilder::on(area)
        .caption(title, text(16, HPos::Center, VPos::Top))
        .margin(6)
        .x_label_area_size(24)
        .y_label_area_size(left)
        .build_cartesian_2d(across, up)?;
    Ok(chart.plotting_area().clone())
}

/// Draws a faint horizontal line.
pub fn rule(plane: &Plane, height: f64) -> Result<(), Error> {
    let across = plane.get_x_range();
    plane.draw(&PathElement::new([(across.start, height), (across.end, height)], FAINT))
}

/// Draws text at an offset in pixels, right and down, from a place of the plane.
pub fn label(
    plane: &Plane,
    string: String,
    place: (f64, f64),
    offset: (i32, i32),
    style: TextStyle,
) -> Result<(), Error> {
    plane.draw(&(EmptyElement::at(place) + Text::new(string, offset, style)))
}

/// Returns a text style of a size in pixels and with an anchor.
pub fn text(size: u32, across: HPos, down: VPos) -> TextStyle<'static> {
    // The backend takes the size for the height of the line, which is more than the letters'.
    let line = f64::from(size) * 1.24;
    TextStyle::from(("sans-serif", line).into_font()).color(&INK).pos(Pos::new(across, down))
}

/// Returns the color of a contender: a strong one for the module, greys for native commands.
pub fn color(contender: Contender) -> RGBColor {
    match contender {
        Contender::Module | Contender::Baseline => RGBColor(200, 40, 30),
        Contender::Function => RGBColor(35, 95, 165),
        Contender::Script => RGBColor(95, 160, 215),
        Contender::Client => RGBColor(225, 160, 60),
        Contender::Sort => RGBColor(90, 150, 90),
        Contender::Lrange => RGBColor(110, 110, 110),
        Contender::Incr => RGBColor(140, 140, 140),
        Contender::Hset => RGBColor(125, 125, 125),
        Contender::Ping => RGBColor(195, 195, 195),
        Contender::Sqlite => RGBColor(150, 110, 170),
    }
}

/// Formats a value in few characters: 12,300 is `12k`.
pub fn short(value: f64) -> String {
    match value {
        1e6.. => format!("{:.1}M", value / 1e6),
        1e4.. => format!("{:.0}k", value / 1e3),
        1e3.. => format!("{:.1}k", value / 1e3),
        10.0.. => format!("{value:.0}"),
        1.0.. => format!("{value:.1}"),
        _ => format!("{value:.2}"),
    }
}
