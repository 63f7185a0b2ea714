//! The promise of the score formula, by simulation: an article with 200 or more votes in its first
//! day stays among the first 100 throughout that day.

use article_model::names::article;
use article_site::{Budget, ItemId, Origin, Query, Settings, Site, UnixTime, UserName, Vote};

const DAYS: i64 = 12;
const DAY: i64 = 86_400;
const ARTICLES_PER_DAY: i64 = 1_000;
/// One of this many articles is popular.
const POPULAR: i64 = 20;
const MINUTE: i64 = 60;

/// An article whose votes are spread evenly over its first day.
struct Votes {
    id: ItemId,
    posted: i64,
    total: i64,
    cast: i64,
}

#[test]
fn popular_articles_are_among_the_first_100_through_their_first_day() {
    let mut site = Site::new(Settings::default());
    // The simulation repeats exactly.
    let mut random = fastrand::Rng::with_seed(0x5eed);
    let mut running: Vec<Votes> = Vec::new();
    let (mut posted, mut votes, mut watched, mut worst) = (0, 0_u64, 0, 0);
    let start = 1_700_000_000;
    for now in (start..start + DAYS * DAY).step_by(MINUTE as usize) {
        while posted * DAY < (now - start) * ARTICLES_PER_DAY {
            let time = start + posted * DAY / ARTICLES_PER_DAY;
            let total =
                if posted % POPULAR == 0 { random.u64(200..=400) } else { random.u64(..=20) };
            let article = article(UnixTime::clamped(time));
            let id = site.post(&article, Origin::Client(article.time)).unwrap().id();
            running.push(Votes { id, posted: time, total: total as i64, cast: 0 });
            posted += 1;
        }
        running.retain(|article| now < article.posted + DAY);
        for article in &mut running {
            while article.cast * DAY < (now - article.posted) * article.total {
                let user = format!("user{}", article.cast);
                let user = UserName::new(user.as_bytes()).unwrap();
                let origin = Origin::Client(UnixTime::new(now).unwrap());
                assert!(
                    site.vote(user, article.id, Some(Vote::Up.counted()), origin).unwrap().changed
                );
                article.cast += 1;
                votes += 1;
            }
        }
        let first = site
            .query(&Query { size: Some(1_000), ..Query::default() }, &Budget::unlimited())
            .unwrap();
        // In its first minutes, an article has no votes.
        for article in running.iter().filter(|a| a.total >= 200 && a.cast > 0) {
            let rank = first.items.iter().position(|view| view.id() == article.id).unwrap() + 1;
            watched += 1;
            worst = worst.max(rank);
        }
    }
    println!(
        "{DAYS} days, {posted} articles, {votes} votes: in {watched} looks at popular articles, \
         one per minute each, the worst rank was {worst}"
    );
    assert!(watched > 500 * 1_000);
    assert!(worst <= 100, "a popular article was at rank {worst}");
    site.check().unwrap();
}
