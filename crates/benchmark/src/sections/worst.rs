//! The slowest commands that a client can send. `docs/operations.md` has the rows that this
//! section prints.

use anyhow::Result;

use super::section::{Section, none};
use crate::bench::Bench;
use crate::contenders::{Contender, SITE};
use crate::figures::Measure;
use crate::numbers::with_commas;
use crate::sandbox::Sandbox;
use crate::server::Requests;
use crate::site::Plan;

pub const SECTION: Section = Section { name: "worst", run, bars: none, panels: none };

/// The number of articles of a site and of names in a list, unless the options reduce it.
const MOST: u32 = 1_000_000;
/// The number of groups of a site, and the most names in a filter.
const GROUPS: u32 = 1_000;
/// The number of these groups that each article is in. All articles are also in the group `all`.
const GROUPS_EACH: u32 = 8;
const MOST_GROUPS: u32 = 32;
/// The most ids in a command.
const IDS: u32 = 1_000;
/// The length of a custom field, in bytes.
const FIELD: usize = 100_000;

/// The list at the end of a command.
type List = Vec<Vec<u8>>;

fn run(bench: &mut Bench) -> Result<()> {
    let most = bench.options.largest_site().min(MOST);
    loading(bench, most, Some(1), "by one poster")?;
    loading(bench, most, None, "by as many posters")?;
    groups(bench, most)?;
    duplicates(bench, most)?;
    lists(bench, most)
}

fn loading(bench: &mut Bench, articles: u32, posters: Option<u32>, by: &str) -> Result<()> {
    let mut site = Site::new(bench, format!("{} articles {by}", with_commas(articles)))?;
    site.server.load(&bench.dataset, &Plan { posters, ..Plan::new(articles, 1) })?;
    let payload = site.server.connection.call("DUMP", &[SITE])?.bytes()?.to_vec();
    for _ in 0..bench.few_rounds() {
        site.server.connection.call("DEL", &[SITE])?;
        site.measure(bench, "RESTORE site 0", vec![payload.clone()])?;
    }
    Ok(())
}

/// Measures filters, an order, and lists of ids.
fn groups(bench: &mut Bench, articles: u32) -> Result<()> {
    let each = format!("{} articles in {} groups each", with_commas(articles), GROUPS_EACH + 1);
    let mut site = Site::new(bench, each.clone())?;
    let groups = |id: u32| {
        let some = (0..GROUPS_EACH).map(|nth| group((id * 37 + nth * 31) % GROUPS));
        some.chain(["all".to_owned()]).collect()
    };
    let plan = Plan { groups, ..Plan::new(articles, 1) };
    site.server.load(&bench.dataset, &plan)?;
    for order in ["TIME", "GRAVITY"] {
        let page = format!("ARTICLE.PAGE site 1 BY {order}");
        let any_of = format!("{page} NONEOF 1 all ANYOF {GROUPS}");
        site.repeat(bench, &any_of, |_| (0..GROUPS).map(|one| group(one).into_bytes()).collect())?;
        site.repeat(bench, &format!("{page} NONEOF 1 all"), |_| List::new())?;
        site.repeat(bench, &page, |_| List::new())?;
    }
    site.repeat(bench, "ARTICLE.ALTER site VOTESCORE", |round| vec![digits(433 + round)])?;

    let ids = |first: u32| -> List { (first..first + IDS).map(digits).collect() };
    site.description = format!("{} ids, {each}", with_commas(IDS));
    site.repeat(bench, "ARTICLE.MODERATE site HIDE", |round| ids(1 + 2 * round * IDS))?;
    site.repeat(bench, "ARTICLE.DEL site", |round| ids(1 + (2 * round + 1) * IDS))?;
    let hide = |first| words("ARTICLE.MODERATE site HIDE", ids(first));
    site.prepare((articles / 10..articles).step_by(IDS as usize).map(hide))?;
    site.description = format!("{each}, the newest 90 % hidden");
    site.repeat(bench, "ARTICLE.PAGE site 1 BY GRAVITY", |_| List::new())
}

fn group(number: u32) -> String {
    format!("group-{number}")
}

fn digits(number: u32) -> Vec<u8> {
    number.to_string().into_bytes()
}

