//! Any bytes, decoded. A site that is accepted must be valid, survive every way to store it, and
//! work.

use article_site::formula::Formula;
use article_site::{
    CommentText, DecodeError, Direction, Edit, FieldName, FieldValue, GroupName, Info, ItemId,
    Link, Moderation, NewArticle, Origin, Posted, Query, RecordContent, Setting, SettingsChange,
    Site, SiteEntry, Source, ThreadQuery, UnixTime, UserName, Vote,
};

use super::rebuilt::rebuilt;
use crate::bytes::{decoded, encoded};
use crate::input::Input;
use crate::listing_comparison::assert_same_listing;
use crate::thread::THREAD_ORDERS;
use crate::thread_comparison::{assert_same_thread, thread_query};
use crate::{Model, names};

/// The most articles and comments that are tried.
const TRIED: usize = 64;
/// The largest page.
const PAGE: u32 = 1_000;

/// Decodes the input after its first byte, which says how the bytes are cut into chunks.
pub fn run(input: &[u8]) {
    let mut input = Input::new(input);
    let cut = input.byte();
    check(input.rest(), cut);
}

/// Decodes bytes, cut into chunks as `cut` says, and checks the site.
pub fn check(bytes: &[u8], cut: u8) {
    let site = decode_cut(bytes, cut);
    let uncut = decode_cut(bytes, 0);
    // Trailing bytes are found only in the chunk that ends the site; the server finds the others.
    if !matches!(uncut, Err(DecodeError::Trailing)) {
        assert_eq!(site.as_ref().map(content), uncut.as_ref().map(content));
    }
    if let Ok(mut site) = site {
        assert_sound(&site);
        try_out(&mut site);
    }
}

pub fn bytes_of(site: &Site) -> Vec<u8> {
    encoded(site).concat()
}

/// Decodes bytes in chunks of varying lengths up to `cut`, some of them empty; 0 for one chunk.
fn decode_cut(bytes: &[u8], cut: u8) -> Result<Site, DecodeError> {
    let (mut rest, mut mixed) = (bytes, cut);
    let mut chunks = std::iter::from_fn(|| {
        mixed = mixed.wrapping_mul(37).wrapping_add(11);
        let len = if cut == 0 { rest.len() } else { mixed.min(cut).into() };
        let (chunk, others) = rest.split_at(len.min(rest.len()));
        let is_over = rest.is_empty();
        rest = others;
        (!is_over).then_some(chunk)
    });
    decoded(&mut chunks)
}

/// Returns everything in a site.
fn content(site: &Site) -> (Model, Info) {
    (Model::of(site), site.info(UnixTime::clamped(0)))
}

/// Checks a site's invariants, and that it is the same once it is stored and loaded.
pub fn assert_sound(site: &Site) {
    site.check().unwrap();
    let decoded = decode_cut(&bytes_of(site), 0).unwrap();
    decoded.check().unwrap();
    assert_eq!(content(&decoded), content(site));
    assert_eq!(content(&rebuilt(site)), content(site));
}

/// Applies every kind of operation to a site. Each may be refused but must leave a sound site.
fn try_out(site: &mut Site) {
    let ids: Vec<ItemId> = site.items().take(TRIED).map(|item| item.id()).collect();
    ids.iter().for_each(|id| change(site, *id));
    assert_sound(site);
    read(site);
    alter(site, 31_536_000, Formula::Log);
    alter(site, 31_536_000, Formula::Linear);
    alter(site, 1, Formula::Linear);
    post(site, UnixTime::clamped(0));
    let posted = post(site, UnixTime::clamped(UnixTime::MAX));
    assert_sound(site);
    let mut comments = Vec::new();
    for id in ids.iter().chain(&posted) {
        comments.extend(comment(site, *id));
    }
    comments.extend(comments.last().and_then(|last| comment(site, *last)));
    read(site);
    assert_sound(site);
    let before = site.items().count();
    // What was answered goes first.
    for id in ids.iter().chain(&posted).chain(&comments) {
        assert!(site.delete(*id));
        assert!(!site.delete(*id));
    }
    let deleted = ids.len() + posted.iter().count() + comments.len();
    assert_eq!(site.items().count(), before - deleted);
    assert_sound(site);
    if site.items().next().is_none() {
        let info = site.info(UnixTime::clamped(0));
        assert_eq!((info.votes, info.groups, info.open), (0, 0, 0));
        assert_eq!((info.hidden, info.users, info.marks), (0, 0, 0));
    }
}

