//! Pages of a whole site, merged from pages of its parts.

use std::collections::hash_map::{DefaultHasher, HashMap};
use std::collections::{BinaryHeap, VecDeque};
use std::hash::{Hash, Hasher};
use std::rc::Rc;

use bytes::Bytes;
use serde_json::value::RawValue;

use crate::cluster::Reply;
use crate::metrics::Metrics;
use crate::position::{After, Place};
use crate::resp::{self, Form, Value, bulk, error, int, is_nil, number};
use crate::run::{Job, entries_of, json_list, list_of, now, read};
use crate::table::{Words, named};

/// The most entries of a page, and the number that page numbers reach.
const MAX_SIZE: usize = 1_000;
/// The most articles that a page with PER passes over.
const MOST_PASSED: usize = 10_000;
/// The most listings of a site whose shares are remembered.
const MAX_SHARES: usize = 4_096;
/// How many places are looked at in each round of a search for a rank.
const PROBES: i64 = 15;

const TOO_FAR: &str = "ERR page numbers reach 1000 articles into a filtered listing; use AFTER";

/// An entry of a listing.
struct Entry {
    part: usize,
    frame: Bytes,
    /// The cursor after it, in its part.
    position: Bytes,
}

/// What a part lists.
struct Feed {
    entries: VecDeque<(Bytes, Bytes)>,
    /// How many entries it had so far.
    had: usize,
    asked: usize,
    /// Whether it has more than these.
    has_more: bool,
}

/// A listing of all parts.
struct Merge<'a> {
    job: &'a Job,
    words: Words,
    form: Form,
    ascends: bool,
    after: After,
    feeds: Vec<Feed>,
    heads: BinaryHeap<(Place, std::cmp::Reverse<usize>)>,
}

impl<'a> Merge<'a> {
    /// Asks each part for as many of its first entries as `sizes` says.
    async fn begin(
        job: &'a Job,
        words: &Words,
        after: After,
        sizes: &[usize],
        form: Form,
    ) -> Result<Self, Bytes> {
        let words =
            words.without(&["WITHCURSOR", "AFTER", "SIZE"]).with("WITHPOSITIONS", &[""; 0]);
        let feed =
            |size: &usize| Feed { entries: VecDeque::new(), had: 0, asked: *size, has_more: true };
        let feeds: Vec<_> = sizes.iter().map(feed).collect();
        let (ascends, heads) = (words.has("ASC"), BinaryHeap::with_capacity(feeds.len()));
        let mut merge = Self { job, words, form, ascends, after, feeds, heads };
        let (mut asked, mut last) = (Vec::with_capacity(sizes.len()), None);
        for (part, size) in sizes.iter().enumerate() {
            // Most parts are sent the same words.
            let line = match (&merge.after, last) {
                (After::Same(_), Some((known, line))) if known == size => line,
                _ => Rc::from(merge.request(part).line()),
            };
            last = Some((size, Rc::clone(&line)));
            asked.push(job.ask(part, line, form.resp3));
        }
        let mut replies = Vec::with_capacity(asked.len());
        for asked in asked {
            replies.push(asked.await?);
        }
        for (part, reply) in replies.iter().enumerate() {
            merge.accept(part, reply)?;
        }
        Ok(merge)
    }

    /// Returns the words that ask a part for what comes next.
    fn request(&self, part: usize) -> Words {
        let size = self.feeds.get(part).map_or(1, |feed| feed.asked).clamp(1, MAX_SIZE);
        let words = self.words.with("SIZE", &[size.to_string()]);
        match self.after.of_part(part) {
            Some(cursor) => words.with("AFTER", &[cursor]),
            None => words,
        }
    }

    fn accept(&mut self, part: usize, reply: &Bytes) -> Result<(), Bytes> {
        if is_nil(reply) {
            return Err(self.job.site.is_missing(&self.job.proxy.cluster, part));
        }
        let found = positions(reply, self.form).ok_or_else(|| error("ERR internal error"))?;
        let (entries, positions, has_more) = found;
        if let Some(feed) = self.feeds.get_mut(part) {
            feed.has_more = has_more;
            feed.entries.extend(entries.into_iter().zip(positions));
        }
        self.push(part)
    }

