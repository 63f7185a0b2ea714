//! `docs/ranking.md` matches the core: its plots are those that the program draws now, and what it
//! says of them is true.

use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;

use article_ranking_plots::{Course, Hour, Listing, draw, simulate};
use article_site::formula::best;

/// The size that a plot must not exceed, in bytes.
const MAX_SIZE: usize = 30_000;
const FIRST_PAGE: usize = 25;
/// Stands for the place of an article that is not listed: after all others.
const NOT_LISTED: usize = usize::MAX;

static HOURS: LazyLock<Vec<Hour>> = LazyLock::new(|| simulate().expect("no refused operation"));

fn docs(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(path)
}

fn text() -> String {
    fs::read_to_string(docs("ranking.md")).unwrap()
}

fn article(name: &str) -> usize {
    Course::ALL.iter().position(|course| course.name == name).unwrap()
}

/// Returns the places of an article in a listing, hour by hour.
fn places(listing: &str, name: &str) -> Vec<usize> {
    let listing = Listing::ALL.iter().position(|one| one.name == listing).unwrap();
    let article = article(name);
    HOURS.iter().map(|hour| hour.places[listing][article].unwrap_or(NOT_LISTED)).collect()
}

/// Returns the upvotes less the downvotes of an article, hour by hour.
fn votes(name: &str) -> Vec<i64> {
    let article = article(name);
    HOURS.iter().map(|hour| hour.tallies[article].votes()).collect()
}

fn best_of(places: &[usize]) -> usize {
    *places.iter().min().unwrap()
}

fn worst_of(places: &[usize]) -> usize {
    *places.iter().max().unwrap()
}

/// Asserts that articles are at consecutive places when the week ends.
fn assert_side_by_side(listing: &str, names: &[&str]) {
    let mut ends: Vec<usize> = names.iter().map(|name| places(listing, name)[168]).collect();
    ends.sort_unstable();
    assert_eq!(ends, (ends[0]..ends[0] + names.len()).collect::<Vec<_>>());
}

const WITH_500_VOTES: [&str; 4] =
    ["instant hit", "slow burner", "steady favorite", "late revival"];

#[test]
fn the_plots_are_those_that_the_program_draws() {
    let plots = draw(&HOURS);
    let text = text();
    for plot in &plots {
        let path = docs("ranking").join(&plot.file);
        let written = fs::read_to_string(&path).unwrap_or_default();
        assert!(written == plot.svg, "{} is out of date: run `make plots`", path.display());
        assert!(plot.svg.len() < MAX_SIZE, "{} has {} bytes", plot.file, plot.svg.len());
        assert!(text.contains(&format!("](ranking/{})", plot.file)), "{} is shown", plot.file);
    }
    assert_eq!(fs::read_dir(docs("ranking")).unwrap().count(), plots.len());
}

#[test]
fn the_articles_have_the_votes_that_the_text_lists() {
    let text = text();
    for (course, tally) in Course::ALL.iter().zip(&HOURS[168].tallies) {
        let row = format!("| {} | {} | {} |", course.name, tally.upvotes, tally.downvotes);
        assert!(text.contains(&row), "{row}");
    }
    for name in WITH_500_VOTES {
        assert_eq!(votes(name)[168], 500);
    }
}

#[test]
fn the_text_is_true_of_score() {
    let hit = places("score", "instant hit");
    assert!(hit[4] == 1 && hit[3] > 1);
    assert!(worst_of(&hit[..60]) <= FIRST_PAGE && best_of(&hit[60..]) > FIRST_PAGE);
    let burner = places("score", "slow burner");
    assert!(burner[54] < burner[30] && burner[54] < burner[72]);
    assert!(votes("slow burner")[54] - votes("slow burner")[30] > 200);
    let revival = places("score", "late revival");
    assert_eq!(votes("late revival")[96] - votes("late revival")[84], 350);
    assert_eq!((revival[84], best_of(&revival[84..])), (1_051, 670));
    assert_side_by_side("score", &WITH_500_VOTES);
}

#[test]
fn the_text_is_true_of_time() {
    for course in &Course::ALL {
        let places = places("time", course.name);
        assert!(places[1] <= FIRST_PAGE && best_of(&places[2..]) > FIRST_PAGE);
    }
}

#[test]
fn the_text_is_true_of_votes() {
    for course in &Course::ALL {
        let day = places("votes-day", course.name);
        assert!(worst_of(&day[..=24]) <= 1_000 && best_of(&day[25..]) == NOT_LISTED);
    }
    assert_eq!(best_of(&places("votes-day", "slow burner")), 12);
    assert!(best_of(&places("votes-day", "late revival")) > FIRST_PAGE);
    let revival = places("votes-week", "late revival");
    assert_eq!((revival[84], revival[90]), (212, 7));
    assert!(WITH_500_VOTES.iter().all(|name| places("votes-week", name)[168] <= 10));
    let divisive = places("votes-week", "divisive");
    assert!(worst_of(&divisive[1..=72]) <= 1_000 && best_of(&divisive[96..]) == NOT_LISTED);
}

#[test]
fn the_text_is_true_of_best() {
    let percent = |upvotes| (f64::from(best(upvotes, 0)) / 1e7).round();
    assert_eq!((percent(10), percent(100)), (86.0, 98.0));
    let favorite = places("best", "steady favorite");
    assert!(favorite[13] > FIRST_PAGE && worst_of(&favorite[14..]) <= FIRST_PAGE);
    assert!(best_of(&places("best", "instant hit")) > 100);
    let (hit, steady) = (votes("instant hit"), votes("steady favorite"));
    assert!((1..168).all(|hour| hit[hour] > steady[hour]));
    assert_side_by_side("best", &["slow burner", "late revival"]);
    assert_eq!(best_of(&places("best", "divisive")), NOT_LISTED);
}

#[test]
fn the_text_is_true_of_controversy() {
    assert_eq!(worst_of(&places("controversy", "divisive")[1..]), 1);
    for name in WITH_500_VOTES {
        assert!(best_of(&places("controversy", name)) > FIRST_PAGE);
    }
    for name in ["slow burner", "steady favorite", "late revival"] {
        let article = article(name);
        let first = HOURS.iter().position(|hour| hour.tallies[article].downvotes > 0).unwrap();
        let places = places("controversy", name);
        assert!(first > 12 && places[..first].is_sorted(), "{name} falls");
        assert!(places[first] < places[first - 1], "{name} rises");
    }
}

#[test]
fn the_text_is_true_of_gravity() {
    for course in &Course::ALL {
        assert_eq!(places("gravity", course.name)[0], NOT_LISTED);
    }
    let hit = places("gravity", "instant hit");
    assert_eq!(hit[1], 1);
    assert!(worst_of(&hit[1..=45]) <= FIRST_PAGE && best_of(&hit[55..]) > FIRST_PAGE);
    let revival = places("gravity", "late revival");
    assert_eq!((revival[1], votes("late revival")[1]), (14, 3));
    assert_eq!((revival[84], best_of(&revival[84..])), (459, 64));
}