/// Votes on an article or comment and changes its groups, texts and fields.
fn change(site: &mut Site, id: ItemId) {
    let record = site.item(id).unwrap().record();
    let is_article = matches!(record.content, RecordContent::Article { .. });
    let open = Origin::Client(UnixTime::clamped(record.closes() - 1));
    let (poster, boost) = (record.poster.as_bytes().to_vec(), record.boost.get());
    let (poster, user) = (UserName::new(&poster).unwrap(), UserName::new(b"somebody").unwrap());
    let banned = UserName::new(b"banned").unwrap();
    let _ = site.vote(user, id, Some(Vote::Down.silent()), open);
    let _ = site.vote(user, id, Some(Vote::Up.counted()), Origin::Replay);
    let _ = site.vote(poster, id, None, Origin::Replay);
    let _ = site.vote(banned, id, Some(Vote::Up.silent()), Origin::Replay);
    let _ = site.see(banned, id);
    let _ = site.mark(banned, names::list(0), &[id]);
    let group = GroupName::new(b"new").unwrap();
    let _ = site.add_to_groups(id, &[group, group]);
    let field = (FieldName::new(b"field").unwrap(), FieldValue::new(b"value").unwrap());
    let link = is_article.then(|| Link::new(b"link").unwrap());
    let text = (!is_article).then(|| CommentText::new(b"text").unwrap());
    let _ = site.edit(id, &Edit { link, text, fields: &[field], ..Edit::default() });
    // Where the score is at its limit, the boost takes it beyond.
    let _ = site.boost(id, if boost < 0 { -315_360_000 } else { 315_360_000 }, false);
    for moderation in Moderation::ALL {
        site.moderate(moderation, &[id], UnixTime::clamped(0));
        site.check().unwrap();
    }
}

fn alter(site: &mut Site, vote_score: i64, formula: Formula) {
    let mut change = SettingsChange::default();
    change.set(Setting::VoteScore, vote_score).unwrap();
    change.set(Setting::Formula, (formula == Formula::Log).into()).unwrap();
    site.alter(change, UnixTime::clamped(0));
    assert_sound(site);
}

/// Answers an article or comment, unless there are too many ids or levels.
fn comment(site: &mut Site, parent: ItemId) -> Option<ItemId> {
    site.comment(&names::comment(parent, UnixTime::default()), Origin::Replay).ok()
}

fn post(site: &mut Site, time: UnixTime) -> Option<ItemId> {
    let new = NewArticle { groups: &[names::group(0)], ..names::article(time) };
    site.post(&new, Origin::Replay).ok().map(Posted::id)
}

/// Reads listings and threads, which must equal the model's.
fn read(site: &Site) {
    let (model, now) = (Model::of(site), UnixTime::clamped(0));
    let entries = site.entries().take(TRIED).map(|entry| match entry {
        SiteEntry::Item(item) => item.id(),
        SiteEntry::Tombstone(place) => place.id,
    });
    let ids: Vec<_> = entries.collect();
    for order in THREAD_ORDERS {
        for direction in [Direction::Ascending, Direction::Descending] {
            for source in [Source::Site, Source::Comments] {
                let size = Some(PAGE);
                let query = Query { source, order, direction, size, now, ..Query::default() };
                assert_same_listing(&model, site, &query);
            }
            for id in &ids {
                let query = ThreadQuery { direction, ..thread_query(*id, order, PAGE / 4) };
                assert_same_thread(&model, site, &query, [0; 5]);
            }
        }
    }
}
