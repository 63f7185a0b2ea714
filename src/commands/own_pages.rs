//! `ARTICLE.ANSWERS`, `ARTICLE.VOTED` and `ARTICLE.MARKED`: the listings that a user has alone.

use article_site::{
    AnswerFilter, Budget, Cursor, Kind, ListName, Order, OwnQuery, Page, Sequence, Site, UserName,
    Vote,
};

use crate::commands::reply::listing::write_listing;
use crate::commands::reply::show::ShowOptions;
use crate::commands::run::read::*;
use crate::commands::words::paging::{self, Beside};
use crate::config::default_settings;

/// Returns one page of the answers to what a user posted.
pub struct Answers;

/// Returns one page of what a user has voted on.
pub struct Voted;

/// Returns one page of what is on a list of a user, in the order of marking.
pub struct Marked;

/// A page of a user's own listing, and how to show it.
#[derive(Debug)]
pub struct OwnPage<'a> {
    query: OwnQuery,
    after: Option<&'a [u8]>,
    beside: Beside,
    show: ShowOptions<'a>,
}

const KIND: Arg = Arg::new("kind", ArgType::Keyword(&["ARTICLES", "COMMENTS"])).optional();

const ERRORS: &[Error] = &[Error::Site(SiteError::BadCursor), Error::Site(SiteError::PageTooFar)];

impl Read for Answers {
    const SPEC: Spec = Spec {
        name: c"article.answers",
        summary: c"Returns one page of the comments by others that answer what a user posted, the latest \
                    first.",
        complexity: c"O(C*log(A)+M*log(N)) for M answers read, where A is the number of \
                      answers to the user, C the number of the user's articles and comments \
                      with more than 192 answers, and N the number of articles. A page reads \
                      answers until it is complete, at most all A. A page by number also \
                      reads the pages before it",
        arity: -4,
        args: args![
            &[options::KEY, options::USER, paging::PAGE, Arg::flag("UNSEEN"), paging::NOT_FROM],
            paging::SLICE,
            options::SHOWN,
        ],
        reply: returns::COMMENT_PAGE,
        errors: ERRORS,
        ..Spec::READ
    };

    type Request<'a> = (UserName<'a>, AnswerFilter<'a>, OwnPage<'a>);

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Self::Request<'a>, Error> {
        let user = options::user_name(arguments)?;
        let (mut filter, mut page) = (AnswerFilter::default(), OwnPage::begin(arguments)?);
        while let Some(option) = arguments.option()? {
            match option {
                "UNSEEN" => filter.is_unseen = true,
                "NOTFROM" => filter.not_from = paging::parse_users(arguments)?,
                _ => page.read(option, arguments)?,
            }
        }
        Ok((user, filter, page.finish(Sequence::By(Order::Time, Kind::Comment))?))
    }

    fn read(
        reading: Reading<'_>,
        (user, filter, page): Self::Request<'_>,
        sink: &mut dyn Sink,
    ) -> Result<(), Error> {
        page.write(reading, sink, |site, query, budget| site.answers(user, &filter, query, budget))
    }
}

impl Read for Voted {
    const SPEC: Spec = Spec {
        name: c"article.voted",
        summary: c"Returns one page of the articles and comments that a user has voted on.",
        complexity: c"O(log(V)+M*log(N)) for M articles and comments read, where V is the \
                      number of the user's votes and N the number of articles. A page reads \
                      them until it is complete, at most all V. A page by number also reads \
                      the pages before it",
        arity: -4,
        args: args![
            &[
                options::KEY,
                options::USER,
                paging::PAGE,
                Arg::new("vote", ArgType::Keyword(&["UP", "DOWN"])).optional(),
                KIND,
            ],
            paging::SLICE,
            options::SHOWN,
        ],
        reply: returns::OWN_PAGE,
        errors: ERRORS,
        ..Spec::READ
    };

