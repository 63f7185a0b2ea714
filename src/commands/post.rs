//! `ARTICLE.POST`.

use article_site::{GroupName, Kind, Link, NewArticle, Origin, Posted, Site, Title, UserName};

use crate::commands::run::site_key::refuse_reserved;
use crate::commands::run::write::*;
use crate::commands::words::posting::Posting;
use crate::stats;

/// Posts an article, and creates the site if the key does not exist.
///
/// Replicas get the id, the time and the settings of a new site, so that they depend neither on
/// their clock nor on their configuration. A post that counts as a vote reaches them as that vote.
pub struct Post;

pub struct Request<'a> {
    poster: UserName<'a>,
    title: Title<'a>,
    link: Link<'a>,
    groups: Vec<GroupName<'a>>,
    /// Whether the site must exist.
    must_exist: bool,
    posting: Posting<'a>,
}

impl Write for Post {
    const SPEC: Spec = Spec {
        name: c"article.post",
        summary: c"Posts an article. Creates the site if the key does not exist.",
        complexity:
            c"O(log(N)) for each ranking that the article enters, where N is the number of \
                      articles in it",
        arity: -5,
        flags: &[Flag::Memory, Flag::Fast],
        args: args![
            &[
                options::KEY,
                options::USER,
                Arg::new("title", ArgType::String),
                Arg::new("link", ArgType::String),
                Arg::flag("XX"),
                options::GROUPS,
            ],
            Posting::ARGS,
        ],
        reply: returns::POSTED,
        errors: &[
            Error::NoSuchKey,
            Error::Site(SiteError::Hidden),
            Error::Site(SiteError::IdNotGreater { what: "ID" }),
            Error::Site(SiteError::IdOfOtherPart),
            Error::Site(SiteError::IdTooFar),
            Error::Site(SiteError::IdsExhausted),
            Error::Site(SiteError::TimeInFuture),
        ],
        ..Spec::WRITE
    };

    const REPLAYED: &'static [Arg] = args![&[additions::HOLD, options::PART], options::SETTINGS];

    type Request<'a> = Request<'a>;

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Request<'a>, Error> {
        let poster = options::user_name(arguments)?;
        let title = Title::new(arguments.text()?)?;
        let link = Link::new(arguments.text()?)?;
        let (mut groups, mut must_exist, mut posting) = (Vec::new(), false, Posting::default());
        while let Some(option) = arguments.option()? {
            match option {
                "XX" => must_exist = true,
                "GROUPS" => groups = options::group_names(arguments)?,
                _ if posting.read(option, arguments)? => {}
                _ => return Err(Error::Syntax),
            }
        }
        Ok(Request { poster, title, link, groups, must_exist, posting })
    }

    fn write(site: &mut Site, request: &mut Request<'_>, call: &Call) -> Result<Outcome, Error> {
        let Request { poster, title, link, ref groups, must_exist, ref posting } = *request;
        let Posting { ref fields, id, time, is_held, with_counts } = *posting;
        if must_exist && call.is_new {
            return Err(Error::NoSuchKey);
        }
        refuse_reserved(Kind::Article, fields.iter().map(|(name, _)| *name))?;
        let (time, additions) = call.begin(site, time);
        let new = NewArticle { poster, title, link, groups, fields, id, time, is_held };
        // The primary of a replay decided that it is no duplicate, and sends a vote otherwise.
        let is_judged = site.settings().dedupe() > 0 && call.is_replay();
        let origin = if is_judged { Origin::Replay } else { call.origin() };
        let posted = site.post(&new, origin)?;
        let is_new = matches!(posted, Posted::Created(_));
        let outcome = Outcome::nothing(Reply::posted(site, posted.id(), is_new, with_counts));
        Ok(match posted {
            Posted::Created(created) => {
                let id = id.is_none().then_some(created);
                outcome.with(true, Additions { id, ..additions })
            }
            Posted::Duplicate { id, changed, dropped } => {
                let time = (dropped > 0).then_some(time);
                let additions = Additions { time, ..Additions::default() };
                let form = if changed { Form::Vote(id) } else { Form::Drop };
                let change = Change { form, is_noticed: changed, additions };
                outcome.with(changed || dropped > 0, change)
            }
        })
    }

    fn count(result: &Result<Outcome, Error>) {
        match result.ok().and_then(|outcome| outcome.change).map(|change| change.form) {
            Some(Form::AsItCame) => stats::POSTS.count(),
            Some(Form::Vote(_)) => stats::VOTES_ACCEPTED.count(),
            _ => {}
        }
    }
}
