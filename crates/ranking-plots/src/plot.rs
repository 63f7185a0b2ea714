//! The plots as files.

use crate::chart::{Chart, Scale};
use crate::course::{Course, WEEK};
use crate::listing::Listing;
use crate::simulation::Hour;

#[derive(Debug)]
pub struct Plot {
    pub file: String,
    pub svg: String,
}

/// Draws the votes of the watched articles, and their places in each listing.
pub fn draw(hours: &[Hour]) -> Vec<Plot> {
    let courses = Chart {
        title: "The votes",
        command: "upvotes - downvotes",
        scale: Scale::Votes(500.0),
        hours: (WEEK / 3_600) as u32,
        lines: lines(hours, |hour, article| {
            hour.tallies.get(article).map(|tally| tally.votes() as f64)
        }),
    };
    let mut plots = vec![Plot { file: "courses.svg".to_owned(), svg: courses.draw() }];
    for (number, listing) in Listing::ALL.iter().enumerate() {
        let place = |hour: &Hour, article: usize| {
            hour.places.get(number)?.get(article)?.map(|place| place as f64)
        };
        let chart = Chart {
            title: &listing.title(),
            command: &listing.command(),
            scale: Scale::Places { ends: listing.order.stored().is_none() },
            hours: listing.hours,
            lines: lines(hours, place),
        };
        plots.push(Plot { file: format!("{}.svg", listing.name), svg: chart.draw() });
    }
    plots
}

/// Returns the values of each watched article, hour by hour.
fn lines(hours: &[Hour], value: impl Fn(&Hour, usize) -> Option<f64>) -> Vec<Vec<Option<f64>>> {
    let line = |article| hours.iter().map(|hour| value(hour, article)).collect();
    (0..Course::ALL.len()).map(line).collect()
}
