//! The promise of the formula, by simulation: an article with 200 votes or more in its first day
//! stays among the first 100 through that day.

use article_site::{
    ArticleId, Direction, Link, NewArticle, Order, Origin, PageQuery, Settings, Site, Title,
    UnixTime, UserName, Vote,
};

const DAYS: i64 = 12;
const DAY: i64 = 86_400;
const ARTICLES_A_DAY: i64 = 1_000;
/// Of a day's articles, one in so many is popular.
const POPULAR: i64 = 20;
const MINUTE: i64 = 60;

/// A small generator (xorshift), so that the simulation repeats exactly.
struct Random(u64);

impl Random {
    fn up_to(&mut self, most: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % (most + 1)
    }
}

/// When the votes on an article come: so many, evenly over the day after its posting.
struct Votes {
    id: ArticleId,
    posted: i64,
    total: i64,
    cast: i64,
}

fn post(site: &mut Site, time: i64) -> ArticleId {
    let article = NewArticle {
        poster: UserName::new(b"poster").unwrap(),
        title: Title::new(b"title").unwrap(),
        link: Link::new(b"").unwrap(),
        groups: &[],
        fields: &[],
        id: None,
        time: UnixTime::new(time).unwrap(),
    };
    site.post(&article, Origin::Client(article.time)).unwrap()
}

#[test]
fn popular_articles_are_among_the_first_100_through_their_first_day() {
    let mut site = Site::new(Settings::default());
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut running: Vec<Votes> = Vec::new();
    let (mut posted, mut votes, mut watched, mut worst) = (0, 0_u64, 0, 0);
    let start = 1_700_000_000;
    for now in (start..start + DAYS * DAY).step_by(MINUTE as usize) {
        while posted * DAY < (now - start) * ARTICLES_A_DAY {
            let time = start + posted * DAY / ARTICLES_A_DAY;
            let total =
                if posted % POPULAR == 0 { 200 + random.up_to(200) } else { random.up_to(20) };
            let id = post(&mut site, time);
            running.push(Votes { id, posted: time, total: total as i64, cast: 0 });
            posted += 1;
        }
        running.retain(|article| now < article.posted + DAY);
        for article in &mut running {
            while article.cast * DAY < (now - article.posted) * article.total {
                let user = format!("user{}", article.cast);
                let user = UserName::new(user.as_bytes()).unwrap();
                let origin = Origin::Client(UnixTime::new(now).unwrap());
                assert!(site.vote(user, article.id, Some(Vote::Up), origin).unwrap().changed);
                article.cast += 1;
                votes += 1;
            }
        }
        let first = site.page(&PageQuery {
            order: Order::Score,
            direction: Direction::Descending,
            page: 1,
            size: Some(1_000),
        });
        // An article has no votes to stand on in its first minutes.
        for article in running.iter().filter(|a| a.total >= 200 && a.cast > 0) {
            let rank = first.iter().position(|view| view.id() == article.id).unwrap() + 1;
            watched += 1;
            worst = worst.max(rank);
        }
    }
    println!(
        "{DAYS} days, {posted} articles, {votes} votes: in {watched} looks at popular articles, \
         one a minute each, the worst rank was {worst}"
    );
    assert!(watched > 500 * 1_000);
    assert!(worst <= 100, "a popular article was at rank {worst}");
    site.check().unwrap();
}
