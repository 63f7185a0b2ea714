//! RANK: how many entries are ahead of an article in its own part, and in each other part, where
//! a search finds it.

use futures_util::future::try_join_all;
use redis::Value;

use bytes::Bytes;

use crate::form::Form;
use crate::job::{Job, Reply};
use crate::merge::Place;
use crate::resp::unexpected;
use crate::words::Words;

pub async fn rank(job: &Job, words: &Words) -> Reply {
    let own = job.site.part_of(words.arg(2));
    let Some(rank) = job.read::<Option<u64>>(own, words).await? else { return job.raw(own).await };
    let key = job.word(1);
    let mut page = match words.first("GROUP") {
        Some(group) => Words::new(&[b"ARTICLE.GROUPPAGE", &*key, group, b"1"]),
        None => Words::new(&[&b"ARTICLE.PAGE"[..], &key, b"1"]),
    };
    for option in ["BY", "ASC", "DESC"] {
        page = words.find(option).map_or(page.clone(), |own| page.with(option, own));
    }
    let page = page.with("SIZE", &["1"]).with("RETURN", &["0"]).with("WITHPOSITIONS", &[""; 0]);
    let Some(place) = place(job, &page, own, rank + 1).await? else { return job.raw(own).await };
    let others = (0..job.site.parts.len()).filter(|part| *part != own);
    let ranks = others.map(|part| ahead(job, &page, part, place));
    let sum: u64 = rank + try_join_all(ranks).await?.iter().sum::<u64>();
    Ok(job.form(words).value(&Value::Int(sum as i64)))
}

/// Returns where the n-th entry of a part is.
async fn place(job: &Job, page: &Words, part: usize, n: u64) -> Result<Option<Place>, Bytes> {
    let page = page.with_arg(page.args.len() - 1, n.to_string());
    let reply = job.ask(part, page.line(), true).await?;
    let listed = Form { resp3: true, json: false }.listed(&reply);
    let (_, positions, _) = listed.ok_or_else(|| job.site.is_missing(part))?;
    let place = |position| Place::read(position, page.has("ASC")).ok_or_else(unexpected);
    positions.first().map(|position| place(position)).transpose()
}

/// Returns how many entries of a part are ahead of a place.
async fn ahead(job: &Job, page: &Words, part: usize, own: Place) -> Result<u64, Bytes> {
    let (mut low, mut high) = (0, 1);
    while place(job, page, part, high).await? > Some(own) {
        (low, high) = (high, 2 * high);
    }
    while high - low > 1 {
        let middle = low.midpoint(high);
        match place(job, page, part, middle).await? > Some(own) {
            true => low = middle,
            false => high = middle,
        }
    }
    Ok(low)
}
