//! A site that was loaded the way a rewritten append-only file loads it.

use article_site::{
    Activity, Boost, CommentText, FieldName, FieldPair, FieldValue, GroupName, ItemId, Link,
    LoadedRecord, RecordContent, RecordedVote, Setting, Settings, SettingsChange, Site, SiteEntry,
    Tally, Title, UnixTime, UserName, Vote, Voters, window_until,
};

use crate::{ModelArticle, ModelComment, ModelContent, ModelItem};

/// The voters per load. It is small so that few votes already take several loads.
const VOTERS_PER_LOAD: usize = 3;

/// Returns a site of the same content, loaded item by item and some voters at a time.
pub fn rebuilt(site: &Site) -> Site {
    let mut rebuilt = Site::new(Settings::default().with(all_settings(site.settings())));
    for entry in site.entries() {
        match entry {
            SiteEntry::Item(item) => load(&mut rebuilt, &ModelItem::of(&item)),
            SiteEntry::Place(record) => rebuilt.load_place(&record).unwrap(),
        }
    }
    let last_id = site.last_id();
    if last_id > 0 {
        rebuilt.load_last_id(ItemId::new(last_id)).unwrap();
    }
    rebuilt.check().unwrap();
    rebuilt
}

fn all_settings(settings: &Settings) -> SettingsChange {
    let mut change = SettingsChange::default();
    for setting in Setting::ALL {
        change.set(setting, settings.get(setting)).unwrap();
    }
    change
}

fn load(site: &mut Site, item: &ModelItem) {
    // Without `..`: a new attribute must be loaded as well.
    let ModelItem {
        id,
        poster,
        time,
        closes,
        upvotes,
        downvotes,
        score,
        boost,
        flags,
        content,
        fields,
        votes,
    } = item;
    let up = voters(item, Vote::Up.counted());
    let (first, later) = up.split_at(up.len().min(VOTERS_PER_LOAD));
    let time = UnixTime::new(*time).unwrap();
    let groups = item.article().map_or(&[][..], |article| &article.groups);
    let groups: Vec<_> = groups.iter().map(|name| GroupName::new(name).unwrap()).collect();
    let loaded = LoadedRecord {
        id: ItemId::new(*id),
        poster: UserName::new(poster).unwrap(),
        time,
        window: window_until(time, *closes).unwrap(),
        tally: Tally { upvotes: *upvotes, downvotes: *downvotes, score: *score },
        boost: Boost::new(*boost).unwrap(),
        flags: *flags,
        content: content_of(site, content, &groups),
        ledger: votes.as_ref().map(|_| Voters { up: first, ..Voters::default() }),
        fields: &field_pairs(fields),
    };
    site.load(&loaded).unwrap();
    load_voters(site, item, later);
}

/// Returns what only articles or comments have.
fn content_of<'a>(
    site: &Site,
    content: &'a ModelContent,
    groups: &'a [GroupName<'a>],
) -> RecordContent<'a, &'a [GroupName<'a>]> {
    match content {
        ModelContent::Article(ModelArticle { title, link, comments, bumped, groups: _ }) => {
            let bumped = UnixTime::new(*bumped).unwrap();
            RecordContent::Article {
                title: Title::new(title).unwrap(),
                link: Link::new(link).unwrap(),
                activity: Activity { comments: *comments, bumped },
                groups,
            }
        }
        // The others follow from the parent and from the comments below.
        ModelContent::Comment(ModelComment {
            text,
            parent,
            article: _,
            depth: _,
            comments: _,
        }) => RecordContent::Comment {
            text: CommentText::new(text).unwrap(),
            lineage: site.lineage_below(ItemId::new(*parent)).unwrap(),
            comments: 0,
        },
    }
}

fn field_pairs(fields: &[(Vec<u8>, Vec<u8>)]) -> Vec<FieldPair<'_>> {
    let pairs = fields.iter();
    pairs.map(|(n, v)| (FieldName::new(n).unwrap(), FieldValue::new(v).unwrap())).collect()
}

fn voters(item: &ModelItem, kind: RecordedVote) -> Vec<UserName<'_>> {
    let voters = item.votes.iter().flatten().filter(|(_, vote)| **vote == kind);
    voters.map(|(user, _)| UserName::new(user).unwrap()).collect()
}

/// Loads the voters of an item, of whose upvotes only these are left.
fn load_voters(site: &mut Site, item: &ModelItem, up: &[UserName]) {
    let (id, score) = (ItemId::new(item.id), Some(item.score));
    for up in up.chunks(VOTERS_PER_LOAD) {
        site.load_voters(id, Voters { up, ..Voters::default() }, score).unwrap();
    }
    for down in voters(item, Vote::Down.counted()).chunks(VOTERS_PER_LOAD) {
        site.load_voters(id, Voters { down, ..Voters::default() }, score).unwrap();
        // A load with a user who has voted changes nothing, whoever comes before that user.
        let up = &[UserName::new(b"a new voter").unwrap()];
        let repeated = Voters { up, silent_down: down, ..Voters::default() };
        assert!(site.load_voters(id, repeated, None).is_err());
    }
    let silent_up = &voters(item, Vote::Up.silent());
    let silent_down = &voters(item, Vote::Down.silent());
    if !silent_up.is_empty() || !silent_down.is_empty() {
        let silent = Voters { silent_up, silent_down, ..Voters::default() };
        assert_eq!(site.load_voters(id, silent, score), Ok(true));
    }
}