    /// Puts the first entry of a part among those of the others.
    fn push(&mut self, part: usize) -> Result<(), Bytes> {
        let Some(feed) = self.feeds.get(part) else { return Ok(()) };
        let Some((_, position)) = feed.entries.front() else { return Ok(()) };
        let place = match &self.after {
            After::Same(_) => Place::read(position, self.ascends),
            After::Own(_) => Some(Place::in_turn(feed.had, part)),
        };
        let place = place.ok_or_else(|| error("ERR internal error"))?;
        self.heads.push((place, std::cmp::Reverse(part)));
        Ok(())
    }

    /// Returns the next entry. A part whose entries have run out is asked again, with a longer
    /// page of at most `most` entries.
    async fn next(&mut self, most: usize) -> Result<Option<Entry>, Bytes> {
        let Some((_, std::cmp::Reverse(part))) = self.heads.pop() else { return Ok(None) };
        let Some(feed) = self.feeds.get_mut(part) else { return Ok(None) };
        let Some((frame, position)) = feed.entries.pop_front() else { return Ok(None) };
        feed.had += 1;
        let entry = Entry { part, frame, position };
        if feed.entries.is_empty() && feed.has_more && most > 0 {
            feed.asked = (2 * feed.asked).clamp(4, MAX_SIZE).min(most);
            let words = self.request(part).with("AFTER", &[&entry.position]);
            Metrics::add(&self.job.proxy.metrics.asked_again);
            let reply = self.job.ask(part, words.line(), self.form.resp3).await?;
            self.accept(part, &reply)?;
        } else {
            self.push(part)?;
        }
        Ok(Some(entry))
    }

    /// Whether anything follows what was returned.
    fn has_more(&self) -> bool {
        self.feeds.iter().any(|feed| feed.has_more || !feed.entries.is_empty())
    }
}

/// Reads a reply with WITHPOSITIONS: entries, positions, and whether anything follows.
fn positions(reply: &Bytes, form: Form) -> Option<(Vec<Bytes>, Vec<Bytes>, bool)> {
    if form.json {
        let text = resp::text(reply)?;
        let (entries, positions, next): (Vec<&RawValue>, Vec<String>, Option<&RawValue>) =
            serde_json::from_slice(&text).ok()?;
        let entries = entries.iter().map(|entry| text.slice_ref(entry.get().as_bytes())).collect();
        return Some((entries, positions.into_iter().map(Bytes::from).collect(), next.is_some()));
    }
    // After the head of an array of three.
    let (entries, end) = resp::items_at(reply, 4)?;
    let (positions, end) = resp::items_at(reply, end)?;
    let positions = positions.iter().map(resp::text).collect::<Option<_>>()?;
    Some((entries, positions, !is_nil(reply.get(end..)?)))
}

/// What a page is to have.
struct Wanted {
    page: usize,
    size: usize,
    form: Form,
    with_cursor: bool,
    with_positions: bool,
}

