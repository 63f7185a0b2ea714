//! A site put together again by what a rewritten append-only file makes of it.

use article_site::{
    ArticleId, ArticleView, FieldName, FieldValue, GroupName, Link, LoadedArticle, LoadedVotes,
    Setting, Settings, SettingsChange, Site, Title, UnixTime, UserName, Vote, Voters,
};

/// Voters that are loaded at once; a multiple of it is interesting, so it is small.
const PART: usize = 3;

/// The same site, loaded article by article and part by part.
pub fn rebuilt(site: &Site) -> Site {
    let settings = site.settings();
    let mut change = SettingsChange::default();
    for setting in Setting::ALL {
        change.set(setting, settings.get(setting)).unwrap();
    }
    let mut rebuilt = Site::new(Settings::default().with(change));
    for article in site.articles() {
        load(&mut rebuilt, &article);
    }
    let last_id = site.info(UnixTime::clamped(0)).last_id;
    if last_id > 0 {
        rebuilt.load_last_id(ArticleId::new(last_id)).unwrap();
    }
    rebuilt.check().unwrap();
    rebuilt
}

fn load(site: &mut Site, article: &ArticleView) {
    let tally = article.tally();
    let by = |kind| -> Vec<UserName> {
        let voters = article.ledger().filter(|(_, vote)| *vote == kind);
        voters.map(|(user, _)| UserName::new(user).unwrap()).collect()
    };
    let (up, down) = (by(Vote::Up), by(Vote::Down));
    let [title, link, poster] = article.texts();
    let groups: Vec<_> = article.groups().map(|name| GroupName::new(name).unwrap()).collect();
    let fields = article.fields().iter();
    let fields: Vec<_> = fields
        .map(|f| (FieldName::new(f.name()).unwrap(), FieldValue::new(f.value()).unwrap()))
        .collect();
    let (first, later) = up.split_at(up.len().min(PART));
    let votes = if article.is_ledger_dropped() {
        LoadedVotes::Counted { up: tally.upvotes, down: tally.downvotes }
    } else {
        LoadedVotes::Recorded(Voters { up: first, down: &[] })
    };
    let loaded = LoadedArticle {
        id: article.id(),
        poster: UserName::new(poster).unwrap(),
        title: Title::new(title).unwrap(),
        link: Link::new(link).unwrap(),
        time: article.time(),
        closes: article.closes(),
        score: Some(tally.score),
        votes,
        groups: &groups,
        fields: &fields,
    };
    site.load(&loaded).unwrap();
    for up in later.chunks(PART) {
        let voters = Voters { up, down: &[] };
        site.load_voters(article.id(), voters, Some(tally.score)).unwrap();
    }
    for down in down.chunks(PART) {
        let voters = Voters { up: &[], down };
        site.load_voters(article.id(), voters, Some(tally.score)).unwrap();
        // Nobody votes twice, and who tries leaves no trace.
        let again = Voters { up: &[UserName::new(b"a new voter").unwrap()], down };
        assert!(site.load_voters(article.id(), again, None).is_err());
    }
}
