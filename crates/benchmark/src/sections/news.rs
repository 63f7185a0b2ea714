//! Memory per news story. Many of their posters have one story, and some have hundreds.

use anyhow::{Context, Result, ensure};

use super::memory::{self, Loaded};
use super::{Name, Section, none};
use crate::article::Article;
use crate::backends::SITE;
use crate::baseline_bar::Compared;
use crate::bench::Bench;
use crate::contender::Contender;
use crate::dataset::WINDOW;
use crate::measure::Measure;
use crate::news::{self, NewsStory};
use crate::op::{ModuleOp, Op};
use crate::options::Options;
use crate::sandbox::Sandbox;
use crate::targets::Target;

pub const SECTION: Section = Section { name: Name::News, length: 5, run, targets, panels: none };

/// The most stories that are read back.
const READ_BACK: usize = 200;

/// How the stories come into the site.
#[derive(Clone, Copy)]
enum Arrival {
    /// They are posted now. Each has its poster's vote.
    Posted,
    /// They are loaded with all their votes, and voting on them has closed.
    Loaded,
}

impl Arrival {
    const ALL: [Self; 2] = [Self::Posted, Self::Loaded];

    fn case(self, options: &Options) -> String {
        let kind = if options.stories.is_some() { "real" } else { "made-up" };
        match self {
            Self::Posted => format!("{kind} news story with the vote of its poster"),
            Self::Loaded => format!("{kind} news story on which voting has closed"),
        }
    }
}

fn run(bench: &mut Bench) -> Result<()> {
    let stories = match &bench.options.stories {
        Some(file) => news::read(file)?,
        None => news::make_up(bench.options.seed, bench.dataset.now),
    };
    for contender in bench.chosen(&[Contender::Module]) {
        for arrival in Arrival::ALL {
            let case = &arrival.case(&bench.options);
            bench.progress.step(format!("{case}: {}", contender.name()));
            let loaded = Loaded { case, articles: stories.len() };
            memory::measure(bench, contender, loaded, |sandbox| {
                load(sandbox, &stories, arrival)?;
                verify(sandbox, &stories, arrival).context(contender.name())
            })?;
        }
    }
    Ok(())
}

fn load(sandbox: &mut Sandbox, stories: &[NewsStory], arrival: Arrival) -> Result<()> {
    let mut sender = sandbox.connection.bulk();
    for (id, NewsStory { time, title, link, poster, points }) in (1..).zip(stories) {
        let requests = sender.next()?;
        match arrival {
            Arrival::Posted => {
                let command = requests.command("ARTICLE.POST", 5).arg(SITE);
                command.arg(poster).arg(title).arg(link);
            }
            Arrival::Loaded => {
                let command = requests.command("ARTICLE.LOAD", 14).arg(SITE);
                command.arg("ARTICLE").int(id).arg(poster).arg(title).arg(link);
                command.arg("TIME").int(*time).arg("CLOSES").int(time + WINDOW as i64);
                command.arg("COUNTS").int(*points).int(0);
            }
        }
    }
    sender.finish()
}

/// Checks the number of articles, and reads some of them.
fn verify(sandbox: &mut Sandbox, stories: &[NewsStory], arrival: Arrival) -> Result<()> {
    let count = sandbox.connection.call("ARTICLE.COUNT", &[SITE])?.integer()?;
    ensure!(count == stories.len() as i64, "{count} articles of {} stories", stories.len());
    for (id, story) in (1..).zip(stories).step_by(stories.len().div_ceil(READ_BACK)) {
        let [reply] = &sandbox.replies(&Op::Module(ModuleOp::Get(id)))?[..] else { continue };
        let article = Article::from_pairs(reply)?;
        let (time, votes) = match arrival {
            Arrival::Posted => (article.time, 1),
            Arrival::Loaded => (story.time, i64::from(story.points)),
        };
        let is_same = article.title == story.title
            && article.link == story.link
            && article.poster == story.poster
            && article.time == time
            && article.upvotes == votes;
        ensure!(is_same, "{article:?} differs from the story");
    }
    Ok(())
}

fn targets(bench: &Bench) -> Vec<Target> {
    let target = |arrival: Arrival| {
        let case = arrival.case(&bench.options);
        let key = |contender| (case.as_str(), Measure::Memory, contender);
        let what = format!("memory: {case}, module / baseline");
        let limit = bench.options.baseline_bar(Compared::Memory);
        let (module, baseline) = (key(Contender::Module), key(Contender::Baseline));
        Target::ratio(what, &bench.figures, module, baseline, limit)
    };
    if bench.options.has_baseline() { Arrival::ALL.map(target).into() } else { Vec::new() }
}