/// Returns a page, whose number is the word at an index.
pub async fn page(job: &Job, words: &Words, at: usize) -> Reply {
    let parts = job.site.parts.len();
    let size = match words.first("SIZE") {
        Some(size) => number(size),
        None => {
            job.site.compare(&job.proxy.cluster, 0, job.resp3, false).await?;
            Some(job.site.page_size())
        }
    };
    let wanted = Wanted {
        page: number(words.arg(at)).unwrap_or(0),
        size: size.unwrap_or(0),
        form: job.form(words),
        with_cursor: words.has("WITHCURSOR"),
        with_positions: words.has("WITHPOSITIONS"),
    };
    let takes_turns = words.spec.name == "ARTICLE.MARKED";
    let cursor = words.first("AFTER");
    let after = match takes_turns {
        true => After::own(cursor, parts),
        false => Some(After::Same(cursor.cloned())),
    };
    let is_valid = wanted.page > 0 && (1..=MAX_SIZE).contains(&wanted.size);
    // A server says what is wrong.
    let is_valid = is_valid && !(wanted.with_cursor && wanted.with_positions);
    let Some(mut after) = after.filter(|_| is_valid) else { return job.raw(0).await };
    let words = with_time(words).with_arg(at, "1");
    if words.has("PER") {
        return if wanted.page > 1 {
            job.raw(0).await
        } else {
            per(job, &words, after, &wanted).await
        };
    }
    if wanted.page.saturating_mul(wanted.size) > MAX_SIZE {
        return Err(error(TOO_FAR));
    }
    let skipped = (wanted.page - 1) * wanted.size;
    if skipped > 0 {
        let head = words.without(&["VIEWER", "MARKS", "FORMAT"]).with("RETURN", &["0"]);
        let form = Form { resp3: job.resp3, json: false };
        let mut merge =
            Merge::begin(job, &head, after.clone(), &shares(skipped, parts), form).await?;
        for left in (0..skipped).rev() {
            let Some(entry) = merge.next(left).await? else {
                return Ok(reply(&wanted, &[], &[], None));
            };
            after.pass(entry.part, &entry.position);
        }
    }
    let listing = (cursor.is_none() && skipped == 0).then(|| hash_of(&words, wanted.size));
    let known = listing.and_then(|hash| job.site.shares.borrow().get(&hash).cloned());
    let sizes = match known {
        Some(known) => {
            known.iter().map(|share| (usize::from(*share) + 2).min(wanted.size)).collect()
        }
        None => shares(wanted.size, parts),
    };
    let mut merge = Merge::begin(job, &words, after.clone(), &sizes, wanted.form).await?;
    let (mut frames, mut positions) = (Vec::new(), Vec::new());
    for left in (0..wanted.size).rev() {
        let Some(entry) = merge.next(left).await? else { break };
        positions.push(after.pass(entry.part, &entry.position));
        frames.push(entry.frame);
    }
    if let Some(hash) = listing {
        let mut remembered = job.site.shares.borrow_mut();
        if remembered.len() >= MAX_SHARES {
            remembered.clear();
        }
        remembered.insert(hash, merge.feeds.iter().map(|feed| feed.had as u16).collect());
    }
    let is_full = frames.len() == wanted.size && merge.has_more();
    let next = positions.last().filter(|_| is_full).cloned();
    Ok(reply(&wanted, &frames, &positions, next))
}

/// Returns how many entries to ask each part for: its share, and a margin.
fn shares(want: usize, parts: usize) -> Vec<usize> {
    let share = want / parts;
    vec![(share + 2 * share.isqrt() + 3).min(want); parts]
}

/// Identifies a listing, whoever reads it.
fn hash_of(words: &Words, size: usize) -> u64 {
    let own = ["VIEWER", "MARKS", "RETURN", "FORMAT", "WITHCURSOR", "WITHPOSITIONS", "AT", "SIZE"];
    let mut hasher = DefaultHasher::new();
    (words.without(&own).line(), size).hash(&mut hasher);
    hasher.finish()
}

/// Returns the words with one time for all parts, if they need any.
fn with_time(words: &Words) -> Words {
    let is_relative = |name| words.first(name).is_some_and(|time| time.starts_with(b"-"));
    let order = words.first("BY").map(|order| order.to_ascii_uppercase()).unwrap_or_default();
    let needs_time = matches!(&order[..], b"GRAVITY" | b"ACTIVE")
        || ["SINCE", "UNTIL"].into_iter().any(is_relative);
    let has_none =
        matches!(&*words.spec.name, "ARTICLE.ANSWERS" | "ARTICLE.VOTED" | "ARTICLE.MARKED");
    match needs_time && !words.has("AT") && !has_none {
        true => words.with("AT", &[now().to_string()]),
        false => words.clone(),
    }
}

