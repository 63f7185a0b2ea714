//! A site that was loaded the way a rewritten append-only file loads it.

use article_site::{
    Activity, ArticleId, Boost, Link, LoadedRecord, RecordedVote, Setting, Settings,
    SettingsChange, Site, Tally, Title, UnixTime, UserName, Vote, Voters, window_until,
};

use crate::ModelArticle;
use crate::names::{field_pairs, group_names};

/// The voters per load. It is small so that few votes already take several loads.
const VOTERS_PER_LOAD: usize = 3;

/// Returns a site of the same content, loaded article by article and some voters at a time.
pub fn rebuilt(site: &Site) -> Site {
    let mut rebuilt = Site::new(Settings::default().with(all_settings(site.settings())));
    for article in site.articles() {
        load(&mut rebuilt, ModelArticle::of(&article));
    }
    let last_id = site.last_id();
    if last_id > 0 {
        rebuilt.load_last_id(ArticleId::new(last_id)).unwrap();
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

fn load(site: &mut Site, article: ModelArticle) {
    // Without `..`: a new attribute must be loaded as well.
    let ModelArticle {
        id,
        title,
        link,
        poster,
        time,
        closes,
        upvotes,
        downvotes,
        score,
        boost,
        flags,
        comments,
        bumped,
        groups,
        fields,
        votes,
    } = article;
    let id = ArticleId::new(id);
    let voters = |kind: RecordedVote| -> Vec<UserName> {
        let voters = votes.iter().flatten().filter(|(_, vote)| **vote == kind);
        voters.map(|(user, _)| UserName::new(user).unwrap()).collect()
    };
    let (up, down) = (voters(Vote::Up.counted()), voters(Vote::Down.counted()));
    let (silent_up, silent_down) = (voters(Vote::Up.silent()), voters(Vote::Down.silent()));
    let (first, later) = up.split_at(up.len().min(VOTERS_PER_LOAD));
    let time = UnixTime::new(time).unwrap();
    let loaded = LoadedRecord {
        id,
        poster: UserName::new(&poster).unwrap(),
        title: Title::new(&title).unwrap(),
        link: Link::new(&link).unwrap(),
        time,
        window: window_until(time, closes).unwrap(),
        tally: Tally { upvotes, downvotes, score },
        boost: Boost::new(boost).unwrap(),
        flags,
        activity: Activity { comments, bumped: UnixTime::new(bumped).unwrap() },
        ledger: votes.as_ref().map(|_| Voters { up: first, ..Voters::default() }),
        groups: &group_names(&groups),
        fields: &field_pairs(&fields),
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
