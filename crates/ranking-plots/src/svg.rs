//! Writes SVG: a few shapes, styled by classes that follow the reader's light or dark theme.

use std::fmt::{Display, Write};

/// The styles. The background is opaque, so that a page with another theme does no harm. The lines
/// differ in their dashes too.
const STYLE: &str = "\
svg{font-family:system-ui,-apple-system,'Segoe UI','DejaVu Sans',sans-serif;font-size:12px}\
.paper{fill:#fff}.band{fill:#eef3f8}text{fill:#424a53}.title{font-size:15px;font-weight:600}\
.command{font-family:ui-monospace,'DejaVu Sans Mono',monospace;font-size:11.5px}\
.rule{stroke:#d5dbe1}.end{stroke:#8b949e;stroke-dasharray:2 4}.line{fill:none;stroke-width:2.2;\
stroke-linejoin:round}.l0{stroke:#c9510c}.l1{stroke:#0a66c2}.l2{stroke:#1b8a5a}\
.l3{stroke:#a3419d;stroke-dasharray:7 3}.l4{stroke:#c08a00;stroke-dasharray:2.5 2}\
.dot{stroke-width:7;stroke-linecap:round;stroke-dasharray:none}\
@media(prefers-color-scheme:dark){.paper{fill:#0d1117}.band{fill:#18212c}text{fill:#c9d1d9}\
.rule{stroke:#30363d}.end{stroke:#6e7681}.l0{stroke:#ff8a4c}.l1{stroke:#58a6ff}.l2{stroke:#3fc48a}\
.l3{stroke:#e58ddf}.l4{stroke:#e8c04a}}";

/// An image that is being drawn. Coordinates are in pixels, right and down.
pub struct Svg(String);

/// The side of a text that its position is at.
#[derive(Clone, Copy)]
pub enum Anchor {
    /// The beginning.
    Start,
    /// The middle.
    Middle,
    /// The end.
    End,
}

impl Svg {
    /// Returns an image with a title for readers who cannot see it.
    pub fn new(width: f64, height: f64, title: &str) -> Self {
        Self(format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\" role=\"img\">\n\
             <title>{title}</title>\n<style>{STYLE}</style>\n\
             <rect class=\"paper\" width=\"{width}\" height=\"{height}\" rx=\"6\"/>\n"
        ))
    }

    /// Draws a filled rectangle between two corners.
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

    /// Draws a line through points.
    pub fn line(&mut self, class: &str, points: &[(f64, f64)]) {
        let points: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let points = points.join(" ");
        self.element(format_args!("<polyline class=\"{class}\" points=\"{points}\"/>"));
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

    /// Returns the file.
    pub fn finish(self) -> String {
        self.0 + "</svg>\n"
    }

    fn element(&mut self, element: impl Display) {
        // Writing to a string does not fail.
        let _ = writeln!(self.0, "{element}");
    }
}