fn reply(wanted: &Wanted, entries: &[Bytes], positions: &[Bytes], next: Option<Bytes>) -> Bytes {
    let Wanted { form, with_cursor, with_positions, .. } = *wanted;
    if !with_cursor && !with_positions {
        return list_of(entries, form);
    }
    let (mut out, mut json) = (Vec::new(), Vec::new());
    if form.json {
        let quoted = |text: &Bytes| {
            let mut out = Vec::new();
            resp::json_text(&mut out, text);
            Bytes::from(out)
        };
        json.push(b'[');
        json_list(&mut json, entries);
        if with_positions {
            json.push(b',');
            json_list(&mut json, &positions.iter().map(quoted).collect::<Vec<_>>());
        }
        json.push(b',');
        json.extend_from_slice(&next.as_ref().map_or(Bytes::from_static(b"null"), quoted));
        json.push(b']');
        bulk(&mut out, &json);
    } else {
        resp::head(&mut out, b'*', if with_positions { 3 } else { 2 });
        resp::array(&mut out, entries);
        if with_positions {
            resp::head(&mut out, b'*', positions.len());
            positions.iter().for_each(|position| bulk(&mut out, position));
        }
        match next {
            Some(next) => bulk(&mut out, &next),
            None => out.extend_from_slice(&form.nil()),
        }
    }
    out.into()
}

/// Returns a page with PER: which entries there is room for can only be said of all parts.
async fn per(job: &Job, words: &Words, mut after: After, wanted: &Wanted) -> Reply {
    let limit = words.find("PER").unwrap_or_default();
    let [kind, most] = limit else { return job.raw(0).await };
    let name = match kind.to_ascii_uppercase().as_slice() {
        b"GROUP" => "groups",
        b"USER" => "poster",
        b"LINK" => "link",
        _ => return job.raw(0).await,
    };
    let Some(most) = number::<usize>(most).filter(|most| (1..=MAX_SIZE).contains(most)) else {
        return job.raw(0).await;
    };
    let head =
        words.without(&["VIEWER", "MARKS", "FORMAT", "PER"]).with("RETURN", &["2", "id", name]);
    let form = Form { resp3: true, json: false };
    let sizes = shares(2 * wanted.size, job.site.parts.len());
    let mut merge = Merge::begin(job, &head, after.clone(), &sizes, form).await?;
    let mut counts = HashMap::<Bytes, usize>::new();
    let (mut ids, mut positions, mut passed, mut next) = (Vec::new(), Vec::new(), 0, None);
    while ids.len() < wanted.size && passed < MOST_PASSED {
        next = None;
        let Some(entry) = merge.next(MAX_SIZE).await? else { break };
        let Value::Map(found) = read(&entry.frame)? else { break };
        let value = |name: &str| found.iter().find(|(own, _)| own == name).map(|(_, value)| value);
        let names = match value(name) {
            Some(Value::List(groups)) => groups.iter().map(Value::text).collect(),
            Some(Value::Text(text)) if name == "poster" || !text.is_empty() => vec![text.clone()],
            _ => Vec::new(),
        };
        let position = after.pass(entry.part, &entry.position);
        next = Some(position.clone());
        if names.iter().any(|name| counts.get(name).is_some_and(|count| *count >= most)) {
            passed += 1;
            continue;
        }
        for name in names {
            *counts.entry(name).or_default() += 1;
        }
        ids.push(Bytes::from(value("id").map_or(0, Value::int).to_string()));
        positions.push(position);
    }
    let next = next.filter(|_| merge.has_more());
    let entries = show(job, words, &ids, wanted.form).await?;
    // What was deleted meanwhile is not shown.
    let shown =
        entries.into_iter().zip(positions).filter(|(entry, _)| !is_nil(entry) && entry != "null");
    let (entries, positions): (Vec<_>, Vec<_>) = shown.unzip();
    Ok(reply(wanted, &entries, &positions, next))
}

