//! The interface of commands that only read.

use article_site::{Budget, Site, UnixTime};

use crate::commands::reply::show::{Show, ShowOptions};
use crate::commands::run::command::Command;
use crate::commands::run::site_key::{now, open};
use crate::commands::words::spec::Format;
use crate::config::read_budget;
use crate::datatype::StoredSite;
use crate::ffi::{Args, Context};
// What most commands that read use.
pub use crate::commands::reply::Sink;
pub(crate) use crate::commands::run::command::args;
pub use crate::commands::run::command::{
    Arg, ArgType, Arguments, Error, Flag, SiteError, Spec, options, returns,
};

/// A command that only reads.
pub trait Read {
    const SPEC: Spec;

    /// The parsed arguments, all within their limits.
    type Request<'a>;

    /// Parses the arguments after the key.
    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Self::Request<'a>, Error>;

    /// Writes the reply.
    ///
    /// # Errors
    ///
    /// Any other. Nothing has been written then.
    fn read(
        reading: Reading<'_>,
        request: Self::Request<'_>,
        sink: &mut dyn Sink,
    ) -> Result<(), Error>;
}

/// What a command reads.
#[derive(Clone, Copy)]
pub struct Reading<'a> {
    /// The site, if the key exists.
    pub stored: Option<&'a StoredSite>,
    /// The time at which the command runs.
    pub now: UnixTime,
    /// How much it may visit.
    pub budget: &'a Budget,
}

impl<'a> Reading<'a> {
    pub fn site(&self) -> Option<&'a Site> {
        self.stored.map(StoredSite::site)
    }

    /// Returns how articles and comments are shown in a format.
    pub fn show(&self, options: ShowOptions<'a>, format: Format) -> Show<'a> {
        options.at(self.stored, self.now, format)
    }
}

impl<R: Read> Command for R {
    const SPEC: Spec = R::SPEC;

    type Request<'a> = (R::Request<'a>, Format);

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Self::Request<'a>, Error> {
        let request = R::parse(arguments)?;
        Ok((request, arguments.format()?))
    }

    fn run(
        context: &Context,
        args: Args,
        (request, format): Self::Request<'_>,
    ) -> Result<(), Error> {
        let key = open(context, args)?;
        let budget = read_budget();
        let reading = Reading { stored: key.value(), now: now(context), budget: &budget };
        format.reply(context, |sink| R::read(reading, request, sink))
    }
}
