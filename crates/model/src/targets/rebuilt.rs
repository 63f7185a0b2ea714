//! A site that was loaded the way a rewritten append-only file loads it.

use article_site::{
    Activity, Boost, CommentText, GroupName, ItemId, Link, LoadedRecord, RecordContent,
    RecordedVote, Setting, Settings, SettingsChange, Site, SiteEntry, Tally, Title, UnixTime,
    UserName, Vote, Voters, window_until,
};

use crate::names::{field_pairs, group_names};
use crate::{ModelArticle, ModelComment, ModelContent, ModelItem};

/// The voters per load. It is small so that few votes already take several loads.
const VOTERS_PER_LOAD: usize = 3;

/// Returns a site of the same content, loaded item by item and some voters at a time.
pub fn rebuilt(site: &Site) -> Site {
    let mut rebuilt = Site::new(Settings::default().with(all_settings(site.settings())));
    for entry in site.entries() {
        match entry {
            SiteEntry::Item(item) => load(&mut rebuilt, ModelItem::of(&item)),
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

fn load(site: &mut Site, item: ModelItem) {
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
    let id = ItemId::new(id);
    let voters = |kind: RecordedVote| -> Vec<UserName> {
        let voters = votes.iter().flatten().filter(|(_, vote)| **vote == kind);
        voters.map(|(user, _)| UserName::new(user).unwrap()).collect()
    };
    let (up, down) = (voters(Vote::Up.counted()), voters(Vote::Down.counted()));
    let (silent_up, silent_down) = (voters(Vote::Up.silent()), voters(Vote::Down.silent()));
    let (first, later) = up.split_at(up.len().min(VOTERS_PER_LOAD));
    let time = UnixTime::new(time).unwrap();
    let (groups, fields) = (groups_of(&content), field_pairs(&fields));
    let loaded = LoadedRecord {
        id,
        poster: UserName::new(&poster).unwrap(),
        time,
        window: window_until(time, closes).unwrap(),
        tally: Tally { upvotes, downvotes, score },
        boost: Boost::new(boost).unwrap(),
        flags,
        content: match &content {
            ModelContent::Article(ModelArticle { title, link, comments, bumped, groups: _ }) => {
                let bumped = UnixTime::new(*bumped).unwrap();
                RecordContent::Article {
                    title: Title::new(title).unwrap(),
                    link: Link::new(link).unwrap(),
                    activity: Activity { comments: *comments, bumped },
                    groups: &groups,
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
        },
        ledger: votes.as_ref().map(|_| Voters { up: first, ..Voters::default() }),
        fields: &fields,
    };
    site.load(&loaded).unwrap();
    for up in later.chunks(VOTERS_PER_LOAD) {
        site.load_voters(id, Voters { up, ..Voters::default() }, Some(score)).unwrap();
    }
    for down in down.chunks(VOTERS_PER_LOAD) {
        site.load_voters(id, Voters { down, ..Voters::default() }, Some(score)).unwrap();
        // A load with a user who has voted changes nothing, whoever comes before that user.
        let up = &[UserName::new(b"a new voter").unwrap()];
        let repeated = Voters { up, silent_down: down, ..Voters::default() };
        assert!(site.load_voters(id, repeated, None).is_err());
    }
    if !silent_up.is_empty() || !silent_down.is_empty() {
        let silent =
            Voters { silent_up: &silent_up, silent_down: &silent_down, ..Voters::default() };
        assert_eq!(site.load_voters(id, silent, Some(score)), Ok(true));
    }
}

fn groups_of(content: &ModelContent) -> Vec<GroupName<'_>> {
    match content {
        ModelContent::Article(article) => group_names(&article.groups),
        ModelContent::Comment(_) => Vec::new(),
    }
}
