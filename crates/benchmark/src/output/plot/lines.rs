//! A panel with one line per contender, on a logarithmic scale.

use std::ops::Range;

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

use super::style::{Area, Error, Plane, color, label, plane, rule, short, text};
use super::{Panel, Series};

/// The least distance between the names at the ends of lines, in pixels.
const NAME_DISTANCE: i32 = 12;

/// A range of powers of ten.
pub type Scale = Range<f64>;

/// Returns the scale that the values need.
pub fn scale<'a>(series: impl Iterator<Item = &'a Series>) -> Scale {
    let values = series.flat_map(|one| one.values.iter().flatten());
    let values: Vec<f64> = values.map(|value| value.max(0.01).log10()).collect();
    let bottom = values.iter().copied().fold(f64::INFINITY, f64::min).floor();
    let top = values.iter().copied().fold(f64::NEG_INFINITY, f64::max).ceil().max(bottom + 1.0);
    bottom..top
}

/// Draws the panel into the area.
pub fn draw(area: &Area, panel: &Panel, series: &[Series], scale: Scale) -> Result<(), Error> {
    let Range { start: bottom, end: top } = scale;
    let right = panel.points.len() as f64 + 0.8;
    let plane = plane(area, &panel.title, 0.0..right, bottom..top, 36)?;
    for power in bottom as i32..=top as i32 {
        rule(&plane, f64::from(power))?;
        let style = text(10, HPos::Right, VPos::Center);
        label(&plane, short(10f64.powi(power)), (0.0, f64::from(power)), (-5, 0), style)?;
    }
    for (place, point) in panel.points.iter().enumerate() {
        let style = text(10, HPos::Center, VPos::Top);
        label(&plane, point.label.clone(), (place as f64 + 0.5, bottom), (0, 6), style)?;
    }
    let mut ends = Vec::new();
    for one in series {
        ends.extend(line(&plane, one)?.map(|end| (one, end)));
    }
    names(&plane, ends)
}

/// Draws a line with a dot at each value, and returns its end.
fn line(plane: &Plane, series: &Series) -> Result<Option<(f64, f64)>, Error> {
    let places = series.values.iter().enumerate().filter_map(|(place, value)| {
        value.map(|value| (place as f64 + 0.5, value.max(0.01).log10()))
    });
    let places: Vec<_> = places.collect();
    let end = places.last().copied();
    let color = color(series.contender);
    for &place in &places {
        plane.draw(&Circle::new(place, 3, color.filled()))?;
    }
    plane.draw(&PathElement::new(places, color.stroke_width(2)))?;
    Ok(end)
}

/// Writes the name of each contender beside the end of its line, shifted up where it would
/// overlap another name.
fn names(plane: &Plane, mut ends: Vec<(&Series, (f64, f64))>) -> Result<(), Error> {
    ends.sort_by(|(_, one), (_, other)| one.1.total_cmp(&other.1));
    let mut lowest = i32::MAX;
    for (series, end) in ends {
        let (_, height) = plane.map_coordinate(&end);
        let moved = height.min(lowest);
        lowest = moved - NAME_DISTANCE;
        let color = color(series.contender);
        let style = text(10, HPos::Left, VPos::Center).color(&color);
        label(plane, series.contender.name().to_owned(), end, (8, moved - height), style)?;
    }
    Ok(())
}