/// Returns the entries of ids as a page shows them.
async fn show(job: &Job, words: &Words, ids: &[Bytes], form: Form) -> Result<Vec<Bytes>, Bytes> {
    let Some(spec) = named(b"ARTICLE.MGET").filter(|_| !ids.is_empty()) else {
        return Ok(Vec::new());
    };
    let mut line = vec![Bytes::from_static(b"ARTICLE.MGET"), job.site.key.clone()];
    line.push(Bytes::from(ids.len().to_string()));
    line.extend_from_slice(ids);
    for name in ["VIEWER", "MARKS", "RETURN", "FORMAT"] {
        if let Some(own) = words.find(name) {
            line.push(Bytes::copy_from_slice(name.as_bytes()));
            line.extend_from_slice(own);
        }
    }
    let (proxy, site) = (job.proxy.clone(), job.site.clone());
    let shown = Job { proxy, site, spec, line, resp3: job.resp3 };
    entries_of(&Box::pin(shown.run()).await?, form)
}

/// Returns how many entries are ahead of an article: in its own part, and in each other part,
/// where a search finds it.
pub async fn rank(job: &Job, words: &Words) -> Reply {
    let (form, own) = (job.form(words), job.site.part_of(words.arg(2)));
    let group = words.first("GROUP");
    let (name, at) = if group.is_some() { ("ARTICLE.GROUPPAGE", 3) } else { ("ARTICLE.PAGE", 2) };
    let key = job.site.key.clone();
    let mut line = vec![Bytes::from_static(name.as_bytes()), key.clone()];
    line.extend(group.cloned());
    line.push(Bytes::from_static(b"1"));
    let page = named(name.as_bytes()).and_then(|spec| Words::parse(spec, &line));
    let Some(mut page) = page else { return job.raw(0).await };
    for option in ["BY", "ASC", "DESC"] {
        if let Some(own) = words.find(option) {
            page = page.with(option, own);
        }
    }
    let page =
        page.with("SIZE", &["1"]).with("RETURN", &["1", "id"]).with("WITHPOSITIONS", &[""; 0]);
    let plain = Form { resp3: job.resp3, json: false };
    let find = |reply: &Bytes| Some(positions(reply, plain)?.1.first()?.clone());
    let ascends = words.has("ASC");
    let answer = job.raw(own).await?;
    let text =
        if form.json { resp::text(&answer).and_then(|text| number(&text)) } else { int(&answer) };
    let Some(mut rank) = text else { return Ok(answer) };
    let entry = job.ask(own, page.with_arg(at, (rank + 1).to_string()).line(), job.resp3).await?;
    let Some(place) = find(&entry).and_then(|it| Place::read(&it, ascends)) else {
        return Ok(answer);
    };
    // Of each other part, the numbers between which its rank is.
    let mut count = vec![Bytes::from_static(b"ARTICLE.COUNT"), key];
    count.extend(group.cloned());
    let Some(count) = named(b"ARTICLE.COUNT").and_then(|spec| Words::parse(spec, &count)) else {
        return Ok(answer);
    };
    let counts = job.values(&count).await?;
    let mut ranges: Vec<_> = counts.iter().map(|count| (0, count.int())).collect();
    if let Some(range) = ranges.get_mut(own) {
        *range = (rank, rank);
    }
    loop {
        let mut probes = Vec::new();
        for (part, (low, high)) in ranges.iter().enumerate() {
            let step = ((high - low) / PROBES).max(1);
            probes.extend((*low..*high).step_by(step as usize).map(|index| (part, index)));
        }
        if probes.is_empty() {
            break;
        }
        let asked =
            probes.iter().map(|(part, index)| (*part, page.with_arg(at, (index + 1).to_string())));
        let replies = job.several(asked.collect::<Vec<_>>(), job.resp3).await?;
        for ((part, index), reply) in probes.into_iter().zip(&replies) {
            let is_ahead = find(reply).and_then(|it| Place::read(&it, ascends)) > Some(place);
            let Some((low, high)) = ranges.get_mut(part) else { continue };
            match is_ahead {
                true => *low = (*low).max(index + 1).min(*high),
                false => *high = (*high).min(index).max(*low),
            }
        }
    }
    rank = ranges.iter().map(|(low, _)| low).sum();
    Ok(Value::Int(rank).reply(form))
}
