//! Draws a panel: its columns, or its lines on a logarithmic scale.

use std::ops::Range;

use article_svg::{Anchor, Svg};

use super::{HEIGHT, MARGIN, Panel, Series};
use crate::contenders::Contender;

/// The colors of the contenders: a strong one for the module, greys for native commands.
pub const STYLE: &str = "\
.heading{font-size:14px}.module{color:#c8281e}.function{color:#235fa5}.script{color:#5fa0d7}\
.client{color:#e1a03c}.sort{color:#5a965a}.native{color:#7d7d7d}.ping{color:#c3c3c3}\
.sqlite{color:#966eaa}.postgres{color:#3c8c8c}\
@media(prefers-color-scheme:dark){.module{color:#f0584c}\
.function{color:#4f93e0}.script{color:#8cc4f2}.native{color:#9a9a9a}}";

/// The height of the headings of panels.
const HEADING: f64 = 62.0;
const TOP: f64 = 76.0;
const BOTTOM: f64 = HEIGHT - MARGIN - 30.0;
/// The width of the numbers beside lines, and of the names at their ends.
const NUMBERS: f64 = 42.0;
const NAMES: f64 = 58.0;
/// The least distance between these names.
const NAME_DISTANCE: f64 = 12.0;
/// The part of its slot that a column fills.
const FILLED: f64 = 0.7;

/// A range of powers of ten.
type Scale = Range<f64>;

/// Returns the scale that the values need.
pub fn scale<'a>(series: impl IntoIterator<Item = &'a Series>) -> Scale {
    let values = series.into_iter().flat_map(|one| one.values.iter().flatten());
    let values: Vec<f64> = values.map(|value| power(*value)).collect();
    let bottom = values.iter().copied().fold(f64::INFINITY, f64::min).floor();
    let top = values.iter().copied().fold(f64::NEG_INFINITY, f64::max).ceil().max(bottom + 1.0);
    bottom..top
}

fn power(value: f64) -> f64 {
    value.max(0.01).log10()
}

/// Where a panel is drawn.
pub struct Frame<'a> {
    svg: &'a mut Svg,
    left: f64,
    right: f64,
}

impl<'a> Frame<'a> {
    pub fn new(svg: &'a mut Svg, left: f64, right: f64) -> Self {
        Self { svg, left: left + 6.0, right: right - 6.0 }
    }

    /// Draws a column per contender.
    pub fn columns(&mut self, panel: &Panel, series: &[Series]) {
        let value = |one: &Series| Some((one.contender, one.values[0]?));
        let columns: Vec<_> = series.iter().filter_map(value).collect();
        let highest = columns.iter().map(|&(_, value)| value).fold(0.0, f64::max);
        self.heading(panel);
        self.rule(BOTTOM);
        let slot = (self.right - self.left) / columns.len() as f64;
        for (nth, (contender, value)) in columns.into_iter().enumerate() {
            let middle = self.left + (nth as f64 + 0.5) * slot;
            let (left, right) = (middle - slot * FILLED / 2.0, middle + slot * FILLED / 2.0);
            let top = BOTTOM - (BOTTOM - TOP) * value / (1.1 * highest);
            let class = format!("column {}", class(contender));
            self.svg.rectangle(&class, (left, top), (right, BOTTOM));
            self.svg.text("", Anchor::Middle, (middle, top - 5.0), &short(value));
            self.label((middle, BOTTOM + 16.0), contender.name());
        }
    }

    /// Draws a line per contender.
    pub fn lines(&mut self, panel: &Panel, series: &[Series], scale: Scale) {
        self.heading(panel);
        self.left += NUMBERS;
        self.right -= NAMES;
        let height = |power: f64| {
            BOTTOM - (BOTTOM - TOP) * (power - scale.start) / (scale.end - scale.start)
        };
        for power in scale.start as i32..=scale.end as i32 {
            let height = height(power.into());
            self.rule(height);
            let number = short(10f64.powi(power));
            self.svg.text("small", Anchor::End, (self.left - 5.0, height + 4.0), &number);
        }
        let slot = (self.right - self.left) / (panel.points.len() as f64 - 0.5);
        let across = |left: f64, nth: usize| left + (nth as f64 + 0.5) * slot;
        for (nth, (label, ..)) in panel.points.iter().enumerate() {
            self.label((across(self.left, nth), BOTTOM + 16.0), label);
        }
        let mut ends = Vec::new();
        for Series { contender, values } in series {
            let places = values.iter().enumerate().filter_map(|(nth, value)| {
                value.map(|value| (across(self.left, nth), height(power(value))))
            });
            let (places, class) = (places.collect::<Vec<_>>(), class(*contender));
            self.svg.line(&format!("line {class}"), &places);
            places.iter().for_each(|place| self.svg.dot(&format!("line {class}"), *place));
            ends.extend(places.last().map(|end| (*contender, *end)));
        }
        self.names(ends);
    }

    /// Writes the name of each contender beside the end of its line, shifted up where it would
    /// overlap another name.
    fn names(&mut self, mut ends: Vec<(Contender, (f64, f64))>) {
        ends.sort_by(|(_, one), (_, other)| other.1.total_cmp(&one.1));
        let mut lowest = f64::INFINITY;
        for (contender, (across, height)) in ends {
            let height = height.min(lowest);
            lowest = height - NAME_DISTANCE;
            let class = format!("small name {}", class(contender));
            let place = (across + 8.0, height + 4.0);
            self.svg.text(&class, Anchor::Start, place, contender.name());
        }
    }

    fn heading(&mut self, panel: &Panel) {
        let middle = (self.left + self.right) / 2.0;
        self.svg.text("heading", Anchor::Middle, (middle, HEADING), &panel.title);
    }

    fn label(&mut self, place: (f64, f64), label: &str) {
        self.svg.text("small", Anchor::Middle, place, label);
    }

    fn rule(&mut self, height: f64) {
        self.svg.line("rule", &[(self.left, height), (self.right, height)]);
    }
}

/// Returns the class of a contender's color.
fn class(contender: Contender) -> &'static str {
    match contender {
        Contender::Module | Contender::Baseline => "module",
        Contender::Function => "function",
        Contender::Script => "script",
        Contender::Client => "client",
        Contender::Sort => "sort",
        Contender::Lrange | Contender::Incr | Contender::Hset | Contender::Keys => "native",
        Contender::Ping => "ping",
        Contender::Sqlite => "sqlite",
        Contender::Postgres => "postgres",
    }
}

/// Formats a value in few characters: 12,300 is `12k`.
fn short(value: f64) -> String {
    match value {
        1e6.. => format!("{:.1}M", value / 1e6),
        1e4.. => format!("{:.0}k", value / 1e3),
        1e3.. => format!("{:.1}k", value / 1e3),
        10.0.. => format!("{value:.0}"),
        1.0.. => format!("{value:.1}"),
        _ => format!("{value:.2}"),
    }
}
