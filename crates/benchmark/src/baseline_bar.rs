//! The limits of the module relative to an older build of it.

use std::str::FromStr;

use clap::ValueEnum;

/// A figure that is compared with the baseline.
#[derive(Clone, Copy, PartialEq, ValueEnum)]
pub enum Compared {
    /// The time of VOTE
    Vote,
    /// The time of POST
    Post,
    /// The time of PAGE
    Page,
    /// The memory per news story
    Memory,
}

impl Compared {
    /// Returns the limit of the figure without the option `--baseline-bar`.
    fn default_bar(self) -> f64 {
        match self {
            Self::Vote | Self::Post => 1.25,
            Self::Page => 1.03,
            Self::Memory => 1.15,
        }
    }
}

/// A limit on the command line: a ratio for all figures, as in `1.03`, or for one of them, as in
/// `vote=1.25`.
#[derive(Clone, Copy)]
pub struct BaselineBar {
    figure: Option<Compared>,
    ratio: f64,
}

impl BaselineBar {
    /// Returns the limit of a figure. The last of the bars that apply to it counts.
    pub fn of(figure: Compared, bars: &[Self]) -> f64 {
        let applies = |bar: &&Self| bar.figure.is_none_or(|one| one == figure);
        bars.iter().rfind(applies).map_or_else(|| figure.default_bar(), |bar| bar.ratio)
    }
}

impl FromStr for BaselineBar {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (figure, ratio) = match text.split_once('=') {
            Some((name, ratio)) => (Some(Compared::from_str(name, true)?), ratio),
            None => (None, text),
        };
        match ratio.parse() {
            Ok(ratio) if f64::is_finite(ratio) && ratio > 0.0 => Ok(Self { figure, ratio }),
            _ => Err(format!("not a positive number: {ratio}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_bar_of_a_figure_counts() {
        let bars = |text: &str| text.split(',').map(|bar| bar.parse().unwrap()).collect();
        let limits = |bars: Vec<BaselineBar>| {
            [Compared::Vote, Compared::Page].map(|figure| BaselineBar::of(figure, &bars))
        };
        assert_eq!(limits(Vec::new()), [1.25, 1.03]);
        assert_eq!(limits(bars("1.5")), [1.5, 1.5]);
        assert_eq!(limits(bars("1.5,vote=2")), [2.0, 1.5]);
        assert_eq!(limits(bars("page=1.1,vote=2,1.5")), [1.5, 1.5]);
    }

    #[test]
    fn a_bar_is_a_positive_ratio_of_a_known_figure() {
        for text in ["", "vote", "vote=", "vote=x", "find=1.1", "0", "-1", "nan", "inf"] {
            assert!(text.parse::<BaselineBar>().is_err(), "{text}");
        }
    }
}
