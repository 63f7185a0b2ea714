use anyhow::Result;
use article_site::Settings;

use super::*;

fn parse(json: &str) -> Result<Item> {
    let mut entry = Line::parse(json.as_bytes())?.into_item().expect("no user");
    entry.complete(&Settings::default())?;
    entry.check(&Settings::default())?;
    Ok(entry)
}

#[test]
fn a_short_line_has_defaults() {
    let json = r#"{"id":7,"poster":"ann","title":"Hello","time":1000}"#;
    let article = parse(json).unwrap();
    assert_eq!((article.closes(), article.score, article.boost), (605_800, None, 0));
    assert!(article.is_recorded() && article.voters().next().is_none());
    let place = parse(r#"{"id":7,"deleted":true,"time":1000}"#).unwrap();
    assert!(place.deleted && place.counts() == (0, 0) && !place.is_recorded());
}

#[test]
fn invalid_lines_are_refused() {
    let article = r#""id":7,"poster":"ann","title":"Hello","time":1000"#;
    let comment = r#""id":7,"parent":3,"poster":"ann","time":1000"#;
    let place = r#""id":7,"deleted":true,"time":1000"#;
    assert!(parse(&format!(r#"{{{comment},"text":"x","fields":[["title","1"]]}}"#)).is_ok());
    for (line, rest, message) in [
        (article, r#""up":["ann"],"upvotes":1"#, "either"),
        (article, r#""up":["ann"],"down":["ann"]"#, "two"),
        (article, r#""up":["ann"],"silent_down":["ann"]"#, "two"),
        (article, r#""silent_up":["ann"],"downvotes":1"#, "either"),
        (article, r#""upvotes":1,"kept_up":["ann"],"up":["bob"]"#, "either"),
        (article, r#""kept_down":["ann"]"#, "need \"upvotes\" and \"downvotes\""),
        (article, r#""kept_up":["ann"],"up":["bob"]"#, "need \"upvotes\" and \"downvotes\""),
        (article, r#""upvotes":1,"kept_up":["ann"]"#, "need \"KEEPVOTES\":\"yes\""),
        (article, r#""titel":"x""#, "unknown field"),
        (article, r#""up":[""]"#, "user"),
        (article, r#""closes":1000"#, "CLOSES"),
        (article, r#""boost":999999999"#, "boost"),
        (article, r#""score":2305843009213693953"#, "score"),
        (article, r#""upvotes":4294967295,"downvotes":1"#, "votes"),
        (article, r#""fields":[["score","1"]]"#, "reserved"),
        (article, r#""text":"x""#, "an article has no \"text\""),
        (article, r#""parent":3"#, "a comment has no \"title\""),
        (article, r#""deleted":true"#, "a deleted one has only"),
        (comment, r#""score":1"#, "missing field `text`"),
        (comment, r#""text":"""#, "text"),
        (comment, r#""text":"x","link":"x""#, "a comment has no \"link\""),
        (comment, r#""text":"x","groups":[]"#, "a comment has no \"groups\""),
        (comment, r#""text":"x","comments":0"#, "a comment has no \"comments\""),
        (comment, r#""text":"x","bumped":1000"#, "a comment has no \"bumped\""),
        (comment, r#""text":"x","fields":[["parent","1"]]"#, "reserved"),
        (place, r#""parent":0"#, "\"parent\" must be 1 to 4294967295"),
        (place, r#""hidden":true"#, "a deleted one has only"),
        (place, r#""upvotes":4294967295,"downvotes":1"#, "votes"),
        (place, r#""score":2305843009213693953"#, "score"),
    ] {
        let error = format!("{:#}", parse(&format!("{{{line},{rest}}}")).unwrap_err());
        assert!(error.contains(message), "{rest}: {error}");
    }
}
