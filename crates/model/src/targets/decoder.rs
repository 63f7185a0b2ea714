//! Bytes that may be anything, read as a site. What comes of them must be sound, the same after
//! another round, and of use.

use article_site::{
    ArticleId, DecodeError, Direction, Edit, FieldName, FieldValue, GroupName, Link, NewArticle,
    Order, Origin, PageQuery, Setting, SettingsChange, Site, Title, UnixTime, UserName, Vote,
    decode, encode,
};

use super::content::Content;
use super::input::Input;
use super::rebuilt::rebuilt;

/// Articles that the trial uses, at most.
const USED: usize = 64;

/// Reads the input, of which the first byte says how it is cut into chunks.
pub fn run(input: &[u8]) {
    let mut input = Input::new(input);
    let cut = input.byte();
    read(input.rest(), cut);
}

/// Reads bytes, in chunks of lengths that `cut` stands for, and tries what comes of them.
pub fn read(bytes: &[u8], cut: u8) {
    let read = decode_chunks(bytes, cut);
    let whole = decode_chunks(bytes, 0);
    // What follows the end in another chunk, the server finds, which marks the end.
    if !matches!(whole, Err(DecodeError::Trailing)) {
        assert_eq!(read.as_ref().map(Content::of), whole.as_ref().map(Content::of));
    }
    if let Ok(mut site) = read {
        site.check().unwrap();
        assert_same_after_another_round(&site);
        try_out(&mut site);
    }
}

/// The bytes of a site.
pub fn bytes_of(site: &Site) -> Vec<u8> {
    let mut bytes = Vec::new();
    encode(site, |chunk| bytes.extend_from_slice(chunk));
    bytes
}

fn decode_chunks(bytes: &[u8], cut: u8) -> Result<Site, DecodeError> {
    let mut rest = bytes;
    let mut mixed = cut;
    let mut is_over = false;
    decode(|buffer| {
        assert!(!is_over, "the decoder asks for more after the end");
        // Chunks of no bytes are chunks, too.
        mixed = mixed.wrapping_mul(37).wrapping_add(11);
        let len = if cut == 0 { rest.len() } else { usize::from(mixed).min(cut.into()) };
        let (chunk, others) = rest.split_at(len.min(rest.len()));
        is_over = rest.is_empty();
        buffer.extend_from_slice(chunk);
        rest = others;
        !is_over
    })
}

fn assert_same_after_another_round(site: &Site) {
    let again = decode_chunks(&bytes_of(site), 0).unwrap();
    again.check().unwrap();
    assert_eq!(Content::of(&again), Content::of(site));
    assert_eq!(Content::of(&rebuilt(site)), Content::of(site));
}

/// Does to a site all that can be done to one.
fn try_out(site: &mut Site) {
    let ids: Vec<ArticleId> = site.articles().take(USED).map(|article| article.id()).collect();
    let user = UserName::new(b"somebody").unwrap();
    let group = GroupName::new(b"new").unwrap();
    let field = FieldName::new(b"field").unwrap();
    let value = FieldValue::new(b"value").unwrap();
    for id in &ids {
        // Each is refused or done; what must not be is told by the checks.
        let now = UnixTime::clamped(site.article(*id).unwrap().closes() - 1);
        let _ = site.vote(user, *id, Some(Vote::Down), Origin::Client(now));
        let _ = site.vote(user, *id, Some(Vote::Up), Origin::Replay);
        let _ = site.add_to_groups(*id, &[group, group]);
        let edit = Edit { title: None, link: None, unset: &[], fields: &[(field, value)] };
        let _ = site.edit(*id, &edit);
        let poster = site.article(*id).unwrap().texts()[2].to_vec();
        let _ = site.vote(UserName::new(&poster).unwrap(), *id, None, Origin::Replay);
    }
    site.check().unwrap();
    assert_same_after_another_round(site);
    read_pages(site);
    alter(site, 31_536_000);
    alter(site, 1);
    post(site, UnixTime::clamped(0));
    let posted = post(site, UnixTime::clamped(UnixTime::MAX));
    site.check().unwrap();
    assert_same_after_another_round(site);
    let before = site.len();
    for id in ids.iter().chain(&posted) {
        assert!(site.delete(*id));
        assert!(!site.delete(*id));
    }
    assert_eq!(site.len(), before - ids.len() - posted.iter().count());
    site.check().unwrap();
    if site.is_empty() {
        let info = site.info(UnixTime::clamped(0));
        assert_eq!((info.votes, info.groups, info.open), (0, 0, 0));
    }
}

fn alter(site: &mut Site, vote_score: i64) {
    let mut change = SettingsChange::default();
    change.set(Setting::VoteScore, vote_score).unwrap();
    site.alter(change, UnixTime::clamped(0));
    site.check().unwrap();
    assert_same_after_another_round(site);
}

fn post(site: &mut Site, time: UnixTime) -> Option<ArticleId> {
    let new = NewArticle {
        poster: UserName::new(b"p").unwrap(),
        title: Title::new(b"t").unwrap(),
        link: Link::new(b"").unwrap(),
        groups: &[GroupName::new(b"new").unwrap()],
        fields: &[],
        id: None,
        time,
    };
    site.post(&new, Origin::Replay).ok()
}

/// Turns pages from both ends: what one way tells first, the other tells last.
fn read_pages(site: &Site) {
    for order in [Order::Score, Order::Time] {
        let page = |direction, page, size| -> Vec<ArticleId> {
            let query = PageQuery { order, direction, page, size };
            site.page(&query).iter().map(|article| article.id()).collect()
        };
        let up = page(Direction::Ascending, 1, Some(1000));
        let mut down = page(Direction::Descending, 1, Some(1000));
        assert_eq!(up.len(), site.len().min(1000));
        if site.len() <= 1000 {
            down.reverse();
            assert_eq!(up, down);
        }
        for far in [u64::MAX, u64::MAX / 1000 + 1, 1 << 32] {
            assert!(page(Direction::Descending, far, None).is_empty());
        }
    }
}
