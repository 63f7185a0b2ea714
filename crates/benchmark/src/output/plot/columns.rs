//! A panel with one column per contender.

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

use super::style::{Area, Error, color, label, plane, rule, short, text};
use super::{Panel, Series};

/// The part of its slot that a column fills.
const FILLED: f64 = 0.7;

/// Draws the panel into the area.
pub fn draw(area: &Area, panel: &Panel, series: &[Series]) -> Result<(), Error> {
    let columns: Vec<_> =
        series.iter().filter_map(|one| Some((one.contender, one.values[0]?))).collect();
    let highest = columns.iter().map(|&(_, value)| value).fold(0.0, f64::max);
    let plane = plane(area, &panel.title, 0.0..columns.len() as f64, 0.0..highest * 1.1, 0)?;
    rule(&plane, 0.0)?;
    for (slot, (contender, value)) in columns.into_iter().enumerate() {
        let middle = slot as f64 + 0.5;
        let corners = [(middle - FILLED / 2.0, 0.0), (middle + FILLED / 2.0, value)];
        plane.draw(&Rectangle::new(corners, color(contender).filled()))?;
        let (above, below) =
            (text(12, HPos::Center, VPos::Bottom), text(10, HPos::Center, VPos::Top));
        label(&plane, short(value), (middle, value), (0, -3), above)?;
        label(&plane, contender.name().to_owned(), (middle, 0.0), (0, 6), below)?;
    }
    Ok(())
}