/// Measures posting a link that many articles have.
fn duplicates(bench: &mut Bench, articles: u32) -> Result<()> {
    let size = with_commas(articles);
    let mut site =
        Site::new(bench, format!("DEDUPE, {size} articles of the link, all but one hidden"))?;
    site.server.connection.call("ARTICLE.CREATE", &[SITE, "DEDUPE", "1000000"])?;
    let now = bench.dataset.now;
    let load = |id: u32| {
        let hidden = if id == 1 { "" } else { " HIDDEN" };
        let article = format!("ARTICLE.LOAD site ARTICLE {id} poster title link");
        let times = format!("TIME {now} CLOSES {}{hidden} UP 1", now + 600_000);
        words(&format!("{article} {times}"), vec![b"poster".to_vec()])
    };
    site.prepare((1..=articles).map(load))?;
    let new_user = |round| vec![format!("user-{round}").into(), b"title".into(), b"link".into()];
    site.repeat(bench, "ARTICLE.POST site", new_user)
}

/// Measures long lists, and long replies.
fn lists(bench: &mut Bench, names: u32) -> Result<()> {
    let mut site = Site::new(bench, format!("{} groups", with_commas(names)))?;
    let post = |first: u32| {
        let names = (first..first + MOST_GROUPS).map(|number| group(number).into_bytes());
        let post = format!("ARTICLE.POST site poster title link GROUPS {MOST_GROUPS}");
        words(&post, names.collect())
    };
    site.prepare((0..names).step_by(MOST_GROUPS as usize).map(post))?;
    site.repeat(bench, "ARTICLE.GROUPS site", |_| List::new())?;

    site.description = format!("{} times the same name", with_commas(names));
    let post = format!("ARTICLE.POST site poster title link GROUPS {names}");
    site.repeat(bench, &post, |_| vec![b"group".to_vec(); names as usize])?;

    site.description = "one article".to_owned();
    let voters = format!("ARTICLE.LOAD site VOTERS 1 UP {names}");
    site.repeat(bench, &voters, |round| {
        (0..names).map(|number| format!("user-{round}-{number:07}").into_bytes()).collect()
    })?;

    let edit = [SITE, "1", "FIELDS", "1", "field", &"x".repeat(FIELD)];
    site.server.connection.call("ARTICLE.EDIT", &edit)?;
    let (field, reply) = (with_commas(FIELD as u32), FIELD * IDS as usize / 1_000_000);
    site.description = format!("one article with a field of {field} bytes: a reply of {reply} MB");
    site.repeat(bench, &format!("ARTICLE.MGET site {IDS}"), |_| vec![digits(1); IDS as usize])
}

struct Site {
    server: Sandbox,
    /// The description of what a command works on.
    description: String,
}

impl Site {
    /// Starts a server, without a site yet. It keeps no listings, because a first read of a page
    /// takes longest, and reads are not limited.
    fn new(bench: &Bench, description: String) -> Result<Self> {
        let mut server = Sandbox::start(Contender::Module, &bench.options, &[])?;
        for config in ["article.reply-cache", "article.read-limit"] {
            server.connection.call("CONFIG", &["SET", config, "0"])?;
        }
        Ok(Self { server, description })
    }

    /// Sends commands that are not measured.
    fn prepare(&mut self, commands: impl Iterator<Item = List>) -> Result<()> {
        let mut sender = self.server.connection.bulk();
        for words in commands {
            sender.next()?.words(&words);
        }
        sender.finish()
    }

    /// Measures a command with a list at its end, which may depend on the round, in each round.
    fn repeat(
        &mut self,
        bench: &mut Bench,
        command: &str,
        list: impl Fn(u32) -> List,
    ) -> Result<()> {
        (0..bench.few_rounds() as u32)
            .try_for_each(|round| self.measure(bench, command, list(round)))
    }

    /// Measures how long a command with a list at its end keeps the server busy.
    fn measure(&mut self, bench: &mut Bench, command: &str, list: List) -> Result<()> {
        let rest = if list.is_empty() { "" } else { " ..." };
        let case = format!("`{command}{rest}` | {}", self.description);
        let mut requests = Requests::default();
        requests.words(&words(command, list));
        bench.record(&case, Measure::Busy, self.server.busy(&requests)?);
        Ok(())
    }
}

/// Returns the words of a command with a list at its end.
fn words(command: &str, list: List) -> List {
    command.split(' ').map(|word| word.as_bytes().to_vec()).chain(list).collect()
}
