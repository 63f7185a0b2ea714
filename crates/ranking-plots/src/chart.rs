//! A chart of one line per watched article over the age of the article.

use article_svg::{Anchor, Svg};

use crate::course::Course;

/// The lines differ in their dashes too.
const STYLE: &str = "\
.band{fill:#eef3f8}\
.command{font-family:ui-monospace,'DejaVu Sans Mono',monospace;font-size:11.5px}\
.end{stroke:#8b949e;stroke-dasharray:2 4}.l0{color:#c9510c}.l1{color:#0a66c2}.l2{color:#1b8a5a}\
.l3{color:#a3419d;stroke-dasharray:7 3}.l4{color:#c08a00;stroke-dasharray:2.5 2}\
.dot{stroke-dasharray:none}@media(prefers-color-scheme:dark){.band{fill:#18212c}\
.end{stroke:#6e7681}.l0{color:#ff8a4c}.l1{color:#58a6ff}.l2{color:#3fc48a}.l3{color:#e58ddf}\
.l4{color:#e8c04a}}";

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 320.0;
const LEFT: f64 = 62.0;
const RIGHT: f64 = 728.0;
const TOP: f64 = 70.0;
const BOTTOM: f64 = 292.0;
/// The width of a letter in the legend, on average.
const LETTER_WIDTH: f64 = 6.8;

/// The number of articles on the first page, by default.
const FIRST_PAGE: f64 = 25.0;
const LAST_PLACE: f64 = 3_000.0;
const LISTING_END: f64 = 1_000.0;

/// What the vertical axis shows.
#[derive(Clone, Copy)]
pub enum Scale {
    /// Places on a logarithmic scale, the first on top.
    Places {
        /// Whether the listing ends with its first 1,000 articles.
        ends: bool,
    },
    /// Votes, from 0 to a number that is a multiple of 100.
    Votes(f64),
}

pub struct Chart<'a> {
    pub title: &'a str,
    /// The text at the right of the title.
    pub command: &'a str,
    pub scale: Scale,
    /// The length of the horizontal axis, in hours.
    pub hours: u32,
    /// For each of [`Course::ALL`], the value at each hour, if there is one.
    pub lines: Vec<Vec<Option<f64>>>,
}

impl Chart<'_> {
    pub fn draw(&self) -> String {
        let mut svg = Svg::new(WIDTH, HEIGHT, self.title, STYLE);
        svg.text("title", Anchor::Start, (LEFT - 46.0, 25.0), self.title);
        svg.text("command", Anchor::End, (RIGHT, 25.0), self.command);
        match self.scale {
            Scale::Places { ends } => self.draw_places(&mut svg, ends),
            Scale::Votes(highest) => self.draw_votes(&mut svg, highest),
        }
        self.draw_hours(&mut svg);
        let names = Course::ALL.iter().map(|course| course.name);
        let mut left = LEFT;
        for (index, (name, values)) in names.zip(&self.lines).enumerate() {
            let class = format!("line l{index}");
            svg.line(&class, &[(left, 48.0), (left + 24.0, 48.0)]);
            svg.text("", Anchor::Start, (left + 30.0, 52.0), name);
            left += 56.0 + name.len() as f64 * LETTER_WIDTH;
            self.draw_line(&mut svg, &class, values);
        }
        svg.finish()
    }

    fn draw_places(&self, svg: &mut Svg, ends: bool) {
        svg.rectangle("band", (LEFT, TOP), (RIGHT, self.y(FIRST_PAGE)));
        svg.text("", Anchor::End, (RIGHT - 6.0, self.y(FIRST_PAGE) - 5.0), "first page");
        for (place, label) in
            [(1.0, "1st"), (10.0, "10th"), (100.0, "100th"), (1_000.0, "1,000th")]
        {
            self.draw_rule(svg, place, label);
        }
        if ends {
            let y = self.y(LISTING_END);
            svg.line("end", &[(LEFT, y), (RIGHT, y)]);
            svg.text("", Anchor::End, (RIGHT - 6.0, y + 14.0), "listing ends");
        }
    }

    fn draw_votes(&self, svg: &mut Svg, highest: f64) {
        for votes in (0..=highest as u32).step_by(100) {
            self.draw_rule(svg, f64::from(votes), &votes.to_string());
        }
    }

    fn draw_rule(&self, svg: &mut Svg, value: f64, label: &str) {
        let y = self.y(value);
        svg.line("rule", &[(LEFT, y), (RIGHT, y)]);
        svg.text("", Anchor::End, (LEFT - 6.0, y + 4.0), label);
    }

    fn draw_hours(&self, svg: &mut Svg) {
        let step = if self.hours > 48 { 24 } else { 6 };
        for hour in (0..=self.hours).step_by(step) {
            let x = self.x(f64::from(hour));
            svg.line("rule", &[(x, TOP), (x, BOTTOM)]);
            let label = match hour {
                0 => "posted".to_owned(),
                24 => "1 day".to_owned(),
                _ if step == 24 => format!("{} days", hour / 24),
                _ => format!("{hour} hours"),
            };
            svg.text("", Anchor::Middle, (x, BOTTOM + 17.0), &label);
        }
    }

    fn draw_line(&self, svg: &mut Svg, class: &str, values: &[Option<f64>]) {
        let segments = self.segments(values);
        for points in &segments {
            svg.line(class, points);
        }
        // A dot shows that the line ends because the article is no longer listed.
        let end = segments.last().and_then(|points| points.last());
        if let Some(&end) = end.filter(|(x, _)| *x < RIGHT) {
            svg.dot(class, end);
        }
    }

    /// Returns the points of a line, apart from gaps.
    fn segments(&self, values: &[Option<f64>]) -> Vec<Vec<(f64, f64)>> {
        let points = values.iter().enumerate().take(self.hours as usize + 1);
        let points = points.map(|(hour, value)| Some((self.x(hour as f64), self.y((*value)?))));
        let points: Vec<Option<(f64, f64)>> = points.collect();
        let segments = points.split(Option::is_none).filter(|segment| !segment.is_empty());
        segments.map(|segment| segment.iter().copied().flatten().collect()).collect()
    }

    fn x(&self, hour: f64) -> f64 {
        LEFT + (RIGHT - LEFT) * hour / f64::from(self.hours)
    }

    fn y(&self, value: f64) -> f64 {
        match self.scale {
            Scale::Places { .. } => TOP + (BOTTOM - TOP) * value.log10() / LAST_PLACE.log10(),
            Scale::Votes(highest) => BOTTOM - (BOTTOM - TOP) * value / highest,
        }
    }
}
