//! Writes SVG: a few shapes, styled by classes that follow the reader's light or dark theme.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

use std::fmt::{Display, Write};

/// The styles of all plots. Classes of a plot give its lines, dots, columns, and names a `color`.
/// The background is opaque, so that a page with another theme does no harm.
const STYLE: &str = "\
svg{font-family:system-ui,-apple-system,'Segoe UI','DejaVu Sans',sans-serif;font-size:12px}\
.paper{fill:#fff}text{fill:#424a53}.title{font-size:15px;font-weight:600}.small{font-size:10px}\
.rule{stroke:#d5dbe1}.line{fill:none;stroke:currentColor;stroke-width:2.2;\
stroke-linejoin:round}.dot{stroke-width:7;stroke-linecap:round}\
.column,.name{fill:currentColor}\
@media(prefers-color-scheme:dark){.paper{fill:#0d1117}text{fill:#c9d1d9}.rule{stroke:#30363d}}";

/// An image that is being drawn. Coordinates are in pixels, right and down.
pub struct Svg(String);

/// The side of a text that its position is at.
#[derive(Clone, Copy)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

impl Svg {
    /// Returns an image with the styles of its own classes, and a title for readers who cannot see
    /// it.
    pub fn new(width: f64, height: f64, title: &str, style: &str) -> Self {
        Self(format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\" role=\"img\">\n\
             <title>{title}</title>\n<style>{STYLE}{style}</style>\n\
             <rect class=\"paper\" width=\"{width}\" height=\"{height}\" rx=\"6\"/>\n"
        ))
    }

    pub fn rectangle(
        &mut self,
        class: &str,
        (left, top): (f64, f64),
        (right, bottom): (f64, f64),
    ) {
        let (width, height) = (right - left, bottom - top);
        self.element(format_args!(
            "<rect class=\"{class}\" x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" \
             height=\"{height:.1}\"/>"
        ));
    }

    pub fn line(&mut self, class: &str, points: &[(f64, f64)]) {
        let points: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let points = points.join(" ");
        self.element(format_args!("<polyline class=\"{class}\" points=\"{points}\"/>"));
    }

    /// Draws a dot in the color of a line.
    pub fn dot(&mut self, class: &str, point: (f64, f64)) {
        self.line(&format!("{class} dot"), &[point, point]);
    }

    /// Writes a text. Its base line is at the position.
    pub fn text(&mut self, class: &str, anchor: Anchor, (x, y): (f64, f64), text: &str) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        self.element(format_args!(
            "<text class=\"{class}\" text-anchor=\"{anchor}\" x=\"{x:.1}\" y=\"{y:.1}\">{text}\
             </text>"
        ));
    }

    pub fn finish(self) -> String {
        self.0 + "</svg>\n"
    }

    fn element(&mut self, element: impl Display) {
        // Writing to a string does not fail.
        let _ = writeln!(self.0, "{element}");
    }
}
