//! Detecting the dialect of a site from some of its articles.

use std::collections::HashMap;

use article_site::parse_integer;

use crate::article::Bytes;
use crate::classic::dialect::Detected;
use crate::classic::read::ClassicArticle;

/// Returns what the articles show.
pub fn detect(articles: &[ClassicArticle]) -> Detected {
    let has =
        |name: &[u8]| articles.iter().filter(|article| article.field(name).is_some()).count();
    let has_user = has(b"user") > has(b"poster");
    let has_now = has(b"now") > has(b"time");
    let poster: &[u8] = if has_user { b"user" } else { b"poster" };
    Detected {
        has_user,
        has_now,
        vote_score: vote_score(articles),
        self_vote: self_vote(articles, poster),
    }
}

/// Returns the seconds per vote that most scores follow.
fn vote_score(articles: &[ClassicArticle]) -> Option<i64> {
    let mut counts: HashMap<i64, usize> = HashMap::new();
    for article in articles {
        let votes = article.field(b"votes").and_then(|votes| parse_integer(votes));
        let gain = article.score.zip(article.time).map(|(score, time)| score - time);
        if let Some((votes, gain)) = votes.filter(|votes| *votes != 0).zip(gain) {
            *counts.entry((gain / votes as f64).round() as i64).or_default() += 1;
        }
    }
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
            vote_score: Some(100),
            self_vote: Some(false),
        };
        assert_eq!(detect(&articles), expected);
    }

    #[test]
    fn nothing_is_made_up() {
        assert_eq!(detect(&[]), Detected::default());
        let unvoted = article(0, 1000.5, &[], ["poster", "time"]);
        assert_eq!(detect(&[unvoted]), Detected::default());
    }
}
