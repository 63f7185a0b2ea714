//! What all plots look like, and the plane that panels are drawn on.

use std::ops::Range;
use std::path::Path;

use plotters::coord::Shift;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use crate::who::Who;

/// A part of a page.
pub type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
/// The inner part of a panel, with coordinates of its own.
pub type Plane<'a> = DrawingArea<SVGBackend<'a>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;
/// What can go wrong with a plot.
pub type Error = DrawingAreaErrorKind<std::io::Error>;

const INK: RGBColor = RGBColor(51, 51, 51);
const FAINT: RGBColor = RGBColor(221, 221, 221);

const WIDTH: u32 = 1080;
const HEIGHT: u32 = 360;

/// A page with a title, and as many areas side by side.
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

/// The plane of a panel with these ranges, with a title above it, and room for labels below it
/// and, as many pixels, to the left.
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

/// A faint line across the plane.
pub fn rule(plane: &Plane, height: f64) -> Result<(), Error> {
    let across = plane.get_x_range();
    plane.draw(&PathElement::new([(across.start, height), (across.end, height)], FAINT))
}

/// Text beside a place of the plane, as many pixels to the right and down.
pub fn label(
    plane: &Plane,
    string: String,
    place: (f64, f64),
    offset: (i32, i32),
    style: TextStyle,
) -> Result<(), Error> {
    plane.draw(&(EmptyElement::at(place) + Text::new(string, offset, style)))
}

/// Text of a size in pixels, and where of it its place is.
pub fn text(size: u32, across: HPos, down: VPos) -> TextStyle<'static> {
    // The backend takes the size for that of the line, of which the letters are less.
    let line = f64::from(size) * 1.24;
    TextStyle::from(("sans-serif", line).into_font()).color(&INK).pos(Pos::new(across, down))
}

/// The color of a contender: the module's stands out, those of floors are grey.
pub fn color(who: Who) -> RGBColor {
    match who {
        Who::Module => RGBColor(200, 40, 30),
        Who::Function => RGBColor(35, 95, 165),
        Who::Script => RGBColor(95, 160, 215),
        Who::Client => RGBColor(225, 160, 60),
        Who::Sort => RGBColor(90, 150, 90),
        Who::Lrange => RGBColor(110, 110, 110),
        Who::Incr => RGBColor(140, 140, 140),
        Who::Zincrby => RGBColor(165, 165, 165),
        Who::Ping => RGBColor(195, 195, 195),
    }
}

/// A value in few characters: 12,300 is `12k`.
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