    type Request<'a> = (UserName<'a>, Option<Vote>, OwnPage<'a>);

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Self::Request<'a>, Error> {
        let user = options::user_name(arguments)?;
        let (mut vote, mut page) = (None, OwnPage::begin(arguments)?);
        while let Some(option) = arguments.option()? {
            match option {
                "UP" => vote = Some(Vote::Up),
                "DOWN" => vote = Some(Vote::Down),
                _ => page.read(option, arguments)?,
            }
        }
        Ok((user, vote, page.finish(Sequence::Ids)?))
    }

    fn read(
        reading: Reading<'_>,
        (user, vote, page): Self::Request<'_>,
        sink: &mut dyn Sink,
    ) -> Result<(), Error> {
        page.write(reading, sink, |site, query, budget| site.voted(user, vote, query, budget))
    }
}

impl Read for Marked {
    const SPEC: Spec = Spec {
        name: c"article.marked",
        summary: c"Returns one page of the articles and comments on a list of a user, the latest \
                   marks first.",
        complexity: c"O(log(L)+M*log(N)) for M articles and comments read, where L is the \
                      length of the list and N the number of articles. A page reads them \
                      until it is complete, at most all L. A page by number also reads the \
                      pages before it",
        arity: -5,
        args: args![
            &[options::KEY, options::USER, options::LIST, paging::PAGE, KIND],
            paging::SLICE,
            options::SHOWN,
        ],
        reply: returns::OWN_PAGE,
        errors: ERRORS,
        ..Spec::READ
    };

    type Request<'a> = (UserName<'a>, ListName<'a>, OwnPage<'a>);

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Self::Request<'a>, Error> {
        let (user, list) = (options::user_name(arguments)?, options::list_name(arguments)?);
        let mut page = OwnPage::begin(arguments)?;
        while let Some(option) = arguments.option()? {
            page.read(option, arguments)?;
        }
        Ok((user, list, page.finish(Sequence::Marks)?))
    }

    fn read(
        reading: Reading<'_>,
        (user, list, page): Self::Request<'_>,
        sink: &mut dyn Sink,
    ) -> Result<(), Error> {
        page.write(reading, sink, |site, query, budget| site.marked(user, list, query, budget))
    }
}

impl<'a> OwnPage<'a> {
    /// Reads the number of the page.
    fn begin(arguments: &mut Arguments<'a>) -> Result<Self, Error> {
        let query = OwnQuery { page: arguments.positive()?, ..OwnQuery::default() };
        let (beside, show) = (Beside::Nothing, ShowOptions::default());
        Ok(Self { query, after: None, beside, show })
    }

    /// Reads the value of an option that is not a command's own.
    fn read(&mut self, option: &str, arguments: &mut Arguments<'a>) -> Result<(), Error> {
        match option {
            "ARTICLES" => self.query.kind = Some(Kind::Article),
            "COMMENTS" => self.query.kind = Some(Kind::Comment),
            "AFTER" => self.after = Some(arguments.text()?),
            "SIZE" => self.query.size = Some(paging::parse_size(arguments)?),
            _ if self.beside.read(option) => {}
            _ if self.show.read(option, arguments)? => {}
            _ => return Err(Error::Syntax),
        }
        Ok(())
    }

    /// Parses the cursor, once all options are read.
    fn finish(mut self, sequence: Sequence) -> Result<Self, Error> {
        let after = self.after.map(|text| Cursor::parse(sequence, text)).transpose()?;
        self.query.after = after.map(Cursor::position);
        self.query.looks_ahead = self.beside != Beside::Nothing;
        Ok(self)
    }

    /// Writes the page that `read` returns. A key that does not exist is like an empty site.
    fn write<R>(self, reading: Reading, sink: &mut dyn Sink, read: R) -> Result<(), Error>
    where
        R: for<'s> FnOnce(&'s Site, &OwnQuery, &Budget) -> Result<Page<'s>, SiteError>,
    {
        let query = OwnQuery { now: reading.now, ..self.query };
        let empty;
        let site = match reading.site() {
            Some(site) => site,
            None => {
                empty = Site::new(default_settings());
                &empty
            }
        };
        let page = read(site, &query, reading.budget)?;
        let show = reading.show(self.show, sink.format());
        write_listing(sink, &page, self.beside, &show)
    }
}
