//! Detecting the dialect of a site from some of its articles.

use std::collections::HashMap;

use article_site::parse_integer;

use crate::classic::dialect::Detected;
use crate::classic::read::ClassicArticle;
use crate::item::Bytes;

/// Returns what the articles show. With each article comes the time at which its voters expire.
pub fn detect(articles: &[ClassicArticle], expiries: &[Option<i64>]) -> Detected {
    let has =
        |name: &[u8]| articles.iter().filter(|article| article.field(name).is_some()).count();
    let has_user = has(b"user") > has(b"poster");
    let has_now = has(b"now") > has(b"time");
    let poster: &[u8] = if has_user { b"user" } else { b"poster" };
    Detected {
        window: window(articles, expiries),
        has_user,
        has_now,
        vote_score: vote_score(articles),
        self_vote: self_vote(articles, poster),
    }
}

/// Returns the seconds after which most voters expire.
fn window(articles: &[ClassicArticle], expiries: &[Option<i64>]) -> Option<i64> {
    let windows = articles.iter().zip(expiries).filter_map(|(article, expires)| {
        let window = (*expires)? - article.time?.floor() as i64;
        // The set was made a moment after the time was taken.
        Some(if window < 600 { window } else { (window + 30) / 60 * 60 })
    });
    most_common(windows)
}

/// Returns the seconds per vote that most scores follow.
fn vote_score(articles: &[ClassicArticle]) -> Option<i64> {
    most_common(articles.iter().filter_map(|article| {
        let votes = parse_integer(article.field(b"votes")?).filter(|votes| *votes != 0)?;
        let gain = article.score? - article.time?;
        Some((gain / votes as f64).round() as i64)
    }))
}

fn most_common(values: impl Iterator<Item = i64>) -> Option<i64> {
    let mut counts: HashMap<i64, usize> = HashMap::new();
    values.for_each(|value| *counts.entry(value).or_default() += 1);
    counts.into_iter().max_by_key(|(value, count)| (*count, *value)).map(|(value, _)| value)
}

/// Returns whether posters are among the voters of most articles.
fn self_vote(articles: &[ClassicArticle], poster_field: &[u8]) -> Option<bool> {
    let voted = |article: &&ClassicArticle| !article.up.is_empty() || !article.down.is_empty();
    let by_poster: Vec<bool> = articles
        .iter()
        .filter(voted)
        .filter_map(|article| {
            let poster: &Bytes = article.field(poster_field)?;
            Some(article.up.contains(poster) || article.down.contains(poster))
        })
        .collect();
    let yes = by_poster.iter().filter(|voted| **voted).count();
    (!by_poster.is_empty()).then_some(2 * yes >= by_poster.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn article(votes: i64, score: f64, up: &[&str], names: [&str; 2]) -> ClassicArticle {
        let fields = [(names[0], "ann"), (names[1], "1000.5"), ("votes", &votes.to_string())];
        ClassicArticle {
            fields: fields.map(|(name, value)| (name.into(), value.into())).into(),
            time: Some(1000.5),
            score: Some(score),
            up: up.iter().map(|user| (*user).into()).collect(),
            ..Default::default()
        }
    }

    #[test]
    fn the_names_score_and_rule_of_most_articles_are_found() {
        let names = ["user", "now"];
        let articles = [
            article(3, 1300.5, &["bob"], names),
            article(-2, 800.5, &[], names),
            article(0, 1000.5, &[], names),
            article(1, 1432.5, &[], names),
        ];
        let expected = Detected {
            has_user: true,
            has_now: true,
            window: Some(3_600),
            vote_score: Some(100),
            self_vote: Some(false),
        };
        assert_eq!(detect(&articles, &[Some(4_600), None, Some(4_601), Some(9_999)]), expected);
    }

    #[test]
    fn nothing_is_made_up() {
        assert_eq!(detect(&[], &[]), Detected::default());
        let unvoted = article(0, 1000.5, &[], ["poster", "time"]);
        assert_eq!(detect(&[unvoted], &[None]), Detected::default());
    }
}
